//! Engines by wildcards: `sat:*:varisat`, `sat@*`, `csp:*+fc`, `search:*`.
//!
//! A `*` stands for every word that may stand in its place: all encodings one at a time, all embedded backends, all
//! variable orders, all formulations and all searches of the puzzles at hand. The rest keeps its defaults.

use crate::csp;
use crate::encode::Encoding;
use crate::engine::Engine;
use crate::lcg;
use crate::puzzles::Puzzle;
use crate::sat;
use itertools::Itertools;

/// The engines of a pattern for these puzzles, each once. A pattern without `*` is one engine.
pub fn expand(pattern: &str, puzzles: &[&Puzzle]) -> Result<Vec<Engine>, String> {
    let texts = substituted(pattern, puzzles)?;
    let engines: Vec<Engine> = texts.iter().map(|text| text.parse()).collect::<Result<_, String>>()?;
    let engines: Vec<Engine> = engines.into_iter().unique_by(Engine::to_string).collect();
    if engines.is_empty() { Err(format!("no engine is like `{pattern}`")) } else { Ok(engines) }
}

/// The texts with the first `*` replaced in every way, then the next.
fn substituted(pattern: &str, puzzles: &[&Puzzle]) -> Result<Vec<String>, String> {
    let Some(star) = pattern.find('*') else { return Ok(vec![pattern.to_string()]) };
    let (before, after) = (&pattern[..star], &pattern[star + 1..]);
    let mut texts = Vec::new();
    for word in words(before, puzzles)? {
        texts.extend(substituted(&format!("{before}{word}{after}"), puzzles)?);
    }
    Ok(texts)
}

/// What may stand after this beginning of an engine.
fn words(before: &str, puzzles: &[&Puzzle]) -> Result<Vec<String>, String> {
    let (mode, rest) = before.split_once(':').map_or((before, None), |(mode, rest)| (mode, Some(rest)));
    match (mode.split('@').next().unwrap_or(""), rest) {
        ("sat" | "csp" | "lcg", None) if mode.contains('@') => Ok(formulations(puzzles)),
        ("sat", Some(rest)) if rest.contains(':') => Ok(backends()),
        ("sat", Some(_)) => Ok(Encoding::all_rows().iter().map(|r| r.name.to_string()).collect()),
        ("csp", Some(_)) => Ok(csp::VARIABLE_ORDERS.iter().map(|r| r.name.to_string()).collect()),
        ("lcg", Some(_)) => Ok(lcg_backends()),
        ("search", Some(_)) => Ok(searches(puzzles)),
        _ => Err(format!("`{before}*`: a `*` stands for encodings, backends, orders, formulations or searches")),
    }
}

fn backends() -> Vec<String> {
    sat::TABLE.iter().filter(|row| row.is_embedded()).map(|row| row.name.to_string()).collect()
}

fn lcg_backends() -> Vec<String> {
    lcg::TABLE.iter().filter(|row| row.missing.is_none()).map(|row| row.name.to_string()).collect()
}

fn formulations(puzzles: &[&Puzzle]) -> Vec<String> {
    puzzles.iter().flat_map(|p| p.models).map(|m| m.name.to_string()).unique().collect()
}

fn searches(puzzles: &[&Puzzle]) -> Vec<String> {
    puzzles.iter().flat_map(|p| p.searches).map(|s| s.name.to_string()).unique().collect()
}

#[cfg(test)]
mod tests {
    use super::expand;
    use crate::puzzles;

    fn check(pattern: &str, n_engines: usize, some: &str) {
        let engines = expand(pattern, puzzles::TABLE).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        let shown: Vec<String> = engines.iter().map(|e| e.to_string()).collect();
        assert!(shown.len() >= n_engines, "{pattern}: {shown:?}");
        assert!(shown.iter().any(|e| e == some), "{pattern}: {shown:?}");
    }

    #[test]
    fn wildcards_stand_for_what_is_there() {
        check("sat", 1, "sat:split+order+ladder+adaptive+sized:varisat");
        check("sat:*:varisat", 12, "sat:split+order+pairwise+adaptive+sized:varisat");
        check("sat:whole:*", 2, "sat:whole+order+ladder+adaptive+sized:batsat");
        check("sat@*:whole", 3, "sat@labelled:whole+order+ladder+adaptive+sized:varisat");
        check("csp:*+fc", 3, "csp:mrv+fc");
        #[cfg(feature = "pumpkin")]
        check("lcg:*", 1, "lcg:pumpkin");
        check("search:*", 2, "search:dfs");
        for wrong in ["*", "sat*", "x:*", "sat:*:nobody"] {
            assert!(expand(wrong, puzzles::TABLE).is_err(), "{wrong}");
        }
    }
}
