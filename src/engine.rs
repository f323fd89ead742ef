//! An engine is a way to solve a problem, and a string: `sat:totalizer+ladder:varisat`, `csp:mrv+degree+lcv+fc`,
//! `lcg:pumpkin`, `search:iddfs`.
//!
//! Parsing accepts any subset of the words and fills in the defaults; printing gives the whole, so that a report always
//! says what really ran. `parse(print(e)) == e`.

use crate::csp::Order;
use crate::encode::Encoding;
use crate::lcg;
use crate::presolve::Level;
use crate::sat::{self, Backend, Strategy};
use std::fmt;
use std::str::FromStr;

/// A way to solve a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Engine {
    /// Whoever fits the model, by a rule over what the model looks like; several side by side where there are cores.
    Auto(AutoEngine),
    /// Encode as clauses and hand them to a SAT backend.
    Sat(SatEngine),
    /// The textbook backtracker on the model itself.
    Csp(CspEngine),
    /// Lazy clause generation on the model itself.
    Lcg(LcgEngine),
    /// A search of the puzzle's own, by its name.
    Search(String),
}

/// How to choose an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AutoEngine {
    /// The puzzle's model by name; `None` for the one at hand.
    pub formulation: Option<String>,
    /// How much is presolved; `None` for what suits the question.
    pub presolve: Option<Level>,
    /// Believe what is refuted by SAT.
    pub is_unchecked: bool,
}

/// How to solve by SAT.
#[derive(Clone, Debug, PartialEq)]
pub struct SatEngine {
    /// The puzzle's model by name; `None` for the one at hand.
    pub formulation: Option<String>,
    /// Take the model apart first and encode the parts, instead of encoding it as one formula.
    pub split: bool,
    /// How much is presolved; `None` for what suits the question.
    pub presolve: Option<Level>,
    /// How constraints become clauses.
    pub encoding: Encoding,
    /// How the best solution is looked for, where there is an objective.
    pub strategy: Strategy,
    /// Who solves the clauses.
    pub backend: Backend,
}

/// How to solve by backtracking.
#[derive(Clone, Debug, PartialEq)]
pub struct CspEngine {
    /// The puzzle's model by name; `None` for the one at hand.
    pub formulation: Option<String>,
    /// How much is presolved; `None` for what suits the question.
    pub presolve: Option<Level>,
    /// What to try next, and how far to look ahead.
    pub order: Order,
}

/// How to solve by lazy clause generation.
#[derive(Clone, Debug, PartialEq)]
pub struct LcgEngine {
    /// The puzzle's model by name; `None` for the one at hand.
    pub formulation: Option<String>,
    /// How much is presolved; `None` for what suits the question.
    pub presolve: Option<Level>,
    /// Who solves it.
    pub backend: lcg::Backend,
}

/// A choice on the first word of an engine string, for `--mode` and listings.
pub struct Mode {
    /// The word.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// What may follow it.
    pub syntax: &'static str,
}

/// The kinds of engines.
pub const MODES: &[Mode] = &[
    Mode {
        name: "auto",
        summary: "the engine that fits the model, by a measured rule; two side by side where there are cores",
        syntax: "auto[@FORMULATION][:unchecked]",
    },
    Mode {
        name: "sat",
        summary: "clauses for a SAT backend",
        syntax: "sat[@FORMULATION][:ENCODING[+ENCODING...][:BACKEND]]",
    },
    Mode {
        name: "csp",
        summary: "backtracking with textbook heuristics",
        syntax: "csp[@FORMULATION][:WORD[+WORD...]]",
    },
    Mode {
        name: "lcg",
        summary: "lazy clause generation; what it says is impossible is not proved",
        syntax: "lcg[@FORMULATION][:BACKEND[+WORD]]",
    },
    Mode { name: "search", summary: "a search made for one puzzle", syntax: "search:NAME" },
];

/// The words of a SAT engine that say whether the model is taken apart.
pub const SPLITTING: &[(&str, &str)] = &[
    ("split", "take the model apart where a single count holds it together (the default)"),
    ("whole", "encode the whole model as one formula"),
];

/// The words of a SAT engine that say whether what it refutes is believed.
pub const CHECKING: &[(&str, &str)] = &[
    ("checked", "check the proof of every refutation before it is told (the default)"),
    ("unchecked", "believe the backend, which saves the time of checking"),
];

/// The words of a SAT, CSP or LCG engine that say how much is presolved.
pub const PRESOLVING: &[(&str, Level, &str)] = &[
    ("presolve0", Level::Nothing, "leave the model as it is"),
    ("presolve1", Level::Bounds, "propagate bounds and take exact counts out of larger ones"),
    ("presolve2", Level::Probing, "also try both values of every Boolean"),
];

impl Default for Engine {
    fn default() -> Engine {
        Engine::Sat(SatEngine::default())
    }
}

impl Default for SatEngine {
    fn default() -> SatEngine {
        let (encoding, backend) = (Encoding::default(), Backend::default().checked(true));
        SatEngine { formulation: None, split: true, presolve: None, encoding, strategy: Strategy::default(), backend }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Engine, String> {
        let (first, rest) = text.split_once(':').unwrap_or((text, ""));
        let (mode, formulation) = match first.split_once('@') {
            Some((_, "")) => return Err(format!("`{text}`: expected the name of a formulation after `@`")),
            Some((mode, name)) => (mode, Some(name.to_string())),
            None => (first, None),
        };
        match (mode, formulation) {
            ("auto", formulation) => Ok(Engine::Auto(AutoEngine { formulation, ..parse_auto(rest)? })),
            ("sat", formulation) => Ok(Engine::Sat(SatEngine { formulation, ..parse_sat(rest)? })),
            ("csp", formulation) => Ok(Engine::Csp(CspEngine { formulation, ..parse_csp(rest)? })),
            ("lcg", formulation) => Ok(Engine::Lcg(LcgEngine { formulation, ..parse_lcg(rest)? })),
            ("search", Some(_)) => Err("a search takes no formulation: it has no model".to_string()),
            ("search", None) if rest.is_empty() => {
                Err("expected the name of a search, as in `search:NAME`".to_string())
            }
            ("search", None) => Ok(Engine::Search(rest.to_string())),
            _ => Err(format!("`{text}` is no engine: expected {}", syntaxes())),
        }
    }
}

impl Engine {
    /// Whoever fits the model.
    pub fn auto() -> Engine {
        Engine::Auto(AutoEngine::default())
    }

    /// The formulation it asks for.
    pub fn formulation(&self) -> Option<&str> {
        match self {
            Engine::Auto(auto) => auto.formulation.as_deref(),
            Engine::Sat(sat) => sat.formulation.as_deref(),
            Engine::Csp(csp) => csp.formulation.as_deref(),
            Engine::Lcg(lcg) => lcg.formulation.as_deref(),
            Engine::Search(_) => None,
        }
    }

    /// How much it presolves, if it says so.
    pub fn presolve(&self) -> Option<Level> {
        match self {
            Engine::Auto(auto) => auto.presolve,
            Engine::Sat(sat) => sat.presolve,
            Engine::Csp(csp) => csp.presolve,
            Engine::Lcg(lcg) => lcg.presolve,
            Engine::Search(_) => None,
        }
    }

    /// The same engine, presolving so much; a search has nothing to presolve.
    pub fn with_presolve(mut self, level: Option<Level>) -> Engine {
        match (&mut self, level) {
            (Engine::Auto(auto), Some(level)) => auto.presolve = Some(level),
            (Engine::Sat(sat), Some(level)) => sat.presolve = Some(level),
            (Engine::Csp(csp), Some(level)) => csp.presolve = Some(level),
            (Engine::Lcg(lcg), Some(level)) => lcg.presolve = Some(level),
            (Engine::Search(_), _) | (_, None) => {}
        }
        self
    }

    /// The same engine on this formulation; a search has none.
    pub fn at(mut self, formulation: Option<&str>) -> Engine {
        let formulation = formulation.map(str::to_string);
        match &mut self {
            Engine::Auto(auto) => auto.formulation = formulation,
            Engine::Sat(sat) => sat.formulation = formulation,
            Engine::Csp(csp) => csp.formulation = formulation,
            Engine::Lcg(lcg) => lcg.formulation = formulation,
            Engine::Search(_) => {}
        }
        self
    }

    /// The same engine, whose refutations are believed: they are checked where there are proofs.
    pub fn unchecked(mut self) -> Engine {
        match &mut self {
            Engine::Auto(auto) => auto.is_unchecked = true,
            Engine::Sat(sat) => sat.backend = sat.backend.clone().checked(false),
            Engine::Csp(_) | Engine::Lcg(_) | Engine::Search(_) => {}
        }
        self
    }

    /// Whether what it says is impossible is backed by nothing but its word, and that of others' code.
    pub fn is_unchecked(&self) -> bool {
        matches!(self, Engine::Lcg(_))
    }

    /// Whether it solves the model, not the puzzle itself.
    pub fn needs_model(&self) -> bool {
        !matches!(self, Engine::Search(_))
    }
}

fn syntaxes() -> String {
    MODES.iter().map(|m| format!("`{}`", m.syntax)).collect::<Vec<_>>().join(" or ")
}

fn parse_auto(text: &str) -> Result<AutoEngine, String> {
    let (presolve, rest) = take_level(text)?;
    let (is_checked, rest) = take_checking(rest.split('+').filter(|word| !word.is_empty()).collect())?;
    match rest.is_empty() {
        true => Ok(AutoEngine { formulation: None, presolve, is_unchecked: !is_checked }),
        false => Err(format!("`auto` chooses by itself: `{}` is no word of it", rest.join("+"))),
    }
}

/// What `csp` alone means: the order that got stuck least often when measured.
const DEFAULT_ORDER: &str = "wdeg+mac";

fn parse_csp(text: &str) -> Result<CspEngine, String> {
    let (presolve, words) = take_level(text)?;
    let words = if words.is_empty() { DEFAULT_ORDER } else { &words };
    let order = words.parse().map_err(|error: crate::csp::BadOrder| error.to_string())?;
    Ok(CspEngine { formulation: None, presolve, order })
}

fn parse_lcg(text: &str) -> Result<LcgEngine, String> {
    let (presolve, backend) = take_level(text)?;
    Ok(LcgEngine { formulation: None, presolve, backend: lcg::Backend::parse(&backend)? })
}

/// The level of presolving that the words name, if they do, and the other words.
fn take_level(words: &str) -> Result<(Option<Level>, String), String> {
    let level_of = |word: &str| PRESOLVING.iter().find(|(name, ..)| *name == word).map(|(_, level, _)| *level);
    let levels: Vec<Level> = words.split('+').filter_map(level_of).collect();
    let rest: Vec<&str> = words.split('+').filter(|word| level_of(word).is_none()).collect();
    match levels.len() {
        0 | 1 => Ok((levels.first().copied(), rest.join("+"))),
        _ => Err("say how much to presolve once".to_string()),
    }
}

/// Whether refutations are checked, and the other words.
fn take_checking(words: Vec<&str>) -> Result<(bool, Vec<&str>), String> {
    let (checking, rest): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| CHECKING.iter().any(|(name, _)| name == word));
    match checking.as_slice() {
        [] | ["checked"] => Ok((true, rest)),
        ["unchecked"] => Ok((false, rest)),
        _ => Err("say `checked` or `unchecked` once".to_string()),
    }
}

fn parse_sat(text: &str) -> Result<SatEngine, String> {
    let (words, backend) = text.split_once(':').unwrap_or((text, ""));
    let (presolve, words) = take_level(words)?;
    let mut engine = SatEngine { presolve, ..SatEngine::default() };
    // A backend is as clear among the words as behind a colon of its own.
    let is_backend = |word: &str| sat::TABLE.iter().any(|row| row.name == word && row.argument.is_none());
    let (backends, words): (Vec<&str>, Vec<&str>) =
        words.split('+').filter(|w| !w.is_empty()).partition(|w| is_backend(w));
    let (is_checked, words) = take_checking(words)?;
    let backends: Vec<&str> = backends.into_iter().chain((!backend.is_empty()).then_some(backend)).collect();
    let (placing, encoding): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|w| SPLITTING.iter().any(|(name, _)| name == w));
    if let Some(word) = placing.last() {
        engine.split = *word == "split";
    }
    if placing.len() > 1 {
        return Err("say `split` or `whole` once".to_string());
    }
    let (strategies, encoding): (Vec<&str>, Vec<&str>) =
        encoding.into_iter().partition(|w| Strategy::named(w).is_some());
    match strategies.as_slice() {
        [] => (),
        [word] => engine.strategy = Strategy::named(word).expect("it was found before"),
        _ => return Err(format!("name one strategy, not {}", strategies.join(" and "))),
    }
    if !encoding.is_empty() {
        engine.encoding = Encoding::parse(&encoding.join("+")).map_err(|e| e.to_string())?;
    }
    match backends.as_slice() {
        [] => (),
        [backend] => engine.backend = Backend::parse(backend)?,
        _ => return Err(format!("name one backend, not {}", backends.join(" and "))),
    }
    engine.backend = engine.backend.checked(is_checked);
    Ok(engine)
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto(auto) => auto.fmt(f),
            Engine::Sat(sat) => sat.fmt(f),
            Engine::Csp(csp) => write!(f, "csp{}:{}{}", at(&csp.formulation), csp.order, presolving(csp.presolve)),
            Engine::Lcg(lcg) => write!(f, "lcg{}:{}{}", at(&lcg.formulation), lcg.backend, presolving(lcg.presolve)),
            Engine::Search(name) => write!(f, "search:{name}"),
        }
    }
}

impl fmt::Display for AutoEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.presolve.map(|level| format!("presolve{level}"));
        let words: Vec<String> = level.into_iter().chain(self.is_unchecked.then(|| "unchecked".to_string())).collect();
        let colon = if words.is_empty() { "" } else { ":" };
        write!(f, "auto{}{colon}{}", at(&self.formulation), words.join("+"))
    }
}

impl fmt::Display for SatEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let splitting = if self.split { "split" } else { "whole" };
        let (formulation, presolving) = (at(&self.formulation), presolving(self.presolve));
        // The usual strategy goes without saying: most models have no objective.
        let strategy = Some(self.strategy).filter(|s| *s != Strategy::default());
        let strategy = strategy.map_or_else(String::new, |strategy| format!("+{strategy}"));
        let checking = if self.backend.is_checked() { "" } else { "+unchecked" };
        write!(f, "sat{formulation}:{splitting}{presolving}{checking}{strategy}+{}:{}", self.encoding, self.backend)
    }
}

fn presolving(level: Option<Level>) -> String {
    level.map_or_else(String::new, |level| format!("+presolve{level}"))
}

fn at(formulation: &Option<String>) -> String {
    formulation.as_ref().map_or_else(String::new, |name| format!("@{name}"))
}

#[cfg(test)]
mod tests {
    use super::Engine;

    #[test]
    fn engines_survive_printing() {
        let texts = [
            "auto",
            "auto@layered",
            "auto:presolve2",
            "auto:unchecked",
            "auto@layered:presolve1+unchecked",
            "sat",
            "sat:whole",
            "sat:totalizer+ladder",
            "sat:whole+adder:batsat",
            "sat::batsat",
            "sat:batsat",
            "sat:split+varisat",
            "sat@layered",
            "sat@layered:whole:batsat",
            "sat:presolve0",
            "sat:linear",
            "sat:unchecked",
            "sat:whole+presolve0+unchecked+linear:batsat",
            "sat:whole+bisect+adder:batsat",
            "sat:whole+presolve2+adder:batsat",
            "csp:presolve1",
            "csp:mrv+presolve2+fc",
            "csp@boolean:mrv+fc",
            "sat::process:minisat -v",
            "csp",
            "csp:mrv+degree+lcv+fc",
            "search:iddfs",
        ];
        #[cfg(feature = "pumpkin")]
        let texts = texts.into_iter().chain(["lcg", "lcg:pumpkin", "lcg@boolean:presolve2", "lcg:pumpkin+presolve0"]);
        for text in texts {
            let engine: Engine = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let again: Engine = engine.to_string().parse().unwrap_or_else(|e| panic!("{engine}: {e}"));
            assert_eq!(engine, again, "{text} printed as {engine}");
        }
    }

    #[test]
    fn wrong_engines_are_told_what_is_right() {
        for text in [
            "",
            "tas",
            "auto:sat",
            "auto@",
            "sat:nonsense",
            "sat:split+whole",
            "sat:presolve3",
            "csp:presolve0+presolve1",
            "sat::nobody",
            "sat:linear+bisect",
            "sat:checked+unchecked",
            "csp:unchecked",
            "sat:batsat:varisat",
            "sat:batsat+varisat",
            "csp:fast",
            "lcg:nobody",
            "lcg:pumpkin+pumpkin",
            "search:",
            "search",
            "sat@",
            "search@x:y",
        ] {
            let error = text.parse::<Engine>().expect_err(text);
            assert!(!error.is_empty(), "{text}");
        }
    }
}
