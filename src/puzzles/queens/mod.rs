//! Merging queens: equal queens capture each other and double, until few are left.
//!
//! Every queen has a value that is a power of two. A queen moves as in chess, but only to capture a queen of its own value: it
//! leaves its square, and the captured square holds twice the value. So the sum never changes and every capture takes one
//! queen away; at most `k` are to be left. The square that is captured keeps "its" queen, so one may as well say that a queen
//! never moves and only vanishes. The task is "Potęga hetmanów" of a course on hard problems; Z. Królikowski described a
//! recursive search for it in 2016.

pub mod answer;
pub mod board;
pub mod check;
pub mod generate;
pub mod instance;
pub mod memo;
pub mod outlook;
pub mod picture;
pub mod rays;
pub mod recursive;
pub mod sight;
pub mod svg;

mod data;
mod format_json;
mod format_numbers;
mod format_picture;
mod lift;
mod row;

pub use board::{Board, Capture, Queen};
pub use instance::{Instance, read};
pub use row::{Queens, ROW};
