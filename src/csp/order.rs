//! How the backtracker goes about it, as a string: `mrv+degree+lcv+fc`.
//!
//! The words are rows of five tables; at most one word of each family, in any sequence, joined by `+`. `mrv` and
//! `degree` together mean MRV with the degree as tie-break. What is not said is the plain choice: input order of
//! variables and values, no look-ahead, no restarts, none of the flags, seed 0.

use super::rows::{FLAGS, Flag, LOOK_AHEADS, LookAhead, RESTARTS, Restart, Row, VALUE_ORDERS, VARIABLE_ORDERS};
use super::rows::{ValueOrder, VariableOrder};
use std::fmt;
use std::str::FromStr;

/// All that can be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// Which variable next.
    pub variable: VariableOrder,
    /// Which value first.
    pub value: ValueOrder,
    /// What follows from it.
    pub look_ahead: LookAhead,
    /// When to start anew.
    pub restart: Restart,
    /// The unit of the restarts, in failures; 0 for the usual one.
    pub unit: u32,
    /// Whether independent components are searched separately.
    pub split: bool,
    /// Whether what a run refuted is forbidden after a restart.
    pub nogoods: bool,
    /// Whether the variable of the last conflict comes first.
    pub last_conflict: bool,
    /// Whether backtracking skips decisions that have no part in a failure.
    pub backjump: bool,
    /// Whether the value of the last solution comes first.
    pub phase: bool,
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
    /// Every combination of the textbook's words, then some of all words, so that any two of them are combined.
    pub fn all() -> impl Iterator<Item = Order> {
        Order::textbook().chain(Order::sample())
    }

    /// Every combination of the words that were there before 2005, with seed 0.
    pub fn textbook() -> impl Iterator<Item = Order> {
        let is_old = |row: &&Row<VariableOrder>| {
            !matches!(row.choice, VariableOrder::Activity | VariableOrder::Impact | VariableOrder::Chs)
        };
        let variables = VARIABLE_ORDERS.iter().filter(is_old);
        let values = VALUE_ORDERS.iter().filter(|row| row.choice != ValueOrder::Best);
        itertools::iproduct!(variables, values, LOOK_AHEADS, [false, true]).map(|(variable, value, look, split)| {
            let (variable, value, look_ahead) = (variable.choice, value.choice, look.choice);
            Order { variable, value, look_ahead, split, ..Order::default() }
        })
    }

    /// Some combinations of all words: any two of different families come together in one of them. Restarts are early,
    /// so that they happen on small models, too.
    pub fn sample() -> impl Iterator<Item = Order> {
        const N_SAMPLES: usize = 60;
        (0..N_SAMPLES).map(|i| {
            let bit = |shift: usize| (i * 37 + i / 7) >> shift & 1 == 1;
            let restart = RESTARTS[(i / 2 + i / 20) % RESTARTS.len()].choice;
            Order {
                variable: VARIABLE_ORDERS[i % VARIABLE_ORDERS.len()].choice,
                value: VALUE_ORDERS[(i + i / 10) % VALUE_ORDERS.len()].choice,
                look_ahead: LOOK_AHEADS[(i + i / 4) % LOOK_AHEADS.len()].choice,
                restart,
                unit: if restart == Restart::Never { 0 } else { 1 + (i / 3 % 2) as u32 },
                split: bit(0),
                nogoods: restart != Restart::Never && bit(1),
                last_conflict: bit(2),
                backjump: bit(3),
                phase: bit(4),
                seed: 0,
            }
        })
    }

    fn has(&self, flag: Flag) -> bool {
        match flag {
            Flag::Split => self.split,
            Flag::Nogoods => self.nogoods,
            Flag::LastConflict => self.last_conflict,
            Flag::Backjump => self.backjump,
            Flag::Phase => self.phase,
        }
    }
}

/// The words met so far.
#[derive(Default)]
struct Words {
    variable: Option<VariableOrder>,
    value: Option<ValueOrder>,
    look_ahead: Option<LookAhead>,
    restart: Option<Restart>,
    unit: Option<u32>,
    flags: Vec<Flag>,
    seed: Option<u64>,
}

impl FromStr for Order {
    type Err = BadOrder;

    fn from_str(text: &str) -> Result<Order, BadOrder> {
        let mut words = Words::default();
        for word in text.split('+') {
            words.take(word.trim())?;
        }
        let has = |flag: Flag| words.flags.contains(&flag);
        let order = Order {
            variable: words.variable.unwrap_or_default(),
            value: words.value.unwrap_or_default(),
            look_ahead: words.look_ahead.unwrap_or_default(),
            restart: words.restart.unwrap_or_default(),
            unit: words.unit.unwrap_or_default(),
            split: has(Flag::Split),
            nogoods: has(Flag::Nogoods),
            last_conflict: has(Flag::LastConflict),
            backjump: has(Flag::Backjump),
            phase: has(Flag::Phase),
            seed: words.seed.unwrap_or_default(),
        };
        match order.nogoods && order.restart == Restart::Never {
            true => Err(BadOrder("`nogoods` are learned at restarts: add `luby` or `geometric`".to_string())),
            false => Ok(order),
        }
    }
}

impl Words {
    fn take(&mut self, word: &str) -> Result<(), BadOrder> {
        if let Some(seed) = word.strip_prefix("seed=") {
            return once(&mut self.seed, parse_seed(seed)?, "seed");
        }
        if let Some(seed) = argument(word, "random") {
            once(&mut self.seed, parse_seed(seed)?, "seed")?;
            return once(&mut self.variable, VariableOrder::Random, "variable order");
        }
        for row in RESTARTS {
            if let Some(unit) = argument(word, row.name).filter(|_| row.choice != Restart::Never) {
                once(&mut self.unit, parse_unit(unit)?, "unit")?;
                return once(&mut self.restart, row.choice, "restart");
            }
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
        if let Some(choice) = find(RESTARTS, word) {
            return once(&mut self.restart, choice, "restart");
        }
        let flag = find(FLAGS, word).ok_or_else(|| unknown(word))?;
        if self.flags.contains(&flag) {
            return Err(BadOrder(format!("more than one {word} in a search order")));
        }
        self.flags.push(flag);
        Ok(())
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

/// What stands in brackets after the word: `7` of `random(7)`.
fn argument<'a>(word: &'a str, name: &str) -> Option<&'a str> {
    word.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
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

fn parse_unit(text: &str) -> Result<u32, BadOrder> {
    let unit = text.parse().ok().filter(|unit| *unit > 0);
    unit.ok_or_else(|| BadOrder(format!("`{text}` is no number of failures: expected 1 to {}", u32::MAX)))
}

fn find<T: Copy>(table: &[Row<T>], word: &str) -> Option<T> {
    table.iter().find(|row| row.name == word && !word.contains('+')).map(|row| row.choice)
}

fn unknown(word: &str) -> BadOrder {
    let [variables, values, looks] = [names(VARIABLE_ORDERS), names(VALUE_ORDERS), names(LOOK_AHEADS)];
    let [restarts, flags] = [names(RESTARTS), names(FLAGS)];
    BadOrder(format!(
        "`{word}` is no word of a search order; expected some of: variable order ({variables}), value order \
         ({values}), look-ahead ({looks}), restarts ({restarts}), {flags}, seed=N, joined by `+`"
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
        words.extend(unless_plain(RESTARTS, self.restart).map(|word| match self.unit {
            0 => word,
            unit => format!("{word}({unit})"),
        }));
        words.extend(FLAGS.iter().filter(|row| self.has(row.choice)).map(|row| row.name.to_string()));
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
    use crate::csp::rows::{FLAGS, LOOK_AHEADS, RESTARTS, Row, VALUE_ORDERS, VARIABLE_ORDERS};
    use itertools::iproduct;

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
        check("phase+lc+nogoods+luby+mac+wdeg", "wdeg+mac+luby+nogoods+lc+phase");
        check("geometric(8)+fc", "fc+geometric(8)");
        check("cbj+never", "cbj");
    }

    #[test]
    fn every_combination_comes_back() {
        assert_eq!(Order::textbook().count(), 7 * 3 * 3 * 2);
        for order in Order::all() {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
    }

    /// Any two words of different families come together in the sample, but for what cannot be.
    #[test]
    fn the_sample_pairs_all_words() {
        fn words<T>(table: &[Row<T>]) -> Vec<&'static str> {
            table.iter().map(|row| row.name).collect()
        }
        let plain = ["input", "input-value", "none", "never"];
        let mut families = vec![words(VARIABLE_ORDERS), words(VALUE_ORDERS), words(LOOK_AHEADS), words(RESTARTS)];
        families.extend(FLAGS.iter().map(|row| vec![row.name]));
        let said: Vec<Vec<String>> = Order::sample()
            .map(|order| order.to_string().replace("mrv+degree", "mrv&degree"))
            .map(|text| text.split(['+', '(']).map(|word| word.replace('&', "+")).collect())
            .collect();
        let says = |words: &[String], word: &str, family: &[&str]| match plain.contains(&word) {
            true => !family.iter().any(|other| words.contains(&other.to_string()) && *other != word),
            false => words.contains(&word.to_string()),
        };
        for (a, b) in iproduct!(0..families.len(), 0..families.len()).filter(|(a, b)| a < b) {
            for (one, other) in iproduct!(&families[a], &families[b]).filter(|pair| *pair != (&"never", &"nogoods")) {
                let both = |words: &&Vec<String>| says(words, one, &families[a]) && says(words, other, &families[b]);
                assert!(said.iter().any(|words| both(&words)), "{one} and {other}");
            }
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
            ("luby+geometric", "more than one restart"),
            ("luby(0)", "`0` is no number of failures"),
            ("never(3)", "`never(3)` is no word"),
            ("lc+lc", "more than one lc"),
            ("wdeg+nogoods", "add `luby` or `geometric`"),
        ] {
            let error = text.parse::<Order>().expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let error = "x".parse::<Order>().expect_err("x is no word").to_string();
        for word in ["wdeg", "lcv", "mac", "split", "annotated", "random-value", "luby", "cbj", "seed=N"] {
            assert!(error.contains(word), "{word} is not listed in: {error}");
        }
    }
}
