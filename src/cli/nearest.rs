//! What the user may have meant.

/// The known word that is closest to a misspelt one, if it is close.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = if word.len() > 4 { 2 } else { 1 };
    let close = known.into_iter().map(|k| (strsim::damerau_levenshtein(word, k), k)).filter(|(d, _)| *d <= limit);
    close.min_by_key(|(d, _)| *d).map(|(_, k)| k)
}

/// A sentence for a word that is not known: what there is, and what may have been meant.
pub fn unknown(what: &str, word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("no {what} `{word}`; did you mean `{near}`? expected {}", known.join(", ")),
        None => format!("no {what} `{word}`; expected {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest, unknown};

    #[test]
    fn near_words_are_found() {
        let known = ["minesweeper", "cops", "queens"];
        for (word, meant) in [
            ("minesweper", Some("minesweeper")),
            ("cosp", Some("cops")),
            ("queen", Some("queens")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(unknown("puzzle", "cosp", &["cops"]), "no puzzle `cosp`; did you mean `cops`? expected cops");
    }
}
