//! Which engine solves the parts of a model that is taken apart.

use crate::decompose::{CspLeaf, LcgLeaf, Leaf, SatLeaf};
use crate::engine::Engine;

/// The engine as a solver of parts; `None` for engines that take a problem as a whole.
pub(super) fn of(engine: &Engine) -> Option<Box<dyn Leaf>> {
    match engine {
        Engine::Auto(_) => of(&Engine::default()),
        Engine::Sat(sat) if sat.split => Some(Box::new(SatLeaf::new(sat.encoding, sat.backend.clone().checked(false)))),
        Engine::Sat(_) => None,
        Engine::Csp(csp) => Some(Box::new(CspLeaf::new(csp.order))),
        Engine::Lcg(lcg) => Some(Box::new(LcgLeaf::new(lcg.backend))),
        Engine::Search(_) => None,
    }
}
