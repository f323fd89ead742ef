//! `play`: a game in the terminal, people and machines at one table. What is typed is read line by line.

use super::args::{LimitArgs, PlayArgs};
use super::failure::{Rejected, Usage};
use super::run::once;
use super::unanswered::Form;
use super::{input, output, signals};
use crate::puzzles::omino::play::{PLAYERS, Player, Session};
use crate::puzzles::omino::{Instance, read};
use crate::search::Budget;
use std::io::BufRead;

/// Runs the command.
pub fn run(args: &PlayArgs) -> anyhow::Result<u8> {
    if args.game != "omino" {
        return Err(Usage(format!("no game `{}`; expected omino", args.game)).into());
    }
    let source = input::read(&args.file)?;
    let instances = read(&source.name, &source.text)?;
    let [instance] = instances.as_slice() else {
        return Err(Rejected(format!("{} has {} games, expected one", args.file, instances.len())).into());
    };
    let limits = LimitArgs { timeout: None, memory: args.memory };
    once(&limits, Form { aside: true, ..Form::default() }, |budget| play(args, instance, budget))
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
