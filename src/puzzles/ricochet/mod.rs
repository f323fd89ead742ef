//! Ricochet Robots: slide robots over a walled board until the right one stops on the target, in the fewest moves.
//!
//! A robot slides until a wall or another robot stops it. Finding the fewest moves is NP-hard: B. Engels and T. Kamphans,
//! *Randolphs Robot Game is NP-hard!*, 2006.

pub mod answer;
pub mod board;
pub mod check;
pub mod config;
pub mod distance;
pub mod exhaust;
pub mod fast;
pub mod generate;
pub mod graph;
pub mod graph1;
pub mod graph2;
pub mod iddfs;
pub mod instance;
pub mod levels;
pub mod naive;
pub mod names;
pub mod picture;
pub mod quadrants;
pub mod realise;
pub mod slides;
pub mod state;
pub mod stateless;
pub mod svg;
pub mod verdict;

mod format_game;
mod format_json;
mod format_picture;
mod lanes;
mod model;
pub mod row;

pub use answer::Route;
pub use board::{Board, Cell, MAX_SIDE};
pub use config::{Config, MAX_ROBOTS, Move, replay};
pub use instance::{Instance, read};
pub use row::{ROW, Ricochet};
pub use verdict::Verdict;
