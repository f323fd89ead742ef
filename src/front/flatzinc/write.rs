//! A model as FlatZinc that every solver of MiniZinc's reads: the standard constraints alone.
//!
//! Variables of the answer are marked for output. What the standard has no word for is taken apart: atoms become Booleans,
//! counts sums, tables columns and a row. The solutions, seen on the model's variables, are those of the model.

use super::names::{Names, Output};
use super::text::Lines;
use super::whole;
use super::word::{Named, Said, Word, integer, name_of};
use crate::expand::{Rows, expanded};
use crate::model::{Atom, Cmp, Constraint, Domain, Global, Kind, Model, Objective, Operand, Rel, Var};
use crate::search::Budget;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::io;

/// A constraint that cannot be written.
#[derive(Debug, PartialEq, Eq)]
pub struct Unwritable(pub String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FlatZinc has no form for {}", self.0)
    }
}

impl std::error::Error for Unwritable {}

/// What is written may end with this.
pub(super) type Written<T> = Result<T, Unwritable>;

/// Domains with more values and several ranges are a range with gaps cut out.
const MANY: u64 = 1000;

/// A model's text: what comes before the constraints, which are made when they are put out.
pub struct Text<'m> {
    model: Cow<'m, Model>,
    names: Names,
    head: Vec<String>,
}

/// Writes a model. Constraints that stay whole are said in basic ones.
pub fn write(model: &Model) -> Result<Text<'_>, Unwritable> {
    let basic = expanded(model, &Rows::default(), &|_| true, &Budget::unlimited()).expect("no limit is reached");
    Text::of(basic)
}

/// Writes a model in which constraints that stay whole have the names by which our library of MiniZinc's passes them on: for `fzn`,
/// and for solvers that know these names.
pub fn write_whole(model: &Model) -> Result<Text<'_>, Unwritable> {
    let nameless = |global: &Global| !whole::has_name(global);
    let named = expanded(model, &Rows::default(), &nameless, &Budget::unlimited()).expect("no limit is reached");
    Text::of(named)
}

impl<'m> Text<'m> {
    /// Everything is written once to know what is declared, and without the constraints.
    fn of(model: Cow<'m, Model>) -> Result<Text<'m>, Unwritable> {
        let names = Names::new(&model);
        let mut writer = Writer::new(&model, &names, Lines::kept, Lines::nowhere());
        writer.whole_text(&names)?;
        let (predicates, arrays) = (writer.predicates(), writer.arrays(&names.outputs));
        let (tables, declared, shared) = (writer.tables.pages(), writer.declared.pages(), writer.shared.pages());
        let parts = [vec![predicates], tables, declared, shared, vec![arrays]];
        let head = parts.into_iter().flatten().collect();
        Ok(Text { model, names, head })
    }

    /// Puts it out line by line.
    pub fn put(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.head.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
        let mut writer = Writer::new(&self.model, &self.names, Lines::nowhere, Lines::out(out));
        let goal = writer.whole_text(&self.names).map_err(|why| io::Error::other(why.to_string()))?;
        writer.posted.line().push_str(&goal);
        writer.posted.ended()
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::new();
        self.put(&mut bytes).map_err(|_| fmt::Error)?;
        f.write_str(std::str::from_utf8(&bytes).map_err(|_| fmt::Error)?)
    }
}

/// The text so far, and what has a name already.
pub(super) struct Writer<'m> {
    pub model: &'m Model,
    pub names: &'m Named,
    declared: Lines<'m>,
    posted: Lines<'m>,
    /// The number of the Boolean of an atom.
    atoms: FxHashMap<Atom, u64>,
    /// The number of the integer, 0 or 1, of a Boolean: twice the number of a variable, or one more for a fresh one.
    numbers: FxHashMap<u64, u64>,
    /// The arrays that have a name, by where their entries lie.
    pub arrays: FxHashMap<*const Operand, Word>,
    /// The columns of tables that have a name, by where the rows lie.
    pub columns: FxHashMap<*const Vec<i64>, Vec<Word>>,
    n_arrays: usize,
    /// The declarations of columns.
    tables: Lines<'m>,
    /// The declarations of arrays.
    pub shared: Lines<'m>,
    n_fresh: u64,
}

impl<'m> Writer<'m> {
    /// Nothing is written yet: declarations and constraints go onto such lines.
    fn new(model: &'m Model, names: &'m Names, declared: fn() -> Lines<'m>, posted: Lines<'m>) -> Writer<'m> {
        Writer {
            model,
            names: &names.of,
            declared: declared(),
            posted,
            atoms: FxHashMap::default(),
            numbers: FxHashMap::default(),
            arrays: FxHashMap::default(),
            columns: FxHashMap::default(),
            n_arrays: 0,
            tables: declared(),
            shared: declared(),
            n_fresh: 0,
        }
    }

    /// Writes the variables and the constraints, as far as somebody reads them, and hands back the goal.
    fn whole_text(&mut self, names: &Names) -> Written<String> {
        self.declare(&names.outputs);
        for posted in &self.model.constraints {
            self.post(&posted.constraint)?;
            if self.posted.has_failed() {
                break;
            }
        }
        Ok(self.goal())
    }
}

impl Writer<'_> {
    fn declare(&mut self, outputs: &[Output]) {
        let mut shown = vec![false; self.model.vars.len()];
        for output in outputs {
            if let Output::One(var) = output {
                shown[var.index()] = true;
            }
        }
        for var in self.model.all_vars() {
            let decl = &self.model.vars[var.index()];
            if self.declared.are_read() {
                let out = self.declared.line();
                out.push_str("var ");
                match decl.kind {
                    Kind::Bool => out.push_str("bool"),
                    Kind::Int => type_of(&decl.domain, out),
                }
                out.push_str(": ");
                name_of(var, self.names, out);
                out.push_str(if shown[var.index()] { " :: output_var;\n" } else { ";\n" });
            }
            self.narrow(var, &decl.domain, decl.kind);
        }
    }

    /// What the type does not say of the domain.
    fn narrow(&mut self, var: Var, domain: &Domain, kind: Kind) {
        match (domain.ranges(), kind) {
            ([], _) => self.never(),
            ([(low, high)], Kind::Bool) if low == high => {
                self.say("bool_eq", &[&Word::Of(var), &Word::Truth(*low != 0)])
            }
            (ranges, Kind::Int) if domain.size() > MANY => {
                for pair in ranges.windows(2) {
                    self.clause(&[var.at_most(pair[0].1), var.at_least(pair[1].0)]);
                }
            }
            (_, Kind::Bool | Kind::Int) => (),
        }
    }

    fn arrays(&self, outputs: &[Output]) -> String {
        let mut text = String::new();
        for output in outputs {
            let Output::Array(name, sets, vars) = output else { continue };
            let ty = if vars.iter().all(|var| self.kind(*var) == Kind::Bool) { "bool" } else { "int" };
            let sets: Vec<String> = sets.iter().map(|(low, high)| format!("{low}..{high}")).collect();
            let note = format!("output_array([{}])", sets.join(","));
            let _ = write!(text, "array [1..{}] of var {ty}: {name} :: {note} = ", vars.len());
            vars.iter().map(|var| Word::Of(*var)).collect::<Vec<Word>>().say(self.names, &mut text);
            text.push_str(";\n");
        }
        text
    }

    fn goal(&mut self) -> String {
        let (word, var) = match self.model.objective {
            Objective::Satisfy => return "solve satisfy;\n".to_string(),
            Objective::Minimise(var) => ("minimize", var),
            Objective::Maximise(var) => ("maximize", var),
        };
        let mut text = format!("solve {word} ");
        self.number(Operand::Var(var)).say(self.names, &mut text);
        text + ";\n"
    }

    /// A name for one more array.
    pub fn named_array(&mut self) -> Word {
        self.n_arrays += 1;
        Word::Array(self.n_arrays)
    }

    /// A name for numbers.
    pub fn named_numbers(&mut self, numbers: &[Word]) -> Word {
        let name = self.named_array();
        if !self.tables.are_read() {
            return name;
        }
        let out = self.tables.line();
        let _ = write!(out, "array [1..{}] of int: ", numbers.len());
        name.say(self.names, out);
        out.push_str(" = ");
        numbers.say(self.names, out);
        out.push_str(";\n");
        name
    }

    /// What a variable is.
    pub fn kind(&self, var: Var) -> Kind {
        self.model.vars[var.index()].kind
    }

    /// Whether constraints are read, and not only what they declare.
    pub fn is_posting(&self) -> bool {
        self.posted.are_read()
    }

    /// A constraint of the standard.
    pub fn say(&mut self, name: &str, args: &[&dyn Said]) {
        if !self.is_posting() {
            return;
        }
        let out = self.posted.line();
        out.push_str("constraint ");
        out.push_str(name);
        for (at, arg) in args.iter().enumerate() {
            out.push(if at == 0 { '(' } else { ',' });
            arg.say(self.names, out);
        }
        out.push_str(");\n");
    }

    /// Nothing is a solution.
    pub fn never(&mut self) {
        self.say("int_le", &[&integer(1), &integer(0)]);
    }

    /// A Boolean that no user declared.
    pub fn fresh_bool(&mut self) -> Word {
        self.introduced(format_args!("bool"))
    }

    /// An integer within bounds that no user declared.
    pub fn fresh_int(&mut self, low: i128, high: i128) -> Word {
        self.introduced(format_args!("{low}..{high}"))
    }

    fn introduced(&mut self, ty: fmt::Arguments<'_>) -> Word {
        self.n_fresh += 1;
        let word = Word::Fresh(self.n_fresh);
        if self.declared.are_read() {
            let out = self.declared.line();
            let _ = write!(out, "var {ty}: ");
            word.say(self.names, out);
            out.push_str(" :: var_is_introduced;\n");
        }
        word
    }

    /// What the domain says of an atom already.
    pub fn decided(&self, atom: Atom) -> Option<bool> {
        Some(self.model.domain(atom.var)).filter(|domain| !domain.is_empty()).and_then(|domain| atom.decided_by(domain))
    }

    /// The Boolean that says whether an atom is true.
    pub fn truth(&mut self, atom: Atom) -> Word {
        if let Some(known) = self.decided(atom) {
            return Word::Truth(known);
        }
        if self.kind(atom.var) == Kind::Bool && atom.admits(1) {
            return Word::Of(atom.var);
        }
        if let Some(known) = self.atoms.get(&atom) {
            return Word::Fresh(*known);
        }
        let (truth, name) = (self.fresh_bool(), Word::Of(atom.var));
        match (self.kind(atom.var), atom.rel) {
            (Kind::Bool, _) => self.say("bool_not", &[&name, &truth]),
            (Kind::Int, Rel::Eq) => self.say("int_eq_reif", &[&name, &integer(atom.value), &truth]),
            (Kind::Int, Rel::Ne) => self.say("int_ne_reif", &[&name, &integer(atom.value), &truth]),
            (Kind::Int, Rel::Le) => self.say("int_le_reif", &[&name, &integer(atom.value), &truth]),
            // The domain does not decide it, so the value has a successor.
            (Kind::Int, Rel::Gt) => self.say("int_le_reif", &[&integer(atom.value + 1), &name, &truth]),
        }
        self.atoms.insert(atom, self.n_fresh);
        truth
    }

    /// An integer: a constant, a variable, or the number of a Boolean.
    pub fn number(&mut self, operand: Operand) -> Word {
        match operand {
            Operand::Const(value) => integer(value),
            Operand::Var(var) if self.kind(var) == Kind::Int => Word::Of(var),
            Operand::Var(var) => self.as_number(Word::Of(var)),
        }
    }

    /// Integers, one by one.
    pub fn numbers_of(&mut self, operands: impl IntoIterator<Item = Operand>) -> Vec<Word> {
        operands.into_iter().map(|operand| self.number(operand)).collect()
    }

    /// The Booleans of atoms.
    pub fn truths(&mut self, atoms: &[Atom]) -> Vec<Word> {
        atoms.iter().map(|atom| self.truth(*atom)).collect()
    }

    /// 1 for true, 0 for false.
    pub fn as_number(&mut self, truth: Word) -> Word {
        let key = match truth {
            Word::Truth(truth) => return integer(truth.into()),
            Word::Of(var) => u64::from(var.0) << 1,
            Word::Fresh(number) => number << 1 | 1,
            Word::Number(_) | Word::Array(_) => return truth,
        };
        if let Some(known) = self.numbers.get(&key) {
            return Word::Fresh(*known);
        }
        let number = self.fresh_int(0, 1);
        self.numbers.insert(key, self.n_fresh);
        self.say("bool2int", &[&truth, &number]);
        number
    }

    /// The sum in a count or a linear constraint, and how it compares: `int_lin_` and this, coefficients, variables, bound.
    pub fn sum(&mut self, constraint: &Constraint) -> Option<(&'static str, [Vec<Word>; 2], Word)> {
        let (terms, cmp, bound): (Vec<(i128, Word)>, Cmp, i64) = match constraint {
            Constraint::Count { atoms, cmp, bound } => {
                let truths = self.truths(atoms);
                (truths.into_iter().map(|truth| (1, self.as_number(truth))).collect(), *cmp, *bound)
            }
            Constraint::Linear { terms, cmp, bound } => {
                let term = |(weight, var): &(i64, Var)| (i128::from(*weight), self.number(Operand::Var(*var)));
                (terms.iter().map(term).collect(), *cmp, *bound)
            }
            _ => return None,
        };
        let (word, sign) = match cmp {
            Cmp::Le => ("le", 1),
            Cmp::Ge => ("le", -1),
            Cmp::Eq => ("eq", 1),
            Cmp::Ne => ("ne", 1),
        };
        let (weights, vars) = terms.into_iter().map(|(weight, var)| (Word::Number(sign * weight), var)).unzip();
        Some((word, [weights, vars], Word::Number(sign * i128::from(bound))))
    }
}

fn type_of(domain: &Domain, out: &mut String) {
    let _ = match domain.ranges() {
        [] => write!(out, "0..0"),
        [(low, high)] => write!(out, "{low}..{high}"),
        [(low, _), .., (_, high)] if domain.size() > MANY => write!(out, "{low}..{high}"),
        _ => write!(out, "{{{}}}", domain.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",")),
    };
}
