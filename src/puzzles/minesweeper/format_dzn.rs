//! The board as MiniZinc data, for running `models/minesweeper.mzn` in the real `minizinc`. Written only.

use super::instance::Instance;

/// Writes a board as the parameters of the model.
pub(super) fn write(instance: &Instance) -> String {
    let board = &instance.board;
    let (n_rows, n_cols, mines) = (board.rows(), board.cols(), board.mines);
    let mut out = format!("rows = {n_rows};\ncols = {n_cols};\nmines = {mines};\n");
    out += &format!("clue = array2d(0..{}, 0..{}, [\n", n_rows - 1, n_cols - 1);
    for row in board.cells.rows() {
        out.push(' ');
        row.iter().for_each(|cell| out += &format!(" {:2},", cell.number()));
        out.push('\n');
    }
    out + "]);\n"
}
