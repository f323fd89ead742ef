//! Quandary: state a puzzle once; solve it by SAT, by CSP search, or by a search of its own; keep the proof.
