//! Ctrl-C and termination: the first asks the search to stop and report, the second ends the program.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The signals heard so far.
#[derive(Clone)]
pub struct Signals {
    /// True once any signal came; shared with every budget.
    pub interrupt: Arc<AtomicBool>,
    last: Arc<AtomicUsize>,
}

/// Starts to listen. Where the system does not let us, Ctrl-C ends the program at once as it always did.
pub fn listen() -> Signals {
    let signals = Signals { interrupt: Arc::default(), last: Arc::default() };
    for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] {
        // In this order: on the second signal the flag of the first is already up, and the program ends.
        let _ = flag::register_conditional_shutdown(signal, code, signals.interrupt.clone());
        let _ = flag::register(signal, signals.interrupt.clone());
        let _ = flag::register_usize(signal, signals.last.clone(), code as usize);
    }
    signals
}

impl Signals {
    /// The exit code of the signal that came, if one did.
    pub fn exit_code(&self) -> Option<u8> {
        match self.last.load(Ordering::Relaxed) {
            0 => None,
            code => u8::try_from(code).ok(),
        }
    }
}
