//! A game as SVG: the board, and beside it both hands and the pot.

use super::game::Game;
use super::row::board;
use crate::look::Rings;
use crate::puzzles::stones::Laid;
use crate::puzzles::tiles::{self, Pile, Scene};

/// Draws a game as it stands.
pub fn draw(game: &Game, rings: Rings) -> String {
    let board = board(game);
    let numbers: std::collections::BTreeSet<i64> = game.stones.iter().flatten().copied().collect();
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let pile = |title: String, stones: Vec<usize>, owner: Option<usize>| {
        let stone = |s: usize| Laid { sides: game.stones[s], label: s.to_string(), turn: 0, owner };
        Pile { title, stones: stones.into_iter().map(stone).collect() }
    };
    let hand = |player: usize| {
        let hand = &game.hands[player];
        pile(format!("player {}: {}", player + 1, counted(hand.len())), hand.clone(), Some(player))
    };
    let pot: Vec<usize> = (game.pot..game.stones.len()).collect();
    let (n_rows, n_cols, n_laid) = (board.n_rows(), board.n_cols(), board.cells().iter().flatten().count());
    let (first, second) = (counted(game.hands[0].len()), counted(game.hands[1].len()));
    tiles::draw(&Scene {
        prefix: "om",
        name: "Omino",
        facts: format!("{n_rows} × {n_cols} · {} · {n_laid} laid", counted(game.stones.len())),
        words: format!(
            "A board of {n_rows} rows and {n_cols} columns with {}; player 1 has {first}, player 2 {second}, the pot {}.",
            counted(n_laid),
            counted(pot.len())
        ),
        board: &board,
        is_heap: false,
        colour: &|number| numbers.binary_search(&number).unwrap_or(0),
        piles: vec![hand(0), hand(1), pile(format!("pot: {}", counted(pot.len())), pot.clone(), None)],
        rings,
    })
}

fn counted(n: usize) -> String {
    format!("{n} stone{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn hands_and_pot_lie_beside_the_board() {
        let instance = read("f", include_str!("../../../instances/omino/ao1.txt")).expect("good").remove(0);
        let drawn = draw(&Game::new(&instance), Rings::default());
        let (n_hand, n_pot) = (instance.n_hand, instance.stones.len() - instance.pot());
        for player in [1, 2] {
            assert!(drawn.contains(&format!("player {player}: {}", counted(n_hand))), "{drawn}");
        }
        assert!(drawn.contains(&format!("pot: {}", counted(n_pot))));
        assert_eq!(drawn.matches("om-second\"").count(), n_hand, "the second player's stones are marked");
    }
}
