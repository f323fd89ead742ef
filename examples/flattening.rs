//! Flattening against `minizinc -c`: processor time and memory on the same files, one after the other in one run.
//!
//! ```sh
//! cargo run --release --example flattening -- FOLDER [--program PATH] [--timeout SECONDS] [--solver ID]
//! ```
//!
//! Every folder below FOLDER is a family: each of its models with the largest data file that lies beside it. Both programs
//! write FlatZinc in which globals stay one constraint; the shell and GNU `time` say what that cost. What one of them does not take is counted and left out.
//! `--solver` names one of minizinc's, whose library it then flattens for (`gecode` if left out).

#[path = "common/families.rs"]
mod families;

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run cost.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    megabytes: f64,
}

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let (mut folder, mut program, mut timeout) = (None, PathBuf::from("target/release/quandary"), 60.0);
    let mut solver = "gecode".to_string();
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} takes a value"));
        match word.as_str() {
            "--program" => program = value()?.into(),
            "--timeout" => timeout = value()?.parse()?,
            "--solver" => solver = value()?,
            _ if folder.is_none() => folder = Some(PathBuf::from(&word)),
            _ => bail!("usage: flattening FOLDER [--program PATH] [--timeout SECONDS] [--solver ID]"),
        }
    }
    let folder = folder.context("expected a folder of models")?;
    let mut rows = Vec::new();
    let mut left_out = [0; 2];
    for member in families::members(&folder)? {
        let files: Vec<PathBuf> = std::iter::once(member.model).chain(member.data.last().cloned()).collect();
        let name =
            files.iter().filter_map(|f| f.file_name()).map(|n| n.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let theirs = cost(minizinc(&files, timeout, &solver))?;
        let Some(theirs) = theirs else {
            left_out[0] += 1;
            continue;
        };
        match cost(ours(&program, &files, timeout))? {
            Some(ours) => {
                println!("{}", row(&name, ours, theirs));
                rows.push((name, ours, theirs));
            }
            None => {
                left_out[1] += 1;
                println!("{name:<50} not taken");
            }
        }
    }
    summary(&rows, left_out);
    Ok(())
}

fn row(name: &str, ours: Cost, theirs: Cost) -> String {
    let shown = |cost: Cost| format!("{:>8.3} s {:>6.0} MB", cost.seconds, cost.megabytes);
    format!("{name:<50} {} {} {:>6.2}", shown(ours), shown(theirs), ours.seconds / theirs.seconds)
}

fn summary(rows: &[(String, Cost, Cost)], left_out: [usize; 2]) {
    let mean = |of: fn(Cost) -> f64| {
        let sum: f64 = rows.iter().map(|(_, ours, theirs)| (of(*ours) / of(*theirs)).ln()).sum();
        (sum / rows.len().max(1) as f64).exp()
    };
    let slower: Vec<_> = rows.iter().filter(|(_, ours, theirs)| ours.seconds > theirs.seconds).collect();
    let larger: Vec<_> = rows.iter().filter(|(_, ours, theirs)| ours.megabytes > theirs.megabytes).collect();
    println!("\n{} instances; {} minizinc does not take, {} we do not", rows.len(), left_out[0], left_out[1]);
    println!("processor time, geometric mean: {:.3}; slower on {}", mean(|c| c.seconds), slower.len());
    slower.iter().for_each(|(name, ours, theirs)| println!("  {}", row(name, *ours, *theirs)));
    println!("memory, geometric mean: {:.3}; more on {}", mean(|c| c.megabytes), larger.len());
    larger.iter().for_each(|(name, ours, theirs)| println!("  {}", row(name, *ours, *theirs)));
}

fn timed(timeout: f64) -> Command {
    // The shell knows thousandths of a second, `time` the memory.
    let mut command = Command::new("bash");
    command
        .args(["-c", "TIMEFORMAT='%3U %3S'; time /usr/bin/time -f %M timeout \"$@\"", "bash"])
        .arg(timeout.to_string());
    command
}

fn ours(program: &Path, files: &[PathBuf], timeout: f64) -> Command {
    let mut command = timed(timeout);
    command
        .arg(program)
        .args(["export", "--format", "fzn-whole", "--presolve", "0", "--output", "/dev/null"])
        .args(files);
    command
}

fn minizinc(files: &[PathBuf], timeout: f64, solver: &str) -> Command {
    let mut command = timed(timeout);
    command.args(["minizinc", "-c", "--solver", solver, "--no-output-ozn", "--fzn", "/dev/null"]).args(files);
    command
}

/// What the command cost; none if it failed.
fn cost(mut command: Command) -> anyhow::Result<Option<Cost>> {
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output().context("GNU time is needed")?;
    let text = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    let numbers: Vec<f64> = last.iter().rev().flat_map(|line| line.split(' ')).filter_map(|n| n.parse().ok()).collect();
    Ok(match (output.status.success(), numbers.as_slice()) {
        (true, [kilobytes, user, system]) => Some(Cost { seconds: user + system, megabytes: kilobytes / 1024.0 }),
        _ => None,
    })
}
