//! Many runs: a log on disk that survives a kill, a pool of threads that works through what is left, and
//! runs in processes of their own.

pub mod child;
mod log;
mod pool;

pub use log::{Log, LogError, Record};
pub use pool::for_each;
