//! A comparison in the form of BenchExec: a file of results for each engine, which its table generator reads, and a task definition for
//! each problem.
//!
//! No dates are written, so the same runs give the same files. Beyer, Loewe and Wendler, Reliable Benchmarking, 2019.

use crate::compare::{State, Trial};
use itertools::Itertools;
use std::fmt::Write;

/// The files: `ENGINE-NUMBER.results.xml` and `tasks/NUMBER.yml`. `input` names the input of an instance, as seen from `tasks/`.
pub fn benchexec(
    runs: &[Trial],
    seconds: f64,
    megabytes: u64,
    input: impl Fn(&str) -> Option<String>,
) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let instances = runs.iter().map(|run| run.instance.as_str()).unique().collect_vec();
    for (number, instance) in (1..).zip(&instances) {
        let verdict =
            runs.iter().find(|run| run.instance == *instance && run.is_ok()).and_then(|run| run.verdict.as_deref());
        files.push((format!("tasks/{number:06}.yml"), definition(instance, input(instance).as_deref(), verdict)));
    }
    let places: std::collections::HashMap<&str, usize> = instances.iter().copied().zip(1..).collect();
    for (number, engine) in (1..).zip(runs.iter().map(|run| run.engine.as_str()).unique()) {
        let own = runs.iter().filter(|run| run.engine == engine);
        let mut text = head(engine, seconds, megabytes);
        own.for_each(|run| text += &result(run, places[run.instance.as_str()]));
        files.push((format!("engine-{number:03}.results.xml"), text + "</result>\n"));
    }
    files
}

/// A task definition. Whether there is a solution is what is expected, as far as it is known.
fn definition(instance: &str, input: Option<&str>, verdict: Option<&str>) -> String {
    let mut text = format!("# {}\nformat_version: \"2.0\"\n", instance.replace(['\n', '\r'], " "));
    let _ = writeln!(text, "input_files: \"{}\"", input.unwrap_or("unknown"));
    text += "properties:\n  - property_file: satisfiable.prp\n";
    match verdict {
        Some("unsatisfiable") => text += "    expected_verdict: false\n",
        Some(_) => text += "    expected_verdict: true\n",
        None => (),
    }
    text
}

fn head(engine: &str, seconds: f64, megabytes: u64) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<result benchmarkname=\"quandary\" name=\"{0}\" tool=\"quandary\" toolmodule=\"quandary\" \
         version=\"{1}\" options=\"--engine {0}\" timelimit=\"{seconds}s\" memlimit=\"{megabytes}000000B\" generator=\"quandary {1}\">\n\
         <columns><column title=\"status\"/><column title=\"cputime\"/><column title=\"walltime\"/><column title=\"memory\"/></columns>\n",
        escaped(engine),
        env!("CARGO_PKG_VERSION")
    )
}

fn result(run: &Trial, place: usize) -> String {
    let word = match (run.state, run.verdict.as_deref()) {
        (State::Ok, Some("unsatisfiable")) => "false".to_string(),
        (State::Ok, _) => "true".to_string(),
        (State::Timeout, _) => "TIMEOUT".to_string(),
        (State::Memout, _) => "OUT OF MEMORY".to_string(),
        (State::Unknown, _) => "unknown".to_string(),
        (state, _) => format!("ERROR ({})", state.word()),
    };
    let category = match run.state {
        State::Ok => "missing",
        State::Unknown => "unknown",
        _ => "error",
    };
    let name = escaped(&format!("tasks/{place:06}.yml"));
    let mut text = format!("<run name=\"{name}\" files=\"[{}]\" properties=\"satisfiable\">\n", escaped(&run.instance));
    let columns = [
        ("status", word),
        ("cputime", format!("{}s", run.cpu_seconds)),
        ("walltime", format!("{}s", run.wall_seconds)),
        ("memory", format!("{}B", run.peak_bytes)),
        ("category", category.to_string()),
    ];
    for (title, value) in columns {
        let hidden = if title == "category" { " hidden=\"true\"" } else { "" };
        let _ = writeln!(text, "<column title=\"{title}\" value=\"{}\"{hidden}/>", escaped(&value));
    }
    text + "</run>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(['\n', '\r', '\t'], " ")
}
