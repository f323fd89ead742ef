//! What users tell a generator, as numbers.

use super::{GenerateOption, Options};

/// The usual option for the number of rows.
pub const ROWS: GenerateOption = GenerateOption { name: "rows", value: "N", summary: "number of rows (7)" };
/// The usual option for the number of columns.
pub const COLS: GenerateOption =
    GenerateOption { name: "cols", value: "N", summary: "number of columns (as many as rows)" };
/// The usual option for the seed.
pub const SEED: GenerateOption =
    GenerateOption { name: "seed", value: "N", summary: "the same seed gives the same board (1)" };

/// A whole number from 0 up, or what it is when nobody says.
pub fn number(options: &Options, name: &str, default: usize) -> Result<usize, String> {
    parsed::<u32>(options, name).map(|n| n.map_or(default, |n| n as usize))
}

/// The seed: the same seed gives the same instance.
pub fn seed(options: &Options) -> Result<u64, String> {
    parsed::<u64>(options, "seed").map(|n| n.unwrap_or(1))
}

fn parsed<T: std::str::FromStr>(options: &Options, name: &str) -> Result<Option<T>, String> {
    let wrong = |text: &String| format!("--{name} takes a whole number from 0 up, not `{text}`");
    options.get(name).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

/// A number between two others.
pub fn within(options: &Options, name: &str, default: usize, least: usize, most: usize) -> Result<usize, String> {
    let n = number(options, name, default)?;
    if (least..=most).contains(&n) { Ok(n) } else { Err(format!("--{name} takes {least} to {most}, not {n}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_or_explained() {
        let options: Options =
            [("a", "7"), ("b", "x"), ("c", "-1")].map(|(k, v)| (k.to_string(), v.to_string())).into();
        assert_eq!((number(&options, "a", 1), number(&options, "z", 1)), (Ok(7), Ok(1)));
        assert_eq!(number(&options, "b", 1), Err("--b takes a whole number from 0 up, not `x`".to_string()));
        assert!(number(&options, "c", 1).is_err());
        assert_eq!(seed(&options), Ok(1));
        assert_eq!(seed(&[("seed".to_string(), "9999999999".to_string())].into()), Ok(9_999_999_999));
        assert_eq!(within(&options, "a", 1, 1, 6), Err("--a takes 1 to 6, not 7".to_string()));
    }
}
