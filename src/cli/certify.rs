//! `certify`: decide an instance and keep the evidence, as a bundle or as the puzzle's own certificate.

use super::args::CertifyArgs;
use super::failure::{Resources, Usage, told};
use super::progress::Progress;
use super::run::{done, once};
use super::unanswered::{Form, or_stopped};
use super::{input, output};
use crate::certify::{self, Asked, Manifest};
use crate::engine::{CspEngine, Engine, SatEngine};
use crate::presolve::Level;
use crate::puzzles::{Account, Certified, Instance, Proof};
use crate::report::seconds;
use crate::search::Budget;
use crate::solve::{Problem, Status, judge_solution};
use serde_json::{Value, json};
use std::time::Instant;

/// Runs the command.
pub fn run(args: &CertifyArgs) -> anyhow::Result<u8> {
    let form = Form::new(args.json, &["bundle", "because"].map(|name| (name, Value::Null)));
    or_stopped(once(&args.limits, form.clone(), |budget| told(args.json, certify(args, budget))), form)
}

fn certify(args: &CertifyArgs, budget: &Budget) -> anyhow::Result<u8> {
    let problem = &input::load_one(&args.target, "certify", budget)?;
    let by = by(args, problem)?;
    let started = Instant::now();
    let line = Progress::new(&problem.title);
    let budget = line.watching(budget);
    let kept = match by {
        By::Certificate(proof, instance) => by_puzzle(args, problem, proof, instance, &budget),
        By::Account(name, account) => by_account(args, problem, &name, account, &budget),
        By::Formulas(engine, note) => bundle(args, problem, &engine, note, &budget),
    }?;
    drop(line);
    let time = started.elapsed().as_secs_f64();
    let text = match args.json {
        true => {
            let mut object = json!({"id": problem.id, "puzzle": problem.kind(), "status": kept.status.word(),
                "bundle": args.output.display().to_string(), "because": kept.because, "derived": kept.derived, "time": time});
            if args.all || args.count {
                object["solutions"] = kept.count.map_or_else(|| kept.n_solutions.into(), Value::from);
            }
            format!("{object}\n")
        }
        false => format!("{}: {}, {}\n{}", kept.status.word(), kept.because, seconds(time), kept.more),
    };
    output::answer(&text, kept.status.into())?;
    done(kept.status.exit_code())
}

/// What was decided, and where the evidence is.
struct Kept {
    status: Status,
    because: String,
    /// How many solutions there are, if that was asked.
    n_solutions: Option<usize>,
    /// Whether the formulas were derived from the model, if there are any.
    derived: Option<bool>,
    /// The same where they were counted and not listed.
    count: Option<String>,
    /// What else a person may want to know.
    more: String,
}

/// Where the evidence comes from.
enum By<'a> {
    /// The puzzle's own certificate that there is no answer.
    Certificate(&'a Proof, &'a dyn Instance),
    /// What the puzzle's searches keep.
    Account(String, &'a Account),
    /// Formulas; perhaps with a remark why these.
    Formulas(Engine, Option<String>),
}

fn asked(args: &CertifyArgs) -> Asked {
    match (args.all, args.backbone, args.count) {
        (true, ..) => Asked::All,
        (false, true, _) => Asked::Backbone,
        (false, false, true) => Asked::Count,
        (false, false, false) => Asked::One,
    }
}

fn by<'a>(args: &CertifyArgs, problem: &'a Problem) -> anyhow::Result<By<'a>> {
    let row = problem.row();
    let proof = row.and_then(|row| row.proof.as_ref()).zip(problem.instance());
    let account = row.and_then(|row| row.account.as_ref().map(|account| (row, account)));
    let is_one = asked(args) == Asked::One && problem.horizon().is_none();
    let whole = Engine::Sat(SatEngine { split: false, ..SatEngine::default() });
    match &args.engine {
        None => match (proof, account) {
            (Some((proof, instance)), _) if is_one => Ok(By::Certificate(proof, instance)),
            // No number of steps is worth a formula: that is the search's word, and it has a certificate.
            (_, Some((row, account))) if is_one && problem.horizons().is_some_and(|steps| steps.is_empty()) => {
                Ok(By::Account(row.engine.trim_start_matches("search:").to_string(), account))
            }
            _ => Ok(By::Formulas(whole, None)),
        },
        Some(Engine::Sat(SatEngine { presolve: Some(Level::Bounds | Level::Probing), .. })) => {
            let why = "what presolving does is not proved; certify takes the model as it is (`presolve0`)";
            Err(Usage(why.to_string()).into())
        }
        Some(Engine::Csp(CspEngine { presolve: Some(Level::Bounds | Level::Probing), .. })) => {
            let why = "what presolving does is not proved; certify takes the model as it is (`presolve0`)";
            Err(Usage(why.to_string()).into())
        }
        Some(engine @ (Engine::Sat(_) | Engine::Csp(_))) => Ok(By::Formulas(engine.clone(), None)),
        Some(Engine::Search(name)) => by_search(name, problem, (asked(args), is_one), whole),
        Some(other) => Err(Usage(format!("{other} keeps no proof; certify takes a `sat` or `csp` engine")).into()),
    }
}

/// The evidence for the verdict of a search: a certificate where there is one, else formulas that ask the same.
fn by_search<'a>(
    name: &str,
    problem: &'a Problem,
    (asked, is_one): (Asked, bool),
    whole: Engine,
) -> anyhow::Result<By<'a>> {
    let unknown = || Usage(format!("{} has no search `{name}`", problem.kind()));
    let row = problem.row().ok_or_else(unknown)?;
    let search = row.searches.iter().find(|search| search.name == name).ok_or_else(unknown)?;
    match (&row.proof, &row.account, problem.instance()) {
        (Some(proof), _, Some(instance)) if is_one => Ok(By::Certificate(proof, instance)),
        (_, Some(account), _) if is_one && search.is_optimal => Ok(By::Account(name.to_string(), account)),
        (_, Some(_), _) if is_one => {
            let why =
                format!("search:{name} proves nothing: neither that its answers are best nor that there are none");
            Err(Usage(why).into())
        }
        _ if row.models[0].variant.is_some() => {
            let why = format!("the model of {} is another game; there is no evidence of that kind for it", row.name);
            Err(Usage(why).into())
        }
        _ => {
            let by = if asked == Asked::Count { "its model was counted" } else { "the same was asked by formulas" };
            Ok(By::Formulas(whole, Some(format!("search:{name} keeps no proof, so {by}"))))
        }
    }
}

fn bundle(
    args: &CertifyArgs,
    problem: &Problem,
    engine: &Engine,
    note: Option<String>,
    budget: &Budget,
) -> anyhow::Result<Kept> {
    let made = certify::make(problem, engine, asked(args), &args.output, budget)?;
    let note = note.map_or_else(String::new, |note| format!("; {note}"));
    Ok(kept(args, &made, &note))
}

fn by_account(
    args: &CertifyArgs,
    problem: &Problem,
    name: &str,
    account: &Account,
    budget: &Budget,
) -> anyhow::Result<Kept> {
    let made = certify::make_by_search(problem, name, account, &args.output, budget)?;
    Ok(kept(args, &made, ""))
}

fn kept(args: &CertifyArgs, made: &Manifest, note: &str) -> Kept {
    let status = made.status().unwrap_or(Status::Unknown);
    let because = format!("{}{note}; checked and kept in {}", in_words(made), args.output.display());
    let n_solutions = made.n_solutions.or((status == Status::Unsatisfiable).then_some(0));
    let (count, derived) = (made.count.clone(), made.is_derived());
    Kept { status, because, n_solutions, count, derived, more: by_others(made) }
}

/// Why the verdict follows, and of what game and how many steps.
pub fn in_words(made: &Manifest) -> String {
    let variant = made.variant.as_ref().map_or_else(String::new, |variant| format!(" ({variant})"));
    let steps = made.problem.horizon.map_or_else(String::new, |n| format!(" (with the number of steps fixed: {n})"));
    format!("{}{variant}{steps}", made.because)
}

/// How others check the proofs.
pub fn by_others(made: &Manifest) -> String {
    match made.outside.as_slice() {
        [] => String::new(),
        commands => format!("to check it by other programs, in that folder:\n  {}\n", commands.join("\n  ")),
    }
}

/// The puzzle's own certificate, which is one file.
fn by_puzzle(
    args: &CertifyArgs,
    problem: &Problem,
    proof: &Proof,
    instance: &dyn Instance,
    budget: &Budget,
) -> anyhow::Result<Kept> {
    let place = args.output.display();
    let (status, because) = match (proof.certify)(instance, budget).map_err(Usage)? {
        Certified::Proof(bytes, claim) => {
            output::file(&args.output, &bytes)?;
            (Status::Unsatisfiable, format!("{claim}: {} bytes written to {place}", bytes.len()))
        }
        Certified::Solution(solution) => {
            let answer = judge_solution(problem, solution)?;
            output::file(&args.output, format!("{}\n", answer.shown()).as_bytes())?;
            (Status::Satisfiable, format!("there is a solution, written to {place}"))
        }
        Certified::TooLarge(why) => return Err(Resources(why).into()),
        Certified::Stopped(stop) => return Err(stop.into()),
    };
    Ok(Kept { status, because, n_solutions: None, count: None, derived: None, more: String::new() })
}
