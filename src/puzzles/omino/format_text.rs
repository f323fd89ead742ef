//! The source's format: three lines with two numbers each, then one stone per line.
//!
//! ```text
//! 6 6          height and width
//! 6 2          number of stones, and how many each player begins with
//! 3 3          row and column of stone 0
//! 1 2 3 4      the stones: north, east, south, west
//! ```

use super::instance::{Instance, coordinate, hand, side, stones};
use crate::puzzles::text::{InputError, Place, end_of, integer, words};

/// A number and where it stands.
type Placed = (Place, i64);

/// Reads one game. Empty lines and `#` comments mean nothing.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let all: Vec<(Place, &str)> = words(text).collect();
    let mut lines = all.chunk_by(|a, b| a.0.line == b.0.line);
    let mut line = |what: &str| {
        let missing = || InputError::new(file, end_of(text), format!("expected {what}, found the end of the file"));
        lines.next().ok_or_else(missing)
    };
    let [h, w] = numbers(file, line("height and width")?, "height and width")?;
    let [n, k] = numbers(file, line("number of stones and starting number")?, "number of stones and starting number")?;
    let [r, c] = numbers(file, line("row and column of the first stone")?, "row and column of the first stone")?;
    let at = |place: Place| move |message: String| InputError::new(file, place, message);
    let (n_rows, n_cols) = (side(h.1, "height").map_err(at(h.0))?, side(w.1, "width").map_err(at(w.0))?);
    let n_stones = stones(n.1).map_err(at(n.0))?;
    let n_hand = hand(k.1, n_stones).map_err(at(k.0))?;
    let start = (coordinate(r.1, n_rows, "row").map_err(at(r.0))?, coordinate(c.1, n_cols, "column").map_err(at(c.0))?);
    let mut list = Vec::new();
    for i in 0..n_stones {
        let what = format!("the four numbers of stone {i} of {n_stones}");
        list.push(numbers::<4>(file, line(&what)?, &what)?.map(|(_, number)| number));
    }
    if let Some(extra) = lines.next() {
        return Err(InputError::new(file, extra[0].0, format!("a line after the last of {n_stones} stones")));
    }
    Ok(Instance { id: None, n_rows, n_cols, n_hand, start, stones: list })
}

/// The numbers of a line, exactly so many.
fn numbers<const N: usize>(file: &str, line: &[(Place, &str)], what: &str) -> Result<[Placed; N], InputError> {
    let number = |&(place, word): &(Place, &str)| {
        integer(word).map(|n| (place, n)).map_err(|message| InputError::new(file, place, message))
    };
    let found = line.iter().map(number).collect::<Result<Vec<Placed>, InputError>>()?;
    let wrong = |found: Vec<Placed>| {
        let place = found.get(N).map_or(found[0].0, |extra| extra.0);
        InputError::new(file, place, format!("{} numbers, expected {what}: {N} numbers", found.len()))
    };
    <[Placed; N]>::try_from(found).map_err(wrong)
}

/// Writes a game.
pub(super) fn write(instance: &Instance) -> String {
    let Instance { n_rows, n_cols, n_hand, start: (row, col), stones, .. } = instance;
    let mut out = format!("{n_rows} {n_cols}\n{} {n_hand}\n{row} {col}\n", stones.len());
    for [north, east, south, west] in stones {
        out += &format!("{north} {east} {south} {west}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;

    #[test]
    fn games_are_read_and_written() {
        let text = "2 3\n3 1\n1 2\n1 2 3 4\n5 6 7 8\n-1 0 1 99\n";
        let instance = read("f", &format!("# a game\n\n{}", text.replace('\n', "  # c\r\n"))).expect("good").remove(0);
        assert_eq!(super::write(&instance), text);
        let json = serde_json::to_string(&instance).expect("plain");
        assert_eq!(read("f", &json).expect("our own"), [instance], "{json}");
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read("f", text).expect_err(text).to_string(), expected, "{text}");
        };
        let stones = "1 2 3 4\n1 2 3 4\n1 2 3 4\n";
        let game = |head: &str| format!("{head}{stones}");
        check("", "expected height and width, found the end of the file\n  --> f:1:1");
        check(&game("0 5\n3 1\n0 0\n"), "height 0, expected 1 to 10\n  --> f:1:1");
        check(&game("5 11\n3 1\n0 0\n"), "width 11, expected 1 to 10\n  --> f:1:3");
        check(&game("5 5\n0 1\n0 0\n"), "0 stones, expected 1 to 10000\n  --> f:2:1");
        check(&game("5 5\n3 2\n0 0\n"), "2 stones in each hand, expected 0 to 1 when there are 3 stones\n  --> f:2:3");
        check(
            &game("5 5\n3 -1\n0 0\n"),
            "-1 stones in each hand, expected 0 to 1 when there are 3 stones\n  --> f:2:3",
        );
        check(&game("5 5\n3 1\n5 0\n"), "row 5 of the first stone, expected 0 to 4\n  --> f:3:1");
        check(&game("5 5\n3 1\n0 -1\n"), "column -1 of the first stone, expected 0 to 4\n  --> f:3:3");
        check(&game("5\n3 1\n0 0\n"), "1 numbers, expected height and width: 2 numbers\n  --> f:1:1");
        check(&game("5 5 5\n3 1\n0 0\n"), "3 numbers, expected height and width: 2 numbers\n  --> f:1:5");
        check(&game("5 x\n3 1\n0 0\n"), "`x` is not a whole number\n  --> f:1:3");
        check(
            "5 5\n3 1\n0 0\n1 2 3 4\n1 2 3\n",
            "3 numbers, expected the four numbers of stone 1 of 3: 4 numbers\n  --> f:5:1",
        );
        check(
            "5 5\n3 1\n0 0\n1 2 3 4\n",
            "expected the four numbers of stone 1 of 3, found the end of the file\n  --> f:5:1",
        );
        check(&game("5 5\n2 0\n0 0\n"), "a line after the last of 2 stones\n  --> f:6:1");
        check(
            r#"{"height": 5, "width": 5, "hand": 1, "start": [0, 0], "stones": [[1,2,3,4]]}"#,
            "1 stones in each hand, expected 0 to 0 when there are 1 stones\n  --> f:1:35",
        );
        check(
            r#"{"height": 5, "width": 5, "hand": 0, "start": [0, 5], "stones": [[1,2,3,4]]}"#,
            "column 5 of the first stone, expected 0 to 4\n  --> f:1:47",
        );
        check(
            r#"{"height": 5, "width": 5, "hand": 0, "start": [0, 0], "stones": []}"#,
            "0 stones, expected 1 to 10000\n  --> f:1:65",
        );
    }
}
