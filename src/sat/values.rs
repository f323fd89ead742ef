//! What is known of literals while a step of a proof is looked at: by clauses of one literal for ever, else for this step.

use crate::cnf::Lit;

/// What is known, by variable.
#[derive(Default)]
pub(super) struct Values {
    vars: Vec<Known>,
    /// The step at hand, and its clause: only what came before it counts.
    step: u32,
    now: u32,
}

/// A literal is its sign here: 0 if it is the variable, 1 if it is the opposite.
#[derive(Clone, Copy)]
struct Known {
    /// Twice the step in which a literal was true, and its sign.
    at: u32,
    /// The clause of one literal, and its sign.
    unit: u32,
    sign: u32,
}

/// What a literal is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// Neither true nor false.
    Open,
    /// True, for whatever reason.
    True,
    /// False in this step.
    False,
    /// False, by this clause.
    Never(usize),
}

const NONE: u32 = u32::MAX;

fn sign(lit: Lit) -> u32 {
    u32::from(!lit.is_positive())
}

impl Values {
    /// Begins a step, for the clause with this number.
    pub fn begin(&mut self, id: usize) {
        self.now = id as u32;
        self.step += 1;
        if self.step >= u32::MAX / 2 {
            self.vars.iter_mut().for_each(|known| known.at = 0);
            self.step = 1;
        }
    }

    /// What a literal is.
    #[inline]
    pub fn of(&self, lit: Lit) -> Value {
        let Some(known) = self.vars.get(lit.var() as usize) else { return Value::Open };
        if known.at >> 1 == self.step {
            return if known.at & 1 == sign(lit) { Value::True } else { Value::False };
        }
        match known.unit < self.now {
            false => Value::Open,
            true if known.sign == sign(lit) => Value::True,
            true => Value::Never(known.unit as usize),
        }
    }

    /// A literal is true in this step.
    #[inline]
    pub fn set(&mut self, lit: Lit) {
        let at = 2 * self.step + sign(lit);
        self.place(lit).at = at;
    }

    /// The clause of one literal that says that this is true.
    pub fn unit(&self, lit: Lit) -> Option<usize> {
        let known = self.vars.get(lit.var() as usize)?;
        (known.unit < self.now && known.sign == sign(lit)).then_some(known.unit as usize)
    }

    /// A clause of one literal. If another says the opposite, that is told; of two that say the same the first one stays.
    pub fn note(&mut self, lit: Lit, id: usize) -> Option<usize> {
        let known = self.place(lit);
        match known.unit {
            NONE => (known.unit, known.sign) = (id as u32, sign(lit)),
            other if known.sign != sign(lit) => return Some(other as usize),
            _ => (),
        }
        None
    }

    /// Clauses have other numbers from now on.
    pub fn renumber(&mut self, number: impl Fn(usize) -> usize) {
        let noted = self.vars.iter_mut().filter(|known| known.unit != NONE);
        noted.for_each(|known| known.unit = number(known.unit as usize) as u32);
    }

    #[inline]
    fn place(&mut self, lit: Lit) -> &mut Known {
        let at = lit.var() as usize;
        if self.vars.len() <= at {
            self.vars.resize(at + 1, Known { at: 0, unit: NONE, sign: 0 });
        }
        &mut self.vars[at]
    }
}
