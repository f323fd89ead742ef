//! How the backtracker goes about it, as a string: `mrv+degree+lcv+fc`.
//!
//! The words are rows of four tables; at most one word of each family, in any sequence, joined by `+`. `mrv` and
//! `degree` together mean MRV with the degree as tie-break. What is not said is the plain choice: input order of
//! variables and values, no look-ahead, no splitting, seed 0.

use std::fmt;
use std::str::FromStr;

/// Which variable is branched on next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VariableOrder {
    /// In order of declaration.
    #[default]
    Input,
    /// The fewest values left.
    Mrv,
    /// The most constraints on other open variables.
    Degree,
    /// The fewest values left, ties broken by degree.
    MrvDegree,
    /// The smallest quotient of values left and weights of failed constraints.
    Wdeg,
    /// In an order shuffled once.
    Random,
    /// As the model's search annotations say, then MRV.
    Annotated,
}

/// Which value is tried first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ValueOrder {
    /// Increasing.
    #[default]
    Input,
    /// The value that rules out the fewest values of other variables.
    Lcv,
    /// Shuffled at every node.
    Random,
}

/// What is done after a value was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LookAhead {
    /// A constraint is checked when all its variables have values.
    #[default]
    None,
    /// Each constraint on the variable removes values, once.
    Forward,
    /// All constraints remove values until nothing changes.
    Full,
}

/// One word of an order.
pub struct Row<T> {
    /// The word.
    pub name: &'static str,
    /// What it means, in a line.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What it chooses.
    pub choice: T,
}

/// The variable orders.
pub const VARIABLE_ORDERS: &[Row<VariableOrder>] = &[
    Row {
        name: "input",
        summary: "variables in order of declaration",
        reference: "Golomb and Baumert, JACM 1965",
        choice: VariableOrder::Input,
    },
    Row {
        name: "mrv",
        summary: "the variable with the fewest values left",
        reference: "Haralick and Elliott, Artificial Intelligence 1980",
        choice: VariableOrder::Mrv,
    },
    Row {
        name: "degree",
        summary: "the variable in most constraints with other open variables; after mrv: breaks ties",
        reference: "Freuder, JACM 1982; Brélaz, CACM 1979",
        choice: VariableOrder::Degree,
    },
    Row {
        name: "mrv+degree",
        summary: "the fewest values left, ties broken by degree",
        reference: "Brélaz, CACM 1979",
        choice: VariableOrder::MrvDegree,
    },
    Row {
        name: "wdeg",
        summary: "the fewest values left per weight of constraints that failed before (dom/wdeg)",
        reference: "Boussemart, Hemery, Lecoutre and Sais, ECAI 2004",
        choice: VariableOrder::Wdeg,
    },
    Row {
        name: "random",
        summary: "an order shuffled once from the seed; random(7) is random with seed 7",
        reference: "folklore",
        choice: VariableOrder::Random,
    },
    Row {
        name: "annotated",
        summary: "the model's own int_search and bool_search annotations, then mrv",
        reference: "MiniZinc handbook, search annotations",
        choice: VariableOrder::Annotated,
    },
];

/// The value orders.
pub const VALUE_ORDERS: &[Row<ValueOrder>] = &[
    Row {
        name: "input-value",
        summary: "values in increasing order",
        reference: "Golomb and Baumert, JACM 1965",
        choice: ValueOrder::Input,
    },
    Row {
        name: "lcv",
        summary: "the value first that rules out the fewest values of other variables",
        reference: "Haralick and Elliott, Artificial Intelligence 1980",
        choice: ValueOrder::Lcv,
    },
    Row {
        name: "random-value",
        summary: "values shuffled at every node from the seed",
        reference: "Gomes, Selman and Kautz, AAAI 1998",
        choice: ValueOrder::Random,
    },
];

/// The look-aheads.
pub const LOOK_AHEADS: &[Row<LookAhead>] = &[
    Row {
        name: "none",
        summary: "plain backtracking: a constraint is checked when all its variables have values",
        reference: "Golomb and Baumert, JACM 1965",
        choice: LookAhead::None,
    },
    Row {
        name: "fc",
        summary: "forward checking: each constraint on the assigned variable removes values, once",
        reference: "Haralick and Elliott, Artificial Intelligence 1980; Bessière et al., Artificial Intelligence 2002",
        choice: LookAhead::Forward,
    },
    Row {
        name: "mac",
        summary: "maintained consistency: all constraints remove values until nothing changes",
        reference: "Sabin and Freuder, ECAI 1994",
        choice: LookAhead::Full,
    },
];

/// The words that are not a choice of three or more.
pub const FLAGS: &[Row<bool>] = &[Row {
    name: "split",
    summary: "independent parts of the model are searched one after the other",
    reference: "Freuder and Quinn, IJCAI 1985",
    choice: true,
}];

/// All that can be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// Which variable next.
    pub variable: VariableOrder,
    /// Which value first.
    pub value: ValueOrder,
    /// What follows from it.
    pub look_ahead: LookAhead,
    /// Whether independent components are searched separately.
    pub split: bool,
    /// Where randomness starts.
    pub seed: u64,
}

/// A string that is no order, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadOrder(String);

impl fmt::Display for BadOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadOrder {}

impl Order {
    /// Every combination of the rows, with seed 0.
    pub fn all() -> impl Iterator<Item = Order> {
        itertools::iproduct!(VARIABLE_ORDERS, VALUE_ORDERS, LOOK_AHEADS, [false, true]).map(
            |(variable, value, look_ahead, split)| Order {
                variable: variable.choice,
                value: value.choice,
                look_ahead: look_ahead.choice,
                split,
                seed: 0,
            },
        )
    }
}

/// The words met so far.
#[derive(Default)]
struct Words {
    variable: Option<VariableOrder>,
    value: Option<ValueOrder>,
    look_ahead: Option<LookAhead>,
    split: Option<bool>,
    seed: Option<u64>,
}

impl FromStr for Order {
    type Err = BadOrder;

    fn from_str(text: &str) -> Result<Order, BadOrder> {
        let mut words = Words::default();
        for word in text.split('+') {
            words.take(word.trim())?;
        }
        Ok(Order {
            variable: words.variable.unwrap_or_default(),
            value: words.value.unwrap_or_default(),
            look_ahead: words.look_ahead.unwrap_or_default(),
            split: words.split.unwrap_or_default(),
            seed: words.seed.unwrap_or_default(),
        })
    }
}

impl Words {
    fn take(&mut self, word: &str) -> Result<(), BadOrder> {
        if let Some(seed) = word.strip_prefix("seed=") {
            return once(&mut self.seed, parse_seed(seed)?, "seed");
        }
        if let Some(seed) = word.strip_prefix("random(").and_then(|rest| rest.strip_suffix(')')) {
            once(&mut self.seed, parse_seed(seed)?, "seed")?;
            return once(&mut self.variable, VariableOrder::Random, "variable order");
        }
        if let Some(choice) = find(VARIABLE_ORDERS, word) {
            return self.take_variable(choice);
        }
        if let Some(choice) = find(VALUE_ORDERS, word) {
            return once(&mut self.value, choice, "value order");
        }
        if let Some(choice) = find(LOOK_AHEADS, word) {
            return once(&mut self.look_ahead, choice, "look-ahead");
        }
        match find(FLAGS, word) {
            Some(choice) => once(&mut self.split, choice, "split"),
            None => Err(unknown(word)),
        }
    }

    fn take_variable(&mut self, choice: VariableOrder) -> Result<(), BadOrder> {
        match (self.variable, choice) {
            (Some(VariableOrder::Mrv), VariableOrder::Degree) | (Some(VariableOrder::Degree), VariableOrder::Mrv) => {
                self.variable = Some(VariableOrder::MrvDegree);
                Ok(())
            }
            _ => once(&mut self.variable, choice, "variable order"),
        }
    }
}

fn once<T>(slot: &mut Option<T>, choice: T, family: &str) -> Result<(), BadOrder> {
    match slot.replace(choice) {
        None => Ok(()),
        Some(_) => Err(BadOrder(format!("more than one {family} in a search order"))),
    }
}

fn parse_seed(text: &str) -> Result<u64, BadOrder> {
    text.parse().map_err(|_| BadOrder(format!("`{text}` is no seed: expected a number from 0 to {}", u64::MAX)))
}

fn find<T: Copy>(table: &[Row<T>], word: &str) -> Option<T> {
    table.iter().find(|row| row.name == word && !word.contains('+')).map(|row| row.choice)
}

fn unknown(word: &str) -> BadOrder {
    let [variables, values, looks, flags] =
        [names(VARIABLE_ORDERS), names(VALUE_ORDERS), names(LOOK_AHEADS), names(FLAGS)];
    BadOrder(format!(
        "`{word}` is no word of a search order; expected some of: variable order ({variables}), value order \
         ({values}), look-ahead ({looks}), {flags}, seed=N, joined by `+`"
    ))
}

fn names<T>(table: &[Row<T>]) -> String {
    let words: Vec<&str> = table.iter().map(|row| row.name).filter(|name| !name.contains('+')).collect();
    words.join(", ")
}

/// The canonical string: plain choices are left out, but `input` stands for nothing at all.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        words.extend(unless_plain(VARIABLE_ORDERS, self.variable));
        words.extend(unless_plain(VALUE_ORDERS, self.value));
        words.extend(unless_plain(LOOK_AHEADS, self.look_ahead));
        words.extend(self.split.then(|| "split".to_string()));
        words.extend((self.seed != 0).then(|| format!("seed={}", self.seed)));
        if words.is_empty() {
            words.push("input".to_string());
        }
        f.write_str(&words.join("+"))
    }
}

fn unless_plain<T: Copy + PartialEq + Default>(table: &[Row<T>], choice: T) -> Option<String> {
    let row = table.iter().find(|row| row.choice == choice).expect("every choice has a row");
    (choice != T::default()).then(|| row.name.to_string())
}

#[cfg(test)]
mod tests {
    use super::Order;

    fn check(text: &str, canonical: &str) {
        let order: Order = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(order.to_string(), canonical, "{text}");
    }

    #[test]
    fn words_in_any_sequence() {
        check("mrv+degree+lcv+fc", "mrv+degree+lcv+fc");
        check("fc+lcv+degree+mrv", "mrv+degree+lcv+fc");
        check("input", "input");
        check("lcv+input+fc", "lcv+fc");
        check("none", "input");
        check("wdeg+mac+split", "wdeg+mac+split");
        check("random(7)+fc", "random+fc+seed=7");
        check("random+random-value+seed=3", "random+random-value+seed=3");
    }

    #[test]
    fn every_combination_comes_back() {
        let all: Vec<Order> = Order::all().collect();
        assert_eq!(all.len(), 7 * 3 * 3 * 2);
        for order in all {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
    }

    #[test]
    fn bad_words_are_named() {
        for (text, part) in [
            ("mrv+fcc", "`fcc` is no word"),
            ("", "`` is no word"),
            ("mrv+mrv", "more than one variable order"),
            ("mrv+wdeg", "more than one variable order"),
            ("fc+mac", "more than one look-ahead"),
            ("split+split", "more than one split"),
            ("seed=x", "`x` is no seed"),
            ("random(-1)", "`-1` is no seed"),
            ("random(1)+seed=1", "more than one seed"),
        ] {
            let error = text.parse::<Order>().expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let error = "x".parse::<Order>().expect_err("x is no word").to_string();
        for word in ["wdeg", "lcv", "mac", "split", "annotated", "random-value", "seed=N"] {
            assert!(error.contains(word), "{word} is not listed in: {error}");
        }
    }
}
