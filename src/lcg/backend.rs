//! The table of backends, and a backend as a user names it: `pumpkin`.

use super::{Solve, pumpkin};
use std::fmt;

/// One backend.
pub struct Row {
    /// What the user writes.
    pub name: &'static str,
    /// One line for `list`.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Why it cannot be used in this build and how to get it; `None` if it can.
    pub missing: Option<&'static str>,
    /// Looks for solutions.
    pub solve: Solve,
}

/// All backends; the first is the default.
pub const TABLE: &[Row] = &[pumpkin::ROW];

/// A row of the table that is part of this build.
#[derive(Clone, Copy)]
pub struct Backend(&'static Row);

impl Backend {
    /// The backend a user named, the first one for no name, or what is wrong with the name.
    pub fn parse(name: &str) -> Result<Backend, String> {
        let wanted = if name.is_empty() { TABLE[0].name } else { name };
        let row = TABLE.iter().find(|row| row.name == wanted).ok_or_else(|| unknown(wanted))?;
        match row.missing {
            Some(how) => Err(format!("backend `{wanted}` is not part of this build: {how}")),
            None => Ok(Backend(row)),
        }
    }

    /// The row of the table.
    pub fn row(&self) -> &'static Row {
        self.0
    }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
    format!("unknown backend `{name}`; expected one of {}", names.join(", "))
}

impl PartialEq for Backend {
    fn eq(&self, other: &Backend) -> bool {
        self.0.name == other.0.name
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::{Backend, TABLE};

    #[test]
    fn names_are_read_and_written_and_what_is_missing_says_how_to_get_it() {
        for row in TABLE {
            match (Backend::parse(row.name), row.missing) {
                (Ok(backend), None) => assert_eq!(backend.to_string(), row.name),
                (Err(why), Some(how)) => assert!(why.contains(how)),
                (parsed, _) => panic!("{}: {parsed:?}", row.name),
            }
        }
        assert!(Backend::parse("nobody").is_err());
    }
}
