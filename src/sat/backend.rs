//! The table of backends, and a backend as a user names it: `varisat`, `process:kissat -q`.

use super::confirmed::Confirmed;
use super::{Solver, batsat, cadical, process, varisat};
use std::fmt;

/// One backend.
pub struct Row {
    /// What the user writes, before a colon if there is an argument.
    pub name: &'static str,
    /// One line for `list`.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What comes after the colon; `None` if nothing does.
    pub argument: Option<&'static str>,
    /// Why it cannot be used in this build and how to get it; `None` if it can.
    pub missing: Option<&'static str>,
    /// Makes a solver without clauses. The argument is empty unless the row takes one.
    pub make: fn(argument: &str) -> Result<Box<dyn Solver>, String>,
}

impl Row {
    /// Whether it is part of this program: it needs no argument and nothing is missing.
    pub fn is_embedded(&self) -> bool {
        self.argument.is_none() && self.missing.is_none()
    }
}

/// All backends; the first is the default.
pub const TABLE: &[Row] = &[varisat::ROW, batsat::ROW, cadical::ROW, process::ROW];

/// A row and its argument.
#[derive(Clone)]
pub struct Backend {
    row: &'static Row,
    argument: String,
    is_checked: bool,
}

impl Backend {
    /// The backend a user named, or what is wrong with the name.
    pub fn parse(text: &str) -> Result<Backend, String> {
        let (name, argument) = text.split_once(':').unwrap_or((text, ""));
        let argument = argument.trim();
        let row = TABLE.iter().find(|row| row.name == name.trim()).ok_or_else(|| unknown(name))?;
        match (row.argument, argument, row.missing) {
            (_, _, Some(how)) => Err(format!("backend `{name}` is not part of this build: {how}")),
            (Some(what), "", _) => Err(format!("backend `{name}` needs {what} after a colon")),
            (None, extra, _) if !extra.is_empty() => {
                Err(format!("backend `{name}` takes nothing after a colon: `{extra}`"))
            }
            _ => Ok(Backend { row, argument: argument.to_string(), is_checked: false }),
        }
    }

    /// The row of the table.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// The same backend, whose refutations are checked or believed.
    pub fn checked(self, is_checked: bool) -> Backend {
        Backend { is_checked, ..self }
    }

    /// Whether its refutations are checked.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// A solver without clauses.
    pub fn make(&self) -> Result<Box<dyn Solver>, String> {
        let mut solver = (self.row.make)(&self.argument)?;
        match self.is_checked && !solver.check_refutations() {
            true => Ok(Box::new(Confirmed::new(solver))),
            false => Ok(solver),
        }
    }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
    format!("unknown backend `{name}`; expected one of {}", names.join(", "))
}

impl Default for Backend {
    fn default() -> Backend {
        Backend { row: &TABLE[0], argument: String::new(), is_checked: false }
    }
}

impl PartialEq for Backend {
    fn eq(&self, other: &Backend) -> bool {
        self.row.name == other.row.name && self.argument == other.argument && self.is_checked == other.is_checked
    }
}

impl Eq for Backend {}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument.as_str() {
            "" => f.write_str(self.row.name),
            argument => write!(f, "{}:{argument}", self.row.name),
        }
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({self})")
    }
}

impl std::str::FromStr for Backend {
    type Err = String;

    fn from_str(text: &str) -> Result<Backend, String> {
        Backend::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Backend, TABLE};

    #[test]
    fn names_are_read_and_written() {
        for row in TABLE.iter().filter(|row| row.missing.is_none()) {
            let name = if row.argument.is_some() { format!("{}:true -q", row.name) } else { row.name.to_string() };
            assert_eq!(Backend::parse(&name).expect("a row of the table").to_string(), name);
        }
        assert_eq!(Backend::default().to_string(), "varisat");
    }
}
