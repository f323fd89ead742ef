//! The words that verbs about boards which are not there yet become: generated ones, and games.

use super::Limits;
use super::refusal::Refusal;
use super::request::{Request, needed};
use super::task::Task;
use super::words::within;
use serde_json::Value;

/// What minesweeper can be told about the board it deals: the name, and whether it is a switch.
const DEALT: &[(&str, bool)] = &[("rows", false), ("cols", false), ("mines", false), ("no-guess", true)];
/// Who can play.
const PLAYERS: &[&str] = &["person", "machine", "greedy"];
/// The longest move.
const MOST_MOVE: usize = 80;

/// A random board.
pub fn generate(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    let row = request.row()?;
    task.word(row.name);
    for (name, value) in request.knobs.iter().flatten() {
        let known = || row.options.iter().map(|option| option.name).collect::<Vec<_>>().join(", ");
        let option = row.options.iter().find(|option| option.name == name && *name != "seed");
        let option =
            option.ok_or_else(|| Refusal::bad(format!("`{name}` is no knob; {} has {}", row.name, known())))?;
        task.args.extend(knob(option.name, option.value.is_empty(), value)?);
    }
    task.maybe("seed", request.seed);
    task.maybe("difficulty", request.difficulty);
    if let Some(format) = &request.format {
        let known = row.formats.iter().find(|known| known.name == format);
        task.option("format", known.ok_or_else(|| Refusal::bad(format!("{} has no such format", row.name)))?.name);
    }
    within(task, limits);
    task.speaks_json = false;
    Ok(())
}

/// The word that a knob becomes, if it becomes one.
fn knob(name: &str, is_switch: bool, value: &Value) -> Result<Option<String>, Refusal> {
    match (value, is_switch) {
        (Value::Null, _) | (Value::Bool(false), true) => Ok(None),
        (Value::Bool(true), true) => Ok(Some(format!("--{name}"))),
        (Value::Number(number), false) => Ok(Some(format!("--{name}={number}"))),
        (Value::String(text), false) if text.starts_with("edges:") => {
            Err(Refusal::forbidden("the page reads no files: a graph is a family, or listed in the board"))
        }
        (Value::String(text), false) => Ok(Some(format!("--{name}={text}"))),
        (_, true) => Err(Refusal::bad(format!("`{name}` is true or false"))),
        (_, false) => Err(Refusal::bad(format!("`{name}` is a number or a text"))),
    }
}

/// A game from its beginning: the board follows from the seed or the file, and what a person did is typed again.
pub fn play(request: &Request, task: &mut Task, limits: Limits) -> Result<(), Refusal> {
    let row = request.row()?;
    task.word(row.name);
    match row.name {
        "minesweeper" => dealt(request, task)?,
        "omino" => {
            task.file("board.txt", needed("board", request.board.as_deref())?)?;
            for (option, player) in [("first", &request.first), ("second", &request.second)] {
                let known = player.as_deref().map(|name| PLAYERS.iter().find(|known| **known == name).ok_or(name));
                let who =
                    known.transpose().map_err(|_| Refusal::bad(format!("`{option}` is {}", PLAYERS.join(", "))))?;
                task.maybe(option, who);
            }
        }
        _ => return Err(Refusal::bad("`puzzle` is minesweeper or omino")),
    }
    for line in request.moves.iter().flatten() {
        if line.len() > MOST_MOVE || line.contains(char::is_control) {
            return Err(Refusal::bad(format!("a move is one line of at most {MOST_MOVE} bytes")));
        }
        task.input += &format!("{line}\n");
    }
    within(task, limits);
    task.speaks_json = false;
    Ok(())
}

fn dealt(request: &Request, task: &mut Task) -> Result<(), Refusal> {
    for (name, value) in request.knobs.iter().flatten() {
        let known = DEALT.iter().find(|(known, _)| known == name);
        let (name, is_switch) = known.ok_or_else(|| Refusal::bad("the knobs are rows, cols, mines and no-guess"))?;
        task.args.extend(knob(name, *is_switch, value)?);
    }
    task.maybe("seed", request.seed);
    Ok(())
}
