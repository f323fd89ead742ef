//! A process of ours: it leads a group, and the whole group ends with it or with us.

use super::{Register, watchman};
use std::io;
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// The groups that live.
static GROUPS: Register<u32> = Register::new();

/// A running process with everything it starts. Dropping it ends them all.
pub struct Child {
    child: std::process::Child,
    group: u32,
    has_ended: bool,
}

/// How often we look whether a process has ended: often at first, so that quick ones cost little.
#[derive(Clone, Copy)]
pub struct Patience(Duration);

impl Patience {
    const LONGEST: Duration = Duration::from_millis(20);

    /// Of somebody who has not waited yet.
    pub fn fresh() -> Patience {
        Patience(Duration::from_micros(200))
    }

    /// Waits a little, then a little longer.
    pub fn wait(&mut self) {
        std::thread::sleep(self.0);
        self.0 = (self.0 * 3 / 2).min(Patience::LONGEST);
    }
}

impl Child {
    /// Starts a process at the head of a group of its own.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        let group = child.id();
        GROUPS.add(group);
        watchman::tell('+', group);
        Ok(Child { child, group, has_ended: false })
    }

    /// The pipes to it.
    pub fn pipes(&mut self) -> &mut std::process::Child {
        &mut self.child
    }

    /// Waits for its end, or for a reason to end it. Either way nothing of it is left.
    pub fn wait<T>(mut self, mut reason: impl FnMut() -> Option<T>) -> io::Result<Result<ExitStatus, T>> {
        let mut patience = Patience::fresh();
        loop {
            if let Some(status) = self.child.try_wait()? {
                self.has_ended = true;
                return Ok(Ok(status));
            }
            if let Some(reason) = reason() {
                return Ok(Err(reason));
            }
            patience.wait();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        end(self.group);
        if !self.has_ended {
            // A process that cannot be ended has ended already.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        watchman::tell('-', self.group);
        GROUPS.remove(&self.group);
    }
}

/// Ends every process that lives.
pub(super) fn end_all() {
    GROUPS.drain(end);
}

/// Ends a group. One that has no members any more is no failure.
#[cfg(unix)]
fn end(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(group).ok().and_then(Pid::from_raw);
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn end(_: u32) {}
