//! The puzzles, and what their readers share.

pub mod fields;
pub mod json;
pub mod text;

pub mod minesweeper;
