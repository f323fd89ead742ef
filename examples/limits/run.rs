//! Runs with limits: how late the program is, by the clock.

use crate::Options;
use crate::cases::{self, Case, Input};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

/// The most that a run may be late, in seconds.
const ALLOWED: f64 = 1.0;
/// Caps on the address space in megabytes, in turn.
const CAPS: [u64; 4] = [1500, 2000, 3000, 6000];

/// One run.
struct Ran {
    name: String,
    limit: f64,
    cap: Option<u64>,
    seconds: f64,
    status: ExitStatus,
    said: String,
}

/// Does the runs; how many of them did not keep their limit or were aborted.
pub fn measure(options: &Options, folder: &Path) -> usize {
    let all = cases::write(folder, &options.program);
    let cases: Vec<&Case> = all.iter().filter(|case| case.name.contains(&options.only)).collect();
    let mut runs = Vec::new();
    for i in 0..options.n_runs {
        // The cap changes from run to run, and with each round over all cases.
        let (case, round) = (cases[i % cases.len()], i / cases.len());
        let limit = if (i + round) % 4 < 2 { 1.0 } else { 2.0 };
        let cap = ((i + round) % 2 == 0).then(|| CAPS[(i / 2 + round) % CAPS.len()]);
        let ran = run(&options.program, case, limit, cap);
        println!("{}", line(&ran));
        runs.push(ran);
    }
    summary(&runs)
}

fn run(program: &Path, case: &Case, limit: f64, cap: Option<u64>) -> Ran {
    let mut command = match cap {
        None => Command::new(program),
        Some(megabytes) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes << 10)).arg(program);
            shell
        }
    };
    command.args(&case.args).args(limits(case, limit));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(match case.input {
        Input::Empty => Stdio::null(),
        Input::Zeros => Stdio::from(std::fs::File::open("/dev/zero").expect("there is one")),
        Input::Silent => Stdio::piped(),
    });
    let started = Instant::now();
    let mut child = command.spawn().expect("the program starts");
    let silence = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    let seconds = started.elapsed().as_secs_f64();
    drop(silence);
    let text = [output.stdout, output.stderr].concat();
    let tail = String::from_utf8_lossy(&text[text.len().saturating_sub(2000)..]).into_owned();
    let said = tail.lines().last().unwrap_or("").chars().take(60).collect();
    Ran { name: case.name.clone(), limit, cap, seconds, status: output.status, said }
}

/// `play` thinks within its own limit; all others take both.
fn limits(case: &Case, limit: f64) -> Vec<String> {
    ["--timeout".to_string(), limit.to_string(), "--memory".to_string(), case.megabytes.to_string()].to_vec()
}

fn line(ran: &Ran) -> String {
    let cap = ran.cap.map_or("-".to_string(), |cap| format!("{cap} MB"));
    let end = ran.status.code().map_or_else(|| format!("signal {:?}", ran.status.signal()), |code| code.to_string());
    let mark = if is_bad(ran) { "!!" } else { "  " };
    let (load, late) = (load(), ran.seconds - ran.limit);
    format!(
        "{mark} {:<32} limit {} cap {cap:>7} took {:>6.2} late {late:>6.2} exit {end:>3} load {load} | {}",
        ran.name, ran.limit, ran.seconds, ran.said
    )
}

fn is_bad(ran: &Ran) -> bool {
    ran.seconds > ran.limit + ALLOWED || is_aborted(ran)
}

/// By a signal, or with a code that is no answer, no rejected input and no lack of resources.
fn is_aborted(ran: &Ran) -> bool {
    !matches!(ran.status.code(), Some(0 | 2 | 3 | 5 | 10 | 20 | 30))
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("?").to_string()
}

fn summary(runs: &[Ran]) -> usize {
    let late = |ran: &&Ran| ran.seconds > ran.limit + ALLOWED;
    let n_late = runs.iter().filter(late).count();
    let n_aborted = runs.iter().filter(|ran| is_aborted(ran)).count();
    let n_capped = runs.iter().filter(|ran| ran.cap.is_some()).count();
    let worst = runs.iter().max_by(|a, b| (a.seconds - a.limit).total_cmp(&(b.seconds - b.limit)));
    println!("\n{} runs with limits, {n_capped} of them with a capped address space", runs.len());
    if let Some(worst) = worst {
        println!("worst: {:.2} s after its limit of {} s ({})", worst.seconds - worst.limit, worst.limit, worst.name);
    }
    println!("later than {ALLOWED} s after the limit: {n_late}; aborted: {n_aborted}\n");
    runs.iter().filter(|ran| is_bad(ran)).count()
}
