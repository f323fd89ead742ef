//! A comparison of engines as a report: agreement first, then what it says in words, the engines in figures, how they
//! grow, where their time goes, and every instance.

mod cost;
mod figures;
mod growth;
mod labels;
#[cfg(test)]
pub(super) mod samples;
mod words;
mod work;

pub use figures::runs_table;
pub(super) use growth::{pair, pairs};
pub(super) use labels::labels;

use super::{Report, Section, html};
use crate::compare::{EngineStatistics, Trial, disagreements, instances, statistics};
use itertools::Itertools;

/// What a comparison is made of.
pub struct Comparison<'a> {
    /// One run for each engine and instance.
    pub runs: &'a [Trial],
    /// All runs, those that were repeated, too.
    pub all: &'a [Trial],
    /// The limit of each in seconds.
    pub limit: f64,
    /// The engine that ratios are to; the first if none is named.
    pub baseline: Option<String>,
    /// The command that made it.
    pub command: String,
    /// How many runs there should be.
    pub n_planned: usize,
    /// Pictures of instances, with a solution if there is one.
    pub pictures: Vec<Picture>,
    /// Where the runs were made: one list of names and values for each place.
    pub places: Vec<Vec<(String, String)>>,
}

/// The picture of an instance.
pub struct Picture {
    /// The instance.
    pub instance: String,
    /// What it shows, for those who cannot see it.
    pub caption: String,
    /// An SVG document.
    pub svg: String,
}

/// A comparison with what follows from its runs.
pub(super) struct Digest<'a> {
    pub of: &'a Comparison<'a>,
    /// The instances, in the order they first ran.
    pub instances: Vec<&'a str>,
    /// The engines in figures.
    pub engines: Vec<EngineStatistics>,
    /// What plots call them.
    pub labels: Vec<String>,
    /// Contradictions.
    pub wrong: Vec<String>,
}

impl<'a> Digest<'a> {
    pub fn new(of: &'a Comparison<'a>) -> Digest<'a> {
        Digest::of_runs(of, of.runs)
    }

    /// The same of some of the runs.
    pub fn of_runs(of: &'a Comparison<'a>, runs: &'a [Trial]) -> Digest<'a> {
        let engines = statistics(runs, of.limit, of.baseline.as_deref());
        let names: Vec<&str> = engines.iter().map(|e| e.engine.as_str()).collect();
        let labels = labels(&names);
        Digest { of, instances: instances(runs), engines, labels, wrong: disagreements(of.all) }
    }

    /// The places of the engines, the best first: those that solve more, then those that need less time.
    pub fn ranking(&self) -> Vec<usize> {
        let engine = |i: usize| &self.engines[i];
        let better = |a: &usize, b: &usize| {
            let more = engine(*b).n_solved.cmp(&engine(*a).n_solved);
            more.then(engine(*a).par2.total_cmp(&engine(*b).par2))
        };
        (0..self.engines.len()).sorted_by(better).collect()
    }

    /// The places of so many engines worth drawing: the best over all, and those that are most often the fastest.
    pub fn leaders(&self, n: usize) -> Vec<usize> {
        let by_wins = (0..self.engines.len()).sorted_by_key(|i| std::cmp::Reverse(self.engines[*i].n_best));
        self.ranking().into_iter().interleave(by_wins).unique().take(n).collect()
    }

    /// The place of the engine that ratios are to.
    pub fn baseline(&self) -> Option<usize> {
        match &self.of.baseline {
            Some(name) => self.engines.iter().position(|e| e.engine == *name),
            None => (!self.engines.is_empty()).then_some(0),
        }
    }

    /// What the comparison is of.
    pub fn title(&self) -> String {
        format!("{} on {}", counted(self.engines.len(), "engine"), counted(self.instances.len(), "instance"))
    }

    /// The sections, but for those without anything to say.
    pub fn sections(&self) -> Vec<Section> {
        let first = [Some(self.agreement()), Some(words::summary(self)), Some(figures::engines(self))];
        let rest = [growth::solved(self), work::nodes(self), cost::phases(self), cost::sizes(self)];
        let [solved, nodes, phases, sizes] = rest;
        let matrix = Some(figures::matrix(self));
        let grown = growth::by_size(self).into_iter().map(Some);
        first.into_iter().chain([solved]).chain(grown).chain([nodes, phases, sizes, matrix]).flatten().collect()
    }

    fn agreement(&self) -> Section {
        let mut text = match self.wrong.is_empty() {
            true => "All engines agree, and the judges accept every answer.".to_string(),
            false => format!("DISAGREEMENT in {} cases:\n\n{}", self.wrong.len(), self.wrong.join("\n")),
        };
        if self.of.all.len() < self.of.n_planned {
            text += &format!("\n\nOnly {} of {} runs were done.", self.of.all.len(), self.of.n_planned);
        }
        Section { heading: "Agreement".into(), name: "agreement".into(), text, ..Section::default() }
    }
}

/// The report.
pub fn comparison(of: &Comparison) -> Report {
    let digest = Digest::new(of);
    Report { title: digest.title(), sections: digest.sections() }
}

/// The report as files, every run as CSV, and all of it as one page.
pub fn comparison_files(of: &Comparison) -> Vec<(String, String)> {
    let mut files = comparison(of).files();
    files.push(("runs.csv".to_string(), runs_table(of.all).csv()));
    files.push(("report.html".to_string(), html::comparison(&Digest::new(of))));
    files
}

/// A number with its noun.
pub(super) fn counted(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
