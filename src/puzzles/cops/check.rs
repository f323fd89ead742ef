//! The rules: plays a sweep on the graph and says whether it catches the robber.
//!
//! Written from the rules alone, vertex by vertex; it knows no bit sets, models or searches.

use super::graph::Graph;
use super::instance::{Instance, Start};

/// The cops' vertices at each time; a cop keeps its place in the list.
pub type Sweep = Vec<Vec<usize>>;

/// Whether a sweep is right; if not, why not, as one sentence.
pub fn check(instance: &Instance, sweep: &[Vec<usize>]) -> Result<(), String> {
    let first = sweep.first().ok_or("the sweep has no positions")?;
    for (time, cops) in sweep.iter().enumerate() {
        check_row(instance, time, cops)?;
    }
    check_start(instance, first)?;
    for (time, pair) in sweep.windows(2).enumerate() {
        check_moves(&instance.graph, time, &pair[0], &pair[1])?;
    }
    let n_moves = sweep.len() - 1;
    if instance.horizon.is_some_and(|horizon| n_moves > horizon) {
        return Err(format!("the sweep takes {n_moves} moves, more than the horizon allows"));
    }
    let dirty = simulate(&instance.graph, sweep).pop().expect("there is a first time");
    match dirty.iter().position(|&d| d) {
        None => Ok(()),
        Some(v) => Err(format!("after the last move the robber may still be on vertex {v}")),
    }
}

fn check_row(instance: &Instance, time: usize, cops: &[usize]) -> Result<(), String> {
    if cops.len() != instance.n_cops {
        return Err(format!("at time {time} there are {} cops, not {}", cops.len(), instance.n_cops));
    }
    match cops.iter().find(|&&v| v >= instance.graph.n_vertices()) {
        None => Ok(()),
        Some(v) => Err(format!("at time {time} a cop is on vertex {v}, which does not exist")),
    }
}

fn check_start(instance: &Instance, first: &[usize]) -> Result<(), String> {
    let Some(mut wanted) = instance.start_vertices() else { return Ok(()) };
    let mut given = first.to_vec();
    wanted.sort_unstable();
    given.sort_unstable();
    let place = if instance.start == Start::Row { "in a row" } else { "where they were placed" };
    if wanted == given { Ok(()) } else { Err(format!("the cops do not start {place}")) }
}

fn check_moves(graph: &Graph, time: usize, from: &[usize], to: &[usize]) -> Result<(), String> {
    let wrong = from.iter().zip(to).find(|&(&u, &v)| u != v && !graph.adjacent(u, v));
    match wrong {
        None => Ok(()),
        Some((u, v)) => Err(format!("at time {time} a cop jumps from vertex {u} to vertex {v}")),
    }
}

/// Which vertices are contaminated at each time of a sweep.
pub fn simulate(graph: &Graph, sweep: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let mut times: Vec<Vec<bool>> = Vec::new();
    for (time, cops) in sweep.iter().enumerate() {
        let dirty = |v: usize| match time.checked_sub(1) {
            _ if cops.contains(&v) => false,
            None => true,
            Some(before) => {
                let met = |u: usize| sweep[before].iter().zip(cops).any(|(&from, &to)| (from, to) == (v, u));
                times[before][v] || graph.neighbours(v).iter().any(|&u| times[before][u] && !met(u))
            }
        };
        let row = (0..graph.n_vertices()).map(dirty).collect();
        times.push(row);
    }
    times
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;
    use super::*;

    #[test]
    fn sweeps_are_judged() {
        let judge = |text: &str, sweep: &[&[usize]], expected: Result<(), &str>| {
            let instance = read("f", text).expect("good").remove(0);
            let sweep: Sweep = sweep.iter().map(|row| row.to_vec()).collect();
            assert_eq!(check(&instance, &sweep), expected.map_err(str::to_string), "{text} {sweep:?}");
        };
        let path = "graph: path:3\ncops: 1\n";
        judge(path, &[&[0], &[1], &[2]], Ok(()));
        judge(path, &[&[0], &[1]], Err("after the last move the robber may still be on vertex 2"));
        judge(path, &[&[0], &[2]], Err("at time 0 a cop jumps from vertex 0 to vertex 2"));
        judge(path, &[&[0, 1]], Err("at time 0 there are 2 cops, not 1"));
        judge(path, &[&[3]], Err("at time 0 a cop is on vertex 3, which does not exist"));
        judge(path, &[], Err("the sweep has no positions"));
        judge(&format!("{path}start: 2\n"), &[&[0], &[1], &[2]], Err("the cops do not start where they were placed"));
        judge(
            &format!("{path}horizon: 1\n"),
            &[&[0], &[1], &[2]],
            Err("the sweep takes 2 moves, more than the horizon allows"),
        );
        judge(&format!("{path}horizon: 2\n"), &[&[0], &[1], &[2]], Ok(()));
        judge(path, &[&[0], &[1], &[3]], Err("at time 2 a cop is on vertex 3, which does not exist"));
        judge(path, &[&[0], &[]], Err("at time 1 there are 0 cops, not 1"));
        judge(path, &[&[0], &[1], &[1], &[2]], Ok(()));
        judge(&format!("{path}start: 0\n"), &[&[0], &[1], &[2]], Ok(()));
        judge(
            "graph: star:2\ncops: 1\n",
            &[&[0], &[0]],
            Err("after the last move the robber may still be on vertex 1"),
        );
        let row = "graph: path:3\ncops: 2\nstart: row\n";
        judge(row, &[&[1, 0], &[2, 1]], Ok(()));
        judge(row, &[&[1, 2]], Err("the cops do not start in a row"));
        judge(row, &[&[1, 1]], Err("the cops do not start in a row"));
        // A cop that leaves vertex 0 for 1 meets who comes from 1, but not who comes from 3.
        let cycle = "graph: cycle:4\ncops: 1\n";
        judge(cycle, &[&[0], &[1]], Err("after the last move the robber may still be on vertex 0"));
        // Both ends are left along their only contaminated edge.
        judge("graph: cycle:4\ncops: 2\n", &[&[0, 1], &[3, 2]], Ok(()));
        // Waiting lets the robber come back.
        judge(
            "graph: star:3\ncops: 1\n",
            &[&[1], &[0], &[2], &[0], &[3]],
            Err("after the last move the robber may still be on vertex 0"),
        );
    }
}
