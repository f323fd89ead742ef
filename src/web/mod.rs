//! The page: a small server for one person, whose jobs are processes of this program.
//!
//! It knows nothing of solving. A request becomes the argument list of a child, the child keeps the limits of the command
//! line, and what it says is passed on as it comes. What a request says never names a file or a program: files lie in a
//! private folder under names of ours, and the child runs confined (`outside::is_confined`).

mod assets;
mod child;
mod dealt;
mod events;
mod gallery;
mod guard;
mod job;
mod patient;
mod queue;
mod refusal;
mod request;
mod routes;
mod server;
mod start;
mod task;
mod token;
mod verbs;
mod words;

pub use server::Server;
pub use verbs::{TABLE as VERBS, Verb};

use serde_json::Value;

/// What the server is told by whoever starts it.
pub struct Settings {
    /// The address or name it listens at; other machines can reach it only if this is not the loopback.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How many jobs run at once.
    pub n_jobs: usize,
    /// The most seconds that a job may ask for.
    pub seconds: f64,
    /// What a job may use, in megabytes.
    pub megabytes: u64,
    /// Everything that can be chosen by name, as `list --json` prints it.
    pub words: Value,
    /// Reports that were made before.
    pub reports: Vec<Report>,
}

/// A report of a comparison, as a page.
pub struct Report {
    /// What it is called.
    pub name: String,
    /// The page.
    pub html: String,
}

/// What a job may use, and how many there may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many jobs run at once.
    pub n_jobs: usize,
    /// The most seconds that a job may ask for.
    pub seconds: f64,
    /// What a job may use, in megabytes.
    pub megabytes: u64,
}

/// The largest body of a request.
pub const MOST_BODY: usize = 1 << 20;
/// The largest board, solution, model or file of data.
pub const MOST_TEXT: usize = 256 << 10;
/// How many jobs may wait.
pub const MOST_WAITING: usize = 256;
/// How many connections there may be.
pub const MOST_CONNECTIONS: usize = 512;
/// What a job may say, in bytes.
pub const MOST_SAID: u64 = 32 << 20;
/// How long a job may take if it does not ask for more or less, in seconds.
pub const USUAL_SECONDS: f64 = 10.0;
