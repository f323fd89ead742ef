//! Random configurations: a classic board of random pieces, or any board with scattered walls.
//!
//! As the source draws them: on a classic board the target is one of the sixteen printed ones, robots stand on different
//! fields, not on a printed target and not in the closed block at the centre. On other boards robots and target are
//! anywhere, on different fields where there are enough. The same seed gives the same configuration.

use super::board::{Board, Cell, MAX_SIDE};
use super::config::{Config, MAX_ROBOTS};
use super::instance::Instance;
use super::quadrants::{CENTRE, Pieces};
use crate::grid::Direction;
use crate::puzzles::Options;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Makes the instance the options ask for.
pub(super) fn generate(options: &Options) -> Result<Instance, String> {
    let seed = number(options, "seed", 1, 0..=u32::MAX as usize)? as u64;
    let n_robots = number(options, "robots", 4, 1..=MAX_ROBOTS)?;
    let is_scattered = ["rows", "cols", "walls"].iter().any(|name| options.contains_key(*name));
    if is_scattered && options.contains_key("pieces") {
        return Err("--pieces names a classic board; --rows, --cols and --walls make another".to_string());
    }
    let mut instance = match is_scattered {
        true => {
            let height = number(options, "rows", 16, 1..=MAX_SIDE)?;
            let width = number(options, "cols", height, 1..=MAX_SIDE)?;
            let n_walls = number(options, "walls", height * width / 6, 0..=2 * MAX_SIDE * MAX_SIDE)?;
            if n_robots > height * width {
                return Err(format!("{n_robots} robots do not fit on a board of {height} x {width}"));
            }
            Instance { id: None, config: scattered(height, width, n_walls, n_robots, seed), pieces: None }
        }
        false => {
            let pieces = options.get("pieces").map(|text| named(text)).transpose()?;
            classic(pieces, n_robots, seed)
        }
    };
    if options.contains_key("wild") {
        instance.config.active = None;
    }
    instance.config.must_ricochet = options.contains_key("must-ricochet");
    Ok(instance)
}

fn named(text: &str) -> Result<Pieces, String> {
    let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    Pieces::parse(&words).map_err(|(_, why)| format!("--pieces: {why}"))
}

/// A classic game: random pieces unless they are given, a random printed target and random robots.
pub fn classic(pieces: Option<Pieces>, n_robots: usize, seed: u64) -> Instance {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let order: [usize; 3] = std::array::from_fn(|place| random.random_range(0..4 - place));
    let sides: [usize; 4] = std::array::from_fn(|_| random.random_range(0..2));
    let pieces = pieces.unwrap_or_else(|| Pieces::choose(order, sides));
    let board = pieces.board();
    let tokens = pieces.tokens();
    let token = tokens[random.random_range(0..tokens.len())];
    let robots = starts(&pieces, &board, n_robots, &mut random);
    let target = board.cell(token.at).expect("targets lie on the board");
    let active = Some(token.colour % n_robots);
    let config = Config { board, robots, active, target, must_ricochet: false };
    Instance { id: None, config, pieces: Some(pieces) }
}

/// Robots on different fields of a classic board, not on a printed target, not at the centre.
pub fn starts(pieces: &Pieces, board: &Board, n_robots: usize, random: &mut Pcg64Mcg) -> Vec<Cell> {
    let tokens = pieces.tokens();
    let is_free = |cell: &Cell| {
        let at = board.pos(*cell);
        !CENTRE.contains(&at) && tokens.iter().all(|token| token.at != at)
    };
    let free: Vec<Cell> = (0..board.n_cells() as Cell).filter(is_free).collect();
    draw(free, n_robots, random)
}

/// A board with walls anywhere, robots and target on different fields if there is room.
pub fn scattered(height: usize, width: usize, n_walls: usize, n_robots: usize, seed: u64) -> Config {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut board = Board::new(height, width);
    let inside = |board: &Board, cell: Cell| {
        let sides = [Direction::East, Direction::South];
        sides
            .into_iter()
            .filter(|side| board.beside(cell, *side).is_some())
            .map(|side| (cell, side))
            .collect::<Vec<_>>()
    };
    let mut places: Vec<(Cell, Direction)> =
        (0..board.n_cells() as Cell).flat_map(|cell| inside(&board, cell)).collect();
    for _ in 0..n_walls.min(places.len()) {
        let (cell, side) = places.swap_remove(random.random_range(0..places.len()));
        board.add_wall(cell, side);
    }
    let n_drawn = (n_robots + 1).min(board.n_cells());
    let mut robots = draw((0..board.n_cells() as Cell).collect(), n_drawn, &mut random);
    let target = robots[n_drawn - 1];
    robots.truncate(n_robots);
    let active = Some(random.random_range(0..n_robots));
    Config { board, robots, active, target, must_ricochet: false }
}

fn draw(mut free: Vec<Cell>, n: usize, random: &mut Pcg64Mcg) -> Vec<Cell> {
    (0..n).map(|_| free.swap_remove(random.random_range(0..free.len()))).collect()
}

fn number(
    options: &Options,
    name: &str,
    default: usize,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, String> {
    let wrong =
        |text: &str| format!("--{name} takes a whole number from {} to {}, not `{text}`", range.start(), range.end());
    match options.get(name) {
        None => Ok(default),
        Some(text) => text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| wrong(text)),
    }
}
