//! The monkey puzzle: lay all tiles on a board so that touching sides match.
//!
//! `rows * cols` square tiles have a number on each side. Each is laid exactly once, turned or not as the instance says, and
//! the numbers of two sides that touch must match: be equal, or be a pair of the instance's table (heads and tails of
//! monkeys). The rim of the board is free. Deciding it is NP-complete: E. D. Demaine, M. L. Demaine, *Jigsaw puzzles,
//! edge matching, and polyomino packing*, 2007.

pub mod check;
pub mod instance;
pub mod scan;

mod format_json;
mod format_text;
mod generate;
mod index;
mod row;
mod scatter;
mod svg;

pub use instance::{Instance, Placement, read};
pub use row::{Monkey, ROW, Solution};
