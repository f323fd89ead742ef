//! Do the engines agree? Every pair that decided an instance must have decided it the same way.

use super::{Run, Verdict};
use std::collections::BTreeMap;

/// One sentence for each contradiction between engines, and for each answer a judge rejected. Empty is good.
pub fn disagreements(runs: &[Run]) -> Vec<String> {
    let mut first: BTreeMap<&str, &Run> = BTreeMap::new();
    let mut wrong = Vec::new();
    for run in runs {
        match &run.verdict {
            Verdict::Rejected(why) => {
                wrong.push(format!("{}: the answer of {} failed verification: {why}", run.instance, run.engine))
            }
            // What a variant proves, and how short its answers are, is its own affair.
            Verdict::Decided(..) if run.is_variant => (),
            Verdict::Decided(..) => wrong.extend(contradiction(first.entry(&run.instance).or_insert(run), run)),
            Verdict::Stopped(_) | Verdict::NotApplicable(_) | Verdict::Failed(_) => (),
        }
    }
    wrong
}

fn contradiction(one: &Run, other: &Run) -> Option<String> {
    let differs = one.verdict != other.verdict;
    differs.then(|| {
        format!(
            "{}: {} says {}, {} says {}",
            one.instance,
            one.engine,
            one.verdict.shown(),
            other.engine,
            other.verdict.shown()
        )
    })
}

impl Verdict {
    /// The word, with the value of the objective if there is one.
    pub(super) fn shown(&self) -> String {
        match self {
            Verdict::Decided(status, Some(value)) => format!("{} {value}", status.word()),
            other => other.word().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Run, Verdict};
    use super::disagreements;
    use crate::search::Stop;
    use crate::solve::Status;

    fn run(instance: &str, engine: &str, verdict: Verdict) -> Run {
        let (phases, stats) = Default::default();
        Run {
            instance: instance.into(),
            engine: engine.into(),
            is_variant: false,
            verdict,
            seconds: 0.0,
            phases,
            stats,
        }
    }

    #[test]
    fn only_contradictions_are_reported() {
        let sat = || Verdict::Decided(Status::Satisfiable, None);
        let best = |value| Verdict::Decided(Status::Optimal, Some(value));
        let quiet = [
            run("a", "x", sat()),
            run("a", "y", sat()),
            run("a", "z", Verdict::Stopped(Stop::Timeout)),
            run("b", "x", best(3)),
        ];
        assert!(disagreements(&quiet).is_empty());
        let variant = Run { is_variant: true, ..run("a", "v", Verdict::Decided(Status::Unsatisfiable, None)) };
        assert!(disagreements(&[run("a", "x", sat()), variant]).is_empty());
        let loud = [run("a", "x", sat()), run("a", "y", Verdict::Decided(Status::Unsatisfiable, None))];
        assert_eq!(disagreements(&loud), ["a: x says satisfiable, y says unsatisfiable"]);
        assert_eq!(
            disagreements(&[run("b", "x", best(3)), run("b", "y", best(4))]),
            ["b: x says optimal 3, y says optimal 4"]
        );
        assert_eq!(disagreements(&[run("c", "x", Verdict::Rejected("no".into()))]).len(), 1);
    }
}
