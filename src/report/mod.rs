//! Outcomes, experiments and comparisons as text, JSON, Markdown and HTML with SVG plots: pure functions, no printing.

mod benchexec;
mod certain;
mod comparison;
mod document;
mod explained;
mod head;
mod html;
mod json;
mod plot;
mod table;
mod text;
mod tree;

pub use benchexec::benchexec;
pub use certain::{backbone_text, count_text, probabilities_text};
pub use comparison::{Comparison, Picture, comparison, comparison_files, runs_table};
pub use document::{Report, Section};
pub use explained::{
    broken_board, broken_text, explained_json, explained_text, ringed, rules_json, rules_text, step_json, step_text,
};
pub use json::{
    Head, backbone_json, count_json, evidence_json, nothing_found, outcome_json, probabilities_json, unanswered_json,
};
pub use plot::{Axis, Look, Mark, Plot, Series};
pub use table::Table;
pub use text::{Shown, answer_text, checked, hours, outcome_text, seconds, worth};
pub use tree::{Boards, Trees, Watched};
