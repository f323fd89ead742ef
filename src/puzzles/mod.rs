//! The puzzles: one row each in [`TABLE`], one folder each, and what their readers share.

pub mod cells;
pub mod claim;
mod detect;
pub mod fields;
pub mod json;
pub mod options;
pub mod picture;
pub mod place;
mod row;
mod solution;
pub mod stones;
pub mod text;
mod tiles;
pub mod typed;
pub mod unique;

pub mod cops;
pub mod lightup;
pub mod minesweeper;
pub mod monkey;
pub mod omino;
pub mod queens;
pub mod ricochet;

pub use detect::detect;
pub use row::{
    Account, Accounted, Certified, Fact, Format, Formulation, GenerateOption, Instance, Judged, Options, Proof, Puzzle,
    ReadFn, Ringed, Search, SearchFn, Show, Verified, VerifyFn,
};
pub use solution::Solution;
pub use typed::{Rules, erased};

/// All puzzles.
pub const TABLE: &[&Puzzle] =
    &[&minesweeper::ROW, &cops::ROW, &queens::ROW, &ricochet::ROW, &omino::ROW, &monkey::ROW, &lightup::ROW];

/// The puzzle of a name.
pub fn find(name: &str) -> Option<&'static Puzzle> {
    TABLE.iter().copied().find(|row| row.name == name)
}
