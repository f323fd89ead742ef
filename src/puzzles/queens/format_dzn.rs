//! The instance as MiniZinc data, for running the models in the real `minizinc`. Written only.
//!
//! Besides the queens there is what [`Outlook`] knows: `top`, `component`, `fewest` and `most`. They only help.

use super::instance::Instance;
use super::outlook::Outlook;
use super::rays::Rays;
use crate::front::{Data, Value};

/// The integer parameters and the lists of the models, in order.
struct Parameters {
    numbers: [(&'static str, i64); 2],
    lists: [(&'static str, Vec<i64>); 6],
    /// The rows and columns of `most`, levels from 0, and its cells.
    most: (usize, usize, Vec<i64>),
}

/// The number of queens to be left that the models are asked for.
pub(super) fn limit(instance: &Instance) -> usize {
    instance.limit.unwrap_or(instance.board.queens().len())
}

/// The fewest queens that can be left, as far as the outlook tells.
pub(super) fn bound(instance: &Instance) -> usize {
    outlook(instance).bound()
}

fn outlook(instance: &Instance) -> Outlook {
    let levels: Vec<u8> = instance.board.queens().iter().map(|queen| queen.exponent).collect();
    Outlook::new(&Rays::new(&instance.board), &levels)
}

fn parameters(instance: &Instance, limit: usize) -> Parameters {
    let outlook = outlook(instance);
    let queens = instance.board.queens();
    // A limit beyond the number of queens is no limit.
    let limit = limit.min(queens.len());
    let n_levels = outlook.top.iter().max().map_or(0, |&top| usize::from(top) + 1);
    let most = outlook.most.iter().flat_map(|most| &most[..n_levels]).map(|&n| n as i64).collect();
    Parameters {
        most: (outlook.most.len(), n_levels, most),
        numbers: [("n", queens.len() as i64), ("k", limit as i64)],
        lists: [
            ("row", queens.iter().map(|queen| queen.at.0 as i64).collect()),
            ("col", queens.iter().map(|queen| queen.at.1 as i64).collect()),
            ("exponent", queens.iter().map(|queen| queen.exponent.into()).collect()),
            ("top", outlook.top.iter().map(|&top| top.into()).collect()),
            ("component", outlook.component.iter().map(|&c| c as i64 + 1).collect()),
            ("fewest", outlook.fewest.iter().map(|&n| n as i64).collect()),
        ],
    }
}

/// The parameters for the models.
pub(super) fn data(instance: &Instance, limit: usize) -> Data {
    let Parameters { numbers, lists, most: (n_rows, n_cols, most) } = parameters(instance, limit);
    let mut data = Data::default();
    numbers.into_iter().for_each(|(name, value)| _ = data.set(name, value));
    lists.into_iter().for_each(|(name, values)| _ = data.set(name, Value::list(values)));
    data.set("most", Value::grid(n_rows, n_cols, 0, most));
    data
}

/// The parameters as a text.
pub(super) fn write(instance: &Instance) -> String {
    let Parameters { numbers, lists, most } = parameters(instance, limit(instance));
    let list = |values: &[i64]| values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let numbers = numbers.iter().map(|(name, value)| format!("{name} = {value};\n"));
    let grid = format!("most = array2d(0..{}, 0..{}, [{}]);\n", most.0 as i64 - 1, most.1 as i64 - 1, list(&most.2));
    numbers.chain(lists.iter().map(|(name, values)| format!("{name} = [{}];\n", list(values)))).chain([grid]).collect()
}
