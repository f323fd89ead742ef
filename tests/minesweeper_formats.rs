//! Minesweeper files: what is shipped is read, what is written is read back, what is wrong is pointed at.

use std::fs;
use std::path::PathBuf;

use itertools::Itertools;
use quandary::grid::{Grid, Pos};
use quandary::puzzles::erased;
use quandary::puzzles::minesweeper::view::{Chance, View};
use quandary::puzzles::minesweeper::{Board, Cell, Instance, Minesweeper, check, generate, read, svg};

fn shipped() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("instances/minesweeper");
    let entries = fs::read_dir(&folder).expect("the folder of instances");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).expect("a text"))).collect()
}

fn shipped_instances() -> Vec<Instance> {
    let read_file = |(name, text): (String, String)| read(&name, &text).unwrap_or_else(|error| panic!("{error}"));
    shipped().into_iter().flat_map(read_file).collect()
}

/// The lines of `boards.jsonl` with their expectations.
fn corpus() -> Vec<(Board, serde_json::Value)> {
    let (name, text) = shipped().into_iter().find(|(name, _)| name == "boards.jsonl").expect("the corpus");
    let boards = read(&name, &text).expect("boards").into_iter().map(|instance| instance.board);
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("an object"));
    boards.zip_eq(lines).collect()
}

fn positions(list: &serde_json::Value) -> Vec<Pos> {
    serde_json::from_value(list.clone()).expect("positions")
}

#[test]
fn marked_mines_read_back_and_are_unknown_cells() {
    let text = "mines: 2\n1*0\n.2F\n";
    let instance = read("f", text).expect("a picture").remove(0);
    assert_eq!(instance.marked, [(0, 1), (1, 2)]);
    assert_eq!(instance.board.unknown().collect::<Vec<_>>(), [(0, 1), (1, 0), (1, 2)]);
    assert_eq!(erased::<Minesweeper>(instance).write("picture"), Some(text.replace('F', "*")));
}

#[test]
fn formats_agree_on_one_board() {
    let numbers = "# a comment\n2 3 2 1 -1\n-1 -1 2 0 # the end";
    let picture = "# a comment\n\nmines : 2 # here\n1?.\n\n . 2 0\r\n";
    let json = r#"{"cols":3,"cells":[[1,-1,-1],[-1,2,0]],"rows":2,"mines":2,"solutions":"7","id":null}"#;
    let board = |text: &str| read("f", text).expect("a board").remove(0).board;
    assert_eq!(board(numbers), board(picture));
    assert_eq!(board(numbers), board(json));
    assert_eq!(read("f", &format!("{json}\n\n{json}\n")).expect("two boards").len(), 2);
}

/// Texts that are not boards, with the line, the column and the message.
const WRONG: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "the file is empty, expected a board"),
    ("# only a comment\n", 1, 1, "the file is empty, expected a board"),
    // numbers
    ("2", 1, 2, "expected the number of columns, found the end of the file"),
    ("2 2\n", 2, 1, "expected the number of mines, found the end of the file"),
    ("2 2 1 -1 -1\n-1", 2, 3, "expected 2 x 2 = 4 cells, found 3"),
    ("2 2 1\n-1 -1\n-1 -1 0\n", 3, 7, "`0` follows the last of 2 x 2 cells"),
    ("2 2 1\n-1 9\n-1 -1", 2, 4, "cell 9, expected -1 for unknown or a clue 0 to 8"),
    ("2 2 1\n-1 -2\n-1 -1", 2, 4, "cell -2, expected -1 for unknown or a clue 0 to 8"),
    ("2 2 1\n-1 x\n-1 -1", 2, 4, "`x` is not a whole number"),
    ("2 2 1.5\n-1 -1\n-1 -1", 1, 5, "`1.5` is not a whole number"),
    ("2 2 -1 0 0 0 0", 1, 5, "-1 mines, expected 0 to 100000000"),
    ("0 2 1", 1, 1, "0 rows, expected 1 to 10000"),
    ("2 -2 1", 1, 3, "-2 columns, expected 1 to 10000"),
    ("1000000000 1000000000 5", 1, 1, "1000000000 rows, expected 1 to 10000"),
    ("10000 10000 5\n-1", 2, 3, "expected 10000 x 10000 = 100000000 cells, found 1"),
    ("3 3 99999999999999999999 0", 1, 5, "`99999999999999999999` is too large a number"),
    // pictures
    ("mine: 3\n..", 1, 1, "expected `mines: N`"),
    ("  mines 3\n..", 1, 3, "expected `mines: N`"),
    ("mines:\n..", 1, 7, "`` is not a whole number"),
    ("mines: many\n..", 1, 8, "`many` is not a whole number"),
    ("mines: -3\n..", 1, 8, "-3 mines, expected 0 to 100000000"),
    ("mines: 3\n", 2, 1, "expected a row of cells, found the end of the file"),
    ("mines: 3\n.1.\n.9.", 3, 2, "`9` is not a cell, expected . ? 0 to 8 * or F"),
    ("mines: 3\n.1.\n. .", 3, 4, "row 2 has 2 cells, expected 3"),
    ("mines: 3\n.1.\n ....", 3, 5, "row 2 has 4 cells, expected 3"),
    ("mines: 3\n.1.\n.é.", 3, 2, "`é` is not a cell, expected . ? 0 to 8 * or F"),
    // JSON
    ("[]", 1, 1, "expected an object, found a list"),
    ("{}", 1, 1, "field `rows` is missing"),
    ("{\"rows\":1,\"cols\":1,\"mines\":0}", 1, 1, "field `cells` is missing"),
    ("{\"rows\":\"1\"}", 1, 9, "expected a whole number, found a string"),
    ("{\"rows\":1,\n\"rows\":1}", 2, 8, "field `rows` appears twice"),
    ("{\"rows\":1e9,\"cols\":1}", 1, 9, "`1e9` is not a whole number"),
    ("{\"rows\":1000000000}", 1, 9, "1000000000 rows, expected 1 to 10000"),
    ("{\"rows\":1,\"cols\":1,\"mines\":-1}", 1, 28, "-1 mines, expected 0 to 100000000"),
    ("{\"rows\":1,\"cols\":1,\"mines\":0,\"cells\":7}", 1, 38, "expected a list of rows, found a number"),
    ("{\"rows\":2,\"cols\":1,\"mines\":0,\"cells\":[[0]]}", 1, 38, "there are 1 rows, expected 2"),
    ("{\"rows\":1,\"cols\":2,\"mines\":0,\"cells\":[[0]]}", 1, 39, "row 1 has 1 cells, expected 2"),
    ("{\"rows\":1,\"cols\":1,\"mines\":0,\"cells\":[0]}", 1, 39, "expected a row of cells, found a number"),
    (
        "{\"rows\":1,\"cols\":2,\"mines\":0,\"cells\":\n[[0,9]]}",
        2,
        5,
        "cell 9, expected -1 for unknown or a clue 0 to 8",
    ),
    ("{\"rows\":1,\"cols\":1,\"mines\":0,\"cells\":[[true]]}", 1, 40, "expected a cell, found a Boolean"),
    ("{\"rows\":1,\"cols\":1,\"mines\":0,\"cells\":[[0]],\"id\":3}", 1, 49, "expected a string, found a number"),
    ("{\"rows\":1,\"cols\":1,\"mines\":0,\"cells\":[[0]]} x", 1, 45, "expected a JSON value, found `x`"),
];

#[test]
fn wrong_files_are_pointed_at() {
    for &(text, line, col, message) in WRONG {
        let error = read("f", text).expect_err(text);
        assert_eq!((error.place.line, error.place.col, error.message.as_str()), (line, col, message), "{text:?}");
    }
}

#[test]
fn sides_are_limited_in_pictures_too() {
    let side = |n: usize| [format!("mines: 0\n{}", ".".repeat(n)), format!("mines: 0\n{}", ".\n".repeat(n))];
    assert!(side(10_000).iter().all(|text| read("f", text).is_ok()));
    let wrong = side(10_001).map(|text| read("f", &text).unwrap_err().to_string());
    let message = "a side has more than 10000 cells";
    assert_eq!(wrong, [format!("{message}\n  --> f:2:10001"), format!("{message}\n  --> f:10002:1")]);
}

#[test]
fn contradictory_boards_are_legal() {
    for text in ["1 2 3 -1 -1", "1 1 0 8", "1 1 100000000 0", "mines: 5\n8\n"] {
        assert!(read("f", text).is_ok(), "{text}");
    }
}

/// Counts mines around a cell by scanning the whole board.
fn naive(board: &Board, mined: &Grid<bool>) -> bool {
    let near = |a: Pos, b: Pos| a != b && a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) == 1;
    let agrees = |(at, cell): (Pos, &Cell)| match *cell {
        Cell::Unknown => true,
        Cell::Clue(_) if mined[at] => false,
        Cell::Clue(clue) => mined.iter().filter(|&(other, &mine)| mine && near(at, other)).count() == usize::from(clue),
    };
    board.cells.iter().all(agrees) && mined.cells().iter().filter(|&&mine| mine).count() == board.mines
}

#[test]
fn the_judge_agrees_with_brute_force_on_all_tiny_boards() {
    for (n_rows, n_cols) in [(1, 1), (1, 4), (2, 2), (3, 1), (2, 3)] {
        let n_cells = n_rows * n_cols;
        for numbers in (0..n_cells).map(|_| -1..=2).multi_cartesian_product() {
            let cells = numbers.iter().map(|&number| Cell::of_number(number).expect("a cell")).collect();
            let cells = Grid::from_cells(n_rows, n_cols, cells).expect("a grid");
            for set in 0..1usize << n_cells {
                let mined = Grid::from_fn(n_rows, n_cols, |(row, col)| set >> (row * n_cols + col) & 1 == 1);
                let mines: Vec<Pos> = mined.positions().filter(|&at| mined[at]).collect();
                let board = Board { mines: 2, cells: cells.clone() };
                assert_eq!(check(&board, &mines).is_ok(), naive(&board, &mined), "{board:?} {mines:?}");
            }
        }
    }
}

#[test]
fn small_boards_of_the_corpus_have_the_stated_solutions() {
    let mut n_boards = 0;
    for (board, expected) in corpus() {
        let unknown: Vec<Pos> = board.unknown().collect();
        let n_choices = (0..board.mines).fold(1.0, |n, i| n * (unknown.len() as f64 - i as f64) / (i + 1) as f64);
        if n_choices > 300_000.0 {
            continue;
        }
        n_boards += 1;
        let sets = unknown.iter().copied().combinations(board.mines);
        let solutions: Vec<Vec<Pos>> = sets.filter(|mines| check(&board, mines).is_ok()).collect();
        assert_eq!(expected["solutions"], solutions.len().to_string(), "{}", expected["id"]);
        assert_eq!(expected["satisfiable"], !solutions.is_empty(), "{}", expected["id"]);
        let always = |mined: bool| {
            let fixed = |at: &&Pos| !solutions.is_empty() && solutions.iter().all(|mines| mines.contains(at) == mined);
            unknown.iter().filter(fixed).copied().collect::<Vec<_>>()
        };
        assert_eq!((positions(&expected["mined"]), positions(&expected["safe"])), (always(true), always(false)));
    }
    assert!(n_boards >= 7, "only {n_boards} boards are small");
}

#[test]
fn headers_of_shipped_files_agree_with_the_corpus() {
    let corpus = corpus();
    for (name, text) in shipped().into_iter().filter(|(name, _)| name.ends_with(".txt")) {
        let board = read(&name, &text).expect("a board").remove(0).board;
        let header = |key: &str| text.lines().find_map(|line| line.strip_prefix(&format!("# {key}: ")));
        assert!(header("source").is_some() && header("status").is_some(), "{name}");
        let Some((_, expected)) = corpus.iter().find(|(other, _)| *other == board) else {
            continue;
        };
        let status = if expected["satisfiable"] == true { "satisfiable" } else { "unsatisfiable" };
        assert_eq!((header("status"), header("solutions")), (Some(status), expected["solutions"].as_str()), "{name}");
    }
}

#[test]
fn generated_boards_depend_on_the_seed_alone() {
    let scattered = |seed| generate::scattered(9, 9, true, seed).expect("legal sides");
    let plan = generate::Plan { n_rows: 9, n_cols: 9, n_mines: 10, first: None, n_reveals: 5 };
    let game = |seed| generate::game(&plan, seed).expect("a legal plan");
    assert_eq!((scattered(1), game(1)), (scattered(1), game(1)));
    assert_ne!(scattered(1), scattered(2));
    assert_ne!(game(1), game(2));
    let (name, text) = shipped().into_iter().find(|(name, _)| name == "scattered-50x50.txt").expect("the file");
    let again = generate::scattered(50, 50, true, 20_261_116).expect("legal sides");
    assert_eq!(read(&name, &text).expect("a board")[0].board, again.board, "the header names size and seed");
}

/// Whether all tags are closed in order and all attribute values are quoted.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for (before, rest) in svg.match_indices('<').map(|(at, _)| (at, &svg[at + 1..])) {
        let (tag, _) = rest.split_once('>').unwrap_or_else(|| panic!("tag at {before} does not end"));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "{tag}"),
            (false, true) => (),
            (false, false) => open.push(name),
        }
    }
    assert!(open.is_empty() && !svg.contains('&'), "{open:?}");
}

#[test]
fn pictures_are_well_formed_and_show_every_cell() {
    for instance in shipped_instances() {
        let board = &instance.board;
        let unknown: Vec<Pos> = board.unknown().collect();
        let heat = board.cells.map(|(row, _), _| Some(Chance::Maybe(row as f64 / board.rows() as f64)));
        let views = [
            (View::Board, "ms-open"),
            (View::Solution(&unknown), "href=\"#ms-found\""),
            (View::Backbone { safe: &unknown, mined: &[] }, "href=\"#ms-no\""),
            (View::Heat(&heat), "class=\"ms-h\""),
        ];
        for (view, symbol) in views {
            let drawn = svg::draw(board, view);
            assert_well_formed(&drawn);
            let cells = drawn.split("<g class=\"ms-axis\">").nth(1).and_then(|rest| rest.split("ms-rim").next());
            let cells = cells.expect("a board");
            let n_shown = if symbol == "ms-open" { n_raised(cells) } else { cells.matches(symbol).count() };
            assert_eq!(n_shown, unknown.len());
            let n_digits = board.clues().filter(|(_, clue)| *clue > 0).count();
            assert_eq!(cells.matches("class=\"ms-d ").count(), n_digits);
        }
    }
}

/// The number of raised cells: a run of them is one rectangle.
fn n_raised(cells: &str) -> usize {
    let width = |rect: &str| rect.split("width=\"").nth(1)?.split('"').next()?.parse::<usize>().ok();
    cells.split("<rect class=\"ms-open\"").skip(1).filter_map(width).map(|width| width / 32).sum()
}

/// Run with `QUANDARY_UPDATE=1` to draw it again.
#[test]
fn the_picture_in_the_documentation_is_current() {
    let (board, expected) = corpus().into_iter().find(|(_, line)| line["id"] == "game-16x30").expect("the board");
    let (safe, mined) = (positions(&expected["safe"]), positions(&expected["mined"]));
    let drawn = svg::draw(&board, View::Backbone { safe: &safe, mined: &mined });
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/minesweeper.svg");
    if std::env::var_os("QUANDARY_UPDATE").is_some() {
        fs::write(&path, &drawn).expect("written");
    }
    assert!(fs::read_to_string(&path).expect("the picture") == drawn, "docs/minesweeper.svg is out of date");
}
