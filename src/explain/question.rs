//! What is asked about: an atom as users write it (`mine[3,4]=0`, `x<=5`, `b`, `not b`), or the indices of a cell.

use crate::model::{Atom, Kind, Model, Rel, Var};

/// Something to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether the atom holds.
    Atom(Atom),
    /// Which value the variable has.
    Value(Var),
}

impl Question {
    /// Reads a question about a model. Bare indices mean the cell of `array`, or of the only array with as many indices;
    /// `constant` knows the constants of enums.
    pub fn parse(
        text: &str,
        model: &Model,
        array: &str,
        constant: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<Question, String> {
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_indices(&text) {
            return cell(&text.replace(' ', ""), model, array).map(Question::Value);
        }
        let (name, sign, value) = match split(&text) {
            Some(parts) => parts,
            None => match text.strip_prefix("not ") {
                Some(name) => (name, "=", "false"),
                None => (text.as_str(), "=", "true"),
            },
        };
        let var = named(name.trim(), model)?;
        if split(&text).is_none() && model.vars[var.index()].kind != Kind::Bool {
            return Ok(Question::Value(var));
        }
        let number = number(value.trim(), constant)
            .ok_or_else(|| format!("expected a value after `{name}{sign}`, found `{}`", value.trim()))?;
        atom(var, sign, number, model).map(Question::Atom)
    }
}

/// The signs, longer ones first.
const SIGNS: &[&str] = &["!=", "<=", ">=", "==", "=", "<", ">"];

fn split(text: &str) -> Option<(&str, &str, &str)> {
    let at = text.find(['!', '<', '>', '='])?;
    let sign = SIGNS.iter().find(|sign| text[at..].starts_with(**sign))?;
    Some((&text[..at], sign, &text[at + sign.len()..]))
}

fn is_indices(text: &str) -> bool {
    !text.is_empty() && text.split(',').all(|part| part.trim().parse::<i64>().is_ok())
}

fn number(text: &str, constant: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    match text {
        "true" => Some(1),
        "false" => Some(0),
        text => text.parse().ok().or_else(|| constant(text)),
    }
}

/// What is said of a Boolean is which of its two values it has; a question that is not about that is refused.
fn atom(var: Var, sign: &str, value: i64, model: &Model) -> Result<Atom, String> {
    let atom = compared(var, sign, value)?;
    if model.vars[var.index()].kind != Kind::Bool {
        return Ok(atom);
    }
    match (atom.admits(0), atom.admits(1)) {
        (true, false) => Ok(var.is(0)),
        (false, true) => Ok(var.is(1)),
        _ => Err(format!("`{}` is true or false, so `{sign} {value}` is no question", model.shown_name(var))),
    }
}

fn compared(var: Var, sign: &str, value: i64) -> Result<Atom, String> {
    let less = || value.checked_sub(1).ok_or_else(|| format!("{value} is too small"));
    Ok(match sign {
        "!=" => var.is_not(value),
        "<=" => var.at_most(value),
        ">=" => var.more_than(less()?),
        "<" => var.at_most(less()?),
        ">" => var.more_than(value),
        _ => var.is(value),
    })
}

fn named(name: &str, model: &Model) -> Result<Var, String> {
    let wanted: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    let found =
        model.all_vars().find(|var| !model.name(*var).is_empty() && model.name(*var).replace(' ', "") == wanted);
    found.ok_or_else(|| {
        let some: Vec<&str> = model.answer.iter().take(3).map(|var| model.name(*var)).collect();
        format!("the model has no variable `{name}`; it has {}, ...", some.join(", "))
    })
}

/// The variable of a cell.
fn cell(indices: &str, model: &Model, array: &str) -> Result<Var, String> {
    if !array.is_empty() {
        return named(&format!("{array}[{indices}]"), model)
            .map_err(|_| format!("there is no cell {indices} that could be asked about"));
    }
    let ending = format!("[{indices}]");
    let mut found = model.answer.iter().filter(|var| model.name(**var).ends_with(&ending));
    match (found.next(), found.next()) {
        (Some(var), None) => Ok(*var),
        (None, _) => Err(format!("no array of the model has a cell {indices}")),
        (Some(a), Some(b)) => Err(format!("{indices} may be `{}` or `{}`: say which", model.name(*a), model.name(*b))),
    }
}

/// An atom as users write it. Of a Boolean it is said whether it is 0 or 1.
pub fn shown_atom(model: &Model, atom: Atom) -> String {
    let name = model.shown_name(atom.var);
    let is_bool = model.vars[atom.var.index()].kind == Kind::Bool;
    match atom.rel {
        _ if is_bool => format!("{name}={}", i64::from(atom.admits(1))),
        Rel::Eq => format!("{name}={}", atom.value),
        Rel::Ne => format!("{name}!={}", atom.value),
        Rel::Le => format!("{name}<={}", atom.value),
        Rel::Gt => format!("{name}>={}", atom.value.saturating_add(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Question, shown_atom};
    use crate::model::Model;

    #[test]
    fn atoms_are_read_and_written() {
        let mut model = Model::new();
        let (x, y) = (model.int("x", 0..=9), model.int("a[1,2]", 0..=9));
        let b = model.bool("b");
        let constant = |name: &str| (name == "Red").then_some(3);
        let read = |text: &str| Question::parse(text, &model, "", &constant);
        for (text, expected, shown) in [
            ("x=3", x.is(3), "x=3"),
            ("x != 3", x.is_not(3), "x!=3"),
            ("x<=5", x.at_most(5), "x<=5"),
            ("x < 5", x.at_most(4), "x<=4"),
            ("x>5", x.more_than(5), "x>=6"),
            ("x >= 5", x.more_than(4), "x>=5"),
            ("a[1, 2]==Red", y.is(3), "a[1,2]=3"),
            ("b", b.is(1), "b=1"),
            ("not b", b.is(0), "b=0"),
            ("b != true", b.is(0), "b=0"),
            ("b >= 1", b.is(1), "b=1"),
            ("b < 1", b.is(0), "b=0"),
        ] {
            assert_eq!(read(text), Ok(Question::Atom(expected)), "{text}");
            assert_eq!(shown_atom(&model, expected), shown, "{text}");
        }
        assert_eq!(read("1,2"), Ok(Question::Value(y)));
        assert_eq!(read("x"), Ok(Question::Value(x)));
        for wrong in ["z=1", "x=", "x=Blue", "2,2", "", "b!=7", "b=7", "b>=0", "b<=1", "b>1", "b<0", "b=-1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
