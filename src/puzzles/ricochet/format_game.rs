//! The game format: a classic board named by its four pieces, robots by row and column, and the target.
//!
//! ```text
//! pieces: 2B 4B 3B 1B                    clockwise from the top left, each a side 1A to 4B
//! robots: 14,2 3,0 2,11 1,2              red, green, blue, yellow, ... by row and column from 0
//! target: blue triangle                  a printed target, or a field: 5,3
//! active: blue                           or `any`; without this line the robot of the target's colour
//! must ricochet: no                      may be left out
//! ```

use super::board::{Board, Cell};
use super::config::Config;
use super::instance::{Instance, robots};
use super::names;
use super::quadrants::{Pieces, SHAPES};
use crate::puzzles::text::{InputError, Place, end_of, integer, shorten, without_comment, words};

const KEYS: [&str; 5] = ["pieces", "robots", "target", "active", "must ricochet"];

/// The value of a key: its words, each with its place, and the place right behind the colon.
struct Entry<'a> {
    words: Vec<(Place, &'a str)>,
    place: Place,
}

/// Reads one game.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let entries = entries(file, text)?;
    let need = |key: usize| {
        let missing = || InputError::new(file, end_of(text), format!("the line `{}:` is missing", KEYS[key]));
        entries[key].as_ref().ok_or_else(missing)
    };
    let pieces = read_pieces(file, need(0)?)?;
    let board = pieces.board();
    let cells = read_robots(file, need(1)?, &board)?;
    let (target, colour) = read_target(file, need(2)?, &board, &pieces)?;
    let active = match &entries[3] {
        Some(entry) => read_active(file, entry, cells.len())?,
        None => colour
            .ok_or_else(|| InputError::new(file, end_of(text), "a target that is a field needs a line `active:`"))?,
    };
    if active.is_some_and(|active| active >= cells.len()) {
        let message = format!("there are {} robots, none of this target's colour", cells.len());
        return Err(InputError::new(file, need(2)?.place, message));
    }
    let must_ricochet = entries[4].as_ref().map_or(Ok(false), |entry| read_truth(file, entry))?;
    let config = Config { board, robots: cells, active, target, must_ricochet };
    Ok(Instance { id: None, config, pieces: Some(pieces) })
}

fn entries<'a>(file: &str, text: &'a str) -> Result<[Option<Entry<'a>>; 5], InputError> {
    let mut entries = [const { None }; 5];
    for (number, line) in text.lines().enumerate() {
        let content = without_comment(line);
        let Some((start, _)) = words(content).next() else { continue };
        let start = Place { line: number + 1, ..start };
        let key = content.split_once(':').map(|(key, _)| key.trim());
        let known = KEYS.iter().position(|k| key == Some(*k));
        let unknown = || {
            let message = format!("`{}`: expected one of `{}:`", shorten(content.trim()), KEYS.join(":`, `"));
            InputError::new(file, start, message)
        };
        let known = known.ok_or_else(unknown)?;
        let n_before = content.split(':').next().map_or(0, |key| key.chars().count()) + 1;
        let in_value = |(place, word): (Place, &'a str)| {
            let place = Place { line: number + 1, col: place.col + n_before };
            (place, word)
        };
        let value = content.split_once(':').map_or("", |(_, value)| value);
        let entry =
            Entry { words: words(value).map(in_value).collect(), place: Place { line: number + 1, col: n_before + 1 } };
        if entries[known].replace(entry).is_some() {
            return Err(InputError::new(file, start, format!("the line `{}:` appears twice", KEYS[known])));
        }
    }
    Ok(entries)
}

impl Entry<'_> {
    /// The place of a word, or where it should have been.
    fn place(&self, number: usize) -> Place {
        let behind = self
            .words
            .last()
            .map_or(self.place, |(place, word)| Place { col: place.col + word.chars().count(), ..*place });
        self.words.get(number).map_or(behind, |(place, _)| *place)
    }

    fn text(&self) -> String {
        self.words.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    }
}

fn read_pieces(file: &str, entry: &Entry) -> Result<Pieces, InputError> {
    let sides: Vec<&str> = entry.words.iter().map(|(_, word)| *word).collect();
    Pieces::parse(&sides).map_err(|(number, why)| InputError::new(file, entry.place(number), why))
}

fn read_robots(file: &str, entry: &Entry, board: &Board) -> Result<Vec<Cell>, InputError> {
    let cells: Result<Vec<Cell>, InputError> = entry
        .words
        .iter()
        .map(|(place, word)| field(word, board).map_err(|why| InputError::new(file, *place, why)))
        .collect();
    let cells = cells?;
    robots(&cells).map_err(|(robot, why)| InputError::new(file, entry.place(robot), why))?;
    Ok(cells)
}

/// A field `row,column`.
fn field(word: &str, board: &Board) -> Result<Cell, String> {
    let (row, col) = word.split_once(',').ok_or_else(|| format!("`{}` is no field `row,column`", shorten(word)))?;
    let (row, col) = (integer(row)?, integer(col)?);
    let inside = usize::try_from(row).ok().zip(usize::try_from(col).ok()).and_then(|at| board.cell(at));
    inside.ok_or_else(|| format!("the field {row},{col} lies outside the board"))
}

/// The field of the target, and the robot a printed one is for.
fn read_target(
    file: &str,
    entry: &Entry,
    board: &Board,
    pieces: &Pieces,
) -> Result<(Cell, Option<Option<usize>>), InputError> {
    let wrong = |why: String| InputError::new(file, entry.place(0), why);
    if let [(_, word)] = entry.words[..] {
        return Ok((field(word, board).map_err(wrong)?, None));
    }
    let token = pieces.tokens().into_iter().find(|token| token.name() == entry.text().to_lowercase());
    let unknown = || {
        let shapes = SHAPES.join(", ");
        wrong(format!("`{}` is no target, expected a field or a colour and one of {shapes}", shorten(&entry.text())))
    };
    let token = token.ok_or_else(unknown)?;
    Ok((board.cell(token.at).expect("targets lie on the board"), Some(Some(token.colour))))
}

fn read_active(file: &str, entry: &Entry, n_robots: usize) -> Result<Option<usize>, InputError> {
    let text = entry.text();
    let robot = names::robot(&text).filter(|&robot| robot < n_robots);
    match text.as_str() {
        "any" => Ok(None),
        _ if robot.is_some() => Ok(robot),
        _ => Err(InputError::new(
            file,
            entry.place(0),
            format!("`{}` is none of the {n_robots} robots, nor `any`", shorten(&text)),
        )),
    }
}

fn read_truth(file: &str, entry: &Entry) -> Result<bool, InputError> {
    match entry.text().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(InputError::new(file, entry.place(0), format!("`{}`: expected yes or no", shorten(other)))),
    }
}

/// Writes a game; `None` unless its board is named by pieces.
pub(super) fn write(instance: &Instance) -> Option<String> {
    let pieces = instance.pieces.as_ref()?;
    let config = &instance.config;
    let at = |cell: Cell| config.board.pos(cell);
    let robots: Vec<String> = config.robots.iter().map(|&cell| format!("{},{}", at(cell).0, at(cell).1)).collect();
    let token = pieces.tokens().into_iter().find(|token| token.at == at(config.target));
    let target = token.map_or_else(|| format!("{},{}", at(config.target).0, at(config.target).1), |token| token.name());
    let mut out = format!("# puzzle: ricochet\npieces: {}\nrobots: {}\n", pieces.names().join(" "), robots.join(" "));
    out += &format!("target: {target}\nactive: {}\n", config.active.map_or("any", |active| names::ROBOTS[active]));
    out += &format!("must ricochet: {}\n", if config.must_ricochet { "yes" } else { "no" });
    Some(out)
}
