//! `explain`, and what uses its reasons, through the program: the JSON contract, formulas, claims, steps, other puzzles, a game.

mod common;

use common::{Ran, path, quandary, quandary_with_input};
use serde_json::{Value, json};
use std::fs;

fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a folder");
    let at = dir.path().join(name);
    fs::write(&at, text).expect("it is written");
    let at = at.to_string_lossy().into_owned();
    (dir, at)
}

fn names(object: &Value) -> Vec<&str> {
    object["rules"].as_array().expect("rules").iter().map(|rule| rule["rule"].as_str().expect("a name")).collect()
}

fn explain(args: &[&str], code: i32) -> Ran {
    let ran = quandary(&[&["explain"], args].concat());
    assert_eq!(ran.code, code, "{args:?}: {}{}", ran.out, ran.err);
    ran
}

#[test]
fn the_object_has_the_fields_that_scripts_rely_on() {
    let found = explain(&["instances/minesweeper/contradictory-chain.txt", "--json"], 20).json();
    let fields: Vec<&str> = found.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected = ["id", "puzzle", "status", "atom", "rules", "minimal", "smallest", "verified", "counterexample"];
    assert_eq!(fields, expected);
    assert_eq!(found["status"], "unsatisfiable");
    assert_eq!(found["rules"][0]["cells"], json!([[1, 1]]));
    assert_eq!(names(&found).last(), Some(&"total"));
    let place = found["rules"][0]["place"].as_str().expect("a place");
    let parts: Vec<&str> = place.rsplitn(3, ':').collect();
    let line: usize = parts[1].parse().expect("a line");
    let model = fs::read_to_string(path(parts[2])).expect("the file of the place");
    assert!(model.lines().nth(line - 1).is_some_and(|text| text.contains("sum")), "{place}");
}

#[test]
fn a_call_that_is_made_again_belongs_to_each_rule_that_makes_it() {
    let text = "function var int: near(var int: x) = let { var 1..9: y; constraint abs(y - x) <= 1 } in y;\n\
        var 1..9: a;\nvar 1..9: b;\nconstraint :: \"two\" near(a) = 2;\nconstraint :: \"b\" b > 5;\n\
        constraint :: \"three\" b > 6 \\/ near(a) = 3;\nconstraint :: \"c\" b < 7;\n";
    let (_keep, model) = file("near.mzn", text);
    let found = explain(&[&model, "--json"], 20).json();
    assert_eq!((names(&found), &found["smallest"]), (vec!["two", "three", "c"], &json!(true)));
    // What `near` states of its variable holds in each rule alone.
    let (_keep, model) = file("far.mzn", &text.replace("near(a) = 2", "near(a) = a + 2"));
    let found = explain(&[&model, "--json"], 20).json();
    assert_eq!(names(&found), ["two"]);
}

#[test]
fn a_question_is_forced_or_open_whichever_way_it_is_put() {
    let board = "instances/minesweeper/beginner-game.txt";
    for (question, atom) in [("mine[2,4]=1", "mine[2,4]=1"), ("mine[2,4]=0", "mine[2,4]=1"), ("2,4", "mine[2,4]=1")] {
        let found = explain(&[board, "--why", question, "--json"], 10).json();
        assert_eq!((&found["status"], &found["atom"]), (&json!("forced"), &json!(atom)), "{question}");
        assert_eq!(names(&found).len(), 1, "{question}");
        assert_eq!(found["counterexample"], Value::Null, "{question}");
        assert_eq!(found["sentence"], "1 at 1,3 needs every cell that is left beside it: 2,4 is a mine", "{question}");
    }
    let found = explain(&[board, "--why", "mine[8,8]=1", "--json"], 10).json();
    assert_eq!((&found["status"], &found["rules"]), (&json!("open"), &json!([])));
    let (_dir, claim) = file("claim.json", &found["counterexample"].to_string());
    assert_eq!(quandary(&["check", board, &claim]).code, 10);
    let mines = found["counterexample"]["mines"].as_array().expect("mines");
    assert!(!mines.contains(&json!([8, 8])));
    let found = explain(&[board, "--why", "8,8", "--json"], 10).json();
    let has = |name: &str| found[name]["mines"].as_array().expect("mines").contains(&json!([8, 8]));
    assert_ne!(has("counterexample"), has("other"));
    for wrong in ["mine[9,9]=1", "20,20", "x=", "mine[0,0]=blue"] {
        explain(&[board, "--why", wrong], 3);
    }
}

#[test]
fn formulas_are_explained_by_their_clauses() {
    let (_dir, cnf) = file("f.cnf", "c a formula\np cnf 3 5\n1 2 0\n-1 0\n-2 3 0\n-3 0\n2 1 3 0\n");
    let found = explain(&[&cnf, "--json"], 20).json();
    assert_eq!(names(&found), ["clause 1", "clause 2", "clause 3", "clause 4"]);
    assert_eq!((&found["smallest"], &found["rules"][3]["text"]), (&json!(true), &json!("-3")));
    assert!(found["rules"][3]["place"].as_str().is_some_and(|place| place.ends_with("f.cnf:6:1")));
    let opb = "* #variable= 2 #constraint= 3\n+1 x1 +1 x2 >= 2 ;\n+1 x1 >= 0 ;\n+1 x1 +1 x2 <= 1 ;\n";
    let (_dir, opb) = file("f.opb", opb);
    assert_eq!(names(&explain(&[&opb, "--json"], 20).json()), ["constraint 1", "constraint 3"]);
    let open = "* #variable= 2 #constraint= 2\n+1 x1 +1 x2 >= 2 ;\n+1 x1 >= 0 ;\n";
    let (_dir, open) = file("g.opb", open);
    let found = explain(&[&open, "--why", "x1=1", "--json"], 10).json();
    assert_eq!((&found["status"], names(&found)), (&json!("forced"), vec!["constraint 1"]));
}

#[test]
fn what_has_no_label_is_named_by_its_place_and_round() {
    let model =
        "var 1..3: x;\nvar 1..3: y;\nconstraint forall (i in 1..2) (x > i);\nconstraint x < y;\nvar 1..2: z = y - 1;\n";
    let (_dir, at) = file("m.mzn", model);
    let found = explain(&[&at, "--why", "x>=3", "--json"], 20).json();
    assert_eq!(found["status"], "unsatisfiable", "x < y <= 3 and x > 2");
    let rules = names(&found);
    assert_eq!(rules.len(), 2, "{rules:?}");
    assert!(rules[0].ends_with("m.mzn:3:32, i = 2") || rules[1].ends_with("m.mzn:3:32, i = 2"), "{rules:?}");
    assert!(rules.iter().any(|rule| rule.ends_with("m.mzn:4:12")), "{rules:?}");
    let (_dir, at) = file("d.mzn", "var 1..9: a;\nvar 1..3: b = a + 2;\nconstraint a > 1;\n");
    let found = explain(&[&at, "--json"], 20).json();
    let places: Vec<&str> = names(&found).iter().map(|name| name.rsplit('/').next().expect("a name")).collect();
    assert_eq!(places, ["d.mzn:2:1", "d.mzn:3:12"], "a declaration with a value is a rule");
}

#[test]
fn every_example_without_a_solution_has_a_core_by_label() {
    for (model, data, expected) in [
        ("sudoku", "sudoku-none", "row 1"),
        ("latin", "latin-none", "row 1"),
        ("nonogram", "nonogram-none", "row 1"),
        ("colouring", "colouring-petersen-2", "edge A - B"),
        ("queens", "queens-3", "rows"),
        ("langford", "langford-5", "places differ"),
    ] {
        let (model, data) = (format!("models/examples/{model}.mzn"), format!("models/examples/{data}.dzn"));
        let found = explain(&[&model, &data, "--json"], 20).json();
        assert!(names(&found).contains(&expected), "{model}: {:?}", names(&found));
        assert_eq!((&found["minimal"], &found["verified"]), (&json!(true), &json!(true)), "{model}");
    }
}

#[test]
fn puzzles_made_contradictory_have_cores_by_label() {
    for (puzzle, instance, rule) in [
        ("omino", "omino/ao1.txt", "score >= 40"),
        ("monkey", "monkey/square.txt", "tile[0, 0] = tile[0, 1]"),
        ("queens", "queens/t0.txt", "forall (q in Queen) (target[q] = q)"),
    ] {
        let text = fs::read_to_string(path(&format!("models/{puzzle}.mzn"))).expect("the model");
        let (_dir, model) = file("own.mzn", &format!("{text}\nconstraint :: \"one too many\" {rule};\n"));
        let instance = path(&format!("instances/{instance}"));
        let found = explain(&[puzzle, &instance, "--model", &model, "--json", "--timeout", "300"], 20).json();
        assert!(names(&found).contains(&"one too many"), "{puzzle}: {:?}", names(&found));
    }
    let found = explain(&["instances/cops/grid-4x4-lost.txt", "--horizon", "3", "--json"], 20).json();
    assert!(names(&found).contains(&"all is clean at last"), "{:?}", names(&found));
    let found = explain(&["instances/ricochet/unreachable.txt", "--json"], 20).json();
    assert!(names(&found).contains(&"the hero reaches the target by the last move"), "{:?}", names(&found));
    let found = explain(&["instances/lightup/one-number-off.txt", "--json"], 20).json();
    let number = found["rules"].as_array().expect("rules").iter().find(|rule| rule["rule"] == "number at 1,1");
    assert_eq!(number.expect("a number")["cells"], json!([[1, 1]]));
}

#[test]
fn reasons_are_drawn_with_rings() {
    let (dir, _) = file("x", "");
    let svg = dir.path().join("reason.svg").to_string_lossy().into_owned();
    let board = "instances/minesweeper/contradictory-chain.txt";
    let ran = explain(&[board, "--svg", &svg], 20);
    assert!(ran.out.contains("1 2 [3] 3  3 [3]"), "{}", ran.out);
    assert_eq!(
        fs::read_to_string(&svg).expect("a picture").matches("<g class=\"ms-clash\">").count(),
        5 + 1,
        "and the legend"
    );
}

#[test]
fn claims_are_told_every_rule_they_break() {
    let (_dir, claim) = file("claim.txt", "(0,0)(3,3)");
    let ran = quandary(&["check", "instances/minesweeper/simple4.txt", &claim, "--json"]);
    let found = ran.json();
    let broken: Vec<&str> =
        found["broken"].as_array().expect("rules").iter().map(|rule| rule["rule"].as_str().expect("a name")).collect();
    assert_eq!((ran.code, broken), (20, vec!["clue at 1,1", "clue at 1,2", "clue at 2,1", "clue at 2,2", "total"]));
    let text = quandary(&["check", "instances/minesweeper/simple4.txt", &claim]).out;
    assert!(text.contains("it breaks 5 rules:") && text.contains("[4][2]"), "{text}");
    let (_dir, grid) = file("grid.json", "{\"cell\": [[1,2,3,4],[3,4,3,2],[2,4,4,3],[4,3,2,1]]}");
    let sudoku = ["models/examples/sudoku.mzn", "models/examples/sudoku-4.dzn"];
    let text = quandary(&["check", sudoku[0], sudoku[1], &grid]).out;
    for rule in ["row 2", "row 3", "column 2", "column 3", "box 1,2", "box 2,1"] {
        assert!(text.contains(&format!("  {rule}\n")), "{rule}: {text}");
    }
    assert!(!text.contains("row 1") && !text.contains("given"), "{text}");
    let (_dir, part) = file("part.json", "{\"cell\": [[1,3,2,4],[2,4,3,1],[3,4,1,2],[4,1,2,3]]}");
    assert!(quandary(&["check", sudoku[0], sudoku[1], &part]).out.contains("column 2"));
}

#[test]
fn claims_about_paths_and_tiles_are_told_the_rules_too() {
    for (instance, claim, expected, place) in [
        ("cops/grid-3x3.txt", json!({"positions": [[0, 1, 2], [3, 4, 2]]}), "all is clean at last", json!([1, 5])),
        ("monkey/square.txt", json!({"placement": [[[0, 0], [1, 0]], [[2, 0], [3, 0]]]}), "sides match", json!([0, 0])),
        ("queens/tt.txt", json!({"captures": [[0, 3, 3, 3], [3, 0, 0, 0]]}), "at most k stay", json!([0, 3])),
        (
            "ricochet/small.txt",
            json!({"moves": [[0, "S"]]}),
            "the hero reaches the target by the last move",
            json!([0, 2]),
        ),
    ] {
        let (_dir, claim) = file("claim.json", &claim.to_string());
        let ran = quandary(&["check", &format!("instances/{instance}"), &claim, "--json"]);
        let found = ran.json();
        let broken = found["broken"].as_array().expect("rules");
        let named = broken.iter().find(|rule| rule["rule"] == expected);
        let cells = named.unwrap_or_else(|| panic!("{instance}: {broken:?}"))["cells"].as_array().expect("cells");
        assert!(ran.code == 20 && cells.contains(&place), "{instance}: {cells:?}");
        assert!(
            broken.iter().all(|rule| !rule["text"].as_str().unwrap_or_default().starts_with("redundant")),
            "{broken:?}"
        );
    }
}

#[test]
fn steps_lead_to_the_solution() {
    let sudoku = ["models/examples/sudoku.mzn", "models/examples/sudoku-9.dzn"];
    let solved = quandary(&["solve", sudoku[0], sudoku[1], "--json"]).json();
    let steps = explain(&[sudoku[0], sudoku[1], "--steps", "--json"], 10).json_lines();
    assert_eq!(steps.len(), 81);
    for (number, step) in steps.iter().enumerate() {
        let fields: Vec<&str> = step.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, ["step", "fact", "value", "rules", "sentence", "difficulty"]);
        assert_eq!(step["step"], number + 1);
        assert_eq!(step["difficulty"], names(step).len());
        let fact = step["fact"].as_str().expect("a name");
        let (row, col) = fact.trim_start_matches("cell[").trim_end_matches(']').split_once(',').expect("a cell");
        let at = |text: &str| text.parse::<usize>().expect("a number") - 1;
        assert_eq!(step["value"], solved["solution"]["cell"][at(row)][at(col)], "{fact}");
        assert!(step["sentence"].as_str().is_some_and(|words| words.contains(fact)), "{step}");
    }
}

#[test]
fn a_game_without_guesses_is_won_by_hints_and_never_lost() {
    let deal = ["play", "minesweeper", "--no-guess", "--rows", "7", "--mines", "8", "--seed", "3"];
    let mut typed = String::new();
    for _ in 0..60 {
        let ran = quandary_with_input(&deal, format!("{typed}hint\n").as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(!ran.out.contains("boom") && !ran.out.contains("only a guess"), "{}", ran.out);
        if ran.out.ends_with("won\n") {
            // Before the first hint every other cell was closed to guessing.
            let everywhere: String = (0..7).flat_map(|r| (0..7).map(move |c| format!("{r} {c}\n"))).collect();
            let careless = quandary_with_input(&deal, everywhere.repeat(12).as_bytes());
            assert!(!careless.out.contains("boom") && careless.out.contains("stays closed"), "{}", careless.out);
            return;
        }
        let last = ran.out.trim_end().rsplit(' ').nth(2).expect("a cell").to_string();
        assert!(ran.out.trim_end().ends_with("is safe"), "{}", ran.out);
        typed += &format!("{}\n", last.replace(',', " "));
    }
    panic!("the game was not won: {typed}");
}

#[test]
fn difficulty_is_that_of_the_hardest_step() {
    let made = quandary(&["generate", "lightup", "--rows", "5", "--difficulty", "3"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let (_dir, board) = file("board.txt", &made.out);
    let text = explain(&["lightup", &board, "--steps"], 10).out;
    assert!(text.contains("difficulty 3:") && text.contains("the solution is unique"), "{text}");
    let game = ["generate", "minesweeper", "--rows", "6", "--mines", "5", "--difficulty", "2"];
    let made = quandary(&game);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(quandary(&game).out, made.out, "the same each time");
    assert_eq!(quandary(&["generate", "cops", "--difficulty", "2"]).code, 2);
}
