//! What the user named, as plain data: texts and choices, and no file behind them any more.
//!
//! Whoever has a `Named` can make the same [`Problem`](super::Problem) again, on any machine: a map, a log, a campaign
//! and a page carry it as JSON.

use crate::front::Source;
use serde::{Deserialize, Serialize};

/// Something to solve, as it was named.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// What messages call it.
    pub title: String,
    /// The puzzle; `None` for a model or a formula.
    pub puzzle: Option<String>,
    /// In which language the model is written.
    #[serde(default)]
    pub language: Language,
    /// The texts of the model, with what they include; none for a puzzle's own model.
    #[serde(default)]
    pub model: Vec<Source>,
    /// The texts of the data: a puzzle's instance in its JSON form, or the data files of a model.
    #[serde(default)]
    pub data: Vec<Source>,
    /// Parameters of a model, as after `-D`.
    #[serde(default)]
    pub define: Vec<String>,
    /// Which sections of the output are shown; all if none is named.
    #[serde(default)]
    pub only_sections: Vec<String>,
    /// Which sections of the output are not shown.
    #[serde(default)]
    pub not_sections: Vec<String>,
    /// Which of a puzzle's models; the first if none is named.
    #[serde(default)]
    pub formulation: Option<String>,
    /// The number of steps, if it is fixed.
    #[serde(default)]
    pub horizon: Option<usize>,
}

/// The language of a model's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// MiniZinc, or FlatZinc, which is a part of it.
    #[default]
    Minizinc,
    /// A formula in DIMACS form.
    Dimacs,
    /// A pseudo-Boolean formula.
    Opb,
}
