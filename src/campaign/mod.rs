//! Campaigns: a folder of tasks that any number of workers on any number of machines work off together.
//!
//! A result that exists is done, and is there whole. Who works at a task holds a claim, which ends with its process or, on
//! another machine, with its lease. So a machine that dies loses what it was doing and nothing else, and a task is done
//! again only when the one who did it is gone ([decision 0022](../../docs/decisions/0022-campaigns.md)).

mod claim;
mod conquer;
mod folder;
mod journal;
mod launch;
mod perform;
mod refute;
mod results;
mod task;
mod who;
mod worker;

pub use claim::{Claim, Claimed, LEASE, Station};
pub use conquer::{Conquest, Verdict, conquer, planned_cubes};
pub use folder::{Campaign, Head, features};
pub use journal::places;
pub use launch::{Array, Element, arrays, collector, parallel, script};
pub use perform::{
    Compared, Experimented, Means, perform, planned_compare, planned_experiment, planned_of, records, trials,
};
pub use results::{Finished, See, Standing};
pub use task::{Kind, Limits, Task};
pub use who::Who;
pub use worker::{Crew, Perform, Undone, work};

use std::fmt;

/// Why a campaign does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The folder is not what it should be, or not for this program.
    Refused(String),
    /// The system does not let us read or write.
    System(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(why) | Trouble::System(why) => f.write_str(why),
        }
    }
}

impl Trouble {
    /// Something that could not be read or written.
    fn at(path: &std::path::Path, error: &std::io::Error) -> Trouble {
        Trouble::System(format!("{}: {error}", path.display()))
    }
}
