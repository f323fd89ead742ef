//! A puzzle as a type: its instance, its solution and what can be done with them, and the adapter that makes the row of the
//! table of it.
//!
//! Nothing but this file turns `dyn Instance` and [`Solution`] back into the puzzle's own types. A wrong type there is a
//! mistake of the program: somebody gave a puzzle the instance or solution of another.

use super::row::{
    Account, Accounted, Certified, Fact, Format, Formulation, GenerateOption, Instance, Judged, Options, Proof, Puzzle,
    Search, Show, Verified,
};
use super::text::InputError;
use super::{Solution, claim, picture, place};
use crate::front::Data;
use crate::grid::Pos;
use crate::search::{Budget, End, Stats};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::any::Any;
use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};

/// The values of a model's variables by their names.
pub type Named = Map<String, Value>;

/// What a search calls for each solution; `Break` ends the search.
pub type OnFound<'a, S> = dyn FnMut(S) -> ControlFlow<()> + 'a;

/// A puzzle. What has a default may be left out.
pub trait Rules: 'static {
    /// One puzzle to solve. Its serde form is the JSON format.
    type Instance: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What solves it. Its serde form is what users get under `--json`.
    type Solution: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The word users type.
    const NAME: &'static str;
    /// What it asks, in one line.
    const SUMMARY: &'static str;
    /// Its models, the usual one first.
    const MODELS: &'static [Formulation];
    /// Fields of its JSON form that no other puzzle has all of.
    const FIELDS: &'static [&'static str];
    /// The formats an instance can be written in, the one for people first.
    const FORMATS: &'static [Format];
    /// What the generator may be told.
    const OPTIONS: &'static [GenerateOption] = &[];
    /// Which of these says how large the instance is.
    const SIZE: &'static str = "rows";
    /// The searches made for this puzzle.
    const SEARCHES: &'static [Search] = &[];
    /// The engine that is used unless the user names one.
    const ENGINE: &'static str = "sat";
    /// How it proves that there is no answer.
    const PROOF: Option<Proof> = None;
    /// See [`Puzzle::account`].
    const ACCOUNT: Option<Account> = None;
    /// The arrays of the models that backbones show, unless [`backbone`](Rules::backbone) says more.
    const CERTAIN: &'static [&'static str] = &[];
    /// The arrays of the models whose probabilities are shown, unless [`probabilities`](Rules::probabilities) says more.
    const LIKELY: &'static [&'static str] = &[];

    /// Rules of the models that are never part of a reason; see [`Instance::background`].
    const BACKGROUND: &'static [&'static str] = &[];
    /// The array that a question about a cell alone means; see [`Instance::asked`].
    const ASKED: &'static str = "";

    /// Reads all instances of a file, at least one.
    fn read(file: &str, text: &str) -> Result<Vec<Self::Instance>, InputError>;

    /// The parameters for the model.
    fn data(instance: &Self::Instance) -> Data;

    /// The solution that the values of the model's variables stand for.
    fn solution(instance: &Self::Instance, named: &Named) -> Result<Self::Solution, String>;

    /// The rules judge: whether a solution is right, and if not, why not. Knows nothing of the model.
    fn check(instance: &Self::Instance, solution: &Self::Solution) -> Result<(), String>;

    /// The solution on one line.
    fn line(instance: &Self::Instance, solution: &Self::Solution) -> String;

    /// The name the file gives.
    fn id(_instance: &Self::Instance) -> Option<&str> {
        None
    }

    /// Makes a random instance.
    fn generate(_options: &Options) -> Result<Self::Instance, String> {
        Err(format!("{} has no generator", Self::NAME))
    }

    /// Reads a claimed solution: as serde reads it, perhaps inside what `solve --json` prints.
    fn read_solution(_instance: &Self::Instance, file: &str, text: &str) -> Result<Self::Solution, InputError> {
        claim::read(file, text)
    }

    /// What holds of a solution that was accepted.
    fn holds(_instance: &Self::Instance, _solution: &Self::Solution) -> String {
        "it keeps every rule".to_string()
    }

    /// What the puzzle asks for and the judge does not judge.
    fn not_judged(_instance: &Self::Instance) -> Option<&'static str> {
        None
    }

    /// What a solution costs, if fewer is better.
    fn cost(_instance: &Self::Instance, _solution: &Self::Solution) -> Option<i64> {
        None
    }

    /// The numbers of steps to try; see [`Instance::horizons`].
    fn horizons(_instance: &Self::Instance) -> Option<RangeInclusive<usize>> {
        None
    }

    /// What these numbers count.
    fn horizon_word(_instance: &Self::Instance) -> &'static str {
        "steps"
    }

    /// The parameters for the model with this number of steps.
    fn data_at(instance: &Self::Instance, _horizon: usize) -> Data {
        Self::data(instance)
    }

    /// The same instance without its limit, asking for the best.
    fn minimised(_instance: &Self::Instance) -> Option<Self::Instance> {
        None
    }

    /// What is the same in every solution; `null` in `named` where solutions differ.
    fn backbone(_instance: &Self::Instance, named: &Named) -> Value {
        Value::Object(picked(named, Self::CERTAIN))
    }

    /// How likely things are; `named` has the number of solutions in which a variable is true.
    fn probabilities(_instance: &Self::Instance, named: &Named, total: &str) -> Value {
        let mut shown = picked(named, Self::LIKELY);
        shown.insert("of".to_string(), total.into());
        Value::Object(shown)
    }

    /// A drawing for the terminal: the instance as its first format writes it, and the solution's line.
    fn draw(instance: &Self::Instance, show: Show<Self::Solution>, _colour: bool) -> String {
        let text = written::<Self>(instance, Self::FORMATS[0].name).unwrap_or_default();
        match show {
            Show::Solution(solution) => format!("{text}{}\n", Self::line(instance, solution)),
            Show::Instance | Show::Backbone(_) | Show::Probabilities(_) | Show::Reason(_) => text,
        }
    }

    /// A drawing as SVG: the drawing for the terminal as text.
    fn svg(instance: &Self::Instance, show: Show<Self::Solution>) -> String {
        picture::text(Self::NAME, &Self::draw(instance, show, false))
    }

    /// A solution as drawings for the terminal, one for each of its steps.
    fn frames(instance: &Self::Instance, solution: &Self::Solution, colour: bool) -> Vec<String> {
        vec![Self::draw(instance, Show::Solution(solution), colour)]
    }

    /// The cells that a rule is about, by its label; see [`Instance::cells_of`].
    fn cells_of(_instance: &Self::Instance, _rule: &str) -> Option<Vec<Pos>> {
        None
    }

    /// The cells that a variable is about; see [`Instance::places`].
    fn places(_instance: &Self::Instance, variable: &str) -> Vec<Pos> {
        place::cell(variable).into_iter().collect()
    }

    /// Cells in words; see [`Instance::places_in_words`]. Empty where the drawing rings them.
    fn places_in_words(_instance: &Self::Instance, _cells: &[Pos]) -> String {
        String::new()
    }

    /// The values that a claimed solution stands for; see [`Instance::claimed`].
    fn claimed(_instance: &Self::Instance, _solution: &Self::Solution) -> Option<Named> {
        None
    }

    /// Why a fact holds; see [`Instance::sentence`].
    fn sentence(_instance: &Self::Instance, _fact: &Fact) -> Option<String> {
        None
    }

    /// For a game of two players: a QDIMACS formula that is true if player 1 can score at least so much.
    fn qdimacs(_instance: &Self::Instance, _at_least: i64) -> Option<Result<String, String>> {
        None
    }
}

fn picked(named: &Named, names: &[&str]) -> Named {
    names.iter().map(|name| (name.to_string(), named.get(*name).cloned().unwrap_or(Value::Null))).collect()
}

fn written<R: Rules + ?Sized>(instance: &R::Instance, format: &str) -> Option<String> {
    let format = R::FORMATS.iter().find(|f| f.name == format)?;
    (format.write)(&Erased::<R>(instance.clone()))
}

/// The row of a puzzle.
pub const fn puzzle<R: Rules>() -> Puzzle {
    Puzzle {
        name: R::NAME,
        summary: R::SUMMARY,
        models: R::MODELS,
        fields: R::FIELDS,
        read: |file, text| Ok(R::read(file, text)?.into_iter().map(erased::<R>).collect()),
        generate: |options| R::generate(options).map(erased::<R>),
        options: R::OPTIONS,
        size: R::SIZE,
        formats: R::FORMATS,
        searches: R::SEARCHES,
        engine: R::ENGINE,
        proof: R::PROOF,
        account: R::ACCOUNT,
    }
}

/// A puzzle's own instance behind the protocol.
pub fn erased<R: Rules>(instance: R::Instance) -> Box<dyn Instance> {
    Box::new(Erased::<R>(instance))
}

struct Erased<R: Rules + ?Sized>(R::Instance);

/// Reads an instance for serde by the puzzle's own reader, so that serde takes what files may hold and nothing else.
pub fn deserialize<'de, R: Rules, D: Deserializer<'de>>(deserializer: D) -> Result<R::Instance, D::Error> {
    let json = Value::deserialize(deserializer)?;
    let read = R::read("instance", &json.to_string()).map_err(|error| D::Error::custom(error.message))?;
    match <[R::Instance; 1]>::try_from(read) {
        Ok([instance]) => Ok(instance),
        Err(all) => Err(D::Error::custom(format!("{} instances, expected one", all.len()))),
    }
}

/// The puzzle's own instance.
fn own<I: 'static>(instance: &dyn Instance) -> &I {
    instance.as_any().downcast_ref().expect("rows are called with instances of their own puzzle")
}

/// The puzzle's own solution.
fn own_solution<S: 'static>(solution: &Solution) -> &S {
    solution.get().expect("instances are given solutions of their own puzzle")
}

/// A search over a puzzle's own instances that hands out its own solutions.
pub type OwnSearch<I, S> = fn(&I, &Budget, &mut OnFound<S>) -> Result<(End, Stats), String>;

/// A check of a proof, perhaps against a puzzle's own instance.
pub type OwnVerify<I> = fn(&[u8], Option<&I>, &Budget) -> Result<Verified, String>;

/// Runs a puzzle's search: the instance goes in and solutions come out as the puzzle's own.
pub fn search<I: 'static, S: Serialize + PartialEq + Debug + Send + Sync + 'static>(
    run: OwnSearch<I, S>,
    instance: &dyn Instance,
    budget: &Budget,
    found: &mut OnFound<Solution>,
) -> Result<(End, Stats), String> {
    run(own(instance), budget, &mut |solution| found(Solution::new(solution)))
}

/// What a model is told of a puzzle's own instance.
pub fn told<I: 'static>(tell: fn(&I) -> Data, instance: &dyn Instance) -> Data {
    tell(own(instance))
}

/// Writes a puzzle's own instance.
pub fn write<I: 'static>(write: fn(&I) -> String, instance: &dyn Instance) -> Option<String> {
    Some(write(own(instance)))
}

/// Writes a puzzle's own instance, if the format can hold it.
pub fn write_if<I: 'static>(write: fn(&I) -> Option<String>, instance: &dyn Instance) -> Option<String> {
    write(own(instance))
}

/// Makes a proof that a puzzle's own instance has no answer.
pub fn certify<I: 'static, S: Serialize + PartialEq + Debug + Send + Sync + 'static>(
    make: fn(&I, &Budget) -> Result<Certified<S>, String>,
    instance: &dyn Instance,
    budget: &Budget,
) -> Result<Certified, String> {
    Ok(match make(own(instance), budget)? {
        Certified::Proof(bytes, words) => Certified::Proof(bytes, words),
        Certified::Solution(solution) => Certified::Solution(Solution::new(solution)),
        Certified::Stopped(stop) => Certified::Stopped(stop),
        Certified::TooLarge(why) => Certified::TooLarge(why),
    })
}

/// Keeps what a puzzle's own search found.
pub fn account<I: 'static, S: Serialize + PartialEq + Debug + Send + Sync + 'static>(
    make: fn(&I, &Budget) -> Accounted<S>,
    instance: &dyn Instance,
    budget: &Budget,
) -> Accounted {
    match make(own(instance), budget) {
        Accounted::Kept(text, solution) => Accounted::Kept(text, solution.map(Solution::new)),
        Accounted::Stopped(stop) => Accounted::Stopped(stop),
        Accounted::TooLarge(why) => Accounted::TooLarge(why),
    }
}

/// Checks what was kept, against a puzzle's own instance and solution.
pub fn accounted<I: 'static, S: 'static>(
    check: fn(&[u8], &I, Option<&S>, &Budget) -> Verified,
    bytes: &[u8],
    instance: &dyn Instance,
    solution: Option<&Solution>,
    budget: &Budget,
) -> Verified {
    check(bytes, own(instance), solution.map(own_solution), budget)
}

/// Checks a proof, perhaps against a puzzle's own instance.
pub fn verify<I: 'static>(
    check: OwnVerify<I>,
    bytes: &[u8],
    instance: Option<&dyn Instance>,
    budget: &Budget,
) -> Result<Verified, String> {
    check(bytes, instance.map(own), budget)
}

impl<R: Rules + ?Sized> Instance for Erased<R> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn id(&self) -> Option<&str> {
        R::id(&self.0)
    }

    fn json(&self) -> String {
        serde_json::to_string(&self.0).expect("instances are numbers, strings, lists and objects with names")
    }

    fn data(&self) -> Data {
        R::data(&self.0)
    }

    fn horizons(&self) -> Option<RangeInclusive<usize>> {
        R::horizons(&self.0)
    }

    fn horizon_word(&self) -> &'static str {
        R::horizon_word(&self.0)
    }

    fn minimised(&self) -> Option<Box<dyn Instance>> {
        R::minimised(&self.0).map(|instance| Box::new(Erased::<R>(instance)) as Box<dyn Instance>)
    }

    fn data_at(&self, horizon: usize) -> Data {
        R::data_at(&self.0, horizon)
    }

    fn write(&self, format: &str) -> Option<String> {
        R::FORMATS.iter().find(|f| f.name == format).and_then(|f| (f.write)(self))
    }

    fn solution(&self, named: &Named) -> Result<Solution, String> {
        R::solution(&self.0, named).map(Solution::new)
    }

    fn read_solution(&self, file: &str, text: &str) -> Result<Solution, InputError> {
        R::read_solution(&self.0, file, text).map(Solution::new)
    }

    fn check(&self, solution: &Solution) -> Result<(), String> {
        R::check(&self.0, own_solution(solution))
    }

    fn judged(&self, solution: &Solution) -> Judged {
        let not_judged = R::not_judged(&self.0).map(str::to_string);
        Judged { holds: R::holds(&self.0, own_solution(solution)), not_judged }
    }

    fn cost(&self, solution: &Solution) -> Option<i64> {
        R::cost(&self.0, own_solution(solution))
    }

    fn line(&self, solution: &Solution) -> String {
        R::line(&self.0, own_solution(solution))
    }

    fn backbone(&self, named: &Named) -> Value {
        R::backbone(&self.0, named)
    }

    fn probabilities(&self, named: &Named, total: &str) -> Value {
        R::probabilities(&self.0, named, total)
    }

    fn draw(&self, show: Show, colour: bool) -> String {
        R::draw(&self.0, own_show(show), colour)
    }

    fn frames(&self, solution: &Solution, colour: bool) -> Vec<String> {
        R::frames(&self.0, own_solution(solution), colour)
    }

    fn qdimacs(&self, at_least: i64) -> Option<Result<String, String>> {
        R::qdimacs(&self.0, at_least)
    }

    fn background(&self) -> &'static [&'static str] {
        R::BACKGROUND
    }

    fn asked(&self) -> &'static str {
        R::ASKED
    }

    fn cells_of(&self, rule: &str) -> Option<Vec<Pos>> {
        R::cells_of(&self.0, rule)
    }

    fn places(&self, variable: &str) -> Vec<Pos> {
        R::places(&self.0, variable)
    }

    fn places_in_words(&self, cells: &[Pos]) -> Option<String> {
        Some(R::places_in_words(&self.0, cells)).filter(|words| !words.is_empty())
    }

    fn sentence(&self, fact: &Fact) -> Option<String> {
        R::sentence(&self.0, fact)
    }

    fn claimed(&self, solution: &Solution) -> Option<Named> {
        R::claimed(&self.0, own_solution(solution))
    }

    fn svg(&self, show: Show) -> String {
        R::svg(&self.0, own_show(show))
    }
}

fn own_show<S: 'static>(show: Show) -> Show<S> {
    match show {
        Show::Instance => Show::Instance,
        Show::Solution(solution) => Show::Solution(own_solution(solution)),
        Show::Backbone(value) => Show::Backbone(value),
        Show::Probabilities(value) => Show::Probabilities(value),
        Show::Reason(ringed) => Show::Reason(ringed),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{cops, lightup, minesweeper, monkey, omino, queens, ricochet};
    use super::*;

    /// A generated instance goes through serde and comes back; what the reader refuses, serde refuses.
    fn goes_through_serde<R: Rules>() {
        let made = R::generate(&Options::new()).expect("every puzzle generates something");
        let json = serde_json::to_string(&made).expect("plain");
        let again: R::Instance = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        assert_eq!(serde_json::to_string(&again).expect("plain"), json);
        for wrong in ["{}", "[]", "7", "\"text\""] {
            assert!(serde_json::from_str::<R::Instance>(wrong).is_err(), "{}: {wrong}", R::NAME);
        }
    }

    #[test]
    fn instances_of_every_puzzle_go_through_serde() {
        goes_through_serde::<minesweeper::Minesweeper>();
        goes_through_serde::<cops::Cops>();
        goes_through_serde::<queens::Queens>();
        goes_through_serde::<ricochet::Ricochet>();
        goes_through_serde::<omino::Omino>();
        goes_through_serde::<monkey::Monkey>();
        goes_through_serde::<lightup::LightUp>();
    }

    #[test]
    #[should_panic(expected = "instances are given solutions of their own puzzle")]
    fn solutions_of_other_puzzles_are_mistakes_of_the_program() {
        let game = erased::<omino::Omino>(omino::Omino::generate(&Options::new()).expect("a game"));
        let _ = game.check(&Solution::new(lightup::Solution { bulbs: Vec::new() }));
    }
}
