//! What users tell a generator, as numbers.

use super::Options;

/// A whole number from 0 up, or what it is when nobody says.
pub fn number(options: &Options, name: &str, default: usize) -> Result<usize, String> {
    let wrong = |text: &String| format!("--{name} takes a whole number from 0 up, not `{text}`");
    options.get(name).map_or(Ok(default), |text| text.parse::<u32>().map(|n| n as usize).map_err(|_| wrong(text)))
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
        assert_eq!(within(&options, "a", 1, 1, 6), Err("--a takes 1 to 6, not 7".to_string()));
    }
}
