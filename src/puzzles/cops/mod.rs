//! Cops sweep a graph for an invisible robber.
//!
//! `k` cops stand on vertices; a set of *contaminated* vertices says where the robber could be. In one move every cop goes to
//! a neighbour or stays, the robber does so at the same time, and they meet on vertices and on edges. The cops win when
//! nothing is contaminated. Also known as lions and contamination: F. Berger, A. Gilbers, A. Grüne, R. Klein, *How many
//! lions are needed to clear a grid?*, 2009; P. Brass, K. Kim, H.-S. Na, C.-S. Shin, *Escaping off-line searchers*, 2007.

pub mod antichain;
pub mod automorphism;
pub mod bases;
pub mod bits;
pub mod certificate;
pub mod certify;
pub mod check;
pub mod dfs;
pub mod dilate;
pub mod edge_list;
pub mod families;
pub mod game;
pub mod graph;
pub mod graph6;
pub mod instance;
pub mod line;
pub mod meet;
pub mod picture;
pub mod placements;
pub mod solve;
pub mod spread;
pub mod store;
pub mod svg;
pub mod verify;

mod expand;
mod film;
mod format_json;
mod format_text;
mod generate;
mod layout;
mod lift;
mod proof;
mod row;
mod symmetry;
mod trace;
mod verify_moves;
mod verify_spread;
mod verify_tables;

pub use graph::Graph;
pub use instance::{Instance, Start, read};
pub use row::{Cops, ROW, Solution};
