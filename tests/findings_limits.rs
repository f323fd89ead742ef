//! Limits, signals, processes and files: one test for each finding of the review, named after it.
//!
//! Nothing here looks at the clock: `examples/limits.rs` measures how late the program is. Here it must end, with the right
//! reason and the right exit code.
#![cfg(unix)]

mod common;

use common::folder::Folder;
use common::{Ran, path, quandary, quandary_with_input};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A model whose flattening takes for ever.
const PAIRS: &str = "int: n = 20000; array[1..n] of var 1..n: x; \
    constraint forall(i, j in 1..n where i < j)(x[i] != x[j]); solve satisfy;";
/// One whose evaluation takes for ever, and one whose output does.
const FIBONACCI: &str =
    "function int: f(int: n) = if n < 2 then n else f(n-1)+f(n-2) endif; int: k = f(60); solve satisfy;";
const OUTPUT: &str = "var 0..1: x; solve satisfy; output [show(x+i) ++ \"\\n\" | i in 1..40000000];";
/// One that wants gigabytes.
const LARGE: &str = "set of int: s = {i*i | i in 1..40000000}; var 0..1: x; constraint x in s; solve satisfy;";

impl Folder {
    /// An outside solver that starts this, notes both processes and waits.
    fn solver(&self, then: &str) -> String {
        let script = format!("#!/bin/sh\n{then}\necho $$ $! > '{}'\nwait\n", self.text("pid"));
        let file = self.file("solver.sh", &script);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&file, mode).expect("made a program");
        file
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the folder");
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    command.args(args).current_dir(common::root()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn signal(process: &str, name: &str) -> bool {
    let status = Command::new("kill").args([&format!("-{name}"), process]).stderr(Stdio::null()).status();
    status.expect("there is a kill").success()
}

/// Waits for something that must come.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} never came");
}

fn end(child: Child) -> Ran {
    Ran::of(child.wait_with_output().expect("it ends"))
}

fn assert_unknown(ran: &Ran, reason: &str, what: &str) {
    assert_eq!(ran.code, 0, "{what}: {}{}", ran.out, ran.err);
    assert!(ran.out.contains(&format!("unknown ({reason})")), "{what}: {}{}", ran.out, ran.err);
}

#[test]
fn f15_limits_hold_while_flattening_evaluating_and_printing() {
    let folder = Folder::new();
    for (name, model) in [("pairs.mzn", PAIRS), ("fibonacci.mzn", FIBONACCI)] {
        let file = folder.file(name, model);
        assert_unknown(&quandary(&["solve", &file, "--timeout", "0.3"]), "timeout", name);
    }
    // Here the answer is known; what it looks like is not.
    let ran = quandary(&["solve", &folder.file("output.mzn", OUTPUT), "--timeout", "0.3"]);
    assert!([0, 10].contains(&ran.code), "{}{}", ran.out, ran.err);
    assert!(format!("{}{}", ran.out, ran.err).contains("timeout"), "{}{}", ran.out, ran.err);
    let file = folder.text("pairs.mzn");
    for command in ["count", "backbone", "enumerate"] {
        let answer = quandary(&[command, &file, "-m", "csp", "--timeout", "0.3", "--json"]).json();
        assert_eq!((&answer["status"], &answer["reason"]), (&"unknown".into(), &"timeout".into()), "{command}");
        assert!(answer["id"].is_null() && answer["puzzle"] == "model" && answer["engine"].is_string(), "{answer}");
    }
}

#[test]
fn f16_the_first_signal_is_heard_where_nobody_looks() {
    let folder = Folder::new();
    let file = folder.file("pairs.mzn", PAIRS);
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let child = start(&["solve", &file]);
        let process = child.id().to_string();
        // A second one would end it at once; this waits until it listens.
        until("its start", || listens(&process));
        assert!(signal(&process, name));
        let ran = end(child);
        assert_eq!(ran.code, code, "{name}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("unknown (interrupted)"), "{name}: {}{}", ran.out, ran.err);
    }
}

/// Whether a process catches SIGINT, SIGTERM and SIGHUP.
fn listens(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).unwrap_or(0);
    // Bit n - 1 stands for signal n: 1, 2 and 15.
    let wanted = 1 << 0 | 1 << 1 | 1 << 14;
    caught & wanted == wanted
}

#[test]
fn f17_memory_that_is_used_up_or_refused_is_no_abort() {
    let folder = Folder::new();
    let file = folder.file("large.mzn", LARGE);
    assert_unknown(&quandary(&["solve", &file, "--memory", "100", "--timeout", "100"]), "memory", "a limit");
    let script = "ulimit -v 600000; exec \"$0\" \"$@\"";
    let args = ["-c", script, env!("CARGO_BIN_EXE_quandary"), "solve", &file, "--timeout", "100"];
    let capped = Command::new("sh").args(args).output().expect("there is a shell");
    assert_unknown(&Ran::of(capped), "memory", "a capped address space");
}

#[test]
fn f18_every_command_that_can_take_long_has_limits() {
    let commands = [
        "solve",
        "enumerate",
        "count",
        "backbone",
        "explain",
        "export",
        "decode",
        "check",
        "certify",
        "draw",
        "replay",
    ];
    for command in commands.into_iter().chain(["compare", "play"]) {
        let help = quandary(&[command, "--help"]).out;
        assert!(help.contains("--timeout") && help.contains("--memory"), "{command}: {help}");
    }
    assert!(quandary(&["generate", "omino", "--help"]).out.contains("--timeout"));
    let folder = Folder::new();
    let (file, formula) = (folder.file("pairs.mzn", PAIRS), folder.text("pairs.cnf"));
    assert_unknown(&quandary(&["export", &file, "-o", &formula, "--timeout", "0.3"]), "timeout", "export");
    let to_stdout = quandary(&["export", &file, "--timeout", "0.3"]);
    assert_eq!((to_stdout.code, to_stdout.out.as_str()), (0, ""));
    assert!(to_stdout.err.contains("unknown (timeout)"), "{}", to_stdout.err);
    let claim = folder.file("claim.json", "{}");
    assert_unknown(&quandary(&["check", &file, &claim, "--timeout", "0.3"]), "timeout", "check");
    assert!(folder.names().iter().all(|name| !name.contains("pairs.cnf")), "{:?}", folder.names());
}

#[test]
fn f19_reading_is_limited() {
    let zeros = Stdio::from(std::fs::File::open("/dev/zero").expect("there is one"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    command.args(["solve", "minesweeper", "-", "--memory", "100", "--timeout", "100"]).stdin(zeros);
    assert_unknown(&Ran::of(command.output().expect("it ends")), "memory", "a pipe that never ends");
    let mut silent = Command::new(env!("CARGO_BIN_EXE_quandary"));
    silent.args(["solve", "minesweeper", "-", "--timeout", "0.3", "--json"]);
    let child = silent.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let (stdin, ran) = hold_stdin(child);
    drop(stdin);
    let answer = ran.json();
    assert_eq!((&answer["status"], &answer["reason"]), (&"unknown".into(), &"timeout".into()));
}

/// The end of a child whose standard input stays open and says nothing.
fn hold_stdin(mut child: Child) -> (Option<std::process::ChildStdin>, Ran) {
    let stdin = child.stdin.take();
    (stdin, end(child))
}

#[test]
fn f21_outside_solvers_do_not_survive() {
    let board = path("instances/minesweeper/case1.txt");
    for name in ["INT", "TERM", "HUP", "KILL"] {
        for command in ["solve", "compare"] {
            let folder = Folder::new();
            // The solver starts a process of its own.
            let engine = format!("sat:whole:process:{}", folder.solver("sleep 7701 &"));
            let child = start(&[command, "minesweeper", &board, "-e", &engine, "-t", "60"]);
            let pid = folder.at("pid");
            let solver = || std::fs::read_to_string(&pid).unwrap_or_default();
            until("the solver", || solver().ends_with('\n'));
            assert!(signal(&child.id().to_string(), name));
            let ran = end(child);
            assert_ne!(ran.code, 0, "{command} {name}");
            until("the end of the solver", || !solver().split_whitespace().any(lives));
        }
    }
}

/// Whether a process is there, and not only its remains.
fn lives(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().unwrap_or("");
    !state.is_empty() && !state.starts_with('Z')
}

#[test]
fn f22_a_log_has_one_writer() {
    let folder = Folder::new();
    let engine = format!("sat:whole:process:{}", folder.solver("sleep 7702 &"));
    let out = folder.text("two");
    let board = path("instances/minesweeper/case1.txt");
    let args = ["compare", "minesweeper", &board, "-e", &engine, "-t", "60", "-j", "1", "-o", &out];
    let first = start(&args);
    until("the log", || folder.at("two/runs.jsonl").exists() && folder.at("pid").exists());
    let second = quandary(&[&args[..], &["--resume"]].concat());
    assert_eq!(second.code, 2, "{}", second.err);
    assert!(second.err.contains("another run"), "{}", second.err);
    assert!(signal(&first.id().to_string(), "KILL"));
    end(first);
    // A line that was cut short is no harm to who goes on.
    let log = folder.at("two/runs.jsonl");
    let mut text = std::fs::read_to_string(&log).expect("the log");
    text.push_str("{\"key\": \"cut sho");
    std::fs::write(&log, text).expect("written");
    let third = quandary(&["compare", "minesweeper", &board, "-e", "sat", "-t", "60", "-o", &out, "--resume"]);
    assert_eq!(third.code, 0, "{}", third.err);
    let text = std::fs::read_to_string(&log).expect("the log");
    assert!(text.ends_with('\n') && text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{text}");
}

#[test]
fn f23_files_are_whole_or_not_there() {
    let folder = Folder::new();
    let model = folder
        .file("m.mzn", "array[1..30] of var 1..30: x; constraint forall(i in 1..29)(x[i] != x[i+1]); solve satisfy;");
    let formula = folder.text("m.cnf");
    assert_eq!(quandary(&["export", &model, "-o", &formula]).code, 0);
    let before = std::fs::read(&formula).expect("the formula");
    // A file size that the system does not allow stands for a full disk: what was there stays.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let args = ["-c", script, env!("CARGO_BIN_EXE_quandary"), "export", &model, "-e", "direct", "-o", &formula];
    let full = Ran::of(Command::new("sh").args(args).output().expect("there is a shell"));
    assert_eq!(full.code, 5, "{}", full.err);
    assert_eq!(std::fs::read(&formula).expect("the formula"), before);
    assert!(folder.names().iter().all(|name| !name.ends_with(".part")), "{:?}", folder.names());
    // So it is when the user stops it.
    let slow = folder.file("pairs.mzn", PAIRS);
    let child = start(&["export", &slow, "-o", &folder.text("pairs.cnf")]);
    let process = child.id().to_string();
    until("its start", || listens(&process));
    assert!(signal(&process, "TERM"));
    assert_eq!(end(child).code, 143);
    assert!(folder.names().iter().all(|name| !name.contains("pairs.cnf")), "{:?}", folder.names());
}

#[test]
fn f24_a_backend_that_failed_is_not_out_of_memory() {
    let board = path("instances/minesweeper/simple4.txt");
    let ran = quandary(&["compare", "minesweeper", &board, "-e", "sat:whole:process:false,sat", "--json"]);
    let runs = ran.json_lines();
    let states: Vec<&str> = runs.iter().filter_map(|run| run["state"].as_str()).collect();
    assert_eq!(states, ["crash", "ok"], "{}{}", ran.out, ran.err);
}

#[test]
fn f25_what_does_not_fit_is_five() {
    let folder = Folder::new();
    let board = path("instances/minesweeper/simple4.txt");
    std::fs::create_dir_all(folder.at("out/runs.jsonl")).expect("a folder in the place of the log");
    let ran = quandary(&["compare", "minesweeper", &board, "-e", "sat", "-o", &folder.text("out"), "--resume"]);
    assert_eq!(ran.code, 5, "{}", ran.err);
    let game = folder.file("game.txt", "graph: grid:11x11\ncops: 11\nstart: free\n");
    let ran = quandary(&["certify", "cops", &game, "-o", &folder.text("proof")]);
    assert_eq!(ran.code, 5, "{}", ran.err);
    assert!(!Path::new(&folder.text("proof")).exists());
}

#[test]
fn f69_searches_look_at_the_clock_and_not_at_their_steps() {
    let folder = Folder::new();
    let game = folder.file("game.txt", "graph: grid:11x11\ncops: 11\nstart: free\n");
    for engine in ["search:antichain", "search:dfs"] {
        let ran = quandary(&["solve", "cops", &game, "-e", engine, "--timeout", "0.5", "--memory", "500"]);
        assert_eq!(ran.code, 0, "{engine}: {}{}", ran.out, ran.err);
        assert!(ran.out.starts_with("unknown ("), "{engine}: {}", ran.out);
    }
}

#[test]
fn f15_those_after_a_stuck_instance_have_their_turn() {
    let stuck =
        quandary(&["generate", "monkey", "--rows", "20", "--colours", "5", "--seed", "3", "--format", "json"]).out;
    let easy =
        quandary(&["generate", "monkey", "--rows", "2", "--colours", "2", "--seed", "1", "--format", "json"]).out;
    let list = format!("{}\n{}\n{}\n", stuck.trim(), easy.trim(), easy.trim());
    let args = ["solve", "monkey", "-", "--formulation", "boolean", "-m", "sat", "--timeout", "2", "--json"];
    let ran = quandary_with_input(&args, list.as_bytes());
    let statuses: Vec<Value> = ran.json_lines().into_iter().map(|answer| answer["status"].clone()).collect();
    assert_eq!(statuses, ["unknown", "satisfiable", "satisfiable"], "{}{}", ran.out, ran.err);
    assert_eq!(ran.code, 1);
}
