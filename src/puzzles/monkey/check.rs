//! The rules: every tile lies exactly once, is turned only if it may be, and touching sides match.

use super::instance::{Instance, Placement};
use crate::grid::Direction;
use crate::puzzles::stones::turned;

/// Whether a placement is right; if not, why not, as one sentence.
pub fn check(instance: &Instance, placement: &Placement) -> Result<(), String> {
    if (placement.n_rows(), placement.n_cols()) != (instance.n_rows, instance.n_cols) {
        return Err(format!("the placement is not {} x {}", instance.n_rows, instance.n_cols));
    }
    let mut where_is = vec![None; instance.tiles.len()];
    for (at, &(tile, turn)) in placement.iter() {
        let place = where_is.get_mut(tile).ok_or_else(|| format!("there is no tile {tile}"))?;
        if let Some(first) = place.replace(at) {
            return Err(format!("tile {tile} lies on {first:?} and on {at:?}"));
        }
        if turn >= instance.n_turns() {
            return Err(format!("tile {tile} is turned {turn} times, expected 0 to {}", instance.n_turns() - 1));
        }
    }
    placement.positions().try_for_each(|at| touching(instance, placement, at))
}

/// The sides towards east and south.
fn touching(instance: &Instance, placement: &Placement, at: (usize, usize)) -> Result<(), String> {
    let sides = |at: (usize, usize)| turned(&instance.tiles[placement[at].0], placement[at].1);
    for (direction, ours, theirs) in [(Direction::East, 1, 3), (Direction::South, 2, 0)] {
        let Some(next) = placement.step(at, direction) else { continue };
        let (a, b) = (sides(at)[ours], sides(next)[theirs]);
        if !instance.matches(a, b) {
            return Err(format!("{a} on {at:?} touches {b} on {next:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::check;
    use crate::grid::Grid;

    #[test]
    fn placements_are_judged() {
        let judge = |text: &str, cells: &[(usize, usize)], expected: Result<(), &str>| {
            let instance = read("f", text).expect("good").remove(0);
            let placement = Grid::from_cells(1, cells.len(), cells.to_vec()).expect("not empty");
            assert_eq!(check(&instance, &placement), expected.map_err(str::to_string), "{text} {cells:?}");
        };
        let text = "size: 1x2\ntiles:\n1 2 3 4\n5 6 7 2\n";
        judge(text, &[(0, 0), (1, 0)], Ok(()));
        judge(text, &[(1, 2), (0, 2)], Ok(()));
        judge(text, &[(0, 0), (1, 1)], Err("2 on (0, 0) touches 5 on (0, 1)"));
        judge(text, &[(0, 0), (0, 0)], Err("tile 0 lies on (0, 0) and on (0, 1)"));
        judge(text, &[(0, 0), (2, 0)], Err("there is no tile 2"));
        judge(text, &[(0, 0)], Err("the placement is not 1 x 2"));
        let fixed = "size: 1x2\nrotations: no\npairs: 2,9\ntiles:\n1 2 3 4\n5 6 7 9\n";
        judge(fixed, &[(0, 0), (1, 0)], Ok(()));
        judge(fixed, &[(0, 0), (1, 1)], Err("tile 1 is turned 1 times, expected 0 to 0"));
        judge(&fixed.replace("2,9", "9,2"), &[(0, 0), (1, 0)], Ok(()));
        judge(text, &[(0, 0), (1, 4)], Err("tile 1 is turned 4 times, expected 0 to 3"));
        let column = read("f", "size: 2x1\ntiles:\n1 2 3 4\n3 6 7 2\n").expect("good").remove(0);
        let stacked = |cells: Vec<(usize, usize)>| check(&column, &Grid::from_cells(2, 1, cells).expect("two cells"));
        assert_eq!(stacked(vec![(0, 0), (1, 0)]), Ok(()));
        assert_eq!(stacked(vec![(1, 0), (0, 0)]), Err("7 on (0, 0) touches 1 on (1, 0)".to_string()));
        judge("size: 2x1\ntiles:\n1 2 3 4\n3 6 7 2\n", &[(0, 0), (1, 0)], Err("the placement is not 2 x 1"));
        judge(&fixed.replace("2,9", "2,2"), &[(0, 0), (1, 0)], Err("2 on (0, 0) touches 9 on (0, 1)"));
    }
}
