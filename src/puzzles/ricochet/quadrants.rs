//! The classic boards: four two-sided pieces in any order and on any side.
//!
//! The layout is the one most programs use (16 targets, four on each piece; the seventeenth, wild one of the printed game
//! is left out, as the source does). A piece is described as it lies at the top left: its two bars at the edge, its four
//! targets, and the corner of the closed block at the centre. Pieces are named clockwise from the top left; each is turned
//! a quarter further than the one before.

use super::board::Board;
use crate::grid::{Direction, Pos};
use Direction::{East, North, South, West};

/// The side of a piece; a board has twice that.
pub const PIECE: usize = 8;

/// The shapes of targets.
pub const SHAPES: [&str; 4] = ["circle", "triangle", "square", "hexagon"];

/// One side of a piece, lying at the top left.
struct Side {
    name: &'static str,
    /// The bar at the upper edge is right of this column.
    upper: usize,
    /// The bar at the left edge is below this row.
    left: usize,
    /// Row, column, the two walled sides, colour and shape of each target.
    targets: [(usize, usize, [Direction; 2], usize, usize); 4],
}

const RED: usize = 0;
const GREEN: usize = 1;
const BLUE: usize = 2;
const YELLOW: usize = 3;
const CIRCLE: usize = 0;
const TRIANGLE: usize = 1;
const SQUARE: usize = 2;
const HEXAGON: usize = 3;

const SIDES: [Side; 8] = [
    Side {
        name: "1A",
        upper: 4,
        left: 5,
        targets: [
            (1, 6, [South, East], YELLOW, HEXAGON),
            (2, 1, [North, West], GREEN, TRIANGLE),
            (5, 6, [North, East], BLUE, SQUARE),
            (6, 3, [South, West], RED, CIRCLE),
        ],
    },
    Side {
        name: "1B",
        upper: 1,
        left: 5,
        targets: [
            (1, 4, [North, West], RED, CIRCLE),
            (2, 1, [North, East], GREEN, TRIANGLE),
            (3, 6, [South, East], YELLOW, HEXAGON),
            (6, 3, [South, West], BLUE, SQUARE),
        ],
    },
    Side {
        name: "2A",
        upper: 3,
        left: 6,
        targets: [
            (1, 6, [South, West], BLUE, CIRCLE),
            (3, 1, [North, East], YELLOW, TRIANGLE),
            (4, 5, [North, West], GREEN, SQUARE),
            (5, 2, [South, East], RED, HEXAGON),
        ],
    },
    Side {
        name: "2B",
        upper: 4,
        left: 4,
        targets: [
            (1, 2, [South, East], RED, HEXAGON),
            (3, 1, [South, West], GREEN, SQUARE),
            (4, 6, [North, West], YELLOW, TRIANGLE),
            (6, 5, [North, East], BLUE, CIRCLE),
        ],
    },
    Side {
        name: "3A",
        upper: 3,
        left: 3,
        targets: [
            (1, 5, [South, East], GREEN, HEXAGON),
            (2, 1, [South, West], RED, SQUARE),
            (4, 6, [North, West], YELLOW, CIRCLE),
            (6, 2, [North, East], BLUE, TRIANGLE),
        ],
    },
    Side {
        name: "3B",
        upper: 4,
        left: 4,
        targets: [
            (1, 2, [North, West], YELLOW, CIRCLE),
            (3, 6, [South, West], BLUE, TRIANGLE),
            (5, 4, [North, East], RED, SQUARE),
            (6, 1, [South, East], GREEN, HEXAGON),
        ],
    },
    Side {
        name: "4A",
        upper: 3,
        left: 4,
        targets: [
            (2, 5, [South, East], BLUE, HEXAGON),
            (4, 2, [North, East], GREEN, CIRCLE),
            (5, 7, [South, West], RED, TRIANGLE),
            (6, 1, [North, West], YELLOW, SQUARE),
        ],
    },
    Side {
        name: "4B",
        upper: 3,
        left: 5,
        targets: [
            (1, 1, [South, West], RED, TRIANGLE),
            (2, 6, [North, East], GREEN, CIRCLE),
            (4, 2, [South, East], BLUE, HEXAGON),
            (5, 7, [North, West], YELLOW, SQUARE),
        ],
    },
];

/// Four sides of different pieces, clockwise from the top left, as numbers of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces([usize; 4]);

/// A printed target: its field, its colour (a robot) and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The field.
    pub at: Pos,
    /// The robot of its colour.
    pub colour: usize,
    /// The number of its shape in [`SHAPES`].
    pub shape: usize,
}

impl Token {
    /// `blue triangle` and the like.
    pub fn name(&self) -> String {
        format!("{} {}", super::names::ROBOTS[self.colour], SHAPES[self.shape])
    }
}

impl Pieces {
    /// The pieces from sides such as `1A`; the error names the word that is wrong by its number.
    pub fn parse(words: &[&str]) -> Result<Pieces, (usize, String)> {
        let mut sides = [0; 4];
        for (number, word) in words.iter().enumerate() {
            let side = SIDES.iter().position(|side| side.name.eq_ignore_ascii_case(word));
            let side = side.ok_or_else(|| (number, format!("`{word}` is no piece, expected 1A, 1B, ... 4B")))?;
            if number >= 4 {
                return Err((number, "a fifth piece, expected four".to_string()));
            }
            if sides[..number].iter().any(|other| other / 2 == side / 2) {
                return Err((number, format!("`{word}` is a piece that is already there")));
            }
            sides[number] = side;
        }
        match words.len() {
            4 => Ok(Pieces(sides)),
            n => Err((n, format!("{n} pieces, expected four"))),
        }
    }

    /// Four pieces in an order and on sides that the numbers choose: any numbers will do.
    pub fn choose(order: [usize; 3], sides: [usize; 4]) -> Pieces {
        let mut left: Vec<usize> = (0..4).collect();
        let mut next = |pick: usize| left.remove(pick % left.len());
        let pieces = [next(order[0]), next(order[1]), next(order[2]), next(0)];
        Pieces(std::array::from_fn(|place| 2 * pieces[place] + sides[place] % 2))
    }

    /// The names of the sides, clockwise from the top left.
    pub fn names(&self) -> [&'static str; 4] {
        self.0.map(|side| SIDES[side].name)
    }

    /// The board with all walls.
    pub fn board(&self) -> Board {
        let mut board = Board::new(2 * PIECE, 2 * PIECE);
        let mut wall = |at: Pos, direction: Direction, turns: usize| {
            let (at, direction) = turned(at, direction, turns);
            board.add_wall(board.cell(at).expect("a piece lies on the board"), direction);
        };
        for (turns, &side) in self.0.iter().enumerate() {
            let side = &SIDES[side];
            wall((0, side.upper), East, turns);
            wall((side.left, 0), South, turns);
            wall((PIECE - 1, PIECE - 1), North, turns);
            wall((PIECE - 1, PIECE - 1), West, turns);
            for (row, col, walls, ..) in side.targets {
                walls.into_iter().for_each(|direction| wall((row, col), direction, turns));
            }
        }
        board
    }

    /// All sixteen printed targets, row by row.
    pub fn tokens(&self) -> Vec<Token> {
        let of_side = |(turns, &side): (usize, &usize)| {
            let token = move |(row, col, _, colour, shape): (usize, usize, [Direction; 2], usize, usize)| Token {
                at: turned((row, col), North, turns).0,
                colour,
                shape,
            };
            SIDES[side].targets.into_iter().map(token)
        };
        let mut tokens: Vec<Token> = self.0.iter().enumerate().flat_map(of_side).collect();
        tokens.sort_by_key(|token| token.at);
        tokens
    }
}

/// A field and a direction after quarter turns of the whole board, clockwise.
fn turned((row, col): Pos, direction: Direction, turns: usize) -> (Pos, Direction) {
    match turns {
        0 => ((row, col), direction),
        _ => {
            let next = Direction::STRAIGHT[(super::board::index(direction) + 1) % 4];
            turned((col, 2 * PIECE - 1 - row), next, turns - 1)
        }
    }
}

/// The fields of the closed block at the centre.
pub const CENTRE: [Pos; 4] = [(PIECE - 1, PIECE - 1), (PIECE - 1, PIECE), (PIECE, PIECE - 1), (PIECE, PIECE)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_or_explained() {
        let check = |text: &str, expected: Result<&str, (usize, &str)>| {
            let words: Vec<&str> = text.split(' ').collect();
            let read = Pieces::parse(&words).map(|pieces| pieces.names().join(" "));
            assert_eq!(read, expected.map(str::to_string).map_err(|(n, why)| (n, why.to_string())), "{text}");
        };
        check("2b 4B 3A 1b", Ok("2B 4B 3A 1B"));
        check("1A 2A 3A", Err((3, "3 pieces, expected four")));
        check("1A 2A 1B 4A", Err((2, "`1B` is a piece that is already there")));
        check("1A 5A 3A 4A", Err((1, "`5A` is no piece, expected 1A, 1B, ... 4B")));
        check("1A 2A 3A 4A 4B", Err((4, "a fifth piece, expected four")));
    }

    #[test]
    fn every_board_has_the_walls_and_targets_of_the_game() {
        for choice in 0..4 * 3 * 2 * 16 {
            let bits = std::array::from_fn(|place| choice >> place);
            let pieces = Pieces::choose([choice / 16, choice / 64, choice / 192], bits);
            let (board, tokens) = (pieces.board(), pieces.tokens());
            // Per piece 4 targets with 2 walls, 2 bars; 8 walls around the centre.
            assert_eq!(board.inner_walls().count(), 4 * (8 + 2) + 8, "{:?}", pieces.names());
            let mut kinds: Vec<(usize, usize)> = tokens.iter().map(|t| (t.colour, t.shape)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(kinds.len(), 16);
            for at in CENTRE {
                let closed = board.walls()[usize::from(board.cell(at).expect("on the board"))].count_ones();
                assert_eq!(closed, 2, "two outer sides of the block");
            }
        }
    }
}
