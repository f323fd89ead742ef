//! Linear: after each solution a better one, by whatever little.
//!
//! As many questions as there are solutions on the way, each about as easy as the first but for the last, which is the proof.
//! Good where solutions are near the best from the start, or few.

use super::{Hunt, Over, Row};

/// The row of this file.
pub const ROW: Row = Row {
    name: "linear",
    summary: "ask for a better solution after each, however little",
    reference: "Eén and Sörensson, Translating pseudo-Boolean constraints into SAT, JSAT 2006",
    run,
};

fn run(hunt: &mut Hunt) -> Result<(), Over> {
    while hunt.insist(&[])?.is_none() {}
    Ok(())
}
