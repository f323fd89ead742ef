//! Faults that were found in the puzzles, each with a test under its number. `docs/findings.md` lists them.

mod common;

use common::{quandary, quandary_with_input};
use quandary::puzzles::{self, TABLE};

fn in_folder(files: &[(&str, &[u8])]) -> (tempfile::TempDir, impl Fn(&str) -> String + use<>) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        std::fs::write(dir.path().join(name), bytes).expect("the folder is ours");
    }
    let root = dir.path().to_path_buf();
    (dir, move |name: &str| root.join(name).to_string_lossy().into_owned())
}

#[test]
fn f01_a_certificate_is_about_its_own_graph_with_all_vertices() {
    let lonely = b"vertices: 4\nedges: 0-1 1-2\ncops: 1\nstart: free\n";
    let (_dir, at) = in_folder(&[("lonely.txt", lonely), ("path.txt", b"graph: path:3\ncops: 1\nstart: free\n")]);
    assert_eq!(quandary(&["certify", "cops", &at("lonely.txt"), "-o", &at("cert")]).code, 20);
    let own = quandary(&["check", "cops", &at("lonely.txt"), &at("cert")]);
    assert_eq!(own.code, 10, "{}{}", own.out, own.err);
    let other = quandary(&["check", "cops", &at("path.txt"), &at("cert")]);
    assert!(other.code == 20 && other.out.contains("about another graph"), "{}{}", other.out, other.err);
}

/// A certificate with another name for its graph and a digest that fits again.
fn renamed(certificate: &[u8], name: &str) -> Vec<u8> {
    let end = certificate.windows(2).position(|pair| pair == b"\n\n").expect("head and payload") + 2;
    let (head, payload) = certificate.split_at(end);
    let head = String::from_utf8(head.to_vec()).expect("the head is text");
    let (head, _) = head.split_once("sha256: ").expect("the digest is last");
    let lines =
        head.lines().map(|line| if line.starts_with("graph: ") { format!("graph: {name}") } else { line.to_string() });
    let head: String = lines.map(|line| line + "\n").collect();
    let digest = quandary::cnf::dimacs::sha256(&[head.as_bytes(), payload].concat());
    [format!("{head}sha256: {digest}\n\n").as_bytes(), payload].concat()
}

#[test]
fn f02_a_certificate_claims_no_name_that_is_not_its_graph() {
    let (dir, at) = in_folder(&[]);
    let made = quandary(&["certify", "cops", "instances/cops/grid-4x4-lost.txt", "-o", &at("cert")]);
    assert_eq!(made.code, 20, "{}", made.err);
    let certificate = std::fs::read(at("cert")).expect("it was written");
    let check = |name: &str, code: i32, says: &str| {
        std::fs::write(dir.path().join("other"), renamed(&certificate, name)).expect("the folder is ours");
        let run = quandary(&["check", &at("other")]);
        assert_eq!(run.code, code, "{name}: {}{}", run.out, run.err);
        assert!(run.out.contains(says), "{name}: {}", run.out);
    };
    check("grid:4x4", 10, "3 cops lose on grid:4x4");
    for name in ["grid:20x20", "Grid:5x5", " grid:5x5", "GRID", "grid", "cycle:16", "torus:4x4"] {
        check(name, 20, "not a proof");
    }
    for name in ["edges", "my graph", "edges:mine.txt", "graph6:DqK"] {
        check(name, 20, "not a proof");
    }
    let code = quandary(&["generate", "cops", "--graph", "grid:4x4", "--cops", "3", "--format", "graph6"]).out;
    check(&format!("graph6:{}", code.trim()), 10, &format!("a graph of 16 vertices, graph6:{}", code.trim()));
}

/// Before, a name that looks like none of a family could be any; what is said is the graph itself.
#[test]
fn an_old_certificate_is_read() {
    let (dir, at) = in_folder(&[]);
    let lost = "instances/cops/grid-4x4-lost.txt";
    assert_eq!(quandary(&["certify", "cops", lost, "-o", &at("cert")]).code, 20);
    let new = std::fs::read(at("cert")).expect("it was written");
    let at_version = new.windows(9).position(|window| window == b"version 2").expect("it says its version") + 8;
    let old = [&new[..at_version], b"1", &new[at_version + 1..]].concat();
    for (name, code, says) in [
        ("grid:4x4", 10, "3 cops lose on grid:4x4"),
        ("my graph", 10, "3 cops lose on a graph of 16 vertices, graph6:"),
        ("grid:2x8", 20, "the edges are not those of"),
    ] {
        std::fs::write(dir.path().join("old"), renamed(&old, name)).expect("the folder is ours");
        let run = quandary(&["check", "cops", lost, &at("old")]);
        assert!(run.code == code && run.out.contains(says), "{name}: {}{}", run.out, run.err);
    }
}

#[test]
fn f04_an_empty_file_claims_nothing() {
    for row in TABLE {
        for file in common::files(&format!("instances/{}", row.name))
            .iter()
            .filter(|f| f.extension().is_some_and(|e| e == "txt"))
        {
            let text = std::fs::read_to_string(file).expect("text");
            for instance in (row.read)("f", &text).unwrap_or_else(|error| panic!("{error}")) {
                let error = instance.read_solution("claim", "").expect_err("nothing was claimed");
                assert_eq!(error.to_string(), "expected a solution\n  --> claim:1:1", "{}", file.display());
            }
        }
    }
    let board = "instances/minesweeper/no-mines.txt";
    let run = quandary(&["check", "minesweeper", board, "/dev/null"]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    // What `solve` prints is still a claim: without mines an empty line.
    assert_eq!(quandary_with_input(&["check", "minesweeper", board, "-"], b"\n").code, 10);
    let there = "instances/ricochet/on-target.txt";
    assert_eq!(quandary_with_input(&["check", "ricochet", there, "-"], b"no move\n").code, 10);
}

#[test]
fn f05_valid_says_what_was_judged_and_what_was_not() {
    let game = "instances/omino/ao3.txt";
    let variant = quandary(&["solve", "omino", game, "--engine", "sat", "--json"]).json();
    assert_eq!(variant["solution"]["score"], 1);
    let claim = variant.to_string();
    let text = quandary_with_input(&["check", "omino", game, "-"], claim.as_bytes());
    let open = "whether both players play their best, so that this is the value of the game";
    assert_eq!(text.out, format!("valid: a legal game that player 1 ends 1 up; not judged: {open}\n"));
    let json = quandary_with_input(&["check", "omino", game, "-", "--json"], claim.as_bytes()).json();
    assert_eq!((&json["valid"], &json["not_judged"]), (&true.into(), &open.into()));
    // Every puzzle says something, and those whose answers cost something say that cost was not judged.
    for (name, file, is_open) in [
        ("minesweeper", "simple4.txt", false),
        ("cops", "grid-3x3.txt", true),
        ("queens", "tt.txt", false),
        ("ricochet", "small.txt", true),
        ("monkey", "square.txt", false),
        ("lightup", "small.txt", false),
    ] {
        let file = format!("instances/{name}/{file}");
        let solved = quandary(&["solve", name, &file, "--json"]).out;
        let judged = quandary_with_input(&["check", name, &file, "-", "--json"], solved.as_bytes()).json();
        assert!(judged["holds"].as_str().is_some_and(|words| !words.is_empty()), "{name}: {judged}");
        assert_eq!(judged["not_judged"].is_string(), is_open, "{name}: {judged}");
    }
}

#[test]
fn f30_a_hash_inside_a_row_is_no_comment() {
    let check = |puzzle: &str, text: &str, place: &str| {
        let row = puzzles::find(puzzle).expect("a puzzle");
        let Err(error) = (row.read)("f", text) else { panic!("{text} is taken") };
        let why = "`#` inside a row of the board; a comment has a line of its own";
        assert_eq!(error.to_string(), format!("{why}\n  --> f:{place}"), "{text}");
    };
    check("minesweeper", "mines: 1\n1#2\n", "2:2");
    check("minesweeper", "mines: 1 # one\n# a comment\n 1.2 # the end\n", "3:6");
    check("queens", "queens: 1\n4 . #2\n", "2:5");
    check("ricochet", "+---+---+\n| r # R |\n+---+---+\n", "2:5");
    let whole = (puzzles::find("minesweeper").expect("a puzzle").read)("f", "mines: 1 # one\n # two\n1.2\n");
    assert_eq!(whole.map(|boards| boards.len()), Ok(1));
    let walls = (puzzles::find("lightup").expect("a puzzle").read)("f", ".#.\n").map(|boards| boards[0].json());
    assert_eq!(walls.as_deref(), Ok(r#"{"rows":1,"cols":3,"cells":[[-1,5,-1]]}"#));
}

#[test]
fn f55_a_picture_without_its_header_is_told_so() {
    let read = puzzles::find("minesweeper").expect("a puzzle").read;
    for (text, place) in [("1.2\n", "1:1"), ("# a board\n\n  ..1\n", "3:3"), ("?\n", "1:1"), ("*F\n", "1:1")] {
        let Err(error) = read("f", text) else { panic!("{text} is taken") };
        assert_eq!(error.to_string(), format!("expected `mines: N` above a picture\n  --> f:{place}"), "{text}");
    }
    let Err(number) = read("f", "1x2\n") else { panic!("taken") };
    assert_eq!(number.message, "`1x2` is not a whole number");
    assert!(read("f", "1 1 0 -1\n").is_ok());
}

#[test]
fn f66_every_search_is_listed_once_and_described() {
    for row in TABLE {
        let mut names: Vec<&str> = row.searches.iter().map(|search| search.name).collect();
        let n_rows = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_rows, "{}", row.name);
        let page =
            std::fs::read_to_string(common::path(&format!("docs/{}.md", row.name))).expect("every puzzle has one");
        for name in names {
            assert!(page.contains(&format!("search:{name}`")), "docs/{}.md does not name search:{name}", row.name);
        }
    }
}

#[test]
fn solutions_have_the_fields_that_scripts_are_promised() {
    let queens = quandary(&["solve", "queens", "instances/queens/t0.txt", "--json"]).json();
    assert_eq!((&queens["solution"]["left"], &queens["solution"]["queens"]), (&1.into(), &1.into()), "{queens}");
    let omino = quandary(&["solve", "omino", "instances/omino/ao1.txt", "--json"]).json();
    let best = &omino["solution"]["best"];
    let laid = serde_json::json!([best["stone"], best["turn"], best["at"][0], best["at"][1]]);
    assert_eq!(omino["solution"]["move"], laid, "{omino}");
}

#[test]
fn a_wrong_number_of_queens_left_is_a_wrong_claim() {
    let board: &[u8] = b"1 2\n1\n1 1\n";
    let files: [(&str, &[u8]); 4] = [
        ("board", board),
        ("right", b"{\"captures\": [[0, 0, 0, 1]], \"left\": 1}"),
        ("wrong", b"{\"captures\": [[0, 0, 0, 1]], \"left\": 2}"),
        ("old", b"{\"captures\": [[0, 0, 0, 1]], \"queens\": 7}"),
    ];
    let (_dir, at) = in_folder(&files);
    for (claim, code) in [("right", 10), ("wrong", 20), ("old", 20)] {
        assert_eq!(quandary(&["check", "queens", &at("board"), &at(claim)]).code, code, "{claim}");
    }
}

#[test]
fn backbones_are_found_without_naming_an_engine() {
    let unique: &[u8] = b"{\"rows\": 1, \"cols\": 2, \"tiles\": [[1,1,2,1],[1,3,1,2]], \"rotations\": false}";
    let monkey = quandary_with_input(&["backbone", "monkey", "-", "--json"], unique);
    assert_eq!((monkey.code, &monkey.json()["status"]), (20, &"unsatisfiable".into()), "{}", monkey.err);
    let rigid: &[u8] = b"{\"rows\": 1, \"cols\": 2, \"tiles\": [[1,2,1,1],[1,3,1,2]], \"rotations\": false}";
    let monkey = quandary_with_input(&["backbone", "monkey", "-", "--json"], rigid);
    assert_eq!((monkey.code, &monkey.json()["backbone"]["tile"]), (10, &serde_json::json!([[0, 1]])), "{}", monkey.out);
}
