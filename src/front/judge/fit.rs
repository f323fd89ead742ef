//! Which of several functions of one name is meant: the one whose types are nearest to the arguments.

use super::value::Val;
use super::walk::Walk;
use crate::front::program::Definition;
use crate::front::syntax::{Base, Function, Kind, Type};

impl Walk<'_> {
    /// How far the arguments are from what a function takes; none if it does not take them.
    pub fn cost(&self, function: &Function, args: &[Val], varies: &[bool], optional: &[bool]) -> Option<u32> {
        let params = function.params.iter().zip(args).zip(varies).zip(optional);
        params.map(|(((param, arg), varies), optional)| self.distance(&param.ty, arg, *varies, *optional)).sum()
    }

    /// How far a value is from a type; `None` if it does not fit. A type that need not be variable is nearer to what is not.
    fn distance(&self, ty: &Type, value: &Val, varies: bool, optional: bool) -> Option<u32> {
        if optional && !ty.opt && !matches!(ty.base, Base::Any | Base::Variable(_)) {
            return None;
        }
        let own = match (&ty.index, value) {
            (Some(index), Val::Array(array)) if index.len() == array.index.len() || is_any_shape(index) => {
                array.cells.iter().map(|cell| self.element(ty, cell)).try_fold(0, |far, one| Some(far.max(one?)))?
            }
            (Some(_), _) => return None,
            (None, Val::Array(_)) if !matches!(ty.base, Base::Any | Base::Variable(_)) => return None,
            (None, value) => self.element(ty, value)?,
        };
        // What may be absent fits a type that says so better.
        let own = own * 2 + u32::from(ty.opt && !optional && !has_absent(value));
        match (ty.var, varies) {
            (false, true) if !matches!(ty.base, Base::Any | Base::Ann | Base::Tuple(_) | Base::Record(_)) => None,
            (true, false) => Some(own * 10 + 1),
            _ => Some(own * 10),
        }
    }

    fn element(&self, ty: &Type, value: &Val) -> Option<u32> {
        match (&ty.base, value) {
            (Base::Any | Base::Ann, _) => Some(5),
            (Base::Variable(_), Val::Set(_)) => ty.set.then_some(4),
            (Base::Variable(_), _) => (!ty.set).then_some(4),
            (Base::Tuple(types), Val::Tuple(parts)) => (types.len() == parts.len()).then_some(0),
            (Base::Record(types), Val::Record(fields)) => (types.len() == fields.len()).then_some(0),
            (_, Val::Absent | Val::Hole) => Some(0),
            (base, Val::Set(set)) if ty.set => self.based(base, set.first().map(|n| set.value(n)).as_ref()),
            (_, Val::Set(_)) => None,
            _ if ty.set => None,
            (base, value) => self.based(base, Some(value)),
        }
    }

    fn based(&self, base: &Base, value: Option<&Val>) -> Option<u32> {
        let Some(value) = value else { return Some(0) };
        match (base, value) {
            (Base::Int, Val::Int(_)) | (Base::Bool, Val::Bool(_)) | (Base::Float, Val::Float(_)) => Some(0),
            (Base::Str, Val::Str(_)) => Some(0),
            (Base::Int, Val::Bool(_) | Val::Enum(..)) | (Base::Float, Val::Int(_)) => Some(1),
            (Base::Float, Val::Bool(_)) => Some(2),
            (Base::Domain(expr), value) => {
                let own = match &expr.kind {
                    Kind::Name(name, _) => self.enum_named(name),
                    _ => None,
                };
                match (own, value) {
                    (Some(own), Val::Enum(of, _)) => (own == *of).then_some(0),
                    (Some(_), Val::Int(_)) => Some(2),
                    (None, Val::Int(_)) => Some(0),
                    (None, Val::Enum(..) | Val::Bool(_)) => Some(1),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn enum_named(&self, name: &str) -> Option<u32> {
        if self.local(name).is_some() {
            return None;
        }
        match self.parts.globals[*self.parts.names.get(name)? as usize].definition {
            Definition::Enum(id) => Some(id),
            Definition::Declared(_) | Definition::Constant => None,
        }
    }
}

/// `array[$T]`, which any shape fits.
fn is_any_shape(index: &[Type]) -> bool {
    matches!(index, [Type { base: Base::Variable(_), .. }])
}

fn has_absent(value: &Val) -> bool {
    match value {
        Val::Array(array) => array.cells.contains(&Val::Absent),
        value => *value == Val::Absent,
    }
}
