//! Ctrl-C, termination, a closed terminal: the first asks the work to stop and report, the second ends the program.
//!
//! The supervisor hears the second and tidies up; while it is busy saying its last words, the system ends the program.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The signals heard so far.
#[derive(Clone, Default)]
pub struct Signals {
    /// True once any signal came; shared with every budget.
    pub interrupt: Arc<AtomicBool>,
    /// True when a signal came that the supervisor has not seen.
    fresh: Arc<AtomicBool>,
    /// Whether the supervisor saw a first one.
    is_warned: Arc<AtomicBool>,
    /// Whether the next one ends the program without asking anybody.
    is_deadly: Arc<AtomicBool>,
    last: Arc<AtomicUsize>,
    /// Whether a signal is an end like any other.
    is_welcome: Arc<AtomicBool>,
}

/// Starts to listen, once. Where the system does not let us, Ctrl-C ends the program at once as it always did.
pub fn listen() -> Signals {
    static SIGNALS: OnceLock<Signals> = OnceLock::new();
    SIGNALS.get_or_init(register).clone()
}

fn register() -> Signals {
    let signals = Signals::default();
    for (signal, code) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] {
        let _ = flag::register_conditional_shutdown(signal, code, signals.is_deadly.clone());
        let _ = flag::register_usize(signal, signals.last.clone(), code as usize);
        let _ = flag::register(signal, signals.interrupt.clone());
        let _ = flag::register(signal, signals.fresh.clone());
    }
    signals
}

impl Signals {
    /// The exit code of the signal that came, if one did.
    pub fn exit_code(&self) -> Option<u8> {
        match self.last.load(Ordering::Relaxed) {
            0 => None,
            _ if self.is_welcome.load(Ordering::Relaxed) => Some(0),
            code => u8::try_from(code).ok(),
        }
    }

    /// The exit code of a second signal, if one came. For the supervisor, which asks all the time.
    pub fn hurry(&self) -> Option<u8> {
        let is_fresh = self.fresh.swap(false, Ordering::Relaxed);
        let was_warned = is_fresh && self.is_warned.swap(true, Ordering::Relaxed);
        self.exit_code().filter(|_| was_warned)
    }

    /// From now on a signal is no failure: whoever calls us ends us that way.
    pub fn welcome(&self) {
        self.is_welcome.store(true, Ordering::Relaxed);
    }

    /// From now on the next signal ends the program.
    pub fn disarm(&self) {
        self.is_deadly.store(true, Ordering::Relaxed);
    }

    /// From now on signals are heard again.
    pub fn rearm(&self) {
        self.is_deadly.store(false, Ordering::Relaxed);
    }
}
