//! Engines that change from model to model, so that many models meet every row of every table.

use quandary::csp::Order;
use quandary::encode::Encoding;
use quandary::engine::{PRESOLVING, SPLITTING};
use quandary::sat;

/// The engines for the model of a seed; the word `rows` stands for a formula and a search put together from the tables.
pub fn engines(wanted: &[String], seed: u64) -> Vec<String> {
    let each = |word: &String| match word.as_str() {
        "rows" => vec![formula(seed), search(seed)],
        engine => vec![engine.to_string()],
    };
    wanted.iter().flat_map(each).collect()
}

/// One row of each kind, a backend, a way to take models apart, a level of presolving, a way to the best value.
fn formula(seed: u64) -> String {
    let mut mixed = Mixed(seed);
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in Encoding::all_rows() {
        match kinds.iter_mut().find(|(kind, _)| *kind == row.kind) {
            Some((_, names)) => names.push(row.name),
            None => kinds.push((row.kind, vec![row.name])),
        }
    }
    let mut words = vec![mixed.pick(SPLITTING).0, mixed.pick(PRESOLVING).0, mixed.pick(sat::STRATEGIES).name];
    words.extend(kinds.iter().map(|(_, names)| *mixed.pick(names)));
    let backends: Vec<&str> = sat::TABLE.iter().filter(|row| row.is_embedded()).map(|row| row.name).collect();
    format!("sat:{}:{}", words.join("+"), mixed.pick(&backends))
}

fn search(seed: u64) -> String {
    let mut mixed = Mixed(!seed);
    let orders: Vec<Order> = Order::all().collect();
    format!("csp:{}+{}", mixed.pick(PRESOLVING).0, mixed.pick(&orders))
}

/// Numbers that look random, from a seed.
struct Mixed(u64);

impl Mixed {
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &from[(self.0 >> 33) as usize % from.len()]
    }
}
