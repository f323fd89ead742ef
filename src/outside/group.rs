//! A process group with a watchman: a small shell that leads the group and ends it when we are gone.
//!
//! The shell waits at the end of a pipe that the system closes when we die, even by a signal that nobody can catch; then
//! it ends its group, itself included. A process joins the group before it runs a single instruction of its own, so there
//! is no moment at which it could be forgotten. A group whose process ended by itself is used again.

use super::Register;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Deaf to the signals of the terminal, to which it does not belong.
const SCRIPT: &str = "trap '' INT TERM HUP; read -r _; kill -KILL 0";

/// The groups at work.
static AT_WORK: Register<u32> = Register::new();
/// Those that wait for work. Their watchmen end with the program.
static IDLE: Mutex<Vec<Group>> = Mutex::new(Vec::new());

/// A group and its watchman, whose standard input is our end of the pipe.
pub struct Group(Child);

impl Group {
    /// One that waits, or a new one.
    pub fn take() -> io::Result<Group> {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let group = idle.map_or_else(Group::new, Ok)?;
        AT_WORK.add(group.id());
        Ok(group)
    }

    fn new() -> io::Result<Group> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(SCRIPT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.process_group(0).spawn().map(Group)
    }

    fn id(&self) -> u32 {
        self.0.id()
    }

    /// Lets a command run in the group.
    pub fn adopt(&self, command: &mut Command) {
        if let Ok(id) = i32::try_from(self.id()) {
            command.process_group(id);
        }
    }

    /// Gives the group back: its process has ended.
    pub fn give_back(self) {
        AT_WORK.remove(&self.id());
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
    }

    /// Ends everything in the group.
    pub fn end(mut self) {
        kill(self.id());
        // A watchman that cannot be waited for has ended already.
        let _ = self.0.wait();
        AT_WORK.remove(&self.id());
    }
}

/// Ends every group at work.
pub fn end_all() {
    AT_WORK.drain(kill);
}

/// One that has no members any more is no failure.
fn kill(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(group).ok().and_then(Pid::from_raw);
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}
