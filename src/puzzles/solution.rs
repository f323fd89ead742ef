//! A solution as the rest of the program sees it: something a puzzle's own parts made, cheap to copy, with its JSON on demand.
//!
//! Inside is the puzzle's own type. Only the adapter in [`typed`](super::typed) looks at it; that the type is the one the
//! instance's puzzle has is up to the caller, who pairs instances and solutions of one puzzle.

use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A solution of any puzzle.
#[derive(Clone)]
pub struct Solution(Arc<dyn Held>);

/// What a type needs to be held.
trait Held: Send + Sync + fmt::Debug {
    fn json(&self) -> Value;
    fn as_any(&self) -> &dyn Any;
    fn is_same(&self, other: &dyn Held) -> bool;
}

impl<S: Serialize + PartialEq + fmt::Debug + Send + Sync + 'static> Held for S {
    fn json(&self) -> Value {
        serde_json::to_value(self).expect("solutions are numbers, strings, lists and objects with names")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn Held) -> bool {
        other.as_any().downcast_ref::<S>() == Some(self)
    }
}

impl Solution {
    /// A puzzle's own solution, held.
    pub fn new<S: Serialize + PartialEq + fmt::Debug + Send + Sync + 'static>(solution: S) -> Solution {
        Solution(Arc::new(solution))
    }

    /// The form users get under `--json`.
    pub fn json(&self) -> Value {
        self.0.json()
    }

    /// The puzzle's own solution, if it is of this type.
    pub fn get<S: 'static>(&self) -> Option<&S> {
        self.0.as_ref().as_any().downcast_ref()
    }
}

impl PartialEq for Solution {
    fn eq(&self, other: &Solution) -> bool {
        self.0.is_same(other.0.as_ref())
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_comes_back_and_is_compared_by_its_own_type() {
        let one = Solution::new(vec![1u8, 2]);
        assert_eq!(one.get::<Vec<u8>>(), Some(&vec![1, 2]));
        assert_eq!(one.get::<Vec<u16>>(), None);
        assert_eq!(one.json(), serde_json::json!([1, 2]));
        assert_eq!(one, one.clone());
        assert_eq!(one, Solution::new(vec![1u8, 2]));
        assert_ne!(one, Solution::new(vec![1u8, 3]));
        assert_ne!(one, Solution::new(vec![1u16, 2]));
        assert_eq!(format!("{one:?}"), "[1, 2]");
    }
}
