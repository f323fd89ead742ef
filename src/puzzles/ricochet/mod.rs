//! Ricochet Robots: slide robots over a walled board until the right one stops on the target, in the fewest moves.
//!
//! A robot slides until a wall or another robot stops it. Deciding whether a target can be reached is PSPACE-complete:
//! B. Engels and T. Kamphans, *Randolphs Robot Game is NP-hard!*, 2006; A. Hesterberg and J. Kopinsky, 2017.

pub mod board;
pub mod config;

pub use board::{Board, Cell, MAX_SIDE};
pub use config::{Config, MAX_ROBOTS, Move, replay};
