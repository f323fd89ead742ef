//! The manifest of a bundle: what it is about, what is said, why that follows, and the digest of every file.
//!
//! `manifest_sha256` is the digest of the document itself without that field, written compactly: a manifest that was
//! changed since is not believed. It has no dates, so that the same command writes the same bundle.

use super::Question;
use super::count::reason_of_count;
use super::derived::{Derivation, in_words};
use super::listing::Asked;
use super::searched;
use crate::cnf::dimacs::sha256;
use crate::solve::{Named, Problem, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The name of the file.
pub const MANIFEST: &str = "manifest.json";
/// The solution, if there is one.
pub(super) const SOLUTION: &str = "solution.json";
/// What was refuted, in a folder of its own if there are several.
pub(super) const FORMULA: &str = "formula.cnf";
/// The proof of that.
pub(super) const PROOF: &str = "proof.lrat";
/// What a search of a puzzle's own keeps for its verdict.
pub(super) const CERTIFICATE: &str = "certificate.txt";
const FORMAT: &str = "quandary-bundle";
const VERSION: u64 = 2;
const DIGEST: &str = "manifest_sha256";

/// What a bundle says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: String,
    version: u64,
    /// The version of the program that wrote it.
    pub program: String,
    /// The problem, with all its texts.
    pub problem: Named,
    /// The engine whose formulas these are, or the search whose certificate this is.
    pub engine: String,
    /// What is shown: of one solution if it does not say.
    #[serde(default, skip_serializing_if = "Asked::is_one")]
    pub asked: Asked,
    /// What the model at hand changes of the puzzle's rules, if it does.
    pub variant: Option<String>,
    /// `satisfiable`, `unsatisfiable` or `optimal`.
    pub verdict: String,
    /// How the verdict follows, in words.
    pub because: String,
    /// The number of steps of the solution, if the fewest were looked for.
    pub horizon: Option<usize>,
    /// The value of the objective in the solution, if there is one.
    pub objective: Option<i64>,
    /// The solution by the names of the model's variables.
    pub values: Option<Map<String, Value>>,
    /// How many solutions there are, if that is what is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_solutions: Option<usize>,
    /// The same where they are counted, not listed: as decimals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// What is impossible, each with its formula and its proof.
    pub refutations: Vec<Refutation>,
    /// The digest (SHA-256) of every other file.
    pub files: BTreeMap<String, String>,
    /// Programs of others that check the proofs, in the folder of the bundle.
    pub outside: Vec<String>,
}

/// Something that is impossible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refutation {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// What is refuted: a formula, in DIMACS form; by the backtracker the model itself, in OPB form.
    pub formula: String,
    /// The proof, in LRAT form; by the backtracker in VeriPB form.
    pub proof: String,
    /// How the formula follows from the model.
    pub derivation: Derivation,
}

/// What turned out to be impossible, and why the formula is not derived from the model, if it is not.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refuted {
    pub question: Question,
    pub by: By,
    pub underived: Option<String>,
}

/// What is refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A formula, by a SAT solver.
    Formula,
    /// The model itself, by the backtracker.
    Search,
}

impl Refutation {
    /// A refutation in a folder of the bundle, or at its top.
    pub(super) fn within(folder: Option<&str>, refuted: &Refuted) -> Refutation {
        let path = |name: &str| folder.map_or_else(|| name.to_string(), |folder| format!("{folder}/{name}"));
        if refuted.by == By::Search {
            let [formula, proof] = [searched::MODEL, searched::PROOF].map(path);
            return Refutation { question: refuted.question, formula, proof, derivation: Derivation::needless() };
        }
        let derivation = match &refuted.underived {
            None => Derivation::kept(&path),
            Some(why) => Derivation::missing(why),
        };
        Refutation { question: refuted.question, formula: path(FORMULA), proof: path(PROOF), derivation }
    }

    /// Its files.
    pub(super) fn files(&self) -> impl Iterator<Item = &String> {
        [&self.formula, &self.proof].into_iter().chain(self.derivation.files())
    }

    /// What decides its files.
    pub(super) fn refuted(&self) -> Refuted {
        let by = if self.is_by_search() { By::Search } else { By::Formula };
        Refuted { question: self.question, by, underived: self.derivation.why.clone() }
    }

    /// Whether the backtracker refuted the model itself.
    pub(super) fn is_by_search(&self) -> bool {
        self.formula.rsplit('/').next() == Some(searched::MODEL)
    }

    /// The refutations of several questions: one lies at the top, several in folders by their number of steps.
    pub(super) fn of(refuted: &[Refuted]) -> Vec<Refutation> {
        let folder = |question: &Question| match question {
            Question { horizon: Some(steps), better_than: None, .. } => format!("horizon-{steps}"),
            Question { horizon: Some(steps), .. } => format!("horizon-{steps}-better"),
            Question { horizon: None, other: true, .. } => "other".to_string(),
            Question { horizon: None, .. } => "better".to_string(),
        };
        let is_only = refuted.len() == 1;
        let within = |r: &Refuted| Refutation::within(Some(folder(&r.question).as_str()).filter(|_| !is_only), r);
        refuted.iter().map(within).collect()
    }
}

/// What the numbers of most puzzles count.
const STEPS: &str = "steps";

/// What the fewest are looked for of.
pub(super) fn word(problem: &Problem) -> &'static str {
    problem.instance().map_or(STEPS, |instance| instance.horizon_word())
}

impl Manifest {
    /// What a bundle says; the digests of its files come later.
    pub(super) fn new(problem: Named, engine: String, verdict: Status, refuted: &[Refuted]) -> Manifest {
        let refutations = Refutation::of(refuted);
        let outside = Manifest::outside(&refutations);
        Manifest {
            format: FORMAT.to_string(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_string(),
            problem,
            engine,
            asked: Asked::One,
            variant: None,
            verdict: verdict.word().to_string(),
            because: String::new(),
            horizon: None,
            objective: None,
            values: None,
            n_solutions: None,
            count: None,
            refutations,
            files: BTreeMap::new(),
            outside,
        }
    }

    /// The commands by which other programs check refutations.
    pub(super) fn outside(refutations: &[Refutation]) -> Vec<String> {
        let commands = |refutation: &Refutation| {
            let Refutation { formula, proof, derivation, .. } = refutation;
            if refutation.is_by_search() {
                return vec![format!("veripb {formula} {proof}")];
            }
            let proofs = [format!("cake_lpr {formula} {proof}"), format!("lrat-check {formula} {proof}")];
            proofs.into_iter().chain(derivation.command()).collect()
        };
        refutations.iter().flat_map(commands).collect()
    }

    /// The verdict.
    pub fn status(&self) -> Option<Status> {
        let known = [Status::Satisfiable, Status::Unsatisfiable, Status::Optimal];
        known.into_iter().find(|status| status.word() == self.verdict)
    }

    /// Whether every formula was derived from the model; `None` if there is none.
    pub fn is_derived(&self) -> Option<bool> {
        (!self.refutations.is_empty()).then(|| self.refutations.iter().all(|r| r.derivation.derived))
    }

    /// How the verdict follows; what the fewest are looked for of has a word.
    pub(super) fn reason(&self, word: &str) -> String {
        let said = self.reason_of_proofs(word) + &in_words(&self.refutations);
        match self.refutations.iter().any(Refutation::is_by_search) {
            true => said.replace(FORMULA, searched::MODEL).replace(PROOF, searched::PROOF),
            false => said,
        }
    }

    fn reason_of_proofs(&self, word: &str) -> String {
        if let (Asked::Count, Some(n)) = (self.asked, &self.count) {
            return reason_of_count(n);
        }
        const PROVED: &str = "not enough, by a proof for each";
        let most = self.refutations.iter().filter_map(|r| r.question.horizon).max();
        if let (true, Some(words)) = (self.status() != Some(Status::Unsatisfiable), self.reason_of_list()) {
            return words;
        }
        match (self.status(), self.horizon, self.objective) {
            (Some(Status::Unsatisfiable), ..) => most.map_or_else(
                || "formula.cnf asks for a solution, and proof.lrat shows that there is none".to_string(),
                |most| format!("more than {most} {word} lead nowhere else, and 0 to {most} are {PROVED}"),
            ),
            (Some(Status::Optimal), Some(n), _) if word != STEPS => match n {
                0 => format!("{word}: none"),
                _ => format!("{word}: {n}; fewer cannot be, by a proof for each number from 0 to {}", n - 1),
            },
            (Some(Status::Optimal), Some(0), _) => "the solution needs no step".to_string(),
            (Some(Status::Optimal), Some(1), _) => {
                "the solution has 1 step, and none is not enough, by a proof".to_string()
            }
            (Some(Status::Optimal), Some(steps), _) => {
                format!("the solution has {steps} steps, and 0 to {} are {PROVED}", steps - 1)
            }
            (Some(Status::Optimal), None, Some(value)) => {
                let better = "formula.cnf asks for a better one, and proof.lrat shows that there is none";
                format!("the solution has the objective {value}, {better}")
            }
            (Some(Status::Satisfiable | Status::Unknown | Status::Optimal) | None, ..) => {
                "solution.json is judged by the model and, for a puzzle, by the rules".to_string()
            }
        }
    }

    /// How it follows from a list of solutions that there are no others, or what is the same in all.
    fn reason_of_list(&self) -> Option<String> {
        let best = self.objective.map_or_else(String::new, |value| format!(" with the best objective {value}"));
        let none = "and proof.lrat shows that there is none";
        let beside = format!("formula.cnf asks for another one, {none}");
        Some(match (self.asked, self.n_solutions, self.refutations.len()) {
            (Asked::One | Asked::Count, ..) => return None,
            (Asked::All, Some(1), _) => format!("solutions.jsonl has the only solution{best}: {beside}"),
            (Asked::All, n, _) => format!("solutions.jsonl has all {} solutions{best}: {beside}", n.unwrap_or(0)),
            (Asked::Backbone, _, 0) => "the solutions of solutions.jsonl agree in nothing".to_string(),
            (Asked::Backbone, ..) => format!(
                "backbone.json has what is the same in all solutions: formula.cnf asks for one that differs in it, {none}; \
                 those of solutions.jsonl differ in the rest"
            ),
        })
    }

    /// The document, with a line feed at its end.
    pub(super) fn to_json(&self) -> String {
        let mut value = serde_json::to_value(self).expect("a manifest is plain data");
        value[DIGEST] = sha256(value.to_string().as_bytes()).into();
        format!("{value:#}\n")
    }

    /// Reads the document, and whether it is as it was written; the error says which part cannot be read.
    pub(super) fn from_json(bytes: &[u8]) -> Result<(Manifest, bool), String> {
        let mut value: Value = serde_json::from_slice(bytes).map_err(|e| format!("not a JSON document: {e}"))?;
        let object = value.as_object_mut().ok_or("expected a JSON object")?;
        match (object.get("format").and_then(Value::as_str), object.get("version").and_then(Value::as_u64)) {
            (Some(FORMAT), Some(VERSION)) => (),
            (Some(FORMAT), Some(version)) => {
                return Err(format!("version {version} of a bundle; this program reads version {VERSION}"));
            }
            _ => return Err(format!("`format` is not \"{FORMAT}\": not a bundle written by `certify`")),
        }
        let digest = object.shift_remove(DIGEST).ok_or_else(|| format!("`{DIGEST}` is missing"))?;
        let is_intact = digest.as_str() == Some(&sha256(value.to_string().as_bytes()));
        let manifest = serde_json::from_value(value).map_err(|e| format!("not a bundle written by `certify`: {e}"))?;
        Ok((manifest, is_intact))
    }
}
