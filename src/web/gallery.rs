//! Boards and models to begin with, part of the program.

/// A board.
pub struct Instance {
    /// Its puzzle.
    pub puzzle: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// A model with its data.
pub struct Model {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub mzn: &'static str,
    /// Files of data, by name.
    pub data: &'static [(&'static str, &'static str)],
}

macro_rules! instances {
    ($($puzzle:literal: $($name:literal)*,)*) => {
        &[$($(Instance {
            puzzle: $puzzle,
            name: $name,
            text: include_str!(concat!("../../instances/", $puzzle, "/", $name, ".txt")),
        }),*),*]
    };
}

macro_rules! models {
    ($($folder:literal $name:literal: $($data:literal)*,)*) => {
        &[$(Model {
            name: $name,
            mzn: include_str!(concat!("../../models/", $folder, "/", $name, ".mzn")),
            data: &[$(($data, include_str!(concat!("../../models/", $folder, "/", $data, ".dzn")))),*],
        }),*]
    };
}

/// The boards, by puzzle, the ones to begin with first.
pub const INSTANCES: &[Instance] = instances! {
    "minesweeper": "beginner-game" "simple4" "intermediate-game" "expert-game" "expert-endgame" "contradictory-chain",
    "cops": "grid-3x3" "cube-2" "torus-3x3" "triangle-tail" "petersen-lost" "grid-4x4-lost",
    "queens": "t0" "t1" "t2" "t3" "other",
    "ricochet": "small" "classic-11" "wild" "must-ricochet" "six-robots" "hardest",
    "omino": "ao1" "ao2" "ao3" "good-move-loses",
    "monkey": "square" "heads-and-tails",
    "lightup": "small" "seven" "classic-10" "fourteen" "one-number-off",
};

/// The models.
pub const MODELS: &[Model] = models! {
    "examples" "sudoku": "sudoku-4" "sudoku-9" "sudoku-none",
    "examples" "queens": "queens-8" "queens-6" "queens-3",
    "examples" "send-more-money":,
    "examples" "colouring": "colouring-australia" "colouring-petersen" "colouring-petersen-2",
    "examples" "nonogram": "nonogram-fish" "nonogram-many" "nonogram-none",
    "examples" "knapsack": "knapsack-camp" "knapsack-ten",
    "examples" "magic-square": "magic-square-3" "magic-square-4",
    "examples" "golomb": "golomb-4" "golomb-5" "golomb-6",
    "tutorial" "lamps": "lamps",
    "tutorial" "photo":,
};
