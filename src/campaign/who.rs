//! Who we are: a process of a machine, told from all others, and whether such a process still lives.
//!
//! Numbers of processes are used again, so a process is its number and the moment it began. Machines with one name are told
//! apart by the number of their last start, and containers by what they count processes in.

use serde::{Deserialize, Serialize};
use std::fs;

/// A process of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    /// The machine's name.
    pub host: String,
    /// The number of its last start; empty where the system does not tell.
    #[serde(default)]
    pub boot: String,
    /// What its processes are counted in.
    #[serde(default)]
    pub space: String,
    /// The process.
    pub pid: u32,
    /// When the process began, in the machine's own measure.
    #[serde(default)]
    pub began: u64,
}

impl Who {
    /// This process.
    pub fn me() -> Who {
        let line = |path: &str| fs::read_to_string(path).map(|text| text.trim().to_string()).unwrap_or_default();
        let host = Some(line("/proc/sys/kernel/hostname")).filter(|name| !name.is_empty());
        let pid = std::process::id();
        Who {
            host: host.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_else(|| "somewhere".to_string()),
            boot: line("/proc/sys/kernel/random/boot_id"),
            space: fs::read_link("/proc/self/ns/pid").map(|l| l.display().to_string()).unwrap_or_default(),
            pid,
            began: began(pid).unwrap_or(0),
        }
    }

    /// Whether the other one is gone for certain: it was a process here, and is none any more. `None` if we cannot know.
    pub fn knows_gone(&self, other: &Who) -> Option<bool> {
        let is_here =
            !self.boot.is_empty() && (&self.host, &self.boot, &self.space) == (&other.host, &other.boot, &other.space);
        is_here.then(|| began(other.pid) != Some(other.began))
    }

    /// A name for files.
    pub fn name(&self) -> String {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let host: String = self.host.chars().filter(is_plain).take(60).collect();
        format!("{host}-{}-{}", self.pid, self.began)
    }
}

/// When a process began; `None` if there is none, or only its remains.
fn began(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in parentheses and may hold anything.
    let mut words = text.rsplit_once(')')?.1.split_whitespace();
    let state = words.next()?;
    let began = words.nth(18)?.parse().ok()?;
    (!matches!(state, "Z" | "X" | "x")).then_some(began)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::Who;

    #[test]
    fn the_dead_are_known_here_and_nowhere_else() {
        let me = Who::me();
        assert_eq!(me.knows_gone(&me), Some(false));
        let again = Who { began: me.began + 1, ..me.clone() };
        assert_eq!(me.knows_gone(&again), Some(true), "the number was given to another process");
        let mut child = std::process::Command::new("true").spawn().expect("there is a true");
        let other = Who { pid: child.id(), began: super::began(child.id()).unwrap_or(1), ..me.clone() };
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert_eq!(me.knows_gone(&other), Some(true), "ended, though nobody waited for it");
        child.wait().expect("it ended");
        assert_eq!(me.knows_gone(&other), Some(true));
        assert_eq!(me.knows_gone(&Who { host: "elsewhere".into(), ..me.clone() }), None);
        assert_eq!(me.knows_gone(&Who { boot: "another".into(), ..me.clone() }), None);
    }
}
