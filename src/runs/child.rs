//! A run in a process of its own: whatever it does to itself, the others go on.
//!
//! The child gets what it reads on standard input and says what it found on standard output. It knows its limits itself;
//! should it not keep them, it is killed a little later, with everything it started. On Unix its address space is bounded too, so that a child that
//! asks for too much fails instead of the machine.

use crate::outside::Child;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

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

/// Runs a program to its end.
pub fn run(program: &str, args: &[String], input: &[u8], limits: Limits, stop: &AtomicBool) -> Result<Spoken, String> {
    let started = Instant::now();
    let mut command = bounded(program, args, limits.kilobytes);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let failed = |error| format!("cannot run {program}: {error}");
    let mut child = Child::start(&mut command).map_err(|e| format!("cannot start {program}: {e}"))?;
    let pipes = child.pipes();
    let feeder = feed(pipes.stdin.take(), input.to_vec()).map_err(failed)?;
    let out = listen(pipes.stdout.take()).map_err(failed)?;
    let err = listen(pipes.stderr.take()).map_err(failed)?;
    let reason = || match started.elapsed().as_secs_f64() > limits.seconds {
        true => Some(Ended::Late),
        false => stop.load(Ordering::Relaxed).then_some(Ended::Interrupted),
    };
    let ended = child.wait(reason).map_err(failed)?.map_or_else(|reason| reason, ended);
    let seconds = started.elapsed().as_secs_f64();
    let _ = feeder.map(JoinHandle::join);
    Ok(Spoken { ended, out: heard(out), err: heard(err), seconds })
}

/// The command, with the bound on memory set by the shell where there is one.
pub fn bounded(program: &str, args: &[String], kilobytes: Option<u64>) -> Command {
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

fn feed(pipe: Option<impl Write + Send + 'static>, input: Vec<u8>) -> io::Result<Option<JoinHandle<()>>> {
    let Some(mut pipe) = pipe else { return Ok(None) };
    // A child that does not read is no failure of ours.
    Builder::new().spawn(move || drop(pipe.write_all(&input))).map(Some)
}

fn listen(pipe: Option<impl Read + Send + 'static>) -> io::Result<Option<JoinHandle<Vec<u8>>>> {
    let Some(mut pipe) = pipe else { return Ok(None) };
    let read = move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    };
    Builder::new().spawn(read).map(Some)
}

fn heard(listener: Option<JoinHandle<Vec<u8>>>) -> String {
    let bytes = listener.and_then(|l| l.join().ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
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
