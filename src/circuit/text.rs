//! A circuit as a text: the variables, the sum that is kept apart if there is one, and a node on each line.
//!
//! ```text
//! quandary circuit 1
//! v mine[0,0] 0..1        a variable of the answer, by its number from 0 on, and its values
//! a  0..5                 an auxiliary
//! t 17                    constraint 17 is kept apart
//! n 4                     node 0: constraint 4 has no solution here
//! f 7 0 1                 node 1: nothing is said any more of variable 7, which has its values from 0 to 1
//! b 3 0 0 0 1 1 1         node 2: variable 3 is from 0 to 0, then node 0, or from 1 to 1, then node 1
//! i 2 5 9 1 1             node 3: constraint 5 says that variable 9 is from 1 to 1; then node 2
//! p 3 2 1                 node 4: parts that share nothing, each with its node
//! z 0 0                   node 5: of such parts number 0 alone has no solution, by node 0
//! ```
//!
//! Nodes come after those they name, and the last is the whole. There is one way to write a circuit: other spaces, signs or
//! zeros are refused.

use crate::model::Model;
use std::fmt::{self, Display, Write};

/// A node, by its line.
pub(super) type Id = u32;

/// A variable and a range of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ranged {
    pub var: u32,
    pub lo: i64,
    pub hi: i64,
}

/// What a constraint says of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Step {
    pub by: u32,
    pub then: Ranged,
}

/// A range of values of the variable branched on, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Case {
    pub lo: i64,
    pub hi: i64,
    pub child: Id,
}

/// A node of a circuit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A constraint has no solution.
    None { by: u32 },
    /// Nothing is said of these any more, and no others are left.
    Free(Box<[Ranged]>),
    /// One of the cases.
    Branch { var: u32, cases: Box<[Case]> },
    /// What constraints say, and then a node.
    Implied { child: Id, steps: Box<[Step]> },
    /// Parts that share nothing.
    Product(Box<[Id]>),
    /// One of several parts has no solution.
    Zero { place: u32, child: Id },
}

impl Node {
    /// The nodes it names.
    pub fn children(&self) -> impl Iterator<Item = Id> + '_ {
        let (one, cases, parts): (Option<Id>, &[Case], &[Id]) = match self {
            Node::None { .. } | Node::Free(_) => (None, &[], &[]),
            Node::Implied { child, .. } | Node::Zero { child, .. } => (Some(*child), &[], &[]),
            Node::Branch { cases, .. } => (None, cases, &[]),
            Node::Product(parts) => (None, &[], parts),
        };
        one.into_iter().chain(cases.iter().map(|case| case.child)).chain(parts.iter().copied())
    }

    /// The same node with other names for its children.
    pub fn renamed(self, name: &dyn Fn(Id) -> Id) -> Node {
        let case = |case: &Case| Case { child: name(case.child), ..*case };
        match self {
            Node::None { .. } | Node::Free(_) => self,
            Node::Branch { var, cases } => Node::Branch { var, cases: cases.iter().map(case).collect() },
            Node::Implied { child, steps } => Node::Implied { child: name(child), steps },
            Node::Product(parts) => Node::Product(parts.iter().map(|part| name(*part)).collect()),
            Node::Zero { place, child } => Node::Zero { place, child: name(child) },
        }
    }

    /// Reads a line.
    fn read(line: &str) -> Result<Node, String> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut words = Words(rest);
        let node = match kind {
            "n" => Node::None { by: words.next()? },
            "f" => Node::Free(words.all(Words::ranged)?),
            "b" => Node::Branch { var: words.next()?, cases: words.all(Words::case)? },
            "i" => Node::Implied { child: words.next()?, steps: words.all(Words::step)? },
            "p" => Node::Product(words.all(Words::next)?),
            "z" => Node::Zero { place: words.next()?, child: words.next()? },
            _ => return Err("expected a node: a line that begins with n, f, b, i, p or z".to_string()),
        };
        // Whatever else is on the line, or is written in another way, shows here.
        if node.to_string() == line { Ok(node) } else { Err("the line is not written as circuits are".to_string()) }
    }
}

/// The numbers of a line.
struct Words<'a>(&'a str);

impl Words<'_> {
    fn next<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let (word, rest) = self.0.split_once(' ').unwrap_or((self.0, ""));
        self.0 = rest;
        word.parse().map_err(|_| "expected another number".to_string())
    }

    /// Those up to the end of the line.
    fn all<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T, String>) -> Result<Box<[T]>, String> {
        let mut all = Vec::new();
        while !self.0.is_empty() {
            all.push(one(self)?);
        }
        Ok(all.into())
    }

    fn ranged(&mut self) -> Result<Ranged, String> {
        Ok(Ranged { var: self.next()?, lo: self.next()?, hi: self.next()? })
    }

    fn case(&mut self) -> Result<Case, String> {
        Ok(Case { lo: self.next()?, hi: self.next()?, child: self.next()? })
    }

    fn step(&mut self) -> Result<Step, String> {
        Ok(Step { by: self.next()?, then: self.ranged()? })
    }
}

impl Display for Ranged {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, " {} {} {}", self.var, self.lo, self.hi)
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Node::None { by } => write!(f, "n {by}"),
            Node::Free(vars) => listed(f, "f", vars, |f, one| write!(f, "{one}")),
            Node::Branch { var, cases } => {
                write!(f, "b {var}")?;
                listed(f, "", cases, |f, Case { lo, hi, child }| write!(f, " {lo} {hi} {child}"))
            }
            Node::Implied { child, steps } => {
                write!(f, "i {child}")?;
                listed(f, "", steps, |f, Step { by, then }| write!(f, " {by}{then}"))
            }
            Node::Product(parts) => listed(f, "p", parts, |f, child| write!(f, " {child}")),
            Node::Zero { place, child } => write!(f, "z {place} {child}"),
        }
    }
}

fn listed<T>(
    f: &mut fmt::Formatter,
    kind: &str,
    items: &[T],
    one: impl Fn(&mut fmt::Formatter, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str(kind)?;
    items.iter().try_for_each(|item| one(f, item))
}

/// What stands before the nodes: the same text for the same model.
pub(super) fn head(model: &Model, apart: Option<u32>) -> String {
    let mut is_answer = vec![false; model.vars.len()];
    model.answer.iter().for_each(|var| is_answer[var.index()] = true);
    let mut text = "quandary circuit 1\n".to_string();
    for (decl, is_answer) in model.vars.iter().zip(is_answer) {
        let _ = writeln!(text, "{} {} {}", if is_answer { 'v' } else { 'a' }, decl.name, decl.domain);
    }
    if let Some(index) = apart {
        let _ = writeln!(text, "t {index}");
    }
    text
}

/// The sum that is kept apart and the nodes, of a text about this model; else the line and what is wrong with it.
pub(super) fn read(model: &Model, text: &str) -> Result<(Option<u32>, Vec<Node>), (usize, String)> {
    let head = head(model, None);
    let Some(rest) = text.strip_prefix(head.as_str()) else {
        let same = text.lines().zip(head.lines()).take_while(|(one, other)| one == other).count();
        return Err((same + 1, "these are not the variables of the model".to_string()));
    };
    let mut at = head.matches('\n').count();
    if !text.ends_with('\n') {
        return Err((text.matches('\n').count() + 1, "the last line has no end".to_string()));
    }
    let mut apart = None;
    let mut nodes = Vec::new();
    for line in rest.split_terminator('\n') {
        at += 1;
        match line.strip_prefix("t ") {
            Some(word) if nodes.is_empty() && apart.is_none() => {
                let index: u32 = word.parse().map_err(|_| (at, "expected the number of a constraint".to_string()))?;
                if index.to_string() != word || index as usize >= model.constraints.len() {
                    return Err((at, format!("the model has no constraint `{word}`")));
                }
                apart = Some(index);
            }
            _ => {
                let node = Node::read(line).map_err(|why| (at, why))?;
                if node.children().any(|child| child as usize >= nodes.len()) {
                    return Err((at, "a node names one that does not come before it".to_string()));
                }
                nodes.push(node);
            }
        }
    }
    Ok((apart, nodes))
}
