//! Aapje Omino: two players lay square stones against each other; who keeps fewer stones wins.
//!
//! Stone 0 lies on the board. Players lay one stone a turn, next to stones that lie there, touching sides with equal numbers.
//! Who can lay none draws one from the pot, and lays it at once if it fits. Everything is known to both. From a course in
//! algorithms, Leiden University, 2021.

pub mod alphabeta;
pub mod check;
pub mod game;
pub mod generate;
pub mod instance;
pub mod minimax;
pub mod play;
pub mod quantified;
pub mod strategies;

mod format_json;
mod format_text;
mod key;
mod lift;
mod line;
mod position;
mod referee;
mod row;
mod svg;

pub use game::{Action, Game, Move};
pub use instance::{Instance, read};
pub use line::{Line, Played};
pub use row::{Omino, ROW, drawing};
