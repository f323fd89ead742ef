//! Runs that are interrupted at random moments: whether that is heard, and what is left behind.

use crate::Options;
use rand::{RngExt, SeedableRng};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The most that a run may go on after a signal, in seconds.
const ALLOWED: f64 = 1.0;
/// Signals with their exit codes.
const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// A run that can be interrupted, in a folder of its own.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn text(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    /// Runs that go on for long, each with something to leave behind.
    fn calls(&self) -> Vec<(&'static str, Vec<String>)> {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<String>>();
        let engine = format!("sat:whole:process:{}", self.text("solver.sh"));
        let (slow, game, board) = (self.text("slow.mzn"), self.text("game.txt"), "instances/minesweeper/case1.txt");
        let out = self.text("out");
        vec![
            ("solve flattening", words(&format!("solve {slow}"))),
            ("solve searching", words("solve queens instances/queens/t4.txt -m csp --minimise --json")),
            ("solve outside", words(&format!("solve minesweeper {board} -e {engine}"))),
            ("compare outside", words(&format!("compare minesweeper {board} -e {engine} -t 30 -o {out}"))),
            (
                "compare quick",
                words(&format!("compare --family minesweeper --sizes 4..40 --per-size 9 -e sat,csp -t 30 -o {out}")),
            ),
            ("export slow", words(&format!("export {slow} -o {}", self.text("slow.cnf")))),
            (
                "export large",
                words(&format!("export minesweeper {} -o {}", self.text("board.txt"), self.text("b.cnf"))),
            ),
            ("count", words(&format!("count {slow} --json"))),
            ("certify", words(&format!("certify cops {game} -o {}", self.text("proof")))),
        ]
    }

    /// The processes that outside solvers noted.
    fn solvers(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.join("pids")).unwrap_or_default();
        text.split_whitespace().map(str::to_string).collect()
    }
}

/// Does the runs; how many went wrong.
pub fn measure(options: &Options, folder: &Path) -> usize {
    let mut random = rand_pcg::Pcg64::seed_from_u64(1);
    let (mut worst, mut n_bad, mut n_heard) = (0.0f64, 0, 0);
    for i in 0..options.n_interrupts {
        let place = Place { folder: folder.join(format!("interrupt{i}")) };
        prepare(&place);
        let calls = place.calls();
        let (name, args) = &calls[i % calls.len()];
        let (signal, code) = SIGNALS[i / calls.len() % SIGNALS.len()];
        let wait = random.random_range(0.02..1.2);
        let mut child = start(&options.program, args);
        std::thread::sleep(Duration::from_secs_f64(wait));
        let is_over = child.try_wait().expect("it is ours").is_some();
        send(&child.id().to_string(), signal);
        let (seconds, ended) = end(&mut child);
        let mut faults = left_behind(&place);
        if !is_over {
            n_heard += 1;
            worst = worst.max(seconds);
            faults.extend((seconds > ALLOWED).then(|| "not heard in time".to_string()));
            // Before it listens, the system ends it; and it may have been done when the signal came.
            let was_done = ended == Some(0) && ["slow.cnf", "b.cnf"].iter().any(|f| place.folder.join(f).exists());
            let is_right = ended == Some(code) || (wait < 0.3 && ended.is_none()) || was_done;
            faults.extend((!is_right).then(|| format!("ended with {ended:?}")));
        }
        n_bad += usize::from(!faults.is_empty());
        let mark = if faults.is_empty() { "  " } else { "!!" };
        println!("{mark} {name:<18} {signal:<4} after {wait:.2} ended {seconds:.2} later {}", faults.join(", "));
        let _ = std::fs::remove_dir_all(&place.folder);
    }
    println!("\n{} interrupted runs, {n_heard} of them still going", options.n_interrupts);
    println!("worst: heard after {worst:.2} s; with a process, a partial file or a torn log left, or late: {n_bad}");
    n_bad
}

fn prepare(place: &Place) {
    let write = |name: &str, text: &str| {
        std::fs::write(place.folder.join(name), text).expect("the folder can be written");
    };
    std::fs::create_dir_all(&place.folder).expect("the folder can be made");
    write("solver.sh", &format!("#!/bin/sh\nsleep 7701 &\necho $$ $! >> '{}'\nwait\n", place.text("pids")));
    std::fs::set_permissions(place.folder.join("solver.sh"), PermissionsExt::from_mode(0o755)).expect("ours");
    write(
        "slow.mzn",
        "int: n = 20000; array[1..n] of var 1..n: x; constraint forall(i, j in 1..n where i < j)(x[i] != x[j]); solve satisfy;",
    );
    write("game.txt", "graph: grid:7x7\ncops: 6\nstart: free\n");
    write("board.txt", &format!("mines: 10000\n{}", format!("{}\n", "?".repeat(300)).repeat(300)));
}

fn start(program: &Path, args: &[String]) -> Child {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

fn send(process: &str, signal: &str) -> bool {
    let status = Command::new("kill").args([&format!("-{signal}"), process]).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Seconds until the end, and the exit code; killed when it takes too long.
fn end(child: &mut Child) -> (f64, Option<i32>) {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return (started.elapsed().as_secs_f64(), status.code());
        }
        if started.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// What should not be there any more.
fn left_behind(place: &Place) -> Vec<String> {
    let mut faults = Vec::new();
    let deadline = Instant::now() + Duration::from_secs(1);
    let lives = || place.solvers().iter().any(|process| lives(process));
    while lives() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    if lives() {
        faults.push("a process is left".to_string());
        for process in place.solvers() {
            send(&process, "KILL");
        }
    }
    for entry in std::fs::read_dir(&place.folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".part") {
            faults.push(format!("{name} is left"));
        }
    }
    faults.extend(
        ["slow.cnf", "b.cnf"].into_iter().filter(|name| is_partial(&place.folder.join(name))).map(str::to_string),
    );
    faults.extend(torn_log(&place.folder.join("out/runs.jsonl")));
    faults
}

/// Whether a process is there, and not only its remains.
fn lives(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().unwrap_or("");
    !state.is_empty() && !state.starts_with('Z')
}

/// Whether a formula is there and has fewer clauses than it says.
fn is_partial(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    let said = text.lines().find_map(|line| line.strip_prefix("p cnf ")?.split(' ').nth(1)?.parse::<usize>().ok());
    let n_clauses = text.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
    said != Some(n_clauses)
}

fn torn_log(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let is_whole = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    let good = text.is_empty() || (text.ends_with('\n') && text.lines().all(is_whole));
    (!good).then(|| "a torn log".to_string())
}
