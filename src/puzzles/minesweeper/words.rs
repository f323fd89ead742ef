//! Reasons in words: why a cell is mined or safe, as people who play would say it.

use super::board::{Board, Cell};
use crate::grid::Pos;
use crate::puzzles::Fact;

/// The cell of a clue's rule.
pub fn clue(rule: &str) -> Option<Pos> {
    position(rule.strip_prefix("clue at ")?)
}

fn position(text: &str) -> Option<Pos> {
    let (row, col) = text.split_once(',')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}

/// Why a cell is mined or safe.
pub fn sentence(board: &Board, fact: &Fact) -> Option<String> {
    let at = position(fact.name.strip_prefix("mine[")?.strip_suffix(']')?)?;
    let clues: Vec<Pos> = fact.rules.iter().filter_map(|rule| clue(rule)).collect();
    let has_total = fact.rules.contains(&"total");
    let is_mined = fact.value == 1;
    let end = format!("{},{} is {}", at.0, at.1, if is_mined { "a mine" } else { "safe" });
    let number = |at: &Pos| board.cells.get(*at).map_or(0, |cell| if let Cell::Clue(n) = cell { *n } else { 0 });
    let named = |at: &Pos| format!("{} at {},{}", number(at), at.0, at.1);
    Some(match (clues.as_slice(), has_total, is_mined) {
        ([], false, _) => format!("{end}: it is open"),
        ([one], false, false) if number(one) == 0 => format!("{} has no mine beside it: {end}", named(one)),
        ([one], false, false) => format!("{} already has its mines: {end}", named(one)),
        ([one], false, true) => format!("{} needs every cell that is left beside it: {end}", named(one)),
        ([one, two], false, _) => {
            format!("{} and {} share cells, and together they say: {end}", named(one), named(two))
        }
        (line, false, _) if is_one_two_one(line, &number) => {
            format!("1-2-1 from {},{} to {},{}: {end}", line[0].0, line[0].1, line[2].0, line[2].1)
        }
        (many, false, _) => format!("{} together say: {end}", list(many, &named)),
        ([], true, false) => format!("all {} mines are elsewhere: {end}", board.mines),
        ([], true, true) => format!("the {} mines need every cell that is left: {end}", board.mines),
        (many, true, false) => {
            format!(
                "{} and the number of mines, {}: all mines are needed elsewhere, {end}",
                list(many, &named),
                board.mines
            )
        }
        (many, true, true) => {
            format!(
                "{} and the number of mines, {}: there are too few other places, {end}",
                list(many, &named),
                board.mines
            )
        }
    })
}

/// Three clues 1, 2, 1 side by side in a row or a column.
fn is_one_two_one(clues: &[Pos], number: &dyn Fn(&Pos) -> u8) -> bool {
    let [a, b, c] = clues else { return false };
    let is_line = (a.0 == b.0 && b.0 == c.0 && a.1 + 1 == b.1 && b.1 + 1 == c.1)
        || (a.1 == b.1 && b.1 == c.1 && a.0 + 1 == b.0 && b.0 + 1 == c.0);
    is_line && [number(a), number(b), number(c)] == [1, 2, 1]
}

fn list(clues: &[Pos], named: &dyn Fn(&Pos) -> String) -> String {
    match clues {
        [] => String::new(),
        [one] => named(one),
        [many @ .., last] => format!("{} and {}", many.iter().map(named).collect::<Vec<_>>().join(", "), named(last)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn reasons_have_words() {
        let board = read("f", "mines: 3\n....\n1211\n").expect("a board").remove(0).board;
        let check = |name: &str, value: i64, rules: &[&str], expected: &str| {
            let fact = Fact { name, value, rules };
            assert_eq!(sentence(&board, &fact).as_deref(), Some(expected));
        };
        check("mine[0,0]", 1, &["clue at 1,0"], "1 at 1,0 needs every cell that is left beside it: 0,0 is a mine");
        check("mine[0,1]", 0, &["clue at 1,0"], "1 at 1,0 already has its mines: 0,1 is safe");
        let three = ["clue at 1,0", "clue at 1,1", "clue at 1,2"];
        check("mine[0,1]", 0, &three, "1-2-1 from 1,0 to 1,2: 0,1 is safe");
        let two = ["clue at 1,0", "clue at 1,1"];
        check("mine[0,2]", 1, &two, "1 at 1,0 and 2 at 1,1 share cells, and together they say: 0,2 is a mine");
        check("mine[0,3]", 0, &["total"], "all 3 mines are elsewhere: 0,3 is safe");
    }
}
