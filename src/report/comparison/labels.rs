//! What plots call engines: long names without the words that most engines of their kind share.

use itertools::Itertools;

/// Names up to this length stay as they are.
const SHORT: usize = 24;

/// A label for each engine, all different.
pub fn labels(engines: &[&str]) -> Vec<String> {
    let labels: Vec<String> = engines.iter().map(|name| label(name, engines)).collect();
    let counts = labels.iter().cloned().counts();
    labels.into_iter().zip(engines).map(|(l, name)| if counts[&l] > 1 { name.to_string() } else { l }).collect()
}

fn label(name: &str, engines: &[&str]) -> String {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    if name.chars().count() <= SHORT {
        return name.to_string();
    }
    let words = |text: &str| text.split([':', '+']).map(str::to_string).collect_vec();
    let others = engines.iter().filter(|e| e.split(':').next() == Some(kind)).map(|e| words(e)).collect_vec();
    // Whether a model is taken apart matters most: that word goes only if all engines share it.
    let is_usual = |word: &String| {
        let n_with = others.iter().filter(|o| o.contains(word)).count();
        n_with == others.len() || (!["split", "whole"].contains(&word.as_str()) && 2 * n_with > others.len())
    };
    let own = words(rest).into_iter().filter(|w| !is_usual(w)).collect_vec();
    if own.is_empty() { kind.to_string() } else { format!("{kind}:{}", own.join("+")) }
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn usual_words_are_left_out() {
        let check = |engines: &[&str], expected: &[&str]| assert_eq!(labels(engines), expected);
        let (split, whole) = ("sat:split+order+ladder+adaptive:varisat", "sat:whole+order+ladder+adaptive:varisat");
        check(&[split], &["sat"]);
        check(&[split, "csp:mrv+fc", "csp:degree+fc"], &["sat", "csp:mrv+fc", "csp:degree+fc"]);
        check(&[split, whole], &["sat:split", "sat:whole"]);
        check(&[split, "sat:split+order+ladder+adaptive:batsat"], &["sat:varisat", "sat:batsat"]);
        check(
            &[split, "sat:split+order+product+adaptive:varisat", whole],
            &["sat:split", "sat:split+product", "sat:whole"],
        );
        check(&[split, split], &[split, split]);
    }
}
