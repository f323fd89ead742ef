//! What every puzzle of the table must do, from its row and its shipped files alone: a new puzzle gets these tests by being
//! there.
//!
//! `QUANDARY_FUZZ=1000000 cargo test --release --test puzzles fuzz` throws so many damaged files at each reader.

mod common;

use common::damage::{damaged, n_damaged};
use common::{quandary, quandary_with_input};
use quandary::puzzles::{Instance, Options, Puzzle, TABLE};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::Value;
use std::collections::BTreeMap;

/// A shipped file of a puzzle.
struct Shipped {
    name: String,
    text: String,
}

impl Shipped {
    fn read(&self, row: &Puzzle) -> Vec<Box<dyn Instance>> {
        (row.read)(&self.name, &self.text).unwrap_or_else(|error| panic!("{error}"))
    }
}

fn shipped(row: &Puzzle) -> Vec<Shipped> {
    let files = common::files(&format!("instances/{}", row.name));
    let is_instance = |path: &&std::path::PathBuf| path.extension().is_some_and(|e| e == "txt" || e == "jsonl");
    let read = |path: &std::path::PathBuf| Shipped {
        name: path.file_name().expect("a file").to_string_lossy().into_owned(),
        text: std::fs::read_to_string(path).expect("shipped files are text"),
    };
    let files: Vec<Shipped> = files.iter().filter(is_instance).map(read).collect();
    assert!(files.len() > 1, "{} ships instances", row.name);
    files
}

/// What a file says of an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Nothing,
    Some,
    None,
    Cost(i64),
}

/// From a header `# status: satisfiable`, `unsatisfiable`, `unreachable` or a number of moves.
fn header(text: &str) -> Expected {
    let status = text.lines().find_map(|line| line.strip_prefix("# status: "));
    match status.map(|words| words.split_whitespace().next().unwrap_or("")) {
        Some("satisfiable") => Expected::Some,
        Some("unsatisfiable" | "unreachable") => Expected::None,
        Some(word) => word.parse().map_or(Expected::Nothing, Expected::Cost),
        None => Expected::Nothing,
    }
}

/// From the fields that JSON instances carry along.
fn fields(line: &str) -> Expected {
    let object: Value = serde_json::from_str(line).expect("shipped lines are JSON");
    match (object.get("satisfiable").or(object.get("solvable")), object.get("optimal")) {
        (Some(Value::Bool(true)), _) => Expected::Some,
        (Some(Value::Bool(false)), _) => Expected::None,
        (_, Some(Value::Null)) => Expected::None,
        (_, Some(optimum)) => optimum.as_i64().map_or(Expected::Nothing, Expected::Cost),
        _ => Expected::Nothing,
    }
}

/// All shipped instances with what is known of them; those whose header says `# hard` are left out.
fn corpus(row: &Puzzle) -> Vec<(String, Box<dyn Instance>, Expected)> {
    let mut all = Vec::new();
    for file in shipped(row).iter().filter(|file| !file.text.contains("# hard")) {
        let expected: Vec<Expected> = match file.name.ends_with(".jsonl") {
            true => file.text.lines().filter(|line| !line.trim().is_empty()).map(fields).collect(),
            false => vec![header(&file.text)],
        };
        let instances = file.read(row);
        assert_eq!(instances.len(), expected.len(), "{}", file.name);
        let named = |i| format!("{}/{}[{i}]", row.name, file.name);
        all.extend(instances.into_iter().zip(expected).enumerate().map(|(i, (one, known))| (named(i), one, known)));
    }
    all
}

/// The answers of an engine to instances, one object each.
fn answers(row: &Puzzle, instances: &[&dyn Instance], engine: &str, seconds: &str) -> Vec<Value> {
    let args = ["solve", row.name, "-", "--json", "--engine", engine, "--timeout", seconds];
    let ask = |some: &[&dyn Instance]| {
        let lines: String = some.iter().map(|instance| instance.json() + "\n").collect();
        quandary_with_input(&args, lines.as_bytes())
    };
    let together = ask(instances);
    if together.code < 2 || instances.len() == 1 {
        let answers = together.json_lines();
        assert_eq!(answers.len(), instances.len(), "{} by {engine}: {}", row.name, together.err);
        return answers;
    }
    // The engine does not take all of them: one by one, and nothing where it says so.
    let alone = |instance: &&dyn Instance| match ask(&[*instance]) {
        run if run.code == 2 => serde_json::json!({"status": "unknown", "solution": null}),
        run => run.json(),
    };
    instances.iter().map(alone).collect()
}

/// The verdict of an answer, judged here once more: none, some, or the best with what it costs; nothing if it was not decided.
fn verdict(name: &str, instance: &dyn Instance, answer: &Value) -> Expected {
    let solution = (!answer["solution"].is_null()).then(|| {
        let read = instance.read_solution("answer", &answer["solution"].to_string());
        let solution = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(instance.check(&solution), Ok(()), "{name}: {answer}");
        assert_eq!(solution.json(), answer["solution"], "{name}");
        solution
    });
    match (answer["status"].as_str(), &solution) {
        (Some("unsatisfiable"), None) => Expected::None,
        (Some("satisfiable"), Some(_)) => Expected::Some,
        (Some("optimal"), Some(solution)) => instance.cost(solution).map_or(Expected::Some, Expected::Cost),
        (Some("unknown"), _) => Expected::Nothing,
        _ => panic!("{name}: {answer}"),
    }
}

fn agree(one: Expected, other: Expected) -> bool {
    match (one, other) {
        (Expected::Nothing, _) | (_, Expected::Nothing) => true,
        (Expected::None, other) | (other, Expected::None) => other == Expected::None,
        (Expected::Cost(a), Expected::Cost(b)) => a == b,
        (Expected::Some, _) | (_, Expected::Some) => true,
    }
}

/// The engines whose answers are answers to the question itself.
fn engines(row: &Puzzle) -> Vec<String> {
    let searches = row.searches.iter().map(|search| format!("search:{}", search.name));
    let variant = row.models[0].variant.is_some();
    searches.chain(["sat", "csp"].iter().filter(|_| !variant).map(|name| name.to_string())).collect()
}

#[test]
fn every_shipped_instance_is_answered_as_its_file_says() {
    for row in TABLE {
        let corpus = corpus(row);
        let all: Vec<&dyn Instance> = corpus.iter().map(|(_, instance, _)| instance.as_ref()).collect();
        let found = answers(row, &all, row.engine, "600");
        for ((name, instance, expected), answer) in corpus.iter().zip(&found) {
            let verdict = verdict(name, instance.as_ref(), answer);
            assert!(verdict != Expected::Nothing && agree(verdict, *expected), "{name}: {expected:?}, {answer}");
        }
    }
}

/// Engines that are slow on an instance say nothing about it; whatever they say must be right.
#[test]
fn every_engine_agrees_on_small_shipped_instances() {
    for row in TABLE {
        let mut small = corpus(row);
        small.retain(|(_, instance, _)| instance.json().len() < 300);
        small.truncate(24);
        let all: Vec<&dyn Instance> = small.iter().map(|(_, instance, _)| instance.as_ref()).collect();
        let mut known: Vec<Expected> = small.iter().map(|(_, _, expected)| *expected).collect();
        for engine in engines(row) {
            for (i, answer) in answers(row, &all, &engine, "0.2").iter().enumerate() {
                let verdict = verdict(&small[i].0, all[i], answer);
                assert!(agree(known[i], verdict), "{} by {engine}: {:?}, {answer}", small[i].0, known[i]);
                if known[i] == Expected::Nothing || matches!(verdict, Expected::Cost(_)) {
                    known[i] = verdict;
                }
            }
        }
    }
}

/// A generator's instance of a size, if it makes one.
fn generated(row: &Puzzle, size: usize, seed: u64) -> Option<Box<dyn Instance>> {
    let options: Options = [(row.size, size.to_string()), ("seed", seed.to_string())]
        .into_iter()
        .map(|(name, value)| (name.to_string(), value))
        .collect();
    let made = (row.generate)(&options).ok()?;
    let again = (row.generate)(&options).expect("it was made before");
    assert_eq!(made.json(), again.json(), "{}: the same seed gives the same instance", row.name);
    Some(made)
}

#[test]
fn every_engine_agrees_on_small_generated_instances() {
    for row in TABLE {
        let sizes = [2, 3, 4, 5].into_iter().flat_map(|size| [1, 2, 3].map(|seed| (size, seed)));
        let made: Vec<Box<dyn Instance>> = sizes.filter_map(|(size, seed)| generated(row, size, seed)).collect();
        assert!(made.len() >= 6, "{} generates small instances", row.name);
        let all: Vec<&dyn Instance> = made.iter().map(|instance| instance.as_ref()).collect();
        let mut known = vec![Expected::Nothing; all.len()];
        for engine in engines(row) {
            for (i, answer) in answers(row, &all, &engine, "0.2").iter().enumerate() {
                let verdict = verdict(row.name, all[i], answer);
                assert!(agree(known[i], verdict), "{engine}: {:?}, {answer}\n{}", known[i], all[i].json());
                if known[i] == Expected::Nothing || matches!(verdict, Expected::Cost(_)) {
                    known[i] = verdict;
                }
            }
        }
        assert!(known.iter().any(|known| *known != Expected::Nothing), "{}: somebody answers", row.name);
    }
}

#[test]
fn every_format_that_is_read_comes_back() {
    for row in TABLE {
        let generated = [2, 3, 4, 5].into_iter().filter_map(|size| generated(row, size, 7));
        let all = shipped(row).iter().flat_map(|file| file.read(row)).chain(generated).collect::<Vec<_>>();
        let mut n_written: BTreeMap<&str, usize> = BTreeMap::new();
        for instance in &all {
            for format in row.formats.iter().filter(|format| format.is_read) {
                let Some(text) = instance.write(format.name) else { continue };
                let read = |text: &str| (row.read)("again", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                let again = read(&text);
                assert_eq!(again.len(), 1, "{text}");
                // Comments and names may be lost on the way, once.
                let written = again[0].write(format.name).expect("it was written before");
                assert_eq!(read(&written)[0].write(format.name), Some(written), "{} as {}", row.name, format.name);
                if text.len() < 2000 {
                    assert_eq!(again[0].data().to_dzn(), instance.data().to_dzn(), "{text}");
                }
                *n_written.entry(format.name).or_default() += 1;
            }
        }
        for format in row.formats.iter().filter(|format| format.is_read) {
            assert!(n_written.contains_key(format.name), "{} writes nothing as {}", row.name, format.name);
        }
    }
}

/// Reads a text that may be anything: instances, at least one, or an error at a place of the text.
fn taken_or_explained(row: &Puzzle, text: &str) -> Vec<Box<dyn Instance>> {
    match (row.read)("f", text) {
        Ok(instances) => {
            assert!(!instances.is_empty(), "{}: {text:?} is nothing", row.name);
            instances
        }
        Err(error) => {
            let n_lines = 1 + text.matches('\n').count();
            let (line, col) = (error.place.line, error.place.col);
            assert!((1..=n_lines).contains(&line) && col > 0, "{}: {error} in {text:?}", row.name);
            Vec::new()
        }
    }
}

#[test]
fn every_beginning_of_a_shipped_file_is_taken_or_explained() {
    for row in TABLE {
        for Shipped { text, .. } in shipped(row) {
            // Of long files some: reading all beginnings takes the square of the length.
            let step = 1 + text.len() / 800;
            for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
                taken_or_explained(row, &text[..end]);
            }
        }
    }
}

/// How many damaged texts each reader gets, unless somebody asks for more.
const MANY: usize = 100_000;

#[test]
fn fuzz_of_every_format() {
    for row in TABLE {
        let mut random = Pcg64Mcg::seed_from_u64(12);
        let whole = shipped(row);
        let instances: Vec<Box<dyn Instance>> = whole.iter().flat_map(|file| file.read(row)).collect();
        let written = instances.iter().flat_map(|i| row.formats.iter().filter_map(|f| i.write(f.name)));
        let texts: Vec<String> =
            whole.iter().map(|f| f.text.clone()).chain(written).filter(|t| t.len() < 1000).collect();
        let mut n_read = 0;
        for round in 0..n_damaged(MANY) {
            let text = damaged(&texts[random.random_range(0..texts.len())], &mut random);
            for instance in taken_or_explained(row, &text).iter().filter(|_| text.len() < 2000) {
                n_read += 1;
                // What was taken can be written and is taken again.
                let format = &row.formats[round % row.formats.len()];
                if let Some(text) = instance.write(format.name).filter(|_| format.is_read) {
                    assert!((row.read)("f", &text).is_ok(), "{}: {text}", row.name);
                }
            }
        }
        assert!(n_read > n_damaged(MANY) / 50, "{}: {n_read} of {} damaged texts are read", row.name, n_damaged(MANY));
    }
}

#[test]
fn fuzz_of_every_solution() {
    for row in TABLE {
        let mut random = Pcg64Mcg::seed_from_u64(13);
        let mut small = corpus(row);
        small.retain(|(_, instance, _)| instance.json().len() < 400);
        small.truncate(12);
        let all: Vec<&dyn Instance> = small.iter().map(|(_, instance, _)| instance.as_ref()).collect();
        let found = answers(row, &all, row.engine, "600");
        let solved: Vec<(&dyn Instance, String)> = all
            .iter()
            .zip(&found)
            .filter(|(_, answer)| !answer["solution"].is_null())
            .flat_map(|(instance, answer)| {
                let json = answer["solution"].to_string();
                let solution = instance.read_solution("f", &json).expect("our own");
                [(*instance, instance.line(&solution)), (*instance, json)]
            })
            .collect();
        assert!(!solved.is_empty(), "{} ships a small instance with a solution", row.name);
        let mut n_judged = 0;
        for _ in 0..n_damaged(MANY) {
            let (instance, text) = &solved[random.random_range(0..solved.len())];
            let Ok(solution) = instance.read_solution("f", &damaged(text, &mut random)) else { continue };
            n_judged += 1;
            match instance.check(&solution) {
                Ok(()) => assert!(!instance.judged(&solution).holds.is_empty()),
                Err(why) => assert!(!why.is_empty() && !why.contains('\n'), "{}: {why}", row.name),
            }
            if n_judged % 16 == 0 {
                use quandary::puzzles::Show::Solution;
                instance.line(&solution);
                instance.draw(Solution(&solution), true);
                instance.frames(&solution, false);
                assert!(instance.svg(Solution(&solution)).ends_with("</svg>\n"), "{}", row.name);
            }
        }
        assert!(n_judged > n_damaged(MANY) / 100, "{}: {n_judged} of {} claims are judged", row.name, n_damaged(MANY));
    }
}

/// The dzn form is what MiniZinc reads: the real one finds as many solutions as there are.
#[test]
fn real_minizinc_reads_the_data_of_every_puzzle() {
    if !common::has_tool("minizinc") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let data = dir.path().join("data.dzn");
    for row in TABLE {
        let instance = [3, 2, 4, 5].into_iter().find_map(|size| generated(row, size, 1)).expect("a small instance");
        let told = instance.write("dzn").expect("every puzzle has it");
        for model in row.models {
            let more = model.one.map_or_else(String::new, |more| more(instance.as_ref()).to_dzn());
            std::fs::write(&data, told.clone() + &more).expect("the folder is ours");
            let output = std::process::Command::new("minizinc")
                .args(["-O0", "--compile", "--fzn", "/dev/null", "--no-output-ozn", &common::path(model.file)])
                .arg(&data)
                .output()
                .expect("minizinc runs");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{}: {said}\n{}", model.file, instance.json());
        }
    }
}

#[test]
fn every_puzzle_is_drawn_and_listed() {
    for row in TABLE {
        let listed = quandary(&["list", "puzzles"]);
        assert!(listed.out.contains(row.name), "{}", listed.out);
        let file = common::path(&format!("instances/{}/{}", row.name, shipped(row)[0].name));
        let drawn = quandary(&["draw", row.name, &file]);
        assert!(drawn.code == 0 && !drawn.out.is_empty(), "{}: {}", row.name, drawn.err);
        let page = std::fs::read_to_string(common::path(&format!("docs/{}.md", row.name)));
        assert!(page.is_ok_and(|text| text.starts_with("# ")), "docs/{}.md", row.name);
    }
}
