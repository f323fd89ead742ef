//! What leaves for other programs means the same there: FlatZinc in MiniZinc's solvers, weights and counts, competition lines;
//! and MiniZinc's answers come back.
//!
//! Without `minizinc` its tests are skipped with a note, unless `QUANDARY_REQUIRE_TOOLS` is set.

mod common;

use common::{Ran, examples, has_tool, quandary, quandary_with_input};
use quandary::front::{Data, Program, Source, flatzinc};
use quandary::model::arbitrary::{self, Form, Shape};
use quandary::model::{Assignment, Kind, Model};
use quandary::search::Budget;
use quandary::solve::solutions;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The answer of a solution, each name with its value.
fn shown(model: &Model, solution: &Assignment) -> String {
    let value = |kind, value: i64| if kind == Kind::Bool { (value != 0).to_string() } else { value.to_string() };
    let lines = model.answer.iter().map(|var| {
        let decl = &model.vars[var.index()];
        format!("{} = {};\n", decl.name, value(decl.kind, solution[*var]))
    });
    let lines: BTreeSet<String> = lines.collect();
    lines.into_iter().collect()
}

fn of_model(model: &Model) -> BTreeSet<String> {
    arbitrary::solutions(model).map(|solution| shown(model, &solution)).collect()
}

/// Every solution of a text in FlatZinc, as it shows them.
fn of_text(text: &str) -> BTreeSet<String> {
    let program = Program::parse(&[Source::new("random.fzn", text)]).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut instance = program.instantiate(&Data::new()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    instance.answer_by_output();
    let all = solutions(instance.model.clone(), &"csp".parse().expect("an engine"), Budget::unlimited());
    let show = |solution: Assignment| {
        let text = instance.flatzinc_within(&solution, &Budget::unlimited()).expect("it fits");
        text.lines().map(|line| format!("{line}\n")).collect::<BTreeSet<_>>().into_iter().collect()
    };
    all.map(|solution| show(solution.expect("no limit"))).collect()
}

#[test]
fn random_models_mean_the_same_in_flatzinc() {
    for seed in 0..260 {
        let model = arbitrary::model_with(Form::ALL[seed as usize % Form::ALL.len()], seed, &Shape::SMALL);
        for write in [flatzinc::write, flatzinc::write_whole] {
            let text = write(&model).expect("small models are written").to_string();
            assert_eq!(of_text(&text), of_model(&model), "seed {seed}\n{text}");
        }
    }
}

fn gecode(file: &Path, options: &[&str]) -> String {
    let ran = Command::new("minizinc").args(["--solver", "gecode"]).args(options).arg(file).output();
    let ran = Ran::of(ran.expect("minizinc runs"));
    assert!(ran.code == 0 && !ran.out.contains("ERROR"), "{}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn random_models_mean_the_same_to_gecode() {
    if !has_tool("minizinc") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("random.fzn");
    for seed in 1000..1026 {
        let model = arbitrary::model_with(Form::ALL[seed as usize % Form::ALL.len()], seed, &Shape::SMALL);
        let text = flatzinc::write(&model).expect("small models are written").to_string();
        std::fs::write(&file, &text).expect("written");
        let out = gecode(&file, &["-a"]);
        let of_part = |part: &str| part.lines().map(|line| format!("{line}\n")).collect::<BTreeSet<_>>();
        let mut parts: Vec<&str> = out.split("----------\n").collect();
        parts.pop();
        let found: BTreeSet<String> = parts.iter().map(|part| of_part(part).into_iter().collect()).collect();
        assert_eq!(found, of_model(&model), "seed {seed}\n{text}");
    }
}

#[test]
fn gecode_solves_the_shipped_models_as_we_flatten_them() {
    if !has_tool("minizinc") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("model.fzn");
    let few = |solutions: &str| solutions.len() < 3;
    for example in examples().iter().filter(|example| few(&example.solutions)) {
        let ran = quandary(&example.args("export", &["--format", "fzn", "-o", &file.to_string_lossy()]));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let out = gecode(&file, &["-a", "-t", "60000"]);
        assert_eq!(out.contains("UNSATISFIABLE"), example.status == "unsatisfiable", "{:?}", example.inputs);
        if example.status == "satisfiable" {
            assert_eq!(out.matches("----------\n").count().to_string(), example.solutions, "{:?}", example.inputs);
        }
    }
}

#[test]
fn objectives_become_weights_and_counts_stay_counts() {
    let wcnf = quandary(&["export", "models/examples/knapsack.mzn", "models/examples/knapsack-ten.dzn", "-f", "wcnf"]);
    let (hard, soft): (Vec<&str>, Vec<&str>) =
        wcnf.out.lines().filter(|line| !line.starts_with('c')).partition(|line| line.starts_with("h "));
    assert!(wcnf.code == 0 && !hard.is_empty() && !soft.is_empty(), "{}{}", wcnf.out, wcnf.err);
    assert!(soft.iter().all(|line| line.split(' ').next().is_some_and(|w| w.parse::<u64>().is_ok_and(|w| w > 0))));
    let model = b"array[1..9] of var bool: b; constraint sum(b) = 4; solve satisfy;";
    let knf = quandary_with_input(&["export", "-", "-f", "knf", "--no-names"], model);
    assert_eq!(knf.out, "p knf 9 2\nk 4 1 2 3 4 5 6 7 8 9 0\nk 5 -1 -2 -3 -4 -5 -6 -7 -8 -9 0\n", "{}", knf.err);
    let noted = quandary_with_input(&["export", "-", "-f", "knf"], b"var 0..3: x; solve minimize x;");
    assert!(noted.err.contains("best or not"), "{}", noted.err);
}

#[test]
fn counters_are_told_what_to_count_by() {
    let model = b"array[1..9] of var bool: b; constraint sum(b) = 4; solve satisfy;";
    let cnf = quandary_with_input(&["export", "-"], model).out;
    let shown: Vec<&str> = cnf.lines().filter(|line| line.starts_with("c p show ")).collect();
    assert_eq!(shown, ["c p show 1 2 3 4 5 6 7 8 9 0"], "{cnf}");
}

#[test]
fn formulas_are_answered_as_in_competitions() {
    let ask = |text: &[u8]| quandary_with_input(&["solve", "-", "--competition"], text);
    let sat = ask(b"p cnf 3 3\n1 0\n-2 0\n-1 3 0\n");
    assert!(sat.code == 10 && sat.out.ends_with("\ns SATISFIABLE\nv 1 -2 3 0\n"), "{}", sat.out);
    let unsat = ask(b"p cnf 1 2\n1 0\n-1 0\n");
    assert!(unsat.code == 20 && unsat.out.ends_with("\ns UNSATISFIABLE\n"), "{}", unsat.out);
    let best = ask(b"* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n");
    assert!(best.code == 30 && best.out.ends_with("\ns OPTIMUM FOUND\nv x1 -x2\n"), "{}", best.out);
    assert!(best.out.contains("o 1\n"), "{}", best.out);
    let model = quandary_with_input(&["solve", "-", "--competition"], b"var 0..3: x; solve satisfy;");
    assert_eq!(model.code, 2, "{}", model.err);
}

#[test]
fn formulas_by_their_names_are_answered_in_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("f.cnf"), "p cnf 2 2\n1 0\n-2 0\n").expect("ours");
    std::fs::write(at("f.opb"), "* #variable= 1 #constraint= 1\nmin: +1 x1 ;\n+1 x1 >= 1 ;\n").expect("ours");
    let formula = quandary(&["solve", &at("f.cnf")]);
    assert!(formula.code == 10 && formula.out.ends_with("\ns SATISFIABLE\nv 1 -2 0\n"), "{}", formula.out);
    let best = quandary(&["solve", &at("f.opb"), "--engine", "sat"]);
    assert!(best.code == 30 && best.out.ends_with("\ns OPTIMUM FOUND\nv x1\n"), "{}", best.out);
    let named = quandary(&["solve", &at("f.cnf"), "-n", "1"]);
    assert!(named.out.starts_with("x1 = 1;\nx2 = 0;\n----------\n"), "{}", named.out);
    assert_eq!(quandary(&["solve", &at("f.cnf"), "--json"]).json()["status"], "satisfiable");
}

#[test]
fn minizincs_answers_are_judged() {
    const MODEL: &str = "enum Colour = {red, green};\nvar 1..3: x;\narray[0..1] of var bool: b;\narray[1..2, 1..2] of var 0..9: m;\n\
        var Colour: c;\nconstraint x = 2 /\\ b[0] /\\ m[1, 2] = 7 /\\ c = green;\nsolve satisfy;\n";
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    let model = write("m.mzn", MODEL);
    let mut claims = vec![
        "x = 2;\nb = [0: true, 1: false];\nm = \n[| 0, 7\n | 0, 0\n |];\nc = green;\n----------\n==========\n".to_string(),
        "{\n  \"x\" : 2,\n  \"b\" : [true, false],\n  \"m\" : [[0, 7], [0, 0]],\n  \"c\" : {\"e\": \"green\"},\n  \"_objective\" : 3\n}\n----------\n".to_string(),
    ];
    if has_tool("minizinc") {
        for mode in ["item", "dzn", "json"] {
            let ran = Command::new("minizinc").args(["--solver", "gecode", "--output-mode", mode, &model]).output();
            claims.push(Ran::of(ran.expect("minizinc runs")).out);
        }
    }
    for claim in claims {
        let judged = quandary(&["check", &model, &write("claim.txt", &claim)]);
        assert_eq!(judged.code, 10, "{}{}\n{claim}", judged.out, judged.err);
        let wrong = claim.replace('7', "8");
        assert_eq!(quandary(&["check", &model, &write("claim.txt", &wrong)]).code, 20, "{wrong}");
    }
    let two = "x = 1;\n----------\nx = 2;\n----------\n==========\n";
    assert_eq!(quandary(&["check", &model, &write("claim.txt", two)]).code, 10, "the last one counts");
}
