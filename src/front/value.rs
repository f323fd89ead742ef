//! What an expression evaluates to.
//!
//! Parameters and variables share one type: a parameter expression gives a plain value, an expression with variables gives a
//! variable, a linear sum, an atom or a formula. Large values sit behind `Arc`, so copying a value is cheap, and an array is
//! never copied by being passed around.

use super::floats::FloatSet;
use super::formula::Formula;
use super::sum::Sum;
use crate::model::{Atom, Domain, Var};
use smallvec::SmallVec;
use std::sync::Arc;

/// An enum of the program, by its position.
pub type EnumId = u32;

/// A value, known or to be found. Rust code that makes data uses `From` and the constructors.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A floating point number, for output and arithmetic on parameters only.
    Float(f64),
    /// A string. Given for an enum parameter, it is the name of the constant.
    Str(Arc<str>),
    /// The n-th constant of an enum, from 1.
    Enum(EnumId, i64),
    /// A set of integers or enum constants.
    Set(Arc<Set>),
    /// A set of floats.
    Floats(Arc<FloatSet>),
    /// An array of any dimension.
    Array(Arc<Array>),
    /// An integer variable.
    Var(Var),
    /// A statement about one variable; a Boolean variable `b` is the atom `b = 1`.
    Atom(Atom),
    /// `_`: a cell to be found.
    Unknown,
    /// `<>`: no value.
    Absent,
    /// Values of any kinds, by position.
    Tuple(Arc<[Value]>),
    /// Values of any kinds, by name.
    Record(Arc<[(Arc<str>, Value)]>),
    /// A value that may be absent.
    #[doc(hidden)]
    Optional(Arc<Optional>),
    /// A set whose members depend on variables.
    #[doc(hidden)]
    OpenSet(Arc<OpenSet>),
    /// A linear expression over variables.
    #[doc(hidden)]
    Sum(Arc<Sum>),
    /// A Boolean expression over variables.
    #[doc(hidden)]
    Formula(Arc<Formula>),
}

/// A set of integers, or of constants of an enum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Set {
    /// The members.
    pub members: Domain,
    /// The enum they belong to.
    pub of: Option<EnumId>,
}

/// A value that may be absent.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct Optional {
    pub(crate) occurs: Formula,
    pub(crate) value: Value,
}

/// A set of integers or enum constants: all that may be in it, in order, each with when it is.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct OpenSet {
    pub(crate) members: Vec<(i64, Formula)>,
    pub(crate) of: Option<EnumId>,
}

/// One index set of an array: a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    /// The first index.
    pub lo: i64,
    /// The last index; `lo - 1` if there is none.
    pub hi: i64,
    /// The enum the indices belong to.
    pub of: Option<EnumId>,
}

/// An array: its index sets and its cells in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The index sets, one per dimension.
    pub index: SmallVec<[Index; 2]>,
    /// The cells; as many as the product of the index sets' lengths.
    pub cells: Vec<Value>,
}

impl Value {
    /// A two-dimensional array with indices from `first`, from cells in row-major order.
    pub fn grid<T: Into<Value>>(n_rows: usize, n_cols: usize, first: i64, cells: impl IntoIterator<Item = T>) -> Value {
        let index = [Index::counted(first, n_rows), Index::counted(first, n_cols)];
        Value::Array(Arc::new(Array {
            index: index.into_iter().collect(),
            cells: cells.into_iter().map(Into::into).collect(),
        }))
    }

    /// A one-dimensional array with indices from 1.
    pub fn list<T: Into<Value>>(cells: impl IntoIterator<Item = T>) -> Value {
        Value::Array(Arc::new(Array::list(cells.into_iter().map(Into::into).collect())))
    }

    /// A one-dimensional array with indices from `first`.
    pub fn list_from<T: Into<Value>>(first: i64, cells: impl IntoIterator<Item = T>) -> Value {
        let cells: Vec<Value> = cells.into_iter().map(Into::into).collect();
        Value::Array(Arc::new(Array { index: [Index::counted(first, cells.len())].into_iter().collect(), cells }))
    }

    /// A set of integers.
    pub fn set(members: Domain) -> Value {
        Value::Set(Arc::new(Set { members, of: None }))
    }

    /// A word for the kind of value, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Int(_) => "an integer",
            Value::Bool(_) => "a Boolean",
            Value::Float(_) => "a float",
            Value::Str(_) => "a string",
            Value::Enum(..) => "an enum constant",
            Value::Set(_) => "a set",
            Value::Floats(_) => "a set of floats",
            Value::Array(_) => "an array",
            Value::Unknown => "`_`",
            Value::Absent => "`<>`",
            Value::Tuple(_) => "a tuple",
            Value::Record(_) => "a record",
            Value::Optional(_) => "a value that may be absent",
            Value::OpenSet(_) => "a variable set",
            Value::Var(_) | Value::Sum(_) => "a variable integer",
            Value::Atom(_) | Value::Formula(_) => "a variable Boolean",
        }
    }

    /// Whether it is a Boolean, known or not.
    pub(crate) fn is_bool(&self) -> bool {
        matches!(self, Value::Bool(_) | Value::Atom(_) | Value::Formula(_))
    }

    /// Whether its value depends on the solution (looking into arrays).
    pub(crate) fn is_var(&self) -> bool {
        match self {
            Value::Var(_) | Value::Sum(_) | Value::Atom(_) | Value::Formula(_) => true,
            Value::Optional(_) | Value::OpenSet(_) => true,
            Value::Array(array) => array.cells.iter().any(Value::is_var),
            Value::Tuple(parts) => parts.iter().any(Value::is_var),
            Value::Record(fields) => fields.iter().any(|(_, field)| field.is_var()),
            Value::Int(_) | Value::Bool(_) | Value::Float(_) | Value::Str(_) | Value::Enum(..) => false,
            Value::Set(_) | Value::Floats(_) | Value::Unknown | Value::Absent => false,
        }
    }

    /// Whether it is absent or may be.
    pub(crate) fn is_option(&self) -> bool {
        matches!(self, Value::Absent | Value::Optional(_))
    }

    /// Whether it is a set, known or not.
    pub(crate) fn is_set(&self) -> bool {
        matches!(self, Value::Set(_) | Value::Floats(_) | Value::OpenSet(_))
    }
}

impl Index {
    /// `n` indices from `lo`.
    pub fn counted(lo: i64, n: usize) -> Index {
        Index { lo, hi: lo.saturating_add(n as i64 - 1), of: None }
    }

    /// How many indices there are.
    pub fn len(&self) -> usize {
        usize::try_from(i128::from(self.hi) - i128::from(self.lo) + 1).unwrap_or(0)
    }

    /// Whether there are no indices.
    pub fn is_empty(&self) -> bool {
        self.hi < self.lo
    }

    /// The index as a value: an integer or an enum constant.
    pub(crate) fn value(&self, at: i64) -> Value {
        match self.of {
            Some(of) => Value::Enum(of, at),
            None => Value::Int(at),
        }
    }

    /// The indices as a set.
    pub(crate) fn set(&self) -> Set {
        Set { members: Domain::range(self.lo, self.hi), of: self.of }
    }
}

impl Array {
    /// A one-dimensional array with indices from 1.
    pub fn list(cells: Vec<Value>) -> Array {
        Array { index: [Index::counted(1, cells.len())].into_iter().collect(), cells }
    }

    /// The position of a cell, or the number of the index that is out of range.
    pub(crate) fn position(&self, at: &[i64]) -> Result<usize, usize> {
        let mut position = 0;
        for (dimension, (index, at)) in self.index.iter().zip(at).enumerate() {
            if *at < index.lo || *at > index.hi {
                return Err(dimension);
            }
            position = position * index.len() + (at - index.lo) as usize;
        }
        Ok(position)
    }

    /// The indices of the cell at a position.
    pub(crate) fn indices(&self, mut position: usize) -> SmallVec<[i64; 2]> {
        let mut out: SmallVec<[i64; 2]> = self.index.iter().map(|index| index.lo).collect();
        for (at, index) in out.iter_mut().zip(&self.index).rev() {
            let length = index.len().max(1);
            *at += (position % length) as i64;
            position /= length;
        }
        out
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Str(value.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_indices_are_inverse() {
        let Value::Array(grid) = Value::grid(2, 3, 0, 0..6i64) else { panic!("a grid is an array") };
        for position in 0..6 {
            assert_eq!(grid.position(&grid.indices(position)), Ok(position));
        }
        assert_eq!(grid.position(&[1, 0]), Ok(3));
        assert_eq!(grid.position(&[1, 3]), Err(1));
        assert_eq!(grid.position(&[-1, 9]), Err(0));
    }
}
