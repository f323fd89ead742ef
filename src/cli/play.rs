//! `play`: a game in the terminal, people and machines at one table. What is typed is read line by line.

use super::args::{LimitArgs, PlayArgs};
use super::failure::{Rejected, Usage};
use super::run::once;
use super::unanswered::Form;
use super::{input, output, play_minesweeper, signals};
use crate::puzzles::omino::play::{PLAYERS, Player, Session};
use crate::puzzles::omino::{Instance, read};
use crate::search::Budget;
use std::io::BufRead;

/// Runs the command.
pub fn run(args: &PlayArgs) -> anyhow::Result<u8> {
    let limits = LimitArgs { timeout: None, memory: args.memory };
    let form = Form { aside: true, ..Form::default() };
    match (args.game.as_str(), &args.file) {
        ("minesweeper", None) => once(&limits, form, |budget| play_minesweeper::play(args, budget)),
        ("minesweeper", Some(_)) => {
            Err(Usage("minesweeper deals its own board: --rows, --cols, --mines, --seed".to_string()).into())
        }
        ("omino", Some(file)) => omino(args, file, &limits, form),
        ("omino", None) => Err(Usage("omino needs the file of a game".to_string()).into()),
        (other, _) => Err(Usage(format!("no game `{other}`; expected minesweeper or omino")).into()),
    }
}

fn omino(args: &PlayArgs, file: &str, limits: &LimitArgs, form: Form) -> anyhow::Result<u8> {
    let source = input::read(file)?;
    let instances = read(&source.name, &source.text)?;
    let [instance] = instances.as_slice() else {
        return Err(Rejected(format!("{file} has {} games, expected one", instances.len())).into());
    };
    once(limits, form, |budget| play(args, instance, budget))
}

fn play(args: &PlayArgs, instance: &Instance, budget: &Budget) -> anyhow::Result<u8> {
    let players = [player(&args.first)?, player(&args.second)?];
    let mut session = Session::new(instance, players, args.timeout, budget, output::wants_colour());
    output::text(&session.start())?;
    let mut lines = std::io::stdin().lock().lines();
    while !session.is_over() {
        let Some(line) = lines.next().transpose()? else { break };
        if line.trim() == "quit" {
            break;
        }
        output::text(&session.say(&line))?;
    }
    Ok(signals::listen().exit_code().unwrap_or(0))
}

fn player(name: &str) -> anyhow::Result<Player> {
    let names = || PLAYERS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let found = PLAYERS.iter().find(|(known, _)| *known == name).map(|(_, player)| *player);
    found.ok_or_else(|| Usage(format!("no player `{name}`; expected {}", names())).into())
}
