//! What an experiment was told: options by name, with what holds when they are left out.

use crate::puzzles::Options;
use serde_json::{Value, json};
use std::str::FromStr;

/// The options of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    options: Options,
}

impl Settings {
    /// Settings of these options.
    pub fn new(options: Options) -> Settings {
        Settings { options }
    }

    /// The value of an option as given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.options.contains_key(name)
    }

    /// A number, or what holds without it.
    pub fn number<T: FromStr>(&self, name: &str, default: T) -> Result<T, String> {
        let wrong = |text: &str| format!("--{name}: `{text}` is not a number that fits");
        self.text(name).map_or(Ok(default), |text| text.parse().map_err(|_| wrong(text)))
    }

    /// A range `A..B` or `A-B`, both ends included, or a single number; or what holds without it.
    pub fn range(&self, name: &str, default: (usize, usize)) -> Result<(usize, usize), String> {
        let Some(text) = self.text(name) else { return Ok(default) };
        let wrong = || format!("--{name}: expected a range such as 2..5, found `{text}`");
        let (low, high) = text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text));
        let high = high.strip_prefix('=').unwrap_or(high);
        let ends = (low.trim().parse().map_err(|_| wrong())?, high.trim().parse().map_err(|_| wrong())?);
        if ends.0 <= ends.1 { Ok(ends) } else { Err(wrong()) }
    }

    /// Words separated by commas, or what holds without them.
    pub fn list(&self, name: &str, default: &str) -> Vec<String> {
        let words = self.text(name).unwrap_or(default).split(',');
        words.map(|w| w.trim().to_string()).filter(|w| !w.is_empty()).collect()
    }

    /// The settings as JSON, for the head of a log.
    pub fn json(&self) -> Value {
        json!(self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::puzzles::Options;

    #[test]
    fn options_are_read() {
        let given = [("n", "7"), ("r", "2..5"), ("one", "4"), ("bad", "x"), ("empty", "5..2"), ("l", "a, b,")];
        let settings = Settings::new(Options::from_iter(given.map(|(k, v)| (k.to_string(), v.to_string()))));
        assert_eq!(settings.number("n", 1u64), Ok(7));
        assert_eq!(settings.number("m", 1u64), Ok(1));
        assert!(settings.number("bad", 1u64).is_err());
        assert_eq!(settings.range("r", (0, 0)), Ok((2, 5)));
        assert_eq!(settings.range("one", (0, 0)), Ok((4, 4)));
        assert_eq!(settings.range("other", (1, 3)), Ok((1, 3)));
        assert!(settings.range("empty", (0, 0)).is_err() && settings.range("bad", (0, 0)).is_err());
        assert_eq!(settings.list("l", ""), ["a", "b"]);
        assert_eq!(settings.list("k", "x,y"), ["x", "y"]);
    }
}
