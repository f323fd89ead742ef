//! Reading instance files: places in a text, errors that name one, and numbers between blanks.
//!
//! Lines and columns count from 1, columns in characters. Nothing here allocates more than the text is long.

use std::fmt;

/// A line and a column of a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub col: usize,
}

/// The file is wrong: what was found, what was expected, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The name of the file as the user gave it.
    pub file: String,
    /// Where the offending text begins.
    pub place: Place,
    /// What is wrong, in one line.
    pub message: String,
}

impl InputError {
    /// An error at a place of a file.
    pub fn new(file: &str, place: Place, message: impl Into<String>) -> InputError {
        InputError { file: file.to_string(), place, message: message.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  --> {}:{}:{}", self.message, self.file, self.place.line, self.place.col)
    }
}

impl std::error::Error for InputError {}

/// The text of a file, without a byte order mark; an error at the first byte that is not UTF-8.
pub fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, InputError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        InputError::new(file, end_of(&before), "this is not UTF-8 text")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The place right behind the last character of a text.
pub fn end_of(text: &str) -> Place {
    let (line, col) = (1 + text.matches('\n').count(), 1 + text.chars().rev().take_while(|&c| c != '\n').count());
    Place { line, col }
}

/// At most twenty characters of a text, for quoting it in a message.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(20) {
        None => text.to_string(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// `1 move`, `2 moves`.
pub fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// The part of a line before a `#` comment.
pub fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or(line)
}

/// The lines of a board with their numbers, without those that are comments. Inside a row `#` is no comment.
pub fn board_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_start().starts_with('#'))
}

/// The error of a `#` inside a row of a board, where it would hide the rest of the row.
pub fn hash_in_row(file: &str, line: usize, row: &str) -> Result<(), InputError> {
    match row.chars().position(|c| c == '#') {
        None => Ok(()),
        Some(before) => {
            let message = "`#` inside a row of the board; a comment has a line of its own";
            Err(InputError::new(file, Place { line, col: before + 1 }, message))
        }
    }
}

/// The words of a text between blanks and line breaks, without `#` comments, each with its place.
pub fn words(text: &str) -> impl Iterator<Item = (Place, &str)> {
    text.lines().enumerate().flat_map(|(number, line)| words_of_line(number + 1, without_comment(line)))
}

fn words_of_line(line: usize, text: &str) -> impl Iterator<Item = (Place, &str)> {
    let (mut rest, mut col) = (text, 1);
    std::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        col += rest[..rest.len() - trimmed.len()].chars().count();
        let (word, tail) = trimmed.split_at(trimmed.find(char::is_whitespace).unwrap_or(trimmed.len()));
        let place = Place { line, col };
        (rest, col) = (tail, col + word.chars().count());
        (!word.is_empty()).then_some((place, word))
    })
}

/// A decimal whole number; the error says what is wrong with the word.
pub fn integer(word: &str) -> Result<i64, String> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{}` is not a whole number", shorten(word)));
    }
    word.parse().map_err(|_| format!("`{}` is too large a number", shorten(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let text = "a bc # d\n\n  é\tf\r\n#\ng";
        let found: Vec<_> = words(text).map(|(place, word)| (place.line, place.col, word)).collect();
        assert_eq!(found, [(1, 1, "a"), (1, 3, "bc"), (3, 3, "é"), (3, 5, "f"), (5, 1, "g")]);
    }

    #[test]
    fn integers_are_read_or_explained() {
        let check = |word: &str, expected: Result<i64, &str>| {
            assert_eq!(integer(word), expected.map_err(str::to_string));
        };
        check("0", Ok(0));
        check("-12", Ok(-12));
        check("+7", Ok(7));
        check("1x", Err("`1x` is not a whole number"));
        check("-", Err("`-` is not a whole number"));
        check("1.0", Err("`1.0` is not a whole number"));
        check("99999999999999999999999", Err("`99999999999999999999...` is too large a number"));
    }

    #[test]
    fn the_end_is_behind_the_last_character() {
        for (text, line, col) in [("", 1, 1), ("ab", 1, 3), ("ab\n", 2, 1), ("a\né", 2, 2)] {
            assert_eq!(end_of(text), Place { line, col }, "{text:?}");
        }
    }

    #[test]
    fn bad_bytes_are_located() {
        assert_eq!(decode("f", b"\xef\xbb\xbfok"), Ok("ok"));
        let error = decode("f", b"ab\ncd\xff").unwrap_err();
        assert_eq!(error.to_string(), "this is not UTF-8 text\n  --> f:2:3");
    }
}
