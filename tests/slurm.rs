//! A campaign by Slurm and by GNU parallel: workers killed, the controller begun again, a node down and up, and every task
//! is done exactly once, with the report of a local run.
//!
//! Slurm is started here on one host: munged, slurmctld and slurmd as root, without systemd and without accounting. Where
//! that is not possible the test is skipped, unless outside programs are required.

mod common;

use common::{has_tool, quandary};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// So many tasks at least.
const TASKS: usize = 600;
const WORDS: &[&str] = &[
    "compare",
    "--family",
    "minesweeper",
    "--sizes",
    "4..4",
    "--per-size",
    "300",
    "--engines",
    "sat,csp:mrv+fc",
    "--json",
    "--memory",
    "300",
];

fn ends(code: i32, args: &[&str]) -> String {
    let ran = quandary(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    ran.out
}

fn without_times(text: &str) -> Vec<Value> {
    let timeless = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|name, _| !name.ends_with("seconds") && name != "peak_bytes");
        }
        value
    };
    text.lines().map(timeless).collect()
}

fn n_results(dir: &str) -> usize {
    let entries = fs::read_dir(Path::new(dir).join("results")).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "json")).count()
}

/// Ends a worker of a campaign of ours by a signal that nobody can catch; whether there was one.
fn kill_a_worker(dir: &str, round: usize) -> bool {
    let mut workers = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let words: Vec<String> = line.split(|b| *b == 0).map(|w| String::from_utf8_lossy(w).into_owned()).collect();
        let is_worker =
            words.first().is_some_and(|w| w.ends_with("quandary")) && words.get(1).is_some_and(|w| w == "campaign");
        if is_worker && words.get(2).is_some_and(|w| w == "run") && words.get(3).is_some_and(|w| w == dir) {
            workers.extend(entry.file_name().to_string_lossy().parse::<u32>());
        }
    }
    let Some(pid) = workers.get(round % workers.len().max(1)) else { return false };
    Command::new("kill").args(["-9", &pid.to_string()]).status().is_ok_and(|status| status.success())
}

/// Kills ten workers, one after each sixtieth part of the tasks, so that there is always one left to kill; `help` is asked for when none is.
fn kill_ten(dir: &str, mut after: impl FnMut(usize), mut help: impl FnMut()) {
    for round in 0..10 {
        wait_for("a worker to kill", || {
            let is_killed = n_results(dir) >= round * TASKS / 60 && kill_a_worker(dir, round);
            if !is_killed {
                assert!(n_results(dir) < TASKS, "all is done, and only {round} workers were killed");
                help();
            }
            is_killed
        });
        // Its successor begins.
        std::thread::sleep(Duration::from_millis(150));
        after(round);
    }
}

/// How long to wait for what does happen on a machine that others use, too.
const PATIENCE: Duration = Duration::from_secs(900);

/// Waits for something: whoever waits longer waits for ever.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// All tasks have one result, and the report is that of a local run.
fn is_like_a_local_run(dir: &str) {
    assert_eq!(n_results(dir), TASKS);
    let status: Value = serde_json::from_str(&ends(0, &["campaign", "status", dir, "--json"])).expect("JSON");
    assert_eq!(
        (status["done"].as_u64(), status["missing"].as_u64(), status["failed"].as_u64()),
        (Some(TASKS as u64), Some(0), Some(0))
    );
    let collected = ends(0, &["campaign", "collect", dir]);
    assert_eq!(without_times(&collected), without_times(&ends(0, WORDS)));
    let mut did: BTreeMap<String, usize> = BTreeMap::new();
    for entry in fs::read_dir(Path::new(dir).join("logs")).expect("logs").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            assert_ne!(line["did"], "came late", "two workers had one task: {line}");
            if line["did"] == "did" {
                *did.entry(line["task"].as_str().unwrap_or("?").to_string()).or_default() += 1;
            }
        }
    }
    // A worker that was killed between its result and its log said nothing; nobody said it twice.
    assert!(did.len() >= TASKS - 10 && did.values().all(|n| *n == 1), "{did:?}");
}

/// A Slurm of our own on this host; its daemons end with it.
struct Slurm {
    folder: tempfile::TempDir,
    controller: Option<Child>,
    node: Option<Child>,
    munged: Option<Child>,
}

impl Slurm {
    fn start() -> Slurm {
        let folder = tempfile::Builder::new().prefix("slurm").tempdir_in("/tmp").expect("a folder");
        let mut slurm = Slurm { folder, controller: None, node: None, munged: None };
        let host = host();
        let at = |name: &str| slurm.folder.path().join(name).display().to_string();
        let key = slurm.folder.path().join("munge.key");
        fs::write(&key, [7_u8; 1024]).expect("a key");
        fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("its rights");
        for name in ["state", "spool"] {
            fs::create_dir_all(slurm.folder.path().join(name)).expect("a folder");
        }
        let ports = free_ports();
        // Limits on answers are long: a node that has little of its processor is not down, and a job that begins late is not lost.
        let text = format!(
            "ClusterName=quandary\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\n\
             AuthInfo=socket={socket}\nCredType=cred/munge\nSlurmctldPort={port}\nSlurmdPort={node_port}\nStateSaveLocation={state}\n\
             SlurmdSpoolDir={spool}\nSlurmctldPidFile={ctld}\nSlurmdPidFile={slurmd}\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\n\
             SlurmctldTimeout=30\nSlurmdTimeout=600\nMessageTimeout=90\nBatchStartTimeout=300\nUnkillableStepTimeout=300\n\
             InactiveLimit=0\nMinJobAge=60\nKillWait=5\nMaxArraySize=21\n\
             SchedulerParameters=sched_interval=1,batch_sched_delay=0\nMailProg=/bin/true\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 Boards=1 SocketsPerBoard=1 CoresPerSocket=2 ThreadsPerCore=1 RealMemory=1000 State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO\n",
            port = ports[0],
            node_port = ports[1],
            socket = at("munge.socket"),
            state = at("state"),
            spool = at("spool"),
            ctld = at("ctld.pid"),
            slurmd = at("slurmd.pid"),
        );
        fs::write(slurm.conf(), text).expect("written");
        let munge = [
            "--foreground".to_string(),
            "--force".to_string(),
            format!("--key-file={}", key.display()),
            format!("--socket={}", at("munge.socket")),
            format!("--pid-file={}", at("munge.pid")),
            format!("--log-file={}", at("munge.log")),
            format!("--seed-file={}", at("munge.seed")),
        ];
        let socket = slurm.folder.path().join("munge.socket");
        slurm.munged = Some(slurm.daemon("munged", &munge.iter().map(String::as_str).collect::<Vec<_>>()));
        wait_for("munge", || socket.exists());
        slurm.control();
        slurm.node = Some(slurm.daemon("slurmd", &["-D", "-N", &host]));
        let idle =
            |slurm: &Slurm| String::from_utf8_lossy(&slurm.tool("sinfo", &["-h", "-o", "%T"]).stdout).contains("idle");
        wait_for("a node", || idle(&slurm));
        slurm
    }

    fn conf(&self) -> PathBuf {
        self.folder.path().join("slurm.conf")
    }

    fn daemon(&self, name: &str, args: &[&str]) -> Child {
        let log = fs::File::create(self.folder.path().join(format!("{name}.log"))).expect("a log");
        let mut command = Command::new(format!("/usr/sbin/{name}"));
        command
            .args(args)
            .env("SLURM_CONF", self.conf())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log);
        command.spawn().unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn control(&mut self) {
        self.controller = Some(self.daemon("slurmctld", &["-D"]));
        wait_for("the controller", || self.tool("scontrol", &["ping"]).stdout.windows(5).any(|w| w == b"is UP"));
    }

    /// The controller ended and begun again, from what it saved.
    fn restart(&mut self) {
        if let Some(mut old) = self.controller.take() {
            let _ = Command::new("kill").args(["-TERM", &old.id().to_string()]).status();
            wait_for("the controller to end", || old.try_wait().expect("it can be asked").is_some());
        }
        self.control();
    }

    fn tool(&self, name: &str, args: &[&str]) -> Output {
        let mut command = Command::new(name);
        command.args(args).env("SLURM_CONF", self.conf()).stdin(Stdio::null());
        command.output().unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Takes the node away or brings it back; whether Slurm took that.
    fn node(&self, state: &str) -> bool {
        let words = ["update", &format!("NodeName={}", host()), &format!("State={state}"), "Reason=test"];
        self.tool("scontrol", &words).status.success()
    }

    /// The node goes down with its jobs, and comes back.
    fn blink(&self) {
        assert!(self.node("DOWN"), "the node goes down");
        std::thread::sleep(Duration::from_millis(500));
        // It may be back already: a node that reports itself is taken again.
        self.node("RESUME");
        wait_for("the node to be back", || {
            let state = String::from_utf8_lossy(&self.tool("sinfo", &["-h", "-o", "%T"]).stdout).to_lowercase();
            !state.contains("down") && !state.is_empty()
        });
    }

    fn submit(&self, dir: &str) {
        let words = ["campaign", "submit", dir, "--engine", "slurm", "--shares", "25"];
        let said = common::command(&words).env("SLURM_CONF", self.conf()).output().expect("it runs");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }

    /// Waits until all is done. What Slurm holds back after the troubles is cancelled, and another submit completes it.
    fn settle(&self, dir: &str) {
        for _ in 0..5 {
            wait_for("the jobs to end", || {
                self.hurry();
                self.is_idle() || self.is_stuck()
            });
            if n_results(dir) == TASKS && self.is_idle() {
                return;
            }
            self.again(dir);
        }
    }

    /// What lost its node begins again now, and not in two minutes.
    fn hurry(&self) {
        // Elements of an array one by one, by the names that scontrol knows.
        let jobs = self.tool("squeue", &["-h", "-r", "-t", "PD", "-o", "%i %r"]).stdout;
        let jobs = String::from_utf8_lossy(&jobs).into_owned();
        for job in jobs.lines().filter_map(|line| line.strip_suffix(" BeginTime")) {
            self.tool("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
        }
    }

    /// What a user does when nothing moves any more: cancel, bring the node back, submit again.
    fn again(&self, dir: &str) {
        self.tool("scancel", &["--user=root"]);
        wait_for("the jobs to be gone", || self.is_idle());
        self.node("RESUME");
        self.submit(dir);
    }

    /// Whether a job is held, or the node takes none.
    fn is_stuck(&self) -> bool {
        let jobs = self.tool("squeue", &["-h", "-o", "%r"]).stdout;
        let node = self.tool("sinfo", &["-h", "-o", "%T"]).stdout;
        let [jobs, node] = [jobs, node].map(|text| String::from_utf8_lossy(&text).to_lowercase());
        jobs.contains("held") || node.contains("drain") || node.contains("down")
    }

    fn is_idle(&self) -> bool {
        self.tool("squeue", &["-h"]).stdout.iter().all(u8::is_ascii_whitespace)
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for child in [self.node.take(), self.controller.take(), self.munged.take()].into_iter().flatten() {
            end(child);
        }
    }
}

/// Two ports that nobody listens at: other tests may have a Slurm, too.
fn free_ports() -> [u16; 2] {
    let listen = || TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let two = [listen(), listen()];
    two.map(|listener| listener.local_addr().expect("it listens").port())
}

fn host() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname").expect("a name").trim().to_string()
}

fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether Slurm can be started here: its programs, and the rights.
fn has_slurm() -> bool {
    let is_root = fs::metadata("/proc/self").is_ok_and(|m| std::os::unix::fs::MetadataExt::uid(&m) == 0);
    if !is_root {
        eprintln!("skipped: only root starts a Slurm");
    }
    let has_daemons = ["munged", "slurmctld", "slurmd"].iter().all(|name| Path::new("/usr/sbin").join(name).exists());
    is_root && has_tool("sbatch") && has_tool("scontrol") && has_daemons
}

#[test]
fn slurm_works_off_a_campaign_whatever_dies() {
    if !has_slurm() {
        return;
    }
    let keep = tempfile::tempdir().expect("a folder");
    let dir = keep.path().join("c").to_string_lossy().into_owned();
    ends(0, &[&["campaign", "plan", &dir], WORDS].concat());
    let dir = fs::canonicalize(&dir).expect("it is there").to_string_lossy().into_owned();
    let slurm = Slurm::start();
    slurm.submit(&dir);
    let scripts = fs::read_dir(Path::new(&dir).join("logs")).expect("logs").flatten();
    let arrays = scripts.filter(|entry| entry.file_name().to_string_lossy().starts_with("array-")).count();
    assert_eq!(arrays, 2, "25 shares are more than an array may have");
    let slurm = std::cell::RefCell::new(slurm);
    let trouble = |round| match round {
        3 => slurm.borrow_mut().restart(),
        6 => slurm.borrow().blink(),
        _ => (),
    };
    let help = || {
        let slurm = slurm.borrow();
        slurm.hurry();
        if slurm.is_idle() || slurm.is_stuck() {
            slurm.again(&dir);
        }
    };
    kill_ten(&dir, trouble, help);
    let slurm = slurm.into_inner();
    slurm.settle(&dir);
    assert!(Path::new(&dir).join("logs/collect.out").exists(), "the collector ran, whatever died");
    drop(slurm);
    is_like_a_local_run(&dir);
}

#[test]
fn parallel_works_off_a_campaign_on_two_hosts() {
    if !has_tool("parallel") {
        return;
    }
    let keep = tempfile::tempdir().expect("a folder");
    let dir = keep.path().join("c").to_string_lossy().into_owned();
    ends(0, &[&["campaign", "plan", &dir], WORDS].concat());
    let dir = fs::canonicalize(&dir).expect("it is there").to_string_lossy().into_owned();
    // Two hosts that are this one: what stands in for ssh writes down where it was sent, and runs the command here, with a
    // SHELL as a server of ssh would set it: without one GNU parallel's worker does nothing and says that it did well.
    let (ssh, sent) = (keep.path().join("ssh"), keep.path().join("sent"));
    let script = format!(
        "#!/bin/sh\necho \"$1\" >> '{}'\nshift\n[ \"$1\" = -- ] && shift\nSHELL=/bin/sh\nexport SHELL\nexec sh -c \"$*\"\n",
        sent.display()
    );
    fs::write(&ssh, script).expect("written");
    fs::set_permissions(&ssh, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("its rights");
    let words = ["campaign", "submit", &dir, "--engine", "parallel", "--shares", "20", "--hosts", "1/one,1/two"];
    let submit = || {
        let mut command = common::command(&words);
        command.env("HOME", keep.path()).env("PARALLEL_SSH", &ssh);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
    };
    let engine = std::cell::RefCell::new(submit());
    // A share whose worker was killed is tried again; should GNU parallel give up, submitting again goes on.
    let help = || {
        let mut engine = engine.borrow_mut();
        if engine.try_wait().is_ok_and(|status| status.is_some()) {
            *engine = submit();
        }
    };
    kill_ten(&dir, |_| (), help);
    engine.into_inner().wait().expect("it ended");
    assert!(submit().wait().expect("it ended").success());
    let hosts = fs::read_to_string(&sent).expect("something was sent");
    assert!(["one", "two"].iter().all(|host| hosts.lines().any(|line| line == *host)), "{hosts}");
    is_like_a_local_run(&dir);
}
