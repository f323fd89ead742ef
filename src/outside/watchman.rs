//! A small process that outlives us by a moment: when we are gone, it ends the groups that we could not.
//!
//! It reads from a pipe which groups live, and the system closes the pipe when we die, even by a signal that nobody
//! can catch. It is a shell, in a group of its own, deaf to the signals of the terminal, and is started with the first
//! group. Where there is no shell, there is no watchman.

/// Tells the watchman that a group begins (`+`) or has ended (`-`).
#[cfg(unix)]
pub(super) fn tell(what: char, group: u32) {
    use std::io::Write;
    use std::process::ChildStdin;
    use std::sync::{Mutex, OnceLock, PoisonError};

    static PIPE: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
    if let Some(pipe) = PIPE.get_or_init(|| start().map(Mutex::new)) {
        let mut pipe = pipe.lock().unwrap_or_else(PoisonError::into_inner);
        // A watchman that somebody ended cannot be told anything.
        let _ = pipe.write_all(format!("{what} {group}\n").as_bytes());
    }
}

#[cfg(not(unix))]
pub(super) fn tell(_: char, _: u32) {}

#[cfg(unix)]
const SCRIPT: &str = r#"
trap '' INT TERM HUP
live=' '
while read -r what group; do
    case $what in
        +) live="$live$group " ;;
        -) live="${live%% $group *} ${live#* $group }" ;;
    esac
done
for group in $live; do kill -KILL -- "-$group"; done
"#;

#[cfg(unix)]
fn start() -> Option<std::process::ChildStdin> {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(SCRIPT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    // Not waited for: it lives as long as we do.
    shell.spawn().ok()?.stdin
}
