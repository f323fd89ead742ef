//! Whether this process is confined: it reads no file that a model or an instance names, and starts no program that an
//! engine names. Whoever runs texts of strangers says so in the environment, which children inherit.

use std::sync::OnceLock;

/// The variable that says so, if it is not empty.
pub const CONFINED: &str = "QUANDARY_CONFINED";

/// Whether this process is confined.
pub fn is_confined() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| std::env::var_os(CONFINED).is_some_and(|value| !value.is_empty()))
}
