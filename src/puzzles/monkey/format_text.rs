//! The text format: a few `key: value` lines, then one tile per line.
//!
//! ```text
//! size: 2x3
//! rotations: yes           or  no; yes if left out
//! pairs: 1,2 3,4           may be left out: then equal numbers match
//! tiles:
//! 1 2 3 4                  north, east, south, west
//! ```

use super::instance::{Instance, enough, side};
use crate::puzzles::stones::Stone;
use crate::puzzles::text::{InputError, Place, end_of, integer, shorten, without_comment, words};

/// Reads one instance.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let mut head = Head::default();
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, without_comment(line)));
    let missing =
        |what: &str| InputError::new(file, end_of(text), format!("expected {what}, found the end of the file"));
    let mut first_tile = None;
    for (line, content) in lines.by_ref().filter(|(_, content)| !content.trim().is_empty()) {
        let (key, value) = content.split_once(':').ok_or_else(|| {
            let found = shorten(content.trim());
            InputError::new(file, Place { line, col: 1 }, format!("expected a line `key: value`, found `{found}`"))
        })?;
        let place = Place { line, col: 1 + key.chars().count() + 1 + value.chars().take_while(|c| *c == ' ').count() };
        if key.trim() == "tiles" {
            first_tile = Some(place);
            break;
        }
        head.set(key.trim(), value).map_err(|message| InputError::new(file, place, message))?;
    }
    let place = first_tile.ok_or_else(|| missing("a line `tiles:`"))?;
    let (n_rows, n_cols) = head.size.ok_or_else(|| InputError::new(file, place, "there is no line `size: RxC`"))?;
    let tiles = lines.filter(|(_, c)| !c.trim().is_empty()).map(|(line, content)| tile(file, line, content));
    let tiles = tiles.collect::<Result<Vec<Stone>, InputError>>()?;
    enough(tiles.len(), n_rows, n_cols).map_err(|message| InputError::new(file, end_of(text), message))?;
    Ok(Instance { id: None, n_rows, n_cols, tiles, rotations: head.rotations.unwrap_or(true), pairs: head.pairs })
}

/// What stands before the tiles.
#[derive(Default)]
struct Head {
    size: Option<(usize, usize)>,
    rotations: Option<bool>,
    pairs: Option<Vec<(i64, i64)>>,
}

impl Head {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let again = match key {
            "size" => self.size.replace(size(value.trim())?).is_some(),
            "rotations" => self.rotations.replace(switch(value.trim())?).is_some(),
            "pairs" => self.pairs.replace(pairs(value)?).is_some(),
            _ => return Err(format!("`{}` is not known, expected size, rotations, pairs or tiles", shorten(key))),
        };
        if again { Err(format!("`{key}` is given twice")) } else { Ok(()) }
    }
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let (rows, cols) =
        text.split_once('x').ok_or_else(|| format!("expected a size such as 3x4, found `{}`", shorten(text)))?;
    Ok((side(integer(rows)?, "rows")?, side(integer(cols)?, "columns")?))
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("expected yes or no, found `{}`", shorten(text))),
    }
}

fn pairs(text: &str) -> Result<Vec<(i64, i64)>, String> {
    let pair = |word: &str| {
        let (a, b) =
            word.split_once(',').ok_or_else(|| format!("expected a pair such as 1,2, found `{}`", shorten(word)))?;
        Ok((integer(a)?, integer(b)?))
    };
    text.split_whitespace().map(pair).collect()
}

/// A line with the four numbers of a tile.
fn tile(file: &str, line: usize, content: &str) -> Result<Stone, InputError> {
    let at = |place: Place| Place { line, ..place };
    let number = |(place, word)| integer(word).map_err(|message| InputError::new(file, at(place), message));
    let numbers = words(content).map(number).collect::<Result<Vec<i64>, InputError>>()?;
    let n_found = numbers.len();
    let wrong = |_| InputError::new(file, Place { line, col: 1 }, format!("a tile with {n_found} numbers, expected 4"));
    Stone::try_from(numbers).map_err(wrong)
}

/// Writes an instance.
pub(super) fn write(instance: &Instance) -> String {
    let mut out = format!("size: {}x{}\n", instance.n_rows, instance.n_cols);
    out += &format!("rotations: {}\n", if instance.rotations { "yes" } else { "no" });
    if let Some(pairs) = &instance.pairs {
        let words: Vec<String> = pairs.iter().map(|(a, b)| format!("{a},{b}")).collect();
        out += &format!("pairs: {}\n", words.join(" "));
    }
    out += "tiles:\n";
    for [north, east, south, west] in &instance.tiles {
        out += &format!("{north} {east} {south} {west}\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;

    #[test]
    fn files_are_read_and_written() {
        let check = |text: &str, expected: &str| {
            let instance = read("f", text).expect("good").remove(0);
            assert_eq!(super::write(&instance), expected, "{text}");
            let json = serde_json::to_string(&instance).expect("plain");
            assert_eq!(read("f", &json).expect("our own"), [instance], "{json}");
        };
        let plain = "size: 1x2\nrotations: yes\ntiles:\n1 2 3 4\n5 6 7 2\n";
        check("# c\nsize: 1x2 # two\n\ntiles:\n 1 2 3 4\n\n5 6\t7 2", plain);
        let paired = "size: 1x1\nrotations: no\npairs: 1,-2 3,3\ntiles:\n1 2 3 4\n";
        check(paired, paired);
        check(
            "rotations: no\r\nsize: 1x1\r\npairs:\r\ntiles:\r\n1 2 3 4\r\n",
            "size: 1x1\nrotations: no\npairs: \ntiles:\n1 2 3 4\n",
        );
        check(
            r#"{"rows": 1, "cols": 1, "tiles": [[1,2,3,4]], "solutions": 4}"#,
            "size: 1x1\nrotations: yes\ntiles:\n1 2 3 4\n",
        );
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read("f", text).expect_err(text).to_string(), expected, "{text}");
        };
        check("", "expected a line `tiles:`, found the end of the file\n  --> f:1:1");
        check("tiles:\n", "there is no line `size: RxC`\n  --> f:1:7");
        check("size: 2\n", "expected a size such as 3x4, found `2`\n  --> f:1:7");
        check("size: 2x0\n", "0 columns, expected 1 to 100\n  --> f:1:7");
        check("size: 1x1\nsize: 1x1\n", "`size` is given twice\n  --> f:2:7");
        check("hands: 2\n", "`hands` is not known, expected size, rotations, pairs or tiles\n  --> f:1:8");
        check("1 2 3 4\n", "expected a line `key: value`, found `1 2 3 4`\n  --> f:1:1");
        check("rotations: maybe\n", "expected yes or no, found `maybe`\n  --> f:1:12");
        check("pairs: 1-2\n", "expected a pair such as 1,2, found `1-2`\n  --> f:1:8");
        check("size: 1x1\ntiles:\n1 2 3\n", "a tile with 3 numbers, expected 4\n  --> f:3:1");
        check("size: 1x1\ntiles:\n1 2 x 3\n", "`x` is not a whole number\n  --> f:3:5");
        check("size: 1x2\ntiles:\n1 2 3 4\n", "1 tiles for 1 x 2 squares, expected 2\n  --> f:4:1");
        check(
            r#"{"rows": 1, "cols": 1, "tiles": [[1,2,3]]}"#,
            "expected four numbers `[north, east, south, west]`, found 3 of them\n  --> f:1:34",
        );
        check(
            r#"{"rows": 1, "cols": 1, "tiles": [[1,2,3,4]], "rotations": 1}"#,
            "expected true or false, found a number\n  --> f:1:59",
        );
        check(
            r#"{"rows": 1, "cols": 1, "tiles": [[1,2,3,4]], "pairs": [[1]]}"#,
            "expected a pair `[a, b]`\n  --> f:1:56",
        );
        check(r#"{"rows": 2, "cols": 1, "tiles": [[1,2,3,4]]}"#, "1 tiles for 2 x 1 squares, expected 2\n  --> f:1:33");
    }
}
