//! A process of ours: what it starts ends with it, and all of it ends with us.

use super::group::Group;
use std::io;
use std::process::{Command, ExitStatus};
use std::time::Duration;

/// How long we wait until we look again whether a process has ended: little at first, so that quick ones cost little.
const FIRST_LOOK: Duration = Duration::from_micros(200);
const LAST_LOOK: Duration = Duration::from_millis(20);

/// A running process with everything it starts. Dropping it ends them all.
pub struct Child {
    child: std::process::Child,
    /// There until it is given back or ended.
    group: Option<Group>,
}

impl Child {
    /// Starts a process in a group of its own.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        let group = Group::take()?;
        group.adopt(command);
        match command.spawn() {
            Ok(child) => Ok(Child { child, group: Some(group) }),
            Err(error) => {
                group.give_back();
                Err(error)
            }
        }
    }

    /// The pipes to it.
    pub fn pipes(&mut self) -> &mut std::process::Child {
        &mut self.child
    }

    /// Waits for its end, or for a reason to end it.
    pub fn wait<T>(mut self, mut reason: impl FnMut() -> Option<T>) -> io::Result<Result<ExitStatus, T>> {
        let mut pause = FIRST_LOOK;
        loop {
            if let Some(status) = self.child.try_wait()? {
                if let Some(group) = self.group.take() {
                    group.give_back();
                }
                return Ok(Ok(status));
            }
            if let Some(reason) = reason() {
                return Ok(Err(reason));
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(LAST_LOOK);
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let Some(group) = self.group.take() else { return };
        // A process that cannot be ended has ended already.
        let _ = self.child.kill();
        group.end();
        let _ = self.child.wait();
    }
}
