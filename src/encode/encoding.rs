//! Which encoding is used for what: one row of each folder, named by a string such as `order+ladder+totalizer+diagram`.

use super::{EncodeError, at_most_one, count, domain, linear};
use crate::expand::Rows;
use std::fmt;

/// A choice of one row for each kind of thing that can be encoded in several ways.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// How integers become literals.
    pub domain: &'static domain::Row,
    /// How "at most one" becomes clauses.
    pub at_most_one: &'static at_most_one::Row,
    /// How counts become clauses.
    pub count: &'static count::Row,
    /// How weighted sums become clauses.
    pub linear: &'static linear::Row,
    /// How constraints that stay whole are said in basic ones.
    pub global: Rows,
    /// The largest number of literals a formula may have.
    pub limit: u64,
}

/// One row of any of the tables, for listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowInfo {
    /// What the row encodes: `domain`, `at-most-one`, `count`, `linear`, or a kind of constraint that stays whole.
    pub kind: &'static str,
    /// The name a user picks it by.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
}

/// Four hundred million literals are 1.6 gigabytes.
const DEFAULT_LIMIT: u64 = 400_000_000;

impl Default for Encoding {
    fn default() -> Encoding {
        Encoding {
            domain: &domain::TABLE[0],
            at_most_one: &at_most_one::TABLE[0],
            count: &count::TABLE[0],
            linear: &linear::TABLE[0],
            global: Rows::default(),
            limit: DEFAULT_LIMIT,
        }
    }
}

impl Encoding {
    /// The default with the rows that the text names, joined by `+` in any order. The empty text is the default.
    pub fn parse(text: &str) -> Result<Encoding, EncodeError> {
        let mut names = text.split('+').filter(|name| !name.is_empty());
        names.try_fold(Encoding::default(), |encoding, name| encoding.with(name))
    }

    /// The same with one row replaced.
    pub fn with(self, name: &str) -> Result<Encoding, EncodeError> {
        let name = name.trim();
        if let Some(row) = domain::TABLE.iter().find(|row| row.name == name) {
            return Ok(Encoding { domain: row, ..self });
        }
        if let Some(row) = at_most_one::TABLE.iter().find(|row| row.name == name) {
            return Ok(Encoding { at_most_one: row, ..self });
        }
        if let Some(row) = count::TABLE.iter().find(|row| row.name == name) {
            return Ok(Encoding { count: row, ..self });
        }
        if let Some(row) = linear::TABLE.iter().find(|row| row.name == name) {
            return Ok(Encoding { linear: row, ..self });
        }
        if let Some(global) = self.global.with(name) {
            return Ok(Encoding { global, ..self });
        }
        Err(EncodeError::UnknownRow { name: name.to_string(), hint: hint(name) })
    }

    /// Every row of every table.
    pub fn all_rows() -> Vec<RowInfo> {
        let domains = domain::TABLE.iter().map(|r| ("domain", r.name, r.summary, r.reference));
        let at_most_ones = at_most_one::TABLE.iter().map(|r| ("at-most-one", r.name, r.summary, r.reference));
        let counts = count::TABLE.iter().map(|r| ("count", r.name, r.summary, r.reference));
        let linears = linear::TABLE.iter().map(|r| ("linear", r.name, r.summary, r.reference));
        let all = domains.chain(at_most_ones).chain(counts).chain(linears).chain(Rows::all());
        all.map(|(kind, name, summary, reference)| RowInfo { kind, name, summary, reference }).collect()
    }
}

/// The row that was meant, if one is so written but for a letter or two; else all of them.
fn hint(name: &str) -> String {
    let rows = Encoding::all_rows();
    let distance = |row: &RowInfo| strsim::levenshtein(row.name, name);
    match rows.iter().min_by_key(|row| distance(row)).filter(|row| distance(row) <= 2) {
        Some(row) => format!("did you mean `{}`?", row.name),
        None => format!("known are {}", known()),
    }
}

/// `domain: order, direct, log; at-most-one: ...`
fn known() -> String {
    let rows = Encoding::all_rows();
    let groups = rows.chunk_by(|a, b| a.kind == b.kind).map(|group| {
        let names: Vec<&str> = group.iter().map(|row| row.name).collect();
        format!("{}: {}", group[0].kind, names.join(", "))
    });
    groups.collect::<Vec<String>>().join("; ")
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}+{}+{}", self.domain.name, self.at_most_one.name, self.count.name, self.linear.name)?;
        // Of the many kinds that stay whole, only what is not the default is said.
        self.global.chosen().iter().try_for_each(|name| write!(f, "+{name}"))
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({self}, at most {} literals)", self.limit)
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Encoding) -> bool {
        self.to_string() == other.to_string() && self.limit == other.limit
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn names_are_unique_and_parse_in_any_order() {
        let rows = Encoding::all_rows();
        for (i, row) in rows.iter().enumerate() {
            assert!(rows[..i].iter().all(|other| other.name != row.name), "{} occurs twice", row.name);
            let shown = Encoding::parse(row.name).expect("a row's name parses").to_string();
            let is_default = Encoding::parse(row.name) == Ok(Encoding::default());
            assert!(is_default || shown.split('+').any(|name| name == row.name), "{shown}");
            assert_eq!(Encoding::parse(&shown).expect("what is shown parses").to_string(), shown);
        }
        assert_eq!(Encoding::parse("totalizer+ladder"), Encoding::parse("ladder+totalizer"));
        assert_eq!(Encoding::parse(""), Ok(Encoding::default()));
    }

    #[test]
    fn a_name_that_is_nearly_right_is_suggested() {
        let message = Encoding::parse("totaliser").expect_err("no such row").to_string();
        assert_eq!(message, "unknown encoding `totaliser`; did you mean `totalizer`?");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let message = Encoding::parse("ladder+nonsense").expect_err("no such row").to_string();
        assert!(message.starts_with("unknown encoding `nonsense`; known are domain: order, direct, log;"), "{message}");
        assert!(Encoding::all_rows().iter().all(|row| message.contains(row.name)), "{message}");
    }
}
