//! The summary: a few large figures, then the sentences.

use super::Part;
use super::markup::{escape, inline};
use crate::compare::virtual_best;
use crate::report::comparison::Digest;
use crate::report::{Section, seconds};

/// The summary of a comparison.
pub fn part(digest: &Digest, section: &Section) -> Part {
    let tiles: String = tiles(digest).iter().map(markup).collect();
    let sentences: String = section.text.lines().map(|line| format!("<li>{}</li>\n", inline(line))).collect();
    let body = format!("<dl class=\"tiles\">\n{tiles}</dl>\n<ul class=\"words\">\n{sentences}</ul>\n");
    Part { name: section.name.clone(), heading: section.heading.clone(), body }
}

/// A figure with its name and what it belongs to.
struct Tile {
    name: &'static str,
    figure: String,
    note: String,
}

fn markup(tile: &Tile) -> String {
    let (name, figure, note) = (tile.name, escape(&tile.figure), escape(&tile.note));
    format!("<div><dt>{name}</dt><dd class=\"figure\">{figure}</dd><dd class=\"note\">{note}</dd></div>\n")
}

fn tiles(digest: &Digest) -> Vec<Tile> {
    let n_instances = digest.instances.len();
    let n_ok = digest.of.runs.iter().filter(|r| r.is_ok()).count();
    let best = virtual_best(digest.of.runs);
    let total: f64 = best.values().map(|r| r.seconds).sum();
    let mut tiles = vec![Tile {
        name: "Runs answered",
        figure: format!("{n_ok}/{}", digest.of.runs.len()),
        note: format!("limit {} s each", digest.of.limit),
    }];
    if let Some(first) = digest.ranking().first().filter(|_| n_ok > 0) {
        let engine = &digest.engines[*first];
        tiles.push(Tile {
            name: "Best engine",
            figure: format!("{}/{n_instances}", engine.n_solved),
            note: format!("{}, PAR-2 {:.2} s", digest.labels[*first], engine.par2),
        });
    }
    let wins = digest.engines.iter().enumerate().rev().max_by_key(|(_, e)| e.n_best).filter(|(_, e)| e.n_best > 0);
    tiles.extend(wins.map(|(i, engine)| Tile {
        name: "Most often fastest",
        figure: format!("{}\u{d7}", engine.n_best),
        note: digest.labels[i].clone(),
    }));
    tiles.push(Tile {
        name: "Virtual best",
        figure: seconds(total),
        note: format!("for {} of {n_instances} instances", best.len()),
    });
    tiles
}
