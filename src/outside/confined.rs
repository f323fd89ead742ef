//! Whether this process is confined: it reads no file that a model or an instance names, and starts no program that an
//! engine names. Whoever runs texts of strangers says so in the environment, which children inherit, or for one piece of work.

use std::cell::Cell;
use std::sync::OnceLock;

/// The variable that says so, if it is not empty.
pub const CONFINED: &str = "QUANDARY_CONFINED";

thread_local! {
    static FOR_NOW: Cell<bool> = const { Cell::new(false) };
}

/// Whether this process is confined, or this thread for now.
pub fn is_confined() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    FOR_NOW.get() || *ANSWER.get_or_init(|| std::env::var_os(CONFINED).is_some_and(|value| !value.is_empty()))
}

/// Does something with this thread confined.
pub fn confined<T>(work: impl FnOnce() -> T) -> T {
    struct Restored(bool);
    impl Drop for Restored {
        fn drop(&mut self) {
            FOR_NOW.set(self.0);
        }
    }
    let _restored = Restored(FOR_NOW.replace(true));
    work()
}
