//! What is run: models that take for ever somewhere, hard instances of every puzzle, and every command.

use std::path::Path;

/// A call of the program, without its limits.
pub struct Case {
    /// What the table calls it.
    pub name: String,
    /// The arguments.
    pub args: Vec<String>,
    /// The limit on memory in megabytes.
    pub megabytes: u64,
    /// What is on standard input.
    pub input: Input,
}

/// Standard input of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Nothing.
    Empty,
    /// Zeros without end.
    Zeros,
    /// A pipe that says nothing.
    Silent,
}

/// Models by name, complete but for `solve satisfy;`.
const MODELS: &[(&str, &str)] = &[
    ("L1", "int: n = 20000; array[1..n] of var 1..n: x; constraint forall(i, j in 1..n where i < j)(x[i] != x[j]);"),
    (
        "L2",
        "include \"cumulative.mzn\"; int: n = 3200; array[1..n] of var 0..n: s; constraint cumulative(s, \
         [1+i mod 5 | i in 1..n], [1+i mod 3 | i in 1..n], 10);",
    ),
    ("L3", "function int: f(int: n) = if n < 2 then n else f(n-1)+f(n-2) endif; int: k = f(45);"),
    ("L4", "int: k = sum(i in 1..30000, j in 1..30000)(bool2int(i mod 7 = j));"),
    ("L5", "set of int: s = {i*i | i in 1..40000000}; var 0..1: x; constraint x in s;"),
    ("L6", "include \"alldifferent.mzn\"; array[1..2500] of var 1..2500: x; constraint alldifferent(x);"),
    (
        "L7",
        "array[1..300000] of int: a = [i*i mod 300007 | i in 1..300000]; array[1..40] of var 1..300000: x; \
         constraint forall(i in 1..39)(a[x[i]] < a[x[i+1]]);",
    ),
    (
        "L8",
        "include \"table.mzn\"; array[1..30000] of var 1..300: x; constraint forall(i in 1..29998)(table([x[i], x[i+1], \
         x[i+2]], array2d(1..1000, 1..3, [1 + (r * c) mod 300 | r in 1..1000, c in 1..3])));",
    ),
    ("L9", "var 0..1: x; output [show(x+i) ++ \"\\n\" | i in 1..40000000];"),
    ("L10", "function string: d(int: k) = if k = 0 then \"abcdefgh\" else d(k-1) ++ d(k-1) endif; output [d(26)];"),
    ("L11a", "array[1..30000000] of var bool: b;"),
    ("L11b", "array[1..7000,1..7000] of var 1..9: b;"),
    (
        "L12",
        "include \"global_cardinality.mzn\"; int: n = 1200; array[0..n-1] of var 0..n-1: x; constraint \
         global_cardinality(x,[i | i in 0..n-1],x);",
    ),
    ("L13a", "var 0..100000000: x; var 0..100000000: y; constraint x < y; constraint y < x;"),
    ("L13b", "var 0..1000000000000: x; var 0..1000000000000: y; constraint x < y; constraint y < x;"),
];

/// Instances from generators: name, puzzle, options of the generator.
const GENERATED: &[(&str, &str, &str)] = &[
    ("L14", "monkey", "--rows 20 --colours 5 --seed 3"),
    ("L15", "monkey", "--rows 15 --colours 12"),
    ("L21", "omino", "--rows 10"),
    ("L22", "monkey", "--rows 100 --colours 50"),
    ("queens", "queens", "--rows 10 --cols 10 --queens 30 --seed 1"),
    ("minesweeper", "minesweeper", "--rows 60 --cols 60 --seed 1"),
    ("ricochet", "ricochet", "--seed 5"),
];

/// Writes everything that is read to the folder; the cases in the order they are run.
pub fn write(folder: &Path, program: &Path) -> Vec<Case> {
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the folder can be written");
        path.to_string_lossy().into_owned()
    };
    let mut models: Vec<(String, String)> = Vec::new();
    for (name, text) in MODELS {
        models.push((name.to_string(), file(&format!("{name}.mzn"), &format!("{text}\nsolve satisfy;\n"))));
    }
    for n in [5_000, 10_000, 200_000] {
        let chain = vec!["x=1"; n].join(" -> ");
        let text = format!("var 0..1: x; constraint {chain};\nsolve satisfy;\n");
        models.push((format!("L19 {n}"), file(&format!("chain{n}.mzn"), &text)));
    }
    let long = format!("int: k = 1{};\nsolve satisfy;\n", "+1".repeat(50_000_000));
    models.push(("L20".to_string(), file("long.mzn", &long)));
    let mut cases = Vec::new();
    for (name, path) in &models {
        cases.extend(of_model(name, path, folder));
    }
    cases.extend(of_generators(folder, program));
    cases.extend(of_files(folder, &file));
    cases
}

fn case(name: String, args: &[&str], megabytes: u64) -> Case {
    Case { name, args: args.iter().map(|a| a.to_string()).collect(), megabytes, input: Input::Empty }
}

/// Every question about a model.
fn of_model(name: &str, path: &str, folder: &Path) -> Vec<Case> {
    let megabytes = if name == "L20" { 200 } else { 1000 };
    let formula = folder.join("out.cnf").to_string_lossy().into_owned();
    let named = |what: &str| format!("{name} {what}");
    vec![
        case(named("solve sat"), &["solve", path, "-m", "sat"], megabytes),
        case(named("solve csp"), &["solve", path, "-m", "csp", "--json"], megabytes),
        case(named("count sat"), &["count", path, "-m", "sat"], megabytes),
        case(named("count csp"), &["count", path, "-m", "csp", "--json"], megabytes),
        case(named("backbone sat"), &["backbone", path, "-m", "sat"], megabytes),
        case(named("backbone csp"), &["backbone", path, "-m", "csp"], megabytes),
        case(named("enumerate sat"), &["enumerate", path, "-m", "sat", "-n", "3", "--json"], megabytes),
        case(named("enumerate csp"), &["enumerate", path, "-m", "csp", "-n", "3"], megabytes),
        case(named("export"), &["export", path, "-o", &formula], megabytes),
        case(named("export opb"), &["export", path, "-f", "opb", "-o", &formula], megabytes),
    ]
}

/// Hard instances of puzzles, as their generators make them.
fn of_generators(folder: &Path, program: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, puzzle, options) in GENERATED {
        let path = folder.join(format!("{name}.txt"));
        let words = ["generate", puzzle].into_iter().chain(options.split(' '));
        let made = std::process::Command::new(program).args(words).output().expect("the program starts");
        assert!(made.status.success(), "{name}: {}", String::from_utf8_lossy(&made.stderr));
        std::fs::write(&path, made.stdout).expect("the folder can be written");
        let path = path.to_string_lossy().into_owned();
        let modes: &[&[&str]] = match *puzzle {
            "monkey" => {
                &[&["-e", "sat@boolean"], &["-e", "csp@boolean"], &["-m", "sat"], &["-m", "csp"], &["-m", "search"]]
            }
            _ => &[&["-m", "sat"], &["-m", "csp"], &["-m", "search"]],
        };
        for mode in
            modes.iter().filter(|mode| **mode != ["-m", "search"] || !["minesweeper", "lightup"].contains(puzzle))
        {
            let args = [&["solve", puzzle, &path][..], mode].concat();
            cases.push(case(format!("{name} solve {}", mode[1]), &args, 300));
        }
        let formula = folder.join("out.cnf").to_string_lossy().into_owned();
        cases.push(case(format!("{name} export"), &["export", puzzle, &path, "-o", &formula], 300));
    }
    cases
}

/// Large boards, the repository's own hard instances, and input that never ends.
fn of_files(folder: &Path, file: &impl Fn(&str, &str) -> String) -> Vec<Case> {
    let board = |n: usize, mines: usize| format!("mines: {mines}\n{}", format!("{}\n", "?".repeat(n)).repeat(n));
    let large = file("board1000.txt", &board(1000, 100_000));
    let picture = file("board3000.txt", &board(3000, 900_000));
    let (svg, formula, proof) = (folder.join("out.svg"), folder.join("out.cnf"), folder.join("out.proof"));
    let (svg, formula, proof) = (svg.to_string_lossy(), formula.to_string_lossy(), proof.to_string_lossy());
    let mut cases = vec![
        case("L16 solve".to_string(), &["solve", "minesweeper", &large], 1000),
        case("L16 count".to_string(), &["count", "minesweeper", &large], 1000),
        case("L16 export".to_string(), &["export", "minesweeper", &large, "-o", &formula], 1000),
        case("L17 draw".to_string(), &["draw", "minesweeper", &picture, "--svg", &svg], 1000),
        case("L17 draw text".to_string(), &["draw", "minesweeper", &picture], 1000),
        case("generate omino".to_string(), &["generate", "omino", "--rows", "10"], 300),
        case("generate minesweeper".to_string(), &["generate", "minesweeper", "--rows", "4000", "--cols", "4000"], 300),
        case("replay queens".to_string(), &["replay", "queens", "instances/queens/t4.txt"], 300),
    ];
    for (puzzle, instance) in [("queens", "instances/queens/t4.txt"), ("omino", "instances/omino/ao4.txt")] {
        for command in ["solve", "enumerate", "count", "backbone"] {
            cases.push(case(format!("L18 {command} {puzzle}"), &[command, puzzle, instance], 1000));
        }
    }
    let white = file("white.txt", &format!("{}\n", ".".repeat(40)).repeat(40));
    for (command, mode) in [("solve", "sat"), ("solve", "csp"), ("count", "sat"), ("backbone", "csp")] {
        cases.push(case(format!("lightup {command} {mode}"), &[command, "lightup", &white, "-m", mode], 300));
    }
    let games = [("grid:11x11", 11, "free"), ("complete:128", 32, "free"), ("grid:10x10", 10, "row")];
    for (graph, cops, start) in games {
        let name = format!("{}.txt", graph.replace(':', "-"));
        let game = file(&name, &format!("graph: {graph}\ncops: {cops}\nstart: {start}\n"));
        for engine in ["search:antichain", "search:dfs", "sat", "csp"] {
            cases.push(case(format!("L23 {graph} {engine}"), &["solve", "cops", &game, "-e", engine], 300));
        }
        cases.push(case(format!("L23 {graph} certify"), &["certify", "cops", &game, "-o", &proof], 300));
    }
    let game = file("grid-7x7.txt", "graph: grid:7x7\ncops: 6\nstart: free\n");
    cases.push(case("certify 7x7".to_string(), &["certify", "cops", &game, "-o", &proof], 1000));
    for (name, input) in [("F19 zeros", Input::Zeros), ("F19 silence", Input::Silent)] {
        cases.push(Case { input, ..case(name.to_string(), &["solve", "minesweeper", "-", "--json"], 200) });
    }
    let claim = file("claim.json", "{}");
    let slow = folder.join("L1.mzn").to_string_lossy().into_owned();
    cases.push(case("L1 check".to_string(), &["check", &slow, &claim], 1000));
    cases
}
