//! Light Up: the judge's sentences, and what the generator promises.

mod common;

use common::{quandary, quandary_with_input};
use quandary::puzzles::lightup::ROW;

#[test]
fn every_way_of_being_wrong_has_its_sentence() {
    // .1.
    // #..
    let board = (ROW.read)("f", ".1.\n#..\n").expect("a board").remove(0);
    let judge = |bulbs: &str, expected: Result<(), &str>| {
        let claim = board.read_solution("f", &format!("{{\"bulbs\": {bulbs}}}")).expect("bulbs");
        assert_eq!(board.check(&claim), expected.map_err(str::to_string), "{bulbs}");
    };
    judge("[[0,0],[1,2]]", Ok(()));
    judge("[[1,2],[0,0]]", Ok(()));
    judge("[[0,0],[2,0]]", Err("the bulb at (2, 0) lies outside the board"));
    judge("[[0,0],[0,3]]", Err("the bulb at (0, 3) lies outside the board"));
    judge("[[0,1]]", Err("the bulb at (0, 1) is on a wall"));
    judge("[[1,0]]", Err("the bulb at (1, 0) is on a wall"));
    judge("[[0,0],[0,0]]", Err("the bulb at (0, 0) is listed twice"));
    judge("[[1,1],[1,2]]", Err("the bulbs at (1, 1) and (1, 2) shine on each other"));
    judge("[[1,2],[0,2]]", Err("the bulbs at (1, 2) and (0, 2) shine on each other"));
    judge("[]", Err("the number 1 at (0, 1) has 0 bulbs beside it"));
    judge("[[0,0],[1,1]]", Err("the number 1 at (0, 1) has 2 bulbs beside it"));
    judge("[[0,0]]", Err("the cell at (0, 2) is dark"));
    judge("[[0,2]]", Err("the cell at (0, 0) is dark"));
    let open = (ROW.read)("f", "....\n").expect("a board").remove(0);
    let far = open.read_solution("f", r#"{"bulbs": [[0,0],[0,3]]}"#).expect("bulbs");
    assert_eq!(open.check(&far), Err("the bulbs at (0, 0) and (0, 3) shine on each other".to_string()));
    let walled = (ROW.read)("f", ".#..\n").expect("a board").remove(0);
    assert_eq!(walled.check(&far), Ok(()));
}

#[test]
fn files_are_read_or_pointed_at() {
    let read = |text: &str| (ROW.read)("f", text).map(|boards| boards[0].write("text").expect("a format"));
    assert_eq!(read("# a board of two rows\n#. 4\n\n3 #.\n").expect("good"), "#.4\n3#.\n");
    assert_eq!(read("#\n#\n").expect("one column"), "#\n#\n");
    let check = |text: &str, expected: &str| assert_eq!(read(text).expect_err(text).to_string(), expected, "{text}");
    check("..\n.5\n", "`5` is not a cell, expected . 0 to 4 or #\n  --> f:2:2");
    check("#comment\n", "`c` is not a cell, expected . 0 to 4 or #\n  --> f:1:2");
    check("..\n.\n", "row 2 has 1 cells, expected 2\n  --> f:2:2");
    check("# nothing else\n", "expected a row of cells, found the end of the file\n  --> f:2:1");
    check(r#"{"rows": 1, "cols": 2, "cells": [[-1, 6]]}"#, "cell 6, expected -1 to 5\n  --> f:1:39");
    check(r#"{"rows": 0, "cols": 2, "cells": []}"#, "0 rows, expected 1 to 1000\n  --> f:1:10");
}

#[test]
fn generated_boards_have_one_solution() {
    for (rows, cols, seed) in [("1", "1", "1"), ("4", "6", "2"), ("7", "7", "3")] {
        let made = quandary(&["generate", "lightup", "--rows", rows, "--cols", cols, "--seed", seed]);
        assert_eq!(made.code, 0, "{}", made.err);
        let counted = quandary_with_input(&["count", "lightup", "-"], made.out.as_bytes());
        assert_eq!(counted.out.trim(), "1", "{}", made.out);
    }
}

#[test]
fn solutions_and_backbones_are_drawn() {
    let drawn = quandary(&["solve", "instances/lightup/small.txt"]);
    assert!(drawn.code == 10 && drawn.out.contains('*') && drawn.out.contains('-'), "{}{}", drawn.out, drawn.err);
    let sure = quandary(&["backbone", "instances/lightup/small.txt", "--json"]).json();
    let solved = quandary(&["solve", "instances/lightup/small.txt", "--json"]).json();
    assert_eq!(sure["bulbs"], solved["solution"]["bulbs"], "there is one solution");
    let counted = quandary(&["count", "instances/lightup/no-numbers.txt"]);
    assert_eq!(counted.out.trim(), "14");
}
