//! Certificates that the cops lose: a closed set of states, written to bytes and read back.
//!
//! A few lines of text say what is claimed, then come the states, packed. Per placement: the sorted cops, each as the difference to
//! the one before; the number of clean sets; the sets in order, each as the difference to the one before. All numbers are
//! little-endian groups of seven bits (LEB128). A SHA-256 over everything but its own line guards against damage; that the states
//! prove the claim is for [`super::verify`] to say.
//!
//! The claim is bound to the graph itself: its name is a specification, of a family or a Graph6 code, that gives the edges that are
//! listed. Version 1 took any name that looks like none of a family; such certificates are read, and their names are not repeated.

use super::graph::Graph;
use super::{families, graph6};
use sha2::{Digest, Sha256};

/// How a certificate begins, whatever its version.
pub const MAGIC: &str = "quandary certificate: cops lose, version ";

/// The version that is written, and the one before.
const VERSION: &str = "2";
const OLD: &str = "1";

/// Sorted cops, and clean sets that go with them.
pub type Placed = (Vec<u8>, Vec<u128>);

/// A claim and its states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The graph.
    pub graph: Graph,
    /// The number of cops that lose on it.
    pub n_cops: usize,
    /// Automorphisms of the graph, the identity among them.
    pub group: Vec<Vec<u8>>,
    /// Per placement of cops: the clean sets that cannot be improved on.
    pub states: Vec<Placed>,
}

impl Certificate {
    /// The number of states.
    pub fn n_states(&self) -> usize {
        self.states.iter().map(|(_, sets)| sets.len()).sum()
    }

    /// The certificate as a file.
    pub fn write(&self) -> Vec<u8> {
        let payload = self.payload();
        let edges: Vec<String> = self.graph.edges().iter().map(|(u, v)| format!("{u}-{v}")).collect();
        let head = format!(
            "{MAGIC}{VERSION}\ngraph: {}\nvertices: {}\nedges: {}\ncops: {}\nsymmetries: {}\nplacements: {}\nstates: {}\n",
            specification(&self.graph),
            self.graph.n_vertices(),
            edges.join(" "),
            self.n_cops,
            self.group.len(),
            self.states.len(),
            self.n_states()
        );
        let digest = digest(head.as_bytes(), &payload);
        let mut out = format!("{head}sha256: {digest}\n\n").into_bytes();
        out.extend(payload);
        out
    }

    fn payload(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.group.iter().for_each(|g| out.extend(g));
        for (cops, sets) in &self.states {
            let mut before = 0;
            for &v in cops {
                push(&mut out, (v - before).into());
                before = v;
            }
            push(&mut out, sets.len() as u128);
            let mut before = 0;
            for &set in sets {
                push(&mut out, set - before);
                before = set;
            }
        }
        out
    }

    /// Reads a certificate. What is read is well-formed; whether it proves anything is another question.
    pub fn read(bytes: &[u8]) -> Result<Certificate, String> {
        let end = bytes.windows(2).position(|w| w == b"\n\n").ok_or("the certificate has no end of its head")?;
        let text = std::str::from_utf8(&bytes[..end + 1]).map_err(|_| "the head of the certificate is not text")?;
        let payload = &bytes[end + 2..];
        let (head, claimed) = text.split_once("sha256: ").ok_or("the certificate has no `sha256`")?;
        if digest(head.as_bytes(), payload) != claimed.trim_end() {
            return Err("the digest does not fit: the certificate is damaged".to_string());
        }
        let mut lines = head.lines();
        let version = lines.next().and_then(|line| line.strip_prefix(MAGIC));
        let is_old = match version {
            Some(VERSION) => false,
            Some(OLD) => true,
            _ => return Err(format!("expected `{MAGIC}{OLD}` or `{VERSION}` on the first line")),
        };
        let mut line = |key: &str| {
            let value = lines.next().and_then(|line| line.strip_prefix(key)).and_then(|line| line.strip_prefix(": "));
            value.ok_or_else(|| format!("expected a line `{key}: ...`"))
        };
        let (name, n_vertices, edges) = (line("graph")?, number(line("vertices")?)?, line("edges")?);
        let graph = graph(name, n_vertices, edges, is_old)?;
        let (n_cops, n_symmetries) = (number(line("cops")?)?, number(line("symmetries")?)?);
        let (n_placements, n_states) = (number(line("placements")?)?, number(line("states")?)?);
        let mut rest = payload;
        let group = read_group(&mut rest, n_vertices, n_symmetries)?;
        let states = read_states(&mut rest, n_cops, n_placements)?;
        let certificate = Certificate { graph, n_cops, group, states };
        if certificate.n_states() != n_states || !rest.is_empty() {
            return Err("the certificate has not the number of states it says".to_string());
        }
        Ok(certificate)
    }
}

/// How the graph is written so that anybody can make it again: by its family, or by its code.
pub fn specification(graph: &Graph) -> String {
    let is_named = families::graph(&graph.name).is_ok_and(|named| named.is_same(graph));
    if is_named { graph.name.clone() } else { format!("graph6:{}", graph6::encode(graph)) }
}

fn graph(name: &str, n_vertices: usize, edges: &str, is_old: bool) -> Result<Graph, String> {
    let edge = |word: &str| {
        let (u, v) = word.split_once('-').ok_or_else(|| format!("`{word}` is no edge"))?;
        Ok::<(usize, usize), String>((number(u)?, number(v)?))
    };
    let edges: Result<Vec<(usize, usize)>, String> = edges.split_whitespace().map(edge).collect();
    let listed = Graph::new(name, n_vertices, &edges?)?;
    match families::graph(name) {
        Ok(named) if named.is_same(&listed) => Ok(named),
        Ok(_) => Err(format!("the edges are not those of `{name}`")),
        Err(why) if families::is_claimed(name) || !is_old => Err(format!("the graph is called `{name}`: {why}")),
        Err(_) => Ok(listed),
    }
}

fn digest(head: &[u8], payload: &[u8]) -> String {
    let hash = Sha256::new().chain_update(head).chain_update(payload).finalize();
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn read_group(rest: &mut &[u8], n_vertices: usize, n_symmetries: usize) -> Result<Vec<Vec<u8>>, String> {
    let mut group = Vec::new();
    for _ in 0..n_symmetries {
        let (image, tail) = rest.split_at_checked(n_vertices).ok_or("the certificate ends within its symmetries")?;
        group.push(image.to_vec());
        *rest = tail;
    }
    Ok(group)
}

fn read_states(rest: &mut &[u8], n_cops: usize, n_placements: usize) -> Result<Vec<Placed>, String> {
    let mut states = Vec::new();
    for _ in 0..n_placements {
        let mut cops = Vec::new();
        let mut before = 0u8;
        for _ in 0..n_cops {
            let step = u8::try_from(pull(rest)?).ok().and_then(|step| before.checked_add(step));
            before = step.ok_or("a cop is on no vertex")?;
            cops.push(before);
        }
        let n_sets = pull(rest)?;
        // Every set has a byte at least.
        let mut sets = Vec::with_capacity(usize::try_from(n_sets).unwrap_or(usize::MAX).min(rest.len()));
        let mut before = 0u128;
        for _ in 0..n_sets {
            before = before.checked_add(pull(rest)?).ok_or("a set is too large")?;
            sets.push(before);
        }
        states.push((cops, sets));
    }
    Ok(states)
}

fn push(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn pull(rest: &mut &[u8]) -> Result<u128, String> {
    let mut number = 0u128;
    for i in 0..19 {
        let (&byte, tail) = rest.split_first().ok_or("the certificate ends within a number")?;
        *rest = tail;
        number |= u128::from(byte & 0x7f) << (7 * i);
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number of the certificate is too long".to_string())
}
