//! The source's experiment: random games of growing size, best play, and what always taking a good move costs.
//!
//! A 7 x 7 board, a quarter of the stones in each hand, numbers from 1 to the number of stones, stone 0 in the middle.

use super::{Experiment, Settings, Step};
use crate::puzzles::GenerateOption;
use crate::puzzles::omino::alphabeta::{self, Solver};
use crate::puzzles::omino::generate::random;
use crate::puzzles::omino::{Game, minimax};
use crate::report::{Axis, Mark, Plot, Report, Section, Series, Table, seconds};
use crate::runs::Record;
use crate::search::{Budget, Stop};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// The row.
pub const EXPERIMENT: Experiment = Experiment {
    name: "omino",
    summary: "the value of random games of omino, the states it takes, and what good moves are worth",
    reference: "Algoritmiek, programming assignment 1, Leiden University, 2021",
    limit: 60.0,
    options: OPTIONS,
    steps,
    run,
    report,
};

const OPTIONS: &[GenerateOption] = &[
    GenerateOption { name: "stones", value: "A..B", summary: "numbers of stones (8..30)" },
    GenerateOption { name: "games", value: "N", summary: "games of each size (10)" },
    GenerateOption { name: "minimax", value: "SECONDS", summary: "limit of plain minimax on a game (5)" },
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same games (1)" },
];

fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let (low, high) = settings.range("stones", (8, 30))?;
    let (n_games, seed) = (settings.number("games", 10u64)?, settings.number("seed", 1u64)?);
    settings.number("minimax", 5.0f64)?;
    if low == 0 || high > 1000 {
        return Err("--stones takes numbers from 1 to 1000".to_string());
    }
    let games = (low..=high).flat_map(|stones| (0..n_games).map(move |game| (stones, game)));
    let step = |(stones, game): (usize, u64)| Step {
        key: format!("{stones} {game}"),
        data: json!({"stones": stones, "seed": seed.wrapping_mul(1_000_003).wrapping_add(stones as u64 * 1_000 + game)}),
    };
    Ok(games.map(step).collect())
}

fn run(settings: &Settings, step: &Step, budget: &Budget) -> Result<Map<String, Value>, String> {
    let stones = step.data["stones"].as_u64().unwrap_or(1) as usize;
    let instance = random(7, 7, stones, stones / 4, stones, step.data["seed"].as_u64().unwrap_or(0));
    let mut game = Game::new(&instance);
    let mut fields = Map::new();
    fields.insert("stones".into(), json!(stones));
    let started = Instant::now();
    if let Ok(best) = alphabeta::search(&mut game, budget) {
        fields.insert("score".into(), json!(best.score));
        fields.insert("states".into(), json!(best.n_states));
        fields.insert("seconds".into(), json!(started.elapsed().as_secs_f64()));
    }
    if let Ok(score) = greedy(&mut game, budget) {
        fields.insert("good_score".into(), json!(score));
    }
    let limit = budget.at_most(settings.number("minimax", 5.0)?);
    let started = Instant::now();
    if let Ok(best) = minimax::search(&mut Game::new(&instance), &limit) {
        if fields.get("score").is_some_and(|score| *score != json!(best.score)) {
            return Err(format!("minimax says {}, alpha-beta {}: {instance:?}", best.score, fields["score"]));
        }
        fields.insert("minimax_states".into(), json!(best.n_states));
        fields.insert("minimax_seconds".into(), json!(started.elapsed().as_secs_f64()));
    }
    Ok(fields)
}

/// The score of player 1 who always takes the first good move, while player 2 plays best.
fn greedy(game: &mut Game, budget: &Budget) -> Result<i64, Stop> {
    let mut solver = Solver::new(game, budget);
    while !game.is_over() {
        let action = match game.mover {
            0 => game.good_actions()[0],
            _ => {
                let score = solver.score(game)?;
                solver.best_action(game, score)?.expect("the game is not over")
            }
        };
        game.act_unchecked(action);
    }
    Ok(game.score(0))
}

fn report(_: &Settings, records: &[Record]) -> Report {
    Report { title: "Aapje Omino: random games".to_string(), sections: vec![averages(records)] }
}

/// The average of a field over records that have it, and how many those are.
fn average(records: &[&Record], field: &str) -> (Option<f64>, usize) {
    let values: Vec<f64> = records.iter().filter_map(|record| record.number(field)).collect();
    let average = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    (average, values.len())
}

fn averages(records: &[Record]) -> Section {
    let header = ["stones", "games", "score", "states", "time", "good moves score", "minimax states", "minimax time"];
    let mut table = Table::new(&header);
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    let sizes: std::collections::BTreeSet<u64> =
        records.iter().filter_map(|r| r.number("stones")).map(|n| n as u64).collect();
    for size in sizes {
        let of: Vec<&Record> = records.iter().filter(|r| r.number("stones") == Some(size as f64)).collect();
        let mean = |field: &str| average(&of, field).0;
        let shown = |value: Option<f64>, n_digits: usize| value.map_or("-".to_string(), |v| format!("{v:.n_digits$}"));
        let (states, n_slow) = average(&of, "minimax_states");
        let whole = n_slow == of.len();
        let limited = |text: String| {
            if whole { text } else { format!("beyond its limit in {} of {}", of.len() - n_slow, of.len()) }
        };
        table.row(vec![
            size.to_string(),
            average(&of, "score").1.to_string(),
            shown(mean("score"), 1),
            shown(mean("states"), 0),
            mean("seconds").map_or("-".to_string(), seconds),
            shown(mean("good_score"), 1),
            limited(shown(states, 0)),
            if whole { mean("minimax_seconds").map_or("-".to_string(), seconds) } else { "-".to_string() },
        ]);
        fast.extend(mean("states").map(|n| (size as f64, n)));
        slow.extend(states.filter(|_| whole).map(|n| (size as f64, n)));
    }
    let text = "Averages over the games of a size: the score of player 1 when both play best, the states and the time that \
                alpha-beta needs, the score of player 1 who always takes the first good move against best play, and plain \
                minimax where all games stayed within its limit.";
    let series = vec![Series::new("alpha-beta", Mark::Line, fast), Series::new("minimax", Mark::Line, slow)];
    let plot = Plot {
        title: "States looked at".into(),
        x: Axis::linear("stones"),
        y: Axis::log("states"),
        series,
        diagonal: false,
    };
    Section {
        heading: "Averages".into(),
        name: "averages".into(),
        text: text.into(),
        table: Some(table),
        plot: Some(plot),
    }
}
