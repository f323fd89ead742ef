//! Where on a board the variables of a model are, by their names, and how that is said.

use crate::grid::Pos;

/// The array and the indices of a variable: `x[3,4]` is `x` at 3 and 4.
pub fn indices(variable: &str) -> Option<(&str, Vec<usize>)> {
    let (array, rest) = variable.strip_suffix(']')?.split_once('[')?;
    let numbers: Result<Vec<usize>, _> = rest.split(',').map(|index| index.trim().parse()).collect();
    Some((array, numbers.ok()?))
}

/// The cell of a variable with a row and a column.
pub fn cell(variable: &str) -> Option<Pos> {
    match indices(variable)?.1[..] {
        [row, col] => Some((row, col)),
        _ => None,
    }
}

/// The cell of a square that is counted row by row.
pub fn counted(square: usize, n_rows: usize, n_cols: usize) -> Option<Pos> {
    (n_cols > 0 && square / n_cols < n_rows).then(|| (square / n_cols, square % n_cols))
}

/// How many places are named one by one.
const NAMED: usize = 10;

/// Places as a list, cut if it is long: `squares 0,1 0,2`.
pub fn listed(word: &str, mut names: Vec<String>) -> String {
    names.dedup();
    match names.len() {
        0 => String::new(),
        n if n > NAMED => format!("{word} {} and {} more", names[..NAMED].join(" "), n - NAMED),
        _ => format!("{word} {}", names.join(" ")),
    }
}

/// Cells as a list: `squares 0,1 0,2`.
pub fn cells(word: &str, cells: &[Pos]) -> String {
    listed(word, cells.iter().map(|(row, col)| format!("{row},{col}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_places() {
        assert_eq!(indices("laid[1,2,0,3]"), Some(("laid", vec![1, 2, 0, 3])));
        assert_eq!((cell("tile[3, 4]"), cell("x[1]"), cell("x"), cell("x[a,b]")), (Some((3, 4)), None, None, None));
        assert_eq!((counted(5, 2, 3), counted(6, 2, 3), counted(1, 2, 0)), (Some((1, 2)), None, None));
        assert_eq!(cells("squares", &[(0, 1), (2, 3)]), "squares 0,1 2,3");
        assert_eq!(cells("squares", &[]), "");
        let many: Vec<Pos> = (0..13).map(|col| (0, col)).collect();
        assert!(cells("squares", &many).ends_with("0,9 and 3 more"));
    }
}
