//! The puzzles: one row each in [`TABLE`], one folder each, and what their readers share.

mod detect;
pub mod fields;
pub mod json;
pub mod options;
mod row;
pub mod stones;
pub mod text;

pub mod cops;
pub mod minesweeper;
pub mod monkey;
pub mod omino;
pub mod queens;
pub mod ricochet;

pub use detect::detect;
pub use row::{
    Certified, Formulation, GenerateOption, Instance, Options, Proof, Puzzle, ReadFn, Search, SearchFn, Show, Verified,
    VerifyFn,
};

/// All puzzles.
pub const TABLE: &[&Puzzle] = &[&minesweeper::ROW, &cops::ROW, &queens::ROW, &ricochet::ROW, &omino::ROW, &monkey::ROW];

/// The puzzle of a name.
pub fn find(name: &str) -> Option<&'static Puzzle> {
    TABLE.iter().copied().find(|row| row.name == name)
}
