//! The rules: plays a sequence of moves field by field and says whether it reaches the goal.
//!
//! Written from the rules alone; it shares no code with the slides of the searches or with the model.

use super::config::{Config, Move};
use super::names::{ROBOTS, in_words};
use crate::grid::{Direction, Pos};

/// Whether a sequence of moves solves a configuration; if not, why not, as one sentence.
pub fn check(config: &Config, moves: &[Move]) -> Result<(), String> {
    let mut robots: Vec<Pos> = config.robots.iter().map(|&cell| config.board.pos(cell)).collect();
    let target = config.board.pos(config.target);
    for (number, &step) in moves.iter().enumerate() {
        let from =
            *robots.get(step.robot).ok_or_else(|| format!("move {} is by a robot that is not there", number + 1))?;
        while let Some(next) = free_neighbour(config, &robots, robots[step.robot], step.direction) {
            robots[step.robot] = next;
        }
        if robots[step.robot] == from {
            return Err(format!("move {} ({}) moves nothing", number + 1, in_words(step)));
        }
    }
    let Some(last) = moves.last() else { return check_start(config, &robots, target) };
    if !config.is_goal_robot(last.robot) {
        return Err(format!("the last move is by {}, which need not reach the target", ROBOTS[last.robot]));
    }
    if robots[last.robot] != target {
        let (row, col) = robots[last.robot];
        return Err(format!("after the last move {} stands on ({row},{col}), not on the target", ROBOTS[last.robot]));
    }
    match config.must_ricochet && !has_turned(moves, last.robot) {
        true => Err(format!("{} reaches the target without a turn", ROBOTS[last.robot])),
        false => Ok(()),
    }
}

/// No move at all: right only if a goal robot stands on the target and need not turn.
fn check_start(config: &Config, robots: &[Pos], target: Pos) -> Result<(), String> {
    let there = config.goal_robots().any(|robot| robots[robot] == target);
    match (there, config.must_ricochet) {
        (true, false) => Ok(()),
        (true, true) => Err("the robot on the target has not turned".to_string()),
        (false, _) => Err("no robot has moved, and none that counts stands on the target".to_string()),
    }
}

/// The next field, unless a wall or a robot is in the way.
fn free_neighbour(config: &Config, robots: &[Pos], (row, col): Pos, direction: Direction) -> Option<Pos> {
    let here = config.board.cell((row, col)).expect("robots stay on the board");
    if config.board.is_walled(here, direction) {
        return None;
    }
    let next = match direction {
        Direction::North => (row.checked_sub(1)?, col),
        Direction::South => (row + 1, col),
        Direction::West => (row, col.checked_sub(1)?),
        _ => (row, col + 1),
    };
    (!robots.contains(&next)).then_some(next)
}

/// Whether a robot moved along a row and along a column.
fn has_turned(moves: &[Move], robot: usize) -> bool {
    let moved = |axis: [Direction; 2]| moves.iter().any(|step| step.robot == robot && axis.contains(&step.direction));
    moved([Direction::North, Direction::South]) && moved([Direction::East, Direction::West])
}

#[cfg(test)]
mod tests {
    use super::super::{answer, instance};
    use super::*;

    fn judge(board: &str, moves: &str, expected: Result<(), &str>) {
        let config = instance::read("f", board).expect("a board").remove(0).config;
        let moves = answer::read("f", moves).expect("moves");
        assert_eq!(check(&config, &moves), expected.map_err(str::to_string), "{board}{moves:?}");
    }

    const SMALL: &str = "
+---+---+---+
| r     | R |
+   +---+   +
|           |
+---+---+   +
| g |       |
+---+---+---+
";

    #[test]
    fn robots_slide_to_walls_edges_and_robots() {
        judge(SMALL, "red south, red east, red north", Ok(()));
        judge(SMALL, "red east", Err("after the last move red stands on (0,1), not on the target"));
        judge(SMALL, "red south, red east", Err("after the last move red stands on (1,2), not on the target"));
        for (step, n) in [("red north", 1), ("red west", 1), ("green east", 1), ("green north", 1), ("green south", 1)]
        {
            judge(SMALL, step, Err(&format!("move {n} ({step}) moves nothing")));
        }
        judge(SMALL, "red east, red south", Err("move 2 (red south) moves nothing"));
        judge(SMALL, "red east, blue south", Err("move 2 is by a robot that is not there"));
        let round = "+---+---+---+\n|rR         |\n+   +   +   +\n|           |\n+---+---+---+\n";
        judge(round, "red east, red south, red west, red north", Ok(()));
        judge(
            round,
            "red east, red south, red west",
            Err("after the last move red stands on (1,0), not on the target"),
        );
        let row = "+---+---+---+\n| r   R   g |\n+---+---+---+\n";
        judge(row, "red east", Ok(()));
        judge(row, "green west", Err("the last move is by green, which need not reach the target"));
        judge(&row.replace('R', "*"), "green west", Ok(()));
        judge(&row.replace('R', "*"), "green west, red east", Err("move 2 (red east) moves nothing"));
    }

    #[test]
    fn nothing_need_be_done_on_the_target() {
        let there = "+---+---+\n|rR   g |\n+---+---+\n";
        judge(there, "no move", Ok(()));
        judge(&there.replace('R', "*"), "no move", Ok(()));
        judge(
            &there.replace("rR", "rG"),
            "no move",
            Err("no robot has moved, and none that counts stands on the target"),
        );
        judge(SMALL, "no move", Err("no robot has moved, and none that counts stands on the target"));
        judge(&format!("must ricochet: yes\n{there}"), "no move", Err("the robot on the target has not turned"));
    }

    #[test]
    fn m45_a_robot_that_must_ricochet_has_turned() {
        let board = "must ricochet: yes
+---+---+---+
| r       R |
+   +   +   +
|         g |
+   +   +   +
|           |
+---+---+---+
";
        judge(board, "red east", Err("red reaches the target without a turn"));
        judge(board, "red east, red west, red east", Err("red reaches the target without a turn"));
        judge(board, "green west, green south, red east", Err("red reaches the target without a turn"));
        judge(board, "red south, red north, red east", Ok(()));
        judge(&board.replace("yes", "no"), "red east", Ok(()));
        let column = "must ricochet: yes\n+---+---+\n| r     |\n+   +   +\n| R     |\n+---+---+\n";
        judge(column, "red south", Err("red reaches the target without a turn"));
        judge(column, "red east, red west, red south", Ok(()));
    }
}
