//! Graphs in files of their own: `edges:FILE` where a graph is named.
//!
//! One edge per line, `u v`, `u-v` or `u,v`, vertices from 0; `#` begins a comment, and a number alone on its line is the
//! number of vertices (otherwise the largest vertex says it). DIMACS files (`p edge N M`, `e u v`, vertices from 1) and
//! Graph6 codes are taken too. A path is looked for beside the file that names it.

use super::graph::Graph;
use super::{families, graph6};
use crate::outside::is_confined;
use crate::puzzles::text::{InputError, Place, decode, integer, shorten, without_comment};
use std::path::Path;

/// The graph of a specification in a file of this name; `edges:FILE` is read, everything else is a family.
pub fn graph(file: &str, spec: &str) -> Result<Graph, String> {
    let Some(path) = spec.strip_prefix("edges:") else { return families::graph(spec) };
    if is_confined() {
        return Err("graphs in files of their own are not read here; list the edges".to_string());
    }
    let beside = Path::new(file).parent().map_or_else(|| path.into(), |folder| folder.join(path));
    let bytes = std::fs::read(&beside).map_err(|e| format!("cannot read {}: {e}", beside.display()))?;
    let name = beside.to_string_lossy();
    let text = decode(&name, &bytes).map_err(|e| e.to_string())?;
    read(&name, text).map_err(|e| e.to_string())
}

/// Reads the text of such a file.
pub fn read(file: &str, text: &str) -> Result<Graph, InputError> {
    let mut list = List::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line);
        let place = Place { line: number, col: 1 + line.len() - line.trim_start().len() };
        list.line(line.trim()).map_err(|message| InputError::new(file, place, message))?;
    }
    let most = list.edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
    let n_vertices = list.n_vertices.unwrap_or(most);
    let end = crate::puzzles::text::end_of(text);
    Graph::new("edges", n_vertices, &list.edges).map_err(|message| InputError::new(file, end, message))
}

/// What the lines said so far.
#[derive(Default)]
struct List {
    n_vertices: Option<usize>,
    edges: Vec<(usize, usize)>,
}

impl List {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split([' ', '\t', ',', '-']).filter(|w| !w.is_empty()).collect();
        match words[..] {
            [] | ["c", ..] => Ok(()),
            ["p", _, n, _] => self.set_vertices(n),
            ["e", u, v] => self.edge(u, v, 1),
            [n] if is_number(n) => self.set_vertices(n),
            [u, v] if is_number(u) && is_number(v) => self.edge(u, v, 0),
            _ => self.code(line),
        }
    }

    fn set_vertices(&mut self, text: &str) -> Result<(), String> {
        match self.n_vertices.replace(vertex(text)?) {
            None => Ok(()),
            Some(_) => Err("the number of vertices is given twice".to_string()),
        }
    }

    fn edge(&mut self, u: &str, v: &str, first: usize) -> Result<(), String> {
        let number = |text| vertex(text)?.checked_sub(first).ok_or(format!("vertex {text}, expected {first} or more"));
        self.edges.push((number(u)?, number(v)?));
        Ok(())
    }

    fn code(&mut self, line: &str) -> Result<(), String> {
        let wrong = || format!("`{}`, expected an edge such as `0 1`", shorten(line));
        if self.n_vertices.is_some() || !self.edges.is_empty() {
            return Err(wrong());
        }
        let (n_vertices, edges) = graph6::decode(line).map_err(|why| format!("{}; as Graph6: {why}", wrong()))?;
        (self.n_vertices, self.edges) = (Some(n_vertices), edges);
        Ok(())
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

fn vertex(text: &str) -> Result<usize, String> {
    super::instance::vertex(integer(text)?)
}

#[cfg(test)]
mod tests {
    use super::{graph, read};

    #[test]
    fn edge_lists_in_every_form() {
        let path = [(0, 1), (1, 2)];
        for text in [
            "0 1\n1 2\n",
            "# a path\n3\n0-1\n2,1 # back\n",
            "c path\np edge 3 2\ne 1 2\ne 3 2\n",
            "Bg\n",
            "3\n0 1\n1 2\n",
        ] {
            assert_eq!(read("f", text).unwrap_or_else(|e| panic!("{text}: {e}")).edges(), path, "{text}");
        }
        assert_eq!(read("f", "4\n0 1\n").expect("good").n_vertices(), 4);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let check = |text: &str, place: &str, message: &str| {
            let error = read("f", text).expect_err(text).to_string();
            assert!(error.starts_with(message) && error.contains(place), "{text:?}: {error}");
        };
        check("0 1\n1 x\n", "f:2:1", "`1 x`, expected an edge");
        check("0 1 2\n", "f:1:1", "`0 1 2`, expected an edge");
        check("e 0 1\n", "f:1:1", "vertex 0, expected 1 or more");
        check("3\n4\n", "f:2:1", "the number of vertices is given twice");
        check("2\n0 5\n", "f:3:1", "vertex 5, expected 0 to 1");
        check("", "f:1:1", "0 vertices, expected 1 to 128");
        assert!(
            graph("x/y.txt", "edges:no-such-file").expect_err("missing").starts_with("cannot read x/no-such-file:")
        );
    }
}
