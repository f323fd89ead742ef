//! Many runs: a log on disk that survives a kill, and a pool of threads that works through what is left.

mod log;
mod pool;

pub use log::{Log, Record};
pub use pool::for_each;
