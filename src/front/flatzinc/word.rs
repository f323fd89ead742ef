//! What stands between the brackets of a constraint: names, constants, and lists of them. A name is a number until it is written, so
//! that nothing is copied meanwhile.

use crate::model::Var;
use std::fmt::Write;

/// A name or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Word {
    /// A variable of the model.
    Of(Var),
    /// A variable that no user declared.
    Fresh(u64),
    /// An array that is named because it is long.
    Array(usize),
    /// An integer.
    Number(i128),
    /// A Boolean.
    Truth(bool),
}

/// The names of the model's variables; one without is called `X_` and its number.
pub(super) type Named = [Option<Box<str>>];

/// Something that can stand between the brackets.
pub(super) trait Said {
    /// Writes it.
    fn say(&self, names: &Named, out: &mut String);
}

impl Said for Word {
    fn say(&self, names: &Named, out: &mut String) {
        match self {
            Word::Of(var) => name_of(*var, names, out),
            Word::Fresh(number) => numbered("FLAT_", *number, out),
            Word::Array(number) => numbered("FLAT_ARRAY_", *number as u64, out),
            Word::Number(number) => match u64::try_from(*number) {
                Ok(small) => numbered("", small, out),
                Err(_) => drop(write!(out, "{number}")),
            },
            Word::Truth(truth) => out.push_str(if *truth { "true" } else { "false" }),
        }
    }
}

impl Said for [Word] {
    fn say(&self, names: &Named, out: &mut String) {
        out.push('[');
        for (at, word) in self.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            word.say(names, out);
        }
        out.push(']');
    }
}

impl Said for Vec<Word> {
    fn say(&self, names: &Named, out: &mut String) {
        self.as_slice().say(names, out);
    }
}

impl<const N: usize> Said for [Word; N] {
    fn say(&self, names: &Named, out: &mut String) {
        self.as_slice().say(names, out);
    }
}

impl Said for &str {
    fn say(&self, _: &Named, out: &mut String) {
        out.push_str(self);
    }
}

/// A list of integers.
pub(super) fn integers(numbers: impl IntoIterator<Item = i64>) -> Vec<Word> {
    numbers.into_iter().map(integer).collect()
}

/// An integer.
pub(super) fn integer(number: i64) -> Word {
    Word::Number(number.into())
}

/// The name of a variable.
pub(super) fn name_of(var: Var, names: &Named, out: &mut String) {
    match &names[var.index()] {
        Some(name) => out.push_str(name),
        None => numbered("X_", var.0.into(), out),
    }
}

/// The digits behind a prefix: most of a long text is this, so it does without the formatter.
fn numbered(prefix: &str, number: u64, out: &mut String) {
    out.push_str(prefix);
    let (mut digits, mut at, mut left) = ([0u8; 20], 20, number);
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).expect("digits are text"));
}

#[cfg(test)]
mod tests {
    use super::{Said, Word};
    use crate::model::Var;

    #[test]
    fn words_are_written_as_flatzinc_spells_them() {
        let numbers = [0, 7, 10, u64::MAX.into(), -1, i128::from(i64::MIN)].map(Word::Number);
        let others = [
            Word::Of(Var(1)),
            Word::Of(Var(0)),
            Word::Fresh(12),
            Word::Array(3),
            Word::Truth(true),
            Word::Truth(false),
        ];
        let mut text = String::new();
        [numbers.as_slice(), &others].concat().say(&[None, Some("y".into())], &mut text);
        let numbers = "0,7,10,18446744073709551615,-1,-9223372036854775808";
        assert_eq!(text, format!("[{numbers},y,X_0,FLAT_12,FLAT_ARRAY_3,true,false]"));
    }
}
