//! Quandary: state a puzzle once; solve it by SAT, by CSP search, or by a search of its own; keep the proof.
//!
//! ```text
//!  models/x.mzn + instances/x/1.txt --front--> Model --presolve--> Model --encode--> Cnf --> sat backend --+
//!         |                                                          |                 +---> DIMACS + names |
//!         |                                                          +--- decompose, csp, lcg --------------+
//!         +------------- puzzles::x dedicated searches -----------------------------------------------------+
//!                                                                                                           v
//!         report <-- solve <-- judges of the original: Model::violated_by, Instance::check <----------- solution
//! ```
//!
//! The modules below are in reading order, and each uses only those above it. A Rust user needs [`model`] to state a
//! problem and [`solve`] to have it solved; here are eight queens, by SAT and by the textbook backtracker:
//!
//! ```
//! use quandary::prelude::*;
//!
//! let mut model = Model::new();
//! let column: Vec<Var> = model.ints("column", 8, 1..=8);
//! model.all_different(&column);
//! for (i, &a) in column.iter().enumerate() {
//!     for (distance, &b) in (1..).zip(&column[i + 1..]) {
//!         model.post((a + distance).differs(b));
//!         model.post((a - distance).differs(b));
//!     }
//! }
//! for engine in ["sat", "csp:mrv+fc"] {
//!     let engine = engine.parse()?;
//!     let outcome = solve_model(model.clone(), &engine, Budget::seconds(10.0))?;
//!     assert_eq!(outcome.status, Status::Satisfiable);
//!     assert_ne!(outcome.value(column[0]), outcome.value(column[1]));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod grid;

pub mod look;

pub mod model;

pub mod search;

pub mod trace;

pub mod expand;
pub mod presolve;

pub mod outside;

pub mod proof;

pub mod cnf;

pub mod encode;

pub mod derive;

pub mod sat;

pub mod csp;

pub mod lcg;

pub mod decompose;

pub mod circuit;

pub mod front;

pub mod puzzles;

pub mod engine;

pub mod solve;

pub mod explain;

pub mod certify;

pub mod cube;

pub mod prelude;

#[cfg(feature = "program")]
pub mod runs;

#[cfg(feature = "program")]
pub mod compare;

#[cfg(feature = "program")]
pub mod report;

#[cfg(feature = "program")]
pub mod experiment;

#[cfg(feature = "program")]
pub mod campaign;

#[cfg(feature = "serve")]
pub mod web;

#[cfg(feature = "program")]
pub mod cli;
