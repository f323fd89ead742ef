//! Quandary: state a puzzle once; solve it by SAT, by CSP search, or by a search of its own; keep the proof.

pub mod grid;

pub mod model;

pub mod search;

pub mod cnf;

pub mod encode;

pub mod sat;

pub mod csp;

pub mod decompose;

pub mod puzzles;
