//! Minesweeper: mine positions that agree with every clue and with the total number of mines.
//!
//! A cell is unknown or revealed. A revealed cell is safe and shows how many of its up to eight neighbours are mined.
//! Deciding whether a board has a solution is NP-complete: R. Kaye, *Minesweeper is NP-complete*, 2000.

pub mod answer;
pub mod board;
pub mod check;
pub mod generate;
pub mod instance;
pub mod picture;
pub mod play;
pub mod svg;
pub mod view;
pub mod words;

mod format_json;
mod format_numbers;
mod format_picture;
mod fraction;
mod row;

pub use board::{Board, Cell};
pub use check::{Violation, check};
pub use instance::{Instance, read};
pub use row::{Minesweeper, ROW, Solution};
