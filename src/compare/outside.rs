//! Other solvers through the real MiniZinc, as rows of a comparison: `minizinc:gecode`.
//!
//! The model's texts go into a folder of their own, and `minizinc` is called there with the limits of the run. What it says is
//! read by its protocol; its answers are not judged, so they count as claims that ours are compared with. Its time includes
//! its own flattening, as ours does.

use super::planned::{GRACE, Limits, Planned};
use super::{State, Trial};
use crate::front::Source;
use crate::outside::is_confined;
use crate::runs::child::{self, Ended, Spoken};
use crate::solve::{Language, Named};
use serde_json::Value;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The solver that an engine's text names, if it is one of MiniZinc's.
pub fn solver(engine: &str) -> Option<&str> {
    engine.strip_prefix("minizinc:").filter(|name| !name.is_empty())
}

/// Whether MiniZinc can be asked about a problem.
pub fn takes(named: &Named) -> bool {
    named.puzzle.is_none() && named.language == Language::Minizinc && !named.model.is_empty()
}

/// Does a run. `None` if the user stopped it.
pub fn perform(planned: &Planned, solver: &str, limits: Limits, stop: &AtomicBool) -> Result<Option<Trial>, String> {
    if is_confined() {
        return Err("no program is started here".to_string());
    }
    let folder = tempfile::tempdir().map_err(|e| format!("cannot make a folder: {e}"))?;
    let files = written(&planned.named, folder.path())?;
    let mut arguments: Vec<String> =
        ["--solver", solver, "--output-mode", "json", "--output-objective"].map(str::to_string).to_vec();
    arguments.extend(["--time-limit".to_string(), format!("{:.0}", limits.seconds * 1e3)]);
    arguments.extend(planned.named.define.iter().flat_map(|define| ["-D".to_string(), define.clone()]));
    arguments.extend(files.iter().map(|file| file.to_string_lossy().into_owned()));
    let bounds = child::Limits { seconds: limits.seconds + GRACE, kilobytes: None };
    let spoken = child::run("minizinc", &arguments, b"", bounds, stop)?;
    Ok(if spoken.ended == Ended::Interrupted { None } else { Some(trial_of(planned, &spoken)) })
}

/// The texts as files: models, then data. What a model includes lies beside it, under the name it is included by.
fn written(named: &Named, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for (number, source) in named.model.iter().chain(&named.data).enumerate() {
        let is_included = number < named.model.len() && named.model.iter().any(|other| includes(other, source));
        let path = folder.join(place(source, number, is_included));
        let parent = path.parent().unwrap_or(folder);
        let done = fs::create_dir_all(parent).and_then(|()| fs::write(&path, &source.text));
        done.map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        files.extend(Some(path).filter(|_| !is_included));
    }
    Ok(files)
}

/// Whether a text names another as one includes it.
fn includes(text: &Source, other: &Source) -> bool {
    text.text.contains(&format!("\"{}\"", other.name))
}

/// Where a text is written within the folder: an included one may lie deeper, and none lies outside.
fn place(source: &Source, number: usize, is_included: bool) -> PathBuf {
    let name = Path::new(&source.name);
    let is_inside = name.components().all(|part| matches!(part, Component::Normal(_)));
    match is_included && is_inside {
        true => name.to_path_buf(),
        false => name.file_name().map_or_else(|| format!("{number}.mzn").into(), PathBuf::from),
    }
}

/// The run that MiniZinc's words stand for.
fn trial_of(planned: &Planned, spoken: &Spoken) -> Trial {
    let value = last_object(&spoken.out).and_then(|answer| answer["_objective"].as_i64());
    let (state, verdict) = state(spoken, value.is_some());
    let message = spoken.err.lines().last().map(str::to_string).filter(|_| state != State::Ok);
    let verdict = verdict.map(str::to_string);
    let value = value.filter(|_| state == State::Ok);
    Trial { state, verdict, value, message, seconds: spoken.seconds, ..Trial::nothing(planned, spoken.seconds) }
}

/// The last solution: what stands before the last line of dashes.
fn last_object(out: &str) -> Option<Value> {
    let (solutions, _) = out.rsplit_once("\n----------")?;
    let last = solutions.rsplit_once("\n----------\n").map_or(solutions, |(_, last)| last);
    serde_json::from_str(&last[last.find('{')?..]).ok()
}

fn state(spoken: &Spoken, optimises: bool) -> (State, Option<&'static str>) {
    let says = |line: &str| spoken.out.lines().any(|l| l == line);
    match &spoken.ended {
        Ended::Late => (State::Timeout, None),
        _ if says("=====UNSATISFIABLE=====") => (State::Ok, Some("unsatisfiable")),
        _ if says("==========") && optimises => (State::Ok, Some("optimal")),
        _ if says("----------") && !optimises => (State::Ok, Some("satisfiable")),
        _ if says("----------") || says("=====UNKNOWN=====") => (State::Timeout, None),
        _ => (State::Crash, None),
    }
}

#[cfg(test)]
mod tests {
    use super::{last_object, state, takes, written};
    use crate::compare::State;
    use crate::front::Source;
    use crate::runs::child::{Ended, Spoken};
    use crate::solve::Named;

    fn said(out: &str) -> Spoken {
        Spoken { ended: Ended::Code(0), out: out.to_string(), err: String::new(), seconds: 1.0 }
    }

    #[test]
    fn words_of_the_protocol() {
        let best = "{\n  \"x\" : 3,\n  \"_objective\" : 3\n}\n----------\n{\n  \"x\" : 2,\n  \"_objective\" : 2\n}\n----------\n";
        assert_eq!(last_object(best).map(|object| object["_objective"].as_i64()), Some(Some(2)));
        for (out, optimises, expected) in [
            ("=====UNSATISFIABLE=====\n".to_string(), false, (State::Ok, Some("unsatisfiable"))),
            (format!("{best}==========\n"), true, (State::Ok, Some("optimal"))),
            (best.to_string(), true, (State::Timeout, None)),
            ("{\n  \"x\" : 2\n}\n----------\n".to_string(), false, (State::Ok, Some("satisfiable"))),
            ("=====UNKNOWN=====\n".to_string(), false, (State::Timeout, None)),
            (String::new(), false, (State::Crash, None)),
        ] {
            assert_eq!(state(&said(&out), optimises), expected, "{out}");
        }
    }

    #[test]
    fn what_is_included_is_a_file_and_no_model() {
        let main = Source::new("far/a.mzn", "include \"deep/b.mzn\"; include \"../c.mzn\"; solve satisfy;");
        let included = |name: &str| Source::new(name, "var bool: x;");
        let named = Named {
            model: vec![included("../c.mzn"), included("deep/b.mzn"), main],
            data: vec![Source::new("far/d.dzn", "")],
            ..Named::default()
        };
        let folder = tempfile::tempdir().expect("a folder");
        let files = written(&named, folder.path()).expect("it can be written");
        assert_eq!(files, ["a.mzn", "d.dzn"].map(|file| folder.path().join(file)));
        assert!(folder.path().join("deep/b.mzn").is_file() && folder.path().join("c.mzn").is_file());
    }

    #[test]
    fn only_models_are_taken() {
        let model = Named { model: vec![Source::new("a.mzn", "solve satisfy;")], ..Named::default() };
        assert!(takes(&model));
        assert!(!takes(&Named { puzzle: Some("queens".to_string()), ..model }));
    }
}
