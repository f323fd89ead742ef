//! From the values of the models' variables to captures.
//!
//! The merge forest says only who ends by capturing into whom (`target`). Any order in which each capture is legal will do, and
//! taking whatever is possible never hurts: a capture only opens lines, and who merges at which level is settled. The layered
//! model lists captures as they happen (`from`, `into`).

use super::board::{Board, Capture};
use super::rays::Rays;
use crate::puzzles::typed::Named;
use serde_json::Value;

/// The captures that the variables stand for.
pub(super) fn captures(board: &Board, named: &Named) -> Result<Vec<Capture>, String> {
    if let (Some(from), Some(into)) = (numbers(named, "from"), numbers(named, "into")) {
        let pairs = from.into_iter().zip(into).map(|(from, into)| Some((from.checked_sub(1)?, into.checked_sub(1)?)));
        let pairs: Option<Vec<(usize, usize)>> = pairs.collect();
        return pairs.and_then(|pairs| on_squares(board, &pairs)).ok_or("a capture has no queen".to_string());
    }
    let target = numbers(named, "target").ok_or("the model has no array `target`")?;
    if target.len() != board.queens().len() || target.iter().any(|&t| t > target.len()) {
        return Err("`target` does not fit the board".to_string());
    }
    on_squares(board, &in_order(board, &target)?).ok_or("a capture has no queen".to_string())
}

fn numbers(named: &Named, name: &str) -> Option<Vec<usize>> {
    let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
    named.get(name)?.as_array()?.iter().map(number).collect()
}

fn on_squares(board: &Board, pairs: &[(usize, usize)]) -> Option<Vec<Capture>> {
    let square = |queen: usize| board.queens().get(queen).map(|queen| queen.at);
    pairs.iter().map(|&(from, into)| Some(Capture { from: square(from)?, into: square(into)? })).collect()
}

/// Plays a forest: again and again some queen that waits for nobody captures its target.
fn in_order(board: &Board, target: &[usize]) -> Result<Vec<(usize, usize)>, String> {
    let rays = Rays::new(board);
    let n = target.len();
    let mut level: Vec<u8> = board.queens().iter().map(|queen| queen.exponent).collect();
    let (mut stands, mut n_awaited) = (vec![true; n], vec![0usize; n]);
    target.iter().filter(|&&t| t > 0).for_each(|&t| n_awaited[t - 1] += 1);
    let mut waiting: Vec<usize> = (0..n).filter(|&q| target[q] > 0).collect();
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|&from| {
            let into = target[from] - 1;
            let clear = rays.seen(from, |q| stands[q]).any(|q| q == into);
            let can = n_awaited[from] == 0 && level[from] == level[into] && clear;
            if can {
                (stands[from], level[into], n_awaited[into]) = (false, level[into] + 1, n_awaited[into] - 1);
                order.push((from, into));
            }
            !can
        });
        if waiting.len() == before {
            return Err("the captures of the model fit no order".to_string());
        }
    }
    Ok(order)
}
