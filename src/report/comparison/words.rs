//! What a comparison says, in sentences: who solves most, who is fastest and by what factor, what the best choice is worth.

use super::{Digest, counted};
use crate::compare::{EngineStatistics, Spread, State, Trial, same_formulas, virtual_best};
use crate::report::{Section, seconds};
use itertools::Itertools;

/// The summary.
pub fn summary(digest: &Digest) -> Section {
    let text = sentences(digest).join("\n");
    Section { heading: "Summary".into(), name: "summary".into(), text, ..Section::default() }
}

/// The sentences, the most important first.
fn sentences(digest: &Digest) -> Vec<String> {
    let first = [Some(scope(digest)), most(digest), fastest(digest), slowest(digest)];
    let last = [by_puzzle(digest), ideal(digest), unanswered(digest)];
    first.into_iter().chain(last).flatten().chain(identical(digest)).collect()
}

fn scope(digest: &Digest) -> String {
    let puzzles = digest.of.runs.iter().map(|r| r.puzzle.as_str()).unique().join(", ");
    let n_ok = digest.of.runs.iter().filter(|r| r.is_ok()).count();
    let count = |state: State| digest.of.runs.iter().filter(|r| r.state == state).count();
    let others = State::ALL.iter().filter(|s| **s != State::Ok).map(|s| (s.word(), count(*s))).filter(|(_, n)| *n > 0);
    let others = others.map(|(word, n)| format!("{n} {word}")).join(", ");
    let rest = if others.is_empty() { String::new() } else { format!(" ({others})") };
    format!("{} ({puzzles}): {n_ok} of {} answered{rest}.", digest.title(), counted(digest.of.runs.len(), "run"))
}

fn most(digest: &Digest) -> Option<String> {
    let top = digest.engines.iter().map(|e| e.n_solved).max().filter(|n| *n > 0)?;
    let best = digest.ranking().into_iter().filter(|i| digest.engines[*i].n_solved == top).collect_vec();
    let what = match top == digest.instances.len() {
        true => format!("all {}", counted(top, "instance")),
        false => format!("most, {top} of {}", counted(digest.instances.len(), "instance")),
    };
    let verb = if best.len() == 1 { "solves" } else { "solve" };
    Some(format!("{} {verb} {what}.", listed(digest, &best)))
}

/// The first few by name.
fn listed(digest: &Digest, engines: &[usize]) -> String {
    const NAMED: usize = 3;
    let names = engines.iter().take(NAMED).map(|i| format!("`{}`", digest.labels[*i])).collect_vec();
    match (engines.len(), names.split_last()) {
        (n, _) if n > NAMED => format!("{} and {} more", names.join(", "), n - NAMED),
        (_, Some((last, before))) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// Those with a ratio that says something: on at least half as many instances as the baseline solved.
fn measured<'a>(digest: &'a Digest) -> impl Iterator<Item = (usize, &'a EngineStatistics, Spread)> {
    let base = digest.baseline();
    let n_base = base.map_or(0, |b| digest.engines[b].n_solved);
    let all = digest.engines.iter().enumerate().filter_map(|(i, e)| Some((i, e, e.ratio?)));
    all.filter(move |(i, _, r)| Some(*i) != base && 2 * r.n >= n_base)
}

fn fastest(digest: &Digest) -> Option<String> {
    let base = digest.baseline()?;
    let (i, engine, ratio) = measured(digest).min_by(|a, b| a.2.mean.total_cmp(&b.2.mean))?;
    if ratio.mean >= 1.0 {
        return Some(format!("No engine is faster on average than the baseline `{}`.", digest.labels[base]));
    }
    Some(format!(
        "`{}` is the fastest on average: {} as fast as the baseline `{}` (middle half of {}: {}), and the fastest of all \
         on {}.",
        digest.labels[i],
        times(1.0 / ratio.mean),
        digest.labels[base],
        counted(ratio.n, "instance"),
        between(1.0 / ratio.high, 1.0 / ratio.low),
        engine.n_best,
    ))
}

fn slowest(digest: &Digest) -> Option<String> {
    let base = digest.baseline()?;
    let (i, _, ratio) = measured(digest).max_by(|a, b| a.2.mean.total_cmp(&b.2.mean))?;
    (ratio.mean > 1.0).then(|| {
        format!(
            "`{}` is the slowest on average where it answers: the baseline `{}` is {} as fast (middle half of {}: {}).",
            digest.labels[i],
            digest.labels[base],
            times(ratio.mean),
            counted(ratio.n, "instance"),
            between(ratio.low, ratio.high),
        )
    })
}

fn times(factor: f64) -> String {
    format!("{} times", rounded(factor))
}

fn between(low: f64, high: f64) -> String {
    format!("{} to {}", rounded(low), rounded(high))
}

fn rounded(factor: f64) -> String {
    match factor {
        f if f >= 100.0 => format!("{f:.0}"),
        f if f >= 10.0 => format!("{f:.1}"),
        f => format!("{f:.2}"),
    }
}

/// Who solves most of each puzzle in the least time, if there are several.
fn by_puzzle(digest: &Digest) -> Option<String> {
    let puzzles = digest.of.runs.iter().map(|r| r.puzzle.as_str()).unique().collect_vec();
    if puzzles.len() < 2 {
        return None;
    }
    let best = puzzles.iter().filter_map(|puzzle| {
        let own = digest.of.runs.iter().filter(|r| r.puzzle == *puzzle).cloned().collect_vec();
        let part = Digest::of_runs(digest.of, &own);
        let engine = &part.engines[*part.ranking().first()?];
        let label = &digest.labels[digest.engines.iter().position(|e| e.engine == engine.engine)?];
        let n = part.instances.len();
        Some(format!("{puzzle}: `{label}` ({} of {n}, PAR-2 {})", engine.n_solved, seconds(engine.par2)))
    });
    Some(format!("The best engine of each puzzle: {}.", best.collect_vec().join("; ")))
}

fn ideal(digest: &Digest) -> Option<String> {
    let best = virtual_best(digest.of.runs);
    let total: f64 = best.values().map(|r| r.seconds).sum();
    let first = *digest.ranking().first().filter(|_| !best.is_empty())?;
    let own = digest.of.runs.iter().filter(|r| r.is_ok() && r.engine == digest.engines[first].engine);
    let single: f64 = own.map(|r: &Trial| r.seconds).sum();
    Some(format!(
        "Always choosing the right engine (the virtual best) solves {} in {}; the best single engine, `{}`, solves {} in {}.",
        best.len(),
        seconds(total),
        digest.labels[first],
        digest.engines[first].n_solved,
        seconds(single),
    ))
}

/// Engines that differ in name alone: what they take apart is the solver or chance.
fn identical(digest: &Digest) -> Vec<String> {
    let place = |name: &str| digest.engines.iter().position(|e| e.engine == name);
    let sentence = |(names, n): (Vec<&str>, usize)| {
        let places = names.iter().filter_map(|name| place(name)).collect_vec();
        format!("{} give the same formula on {}, clause for clause.", listed(digest, &places), counted(n, "instance"))
    };
    same_formulas(digest.of.all).into_iter().map(sentence).collect()
}

fn unanswered(digest: &Digest) -> Option<String> {
    let best = virtual_best(digest.of.runs);
    let left = digest.instances.iter().filter(|i| !best.contains_key(*i)).count();
    (left > 0).then(|| format!("No engine answered {} within {} s.", counted(left, "instance"), digest.of.limit))
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::compare::{State, Trial};
    use crate::report::Comparison;
    use crate::report::comparison::Digest;
    use crate::report::comparison::samples::run;

    fn check(runs: &[Trial], expected: &[&str]) {
        let (pictures, places, command) = (Vec::new(), Vec::new(), String::new());
        let of = Comparison {
            runs,
            all: runs,
            limit: 10.0,
            baseline: None,
            command,
            n_planned: runs.len(),
            pictures,
            places,
        };
        assert_eq!(sentences(&Digest::new(&of)), expected);
    }

    #[test]
    fn figures_become_sentences() {
        check(&[], &["0 engines on 0 instances (): 0 of 0 runs answered."]);
        let (ok, late) = (State::Ok, State::Timeout);
        let base = [run("p", "a", "base", ok, 1.0), run("p", "b", "base", ok, 4.0), run("q", "c", "base", late, 10.0)];
        let fast = [run("p", "a", "fast", ok, 0.5), run("p", "b", "fast", ok, 0.5), run("q", "c", "fast", ok, 2.0)];
        let slow =
            [run("p", "a", "slow", ok, 3.0), run("p", "b", "slow", late, 10.0), run("q", "d", "slow", late, 10.0)];
        check(
            &[base, fast, slow].concat(),
            &[
                "3 engines on 4 instances (p, q): 6 of 9 runs answered (3 timeout).",
                "`fast` solves most, 3 of 4 instances.",
                "`fast` is the fastest on average: 4.00 times as fast as the baseline `base` (middle half of 2 instances: \
                 2.83 to 5.66), and the fastest of all on 3.",
                "`slow` is the slowest on average where it answers: the baseline `base` is 3.00 times as fast (middle \
                 half of 1 instance: 3.00 to 3.00).",
                "The best engine of each puzzle: p: `fast` (2 of 2, PAR-2 1.00 s); q: `fast` (1 of 2, PAR-2 2.00 s).",
                "Always choosing the right engine (the virtual best) solves 3 in 3.00 s; the best single engine, `fast`, \
                 solves 3 in 3.00 s.",
                "No engine answered 1 instance within 10 s.",
            ],
        );
    }
}
