//! A run in a process of its own: whatever it does to itself, the others go on.
//!
//! The child gets what it reads on standard input and says what it found on standard output. It knows its limits itself;
//! should it not keep them, it is killed a little later. On Unix its address space is bounded too, so that a child that
//! asks for too much fails instead of the machine.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How a child ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal that we did not send.
    Signal(i32),
    /// Killed, because its time was up.
    Late,
    /// Killed, because the user wants to stop.
    Interrupted,
}

/// What a child said, and how it ended.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// How it ended.
    pub ended: Ended,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
    /// Wall-clock seconds from its start to its end.
    pub seconds: f64,
}

/// What a child may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When it is killed.
    pub seconds: f64,
    /// The bound on its address space, in kilobytes.
    pub kilobytes: Option<u64>,
}

/// How often we look whether a child has ended: at first often, for short runs.
const FIRST_LOOK: Duration = Duration::from_micros(500);
const LAST_LOOK: Duration = Duration::from_millis(20);

/// Runs a program to its end.
pub fn run(program: &str, args: &[String], input: &[u8], limits: Limits, stop: &AtomicBool) -> Result<Spoken, String> {
    let started = Instant::now();
    let mut command = bounded(program, args, limits.kilobytes);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("cannot start {program}: {e}"))?;
    let feeder = feed(&mut child, input.to_vec());
    let out = listen(child.stdout.take());
    let err = listen(child.stderr.take());
    let ended =
        wait(&mut child, started, limits.seconds, stop).map_err(|e| format!("cannot wait for {program}: {e}"))?;
    let seconds = started.elapsed().as_secs_f64();
    let _ = feeder.map(JoinHandle::join);
    Ok(Spoken { ended, out: heard(out), err: heard(err), seconds })
}

/// The command, with the bound on memory set by the shell where there is one.
fn bounded(program: &str, args: &[String], kilobytes: Option<u64>) -> Command {
    let mut command = match kilobytes.filter(|_| cfg!(unix)) {
        Some(kilobytes) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"")).arg(program);
            shell
        }
        None => Command::new(program),
    };
    command.args(args);
    command
}

fn feed(child: &mut Child, input: Vec<u8>) -> Option<JoinHandle<()>> {
    let mut pipe = child.stdin.take()?;
    // A child that does not read is no failure of ours.
    Some(std::thread::spawn(move || drop(pipe.write_all(&input))))
}

fn listen(pipe: Option<impl Read + Send + 'static>) -> Option<JoinHandle<Vec<u8>>> {
    let mut pipe = pipe?;
    Some(std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    }))
}

fn heard(listener: Option<JoinHandle<Vec<u8>>>) -> String {
    let bytes = listener.and_then(|l| l.join().ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait(child: &mut Child, started: Instant, seconds: f64, stop: &AtomicBool) -> std::io::Result<Ended> {
    let mut pause = FIRST_LOOK;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ended(status));
        }
        let late = started.elapsed().as_secs_f64() > seconds;
        if late || stop.load(Ordering::Relaxed) {
            child.kill()?;
            child.wait()?;
            return Ok(if late { Ended::Late } else { Ended::Interrupted });
        }
        std::thread::sleep(pause);
        pause = (pause * 5 / 4).min(LAST_LOOK);
    }
}

fn ended(status: ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ended::Signal(signal);
    }
    Ended::Code(status.code().unwrap_or(-1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Ended, Limits, run};
    use std::sync::atomic::AtomicBool;

    fn shell(script: &str, seconds: f64) -> super::Spoken {
        let args = ["-c".to_string(), script.to_string()];
        let limits = Limits { seconds, kilobytes: Some(4 << 20) };
        run("sh", &args, b"hello", limits, &AtomicBool::new(false)).expect("there is a shell")
    }

    #[test]
    fn children_end_in_every_way() {
        let said = shell("cat; echo oops >&2; exit 3", 10.0);
        assert_eq!((said.ended, said.out.as_str(), said.err.as_str()), (Ended::Code(3), "hello", "oops\n"));
        assert_eq!(shell("kill -6 $$", 10.0).ended, Ended::Signal(6));
        assert_eq!(shell("exec sleep 60", 0.1).ended, Ended::Late);
        let stopped =
            run("sleep", &["60".to_string()], b"", Limits { seconds: 60.0, kilobytes: None }, &AtomicBool::new(true));
        assert_eq!(stopped.expect("there is a sleep").ended, Ended::Interrupted);
        assert!(
            run("no-such-program", &[], b"", Limits { seconds: 1.0, kilobytes: None }, &AtomicBool::new(false))
                .is_err()
        );
    }
}
