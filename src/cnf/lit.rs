//! A literal is its DIMACS number: positive for the variable, negative for its negation, never 0.

use std::fmt;
use std::num::NonZeroI32;

/// A variable of a formula or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal with this DIMACS number, which must be neither 0 nor `i32::MIN`.
    pub const fn new(dimacs: i32) -> Lit {
        assert!(dimacs != i32::MIN, "no variable has this number");
        Lit(NonZeroI32::new(dimacs).expect("a literal is not 0"))
    }

    /// The DIMACS number.
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable's number, from 1.
    pub fn var(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether the literal is the variable itself.
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A truth value for every variable of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valuation {
    /// By variable number; entry 0 is unused.
    values: Vec<bool>,
}

impl Valuation {
    /// All variables false.
    pub fn new(n_vars: u32) -> Valuation {
        Valuation { values: vec![false; n_vars as usize + 1] }
    }

    /// Makes the literal true.
    pub fn set(&mut self, lit: Lit) {
        self.values[lit.var() as usize] = lit.is_positive();
    }

    /// Whether the literal is true. A variable the valuation does not know is false.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values.get(lit.var() as usize).copied().unwrap_or(false) == lit.is_positive()
    }

    /// The number of variables.
    pub fn n_vars(&self) -> u32 {
        self.values.len().saturating_sub(1) as u32
    }
}
