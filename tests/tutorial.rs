//! The tutorial of `docs/minizinc.md`: every session is replayed, every model is shown as it is, and the real `minizinc`, by both
//! our solvers and from Python, says what we say.

mod common;

use common::installed::{Installed, SOLVERS, last_value, python};
use common::sessions::{Step, steps, words};
use common::{files, path, quandary, quandary_with_input};
use serde_json::{Value, json};

const PAGE: &str = "docs/minizinc.md";
const FOLDER: &str = "models/tutorial/";

/// The sessions of the chapter: those about its models.
fn sessions() -> Vec<Step> {
    steps(PAGE).into_iter().filter(|step| step.command.contains(FOLDER)).collect()
}

#[test]
fn every_session_is_true() {
    let sessions = sessions();
    assert!(sessions.len() >= 25, "the chapter has sessions: {}", sessions.len());
    for step in &sessions {
        let words = words(&step.command);
        assert_eq!(words[0], "quandary", "only our own program is replayed: {}", step.command);
        step.check(&quandary(&words[1..].iter().map(String::as_str).collect::<Vec<_>>()));
    }
}

#[test]
fn every_model_is_shown_and_every_file_is_used() {
    let page = std::fs::read_to_string(path(PAGE)).expect("the page is there");
    let commands: Vec<Vec<String>> = sessions().iter().map(|step| words(&step.command)).collect();
    for file in files(FOLDER) {
        let name = format!("{FOLDER}{}", file.file_name().expect("a file").to_string_lossy());
        assert!(commands.iter().flatten().any(|word| *word == name), "no session uses {name}");
        let text = std::fs::read_to_string(&file).expect("a text");
        let is_shown = page.contains(&format!("```minizinc\n{text}```\n"));
        assert!(is_shown || !name.ends_with(".mzn"), "{name} is not shown as it is");
    }
}

/// What a session is about: its files, and one more with what it defines by `-D`.
struct Case {
    inputs: Vec<String>,
}

impl Case {
    fn of(step: &Step, installed: &Installed, number: usize) -> Case {
        let words = words(&step.command);
        let mut inputs: Vec<String> = words.iter().filter(|word| word.starts_with(FOLDER)).cloned().collect();
        if let Some(at) = words.iter().position(|word| word == "-D") {
            // MiniZinc 2.6 takes no definitions where a solver reads models.
            let file = installed.0.path().join(format!("{number}.dzn"));
            std::fs::write(&file, format!("{};\n", words[at + 1])).expect("written");
            inputs.push(file.to_string_lossy().into_owned());
        }
        Case { inputs }
    }

    fn inputs(&self) -> Vec<&str> {
        self.inputs.iter().map(String::as_str).collect()
    }

    /// The inputs without a checker.
    fn plain(&self) -> Vec<&str> {
        self.inputs().into_iter().filter(|input| !input.ends_with(".mzc.mzn")).collect()
    }

    /// What we say: status and objective.
    fn answer(&self) -> (String, Option<i64>) {
        let found = quandary(&[&["solve", "--json"], self.plain().as_slice()].concat()).json();
        (found["status"].as_str().expect("a status").to_string(), found["objective"].as_i64())
    }

    /// Whether MiniZinc's compiler can read the model: types have names since 2.7.
    fn suits(&self, version: (u32, u32)) -> bool {
        let text = std::fs::read_to_string(path(&self.inputs[0])).expect("a model");
        version >= (2, 7) || !text.lines().any(|line| line.starts_with("type "))
    }
}

/// The version of MiniZinc: `version 2.6.4` is (2, 6).
fn version(installed: &Installed) -> (u32, u32) {
    let said = installed.minizinc(&["--version"]).out;
    let mut numbers = last_value(&said, "version ").expect("it says its version").split('.').map(|n| n.trim().parse());
    let mut next = || numbers.next().expect("two numbers").expect("a number");
    (next(), next())
}

/// The sessions' files, each list once.
fn cases(installed: &Installed) -> Vec<Case> {
    let mut seen = Vec::new();
    let mut is_new = |step: &Step| {
        let kept: Vec<String> = words(&step.command)[2..].to_vec();
        let new = !seen.contains(&kept);
        seen.push(kept);
        new
    };
    let all = sessions().into_iter().filter(|step| is_new(step)).collect::<Vec<_>>();
    all.iter().enumerate().map(|(number, step)| Case::of(step, installed, number)).collect()
}

fn check(installed: &Installed, solver: &str, case: &Case, answer: &(String, Option<i64>)) {
    let out = installed.solve(solver, &["-s"], &case.inputs());
    let status = match (out.contains("=====UNSATISFIABLE====="), out.contains("==========\n")) {
        (true, _) => "unsatisfiable",
        (false, true) => "optimal",
        (false, false) => "satisfiable",
    };
    let objective = last_value(&out, "stat: objective=").and_then(|value| value.parse().ok());
    assert_eq!((status.to_string(), objective), *answer, "{solver} {:?}: {out}", case.inputs);
    let is_checked = case.inputs().len() > case.plain().len();
    assert_eq!(out.contains("% Solution checker report:\n% "), is_checked, "{solver} {:?}: {out}", case.inputs);
}

/// A solution that MiniZinc prints, put back.
fn judge(installed: &Installed, case: &Case) {
    let inputs = case.plain();
    let solution = installed.solve("quandary", &["--output-mode", "dzn"], &inputs);
    let ran = quandary_with_input(&[&["check"], inputs.as_slice(), &["-"]].concat(), solution.as_bytes());
    assert_eq!(ran.code, 10, "{inputs:?}: {}{}{solution}", ran.out, ran.err);
}

#[test]
fn minizinc_says_what_we_say() {
    let Some(installed) = Installed::new() else { return };
    let version = version(&installed);
    for case in cases(&installed) {
        let answer = case.answer();
        for solver in SOLVERS.iter().filter(|solver| **solver != "quandary" || case.suits(version)) {
            check(&installed, solver, &case, &answer);
        }
        if answer.0 == "satisfiable" && case.suits(version) {
            judge(&installed, &case);
        }
    }
}

#[test]
fn python_says_what_we_say() {
    let Some(installed) = Installed::new() else { return };
    let Some(python) = python() else { return };
    let version = version(&installed);
    let cases: Vec<Case> = cases(&installed).into_iter().filter(|case| case.suits(version)).collect();
    let lists: Value = cases.iter().map(Case::plain).collect();
    let script = "tests/minizinc/tutorial.py";
    let out = installed.python(&python, script, &[script, &lists.to_string()]);
    let expected: Value = cases
        .iter()
        .map(|case| {
            let (status, objective) = case.answer();
            let theirs = match status.as_str() {
                "optimal" => "OPTIMAL_SOLUTION",
                "satisfiable" => "SATISFIED",
                "unsatisfiable" => "UNSATISFIABLE",
                other => panic!("{:?} is {other}", case.inputs),
            };
            json!([theirs, objective])
        })
        .collect();
    assert_eq!(serde_json::from_str::<Value>(&out).expect("one list"), expected);
}
