//! The ladders of `pack`: for each puzzle twenty rungs, from trivial to hard, each what the generator is told.
//!
//! The knobs were found by trying: what makes a puzzle hard for SAT is rarely its size. Monkey puzzles are hard where about one placement is
//! expected and none is there; games of cops and robots by the number of moves that are too few; Omino by how many stones are
//! in a hand; merging queens by what their formulas weigh. Minesweeper and Light Up never get hard, they only get long.

use crate::puzzles::Options;

/// How many rungs each ladder has.
pub const RUNGS: usize = 20;

/// The rungs of a puzzle.
pub struct Ladder {
    /// The puzzle.
    pub puzzle: &'static str,
    /// Options of the generator as `name=value`; `moves=N` is the number of moves that is asked about.
    pub rungs: [&'static str; RUNGS],
}

/// A rung.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rung {
    /// What the generator is told.
    pub options: Options,
    /// The number of moves, if it is fixed.
    pub horizon: Option<usize>,
}

impl Rung {
    /// Reads the words of a rung.
    pub fn read(words: &str) -> Rung {
        let mut rung = Rung::default();
        for word in words.split(' ') {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name {
                "moves" => rung.horizon = value.parse().ok(),
                _ => drop(rung.options.insert(name.to_string(), value.to_string())),
            }
        }
        rung
    }

    /// The words after `quandary generate PUZZLE`.
    pub fn generator(&self) -> String {
        let word = |(name, value): (&String, &String)| format!("--{name} {value}").trim_end().to_string();
        self.options.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The same, with the number of moves.
    pub fn words(&self) -> String {
        let moves = self.horizon.map_or(String::new(), |horizon| format!(", in {horizon} moves"));
        format!("{}{moves}", self.generator())
    }

    /// The seed; generators have 1 unless they are told.
    pub fn seed(&self) -> u64 {
        self.options.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(1)
    }
}

/// All of them.
pub const LADDERS: &[Ladder] = &[
    Ladder {
        puzzle: "minesweeper",
        rungs: [
            "rows=10 seed-style",
            "rows=20 seed-style",
            "rows=40 seed-style",
            "rows=60 seed-style",
            "rows=80 seed-style",
            "rows=100 seed-style",
            "rows=120 seed-style",
            "rows=140 seed-style",
            "rows=160 seed-style",
            "rows=180 seed-style",
            "rows=200 seed-style",
            "rows=230 seed-style",
            "rows=260 seed-style",
            "rows=300 seed-style",
            "rows=340 seed-style",
            "rows=380 seed-style",
            "rows=420 seed-style",
            "rows=460 seed-style",
            "rows=500 seed-style",
            "rows=550 seed-style",
        ],
    },
    Ladder {
        puzzle: "cops",
        rungs: [
            "graph=grid:2x2 cops=1 horizon=3",
            "graph=grid:2x3 cops=1 horizon=4",
            "graph=grid:2x3 cops=1 horizon=8",
            "graph=grid:3x3 cops=2 horizon=4",
            "graph=grid:3x3 cops=2 horizon=6",
            "graph=grid:3x3 cops=2 horizon=8",
            "graph=grid:3x3 cops=2 horizon=10",
            "graph=grid:3x3 cops=2 horizon=12",
            "graph=grid:3x3 cops=2 horizon=14",
            "graph=grid:4x4 cops=3 horizon=6",
            "graph=grid:4x4 cops=3 horizon=7",
            "graph=grid:4x4 cops=3 horizon=8",
            "graph=grid:4x4 cops=3 horizon=9",
            "graph=grid:4x4 cops=3 horizon=10",
            "graph=grid:4x4 cops=3 horizon=11",
            "graph=grid:4x4 cops=3 horizon=12",
            "graph=petersen cops=3 horizon=12",
            "graph=petersen cops=3 horizon=13",
            "graph=petersen cops=3 horizon=14",
            "graph=petersen cops=3 horizon=15",
        ],
    },
    Ladder {
        puzzle: "queens",
        rungs: [
            "rows=8 queens=4",
            "rows=8 queens=6",
            "rows=8 queens=8",
            "rows=8 queens=10",
            "rows=8 queens=12",
            "rows=8 queens=14",
            "rows=8 queens=16",
            "rows=8 queens=20",
            "rows=8 queens=24",
            "rows=8 queens=28",
            "rows=8 queens=32",
            "rows=10 queens=40",
            "rows=12 queens=48",
            "rows=12 queens=56",
            "rows=12 queens=64",
            "rows=14 queens=72",
            "rows=14 queens=80",
            "rows=16 queens=88",
            "rows=16 queens=96",
            "rows=16 queens=112",
        ],
    },
    Ladder {
        puzzle: "ricochet",
        rungs: [
            "seed=31 moves=1",
            "seed=31 moves=2",
            "seed=31 moves=3",
            "seed=31 moves=4",
            "seed=31 moves=5",
            "seed=36 moves=6",
            "seed=31 moves=6",
            "seed=3 moves=6",
            "seed=3 moves=7",
            "seed=31 moves=7",
            "seed=23 moves=7",
            "seed=23 moves=8",
            "seed=31 moves=8",
            "seed=29 moves=8",
            "seed=29 moves=9",
            "seed=31 moves=9",
            "seed=7 moves=9",
            "seed=7 moves=10",
            "seed=31 moves=10",
            "seed=31 moves=11",
        ],
    },
    Ladder {
        puzzle: "omino",
        rungs: [
            "stones=3 rows=3 hand=1",
            "stones=4 rows=3 hand=1",
            "stones=5 rows=3 hand=1",
            "stones=6 rows=3 hand=2",
            "stones=5 rows=4 hand=2",
            "stones=7 rows=3 hand=3",
            "stones=7 rows=4 hand=3",
            "stones=10 rows=4 hand=4",
            "stones=10 rows=5 hand=4",
            "stones=9 rows=4 hand=4",
            "stones=9 rows=5 hand=4",
            "stones=11 rows=4 hand=5",
            "stones=12 rows=5 hand=5",
            "stones=11 rows=5 hand=5",
            "stones=13 rows=5 hand=6",
            "stones=15 rows=5 hand=7",
            "stones=14 rows=5 hand=6",
            "stones=14 rows=6 hand=6",
            "stones=16 rows=6 hand=7",
            "stones=18 rows=6 hand=8",
        ],
    },
    Ladder {
        puzzle: "monkey",
        rungs: [
            "rows=2 cols=2 colours=4 near-miss",
            "rows=2 cols=3 colours=5 near-miss",
            "rows=3 cols=3 colours=8 near-miss",
            "rows=3 cols=3 colours=7 near-miss",
            "rows=3 cols=4 colours=9 near-miss",
            "rows=3 cols=4 colours=8 near-miss",
            "rows=4 cols=4 colours=12 near-miss",
            "rows=4 cols=4 colours=10 near-miss",
            "rows=4 cols=4 colours=9 near-miss",
            "rows=4 cols=5 colours=12 near-miss",
            "rows=4 cols=5 colours=11 near-miss",
            "rows=5 cols=5 colours=15 near-miss",
            "rows=5 cols=5 colours=14 near-miss",
            "rows=4 cols=6 colours=12 near-miss",
            "rows=5 cols=5 colours=13 near-miss",
            "rows=5 cols=5 colours=12 near-miss",
            "rows=5 cols=6 colours=15 near-miss",
            "rows=5 cols=6 colours=14 near-miss",
            "rows=5 cols=6 colours=13 near-miss",
            "rows=6 cols=6 colours=16 near-miss",
        ],
    },
    Ladder {
        puzzle: "lightup",
        rungs: [
            "rows=2", "rows=4", "rows=6", "rows=8", "rows=10", "rows=12", "rows=14", "rows=16", "rows=18", "rows=20",
            "rows=22", "rows=24", "rows=26", "rows=28", "rows=30", "rows=32", "rows=34", "rows=36", "rows=38",
            "rows=40",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::{LADDERS, Rung};
    use crate::puzzles;

    #[test]
    fn every_puzzle_has_a_ladder_of_rungs_that_differ() {
        let names: Vec<&str> = puzzles::TABLE.iter().map(|row| row.name).collect();
        for name in &names {
            let ladder = LADDERS.iter().find(|ladder| ladder.puzzle == *name).expect("it has a ladder");
            let mut rungs = ladder.rungs.to_vec();
            rungs.sort_unstable();
            rungs.dedup();
            assert_eq!(rungs.len(), super::RUNGS, "{name}");
        }
        assert_eq!(LADDERS.len(), names.len());
    }

    #[test]
    fn generators_know_every_word() {
        for ladder in LADDERS {
            let row = puzzles::find(ladder.puzzle).expect("it is a puzzle");
            for words in ladder.rungs {
                let rung = Rung::read(words);
                assert!(rung.options.keys().all(|name| row.options.iter().any(|o| o.name == name)), "{words}");
                assert_eq!(rung.horizon.is_some(), words.contains("moves="), "{words}");
            }
        }
    }
}
