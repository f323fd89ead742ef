//! Graphs by name: `grid:5x5`, `torus:3x3`, `petersen`, ..., one row per family.
//!
//! Vertices of grids, tori and cylinders are numbered row-major, the last dimension fastest.

use super::graph::{Graph, MAX_VERTICES};
use super::graph6;

/// A family of graphs.
pub struct Family {
    /// The word before the colon.
    pub name: &'static str,
    /// What stands behind it, for messages.
    pub form: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    make: fn(&str) -> Result<Made, String>,
}

type Made = (usize, Vec<(usize, usize)>, Option<(usize, usize)>);

/// All families.
pub const TABLE: &[Family] = &[
    Family { name: "grid", form: "grid:AxB or grid:AxBxC", summary: "a grid of any dimension", make: grid },
    Family { name: "torus", form: "torus:AxB", summary: "a grid that closes in every dimension", make: torus },
    Family { name: "cylinder", form: "cylinder:AxB", summary: "a grid whose rows close to cycles", make: cylinder },
    Family { name: "path", form: "path:N", summary: "a path of N vertices", make: path },
    Family { name: "cycle", form: "cycle:N", summary: "a cycle of N vertices", make: cycle },
    Family { name: "complete", form: "complete:N", summary: "every two of N vertices joined", make: complete },
    Family { name: "bipartite", form: "bipartite:A,B", summary: "each of A joined to each of B", make: bipartite },
    Family { name: "star", form: "star:N", summary: "a centre 0 and N leaves", make: star },
    Family { name: "tree", form: "tree:B,D", summary: "each vertex has B children, down to depth D", make: tree },
    Family {
        name: "hypercube",
        form: "hypercube:D",
        summary: "2^D vertices, joined if one bit differs",
        make: hypercube,
    },
    Family { name: "petersen", form: "petersen", summary: "outer cycle 0-4, inner pentagram 5-9", make: petersen },
    Family { name: "graph6", form: "graph6:CODE", summary: "a graph in McKay's Graph6 code", make: by_code },
];

/// The graph of a specification such as `grid:5x5`.
pub fn graph(spec: &str) -> Result<Graph, String> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let row = TABLE.iter().find(|row| row.name == name).ok_or_else(|| unknown(name))?;
    let (n_vertices, edges, shape) = (row.make)(rest).map_err(|e| format!("{e}; the form is `{}`", row.form))?;
    let graph = Graph::new(spec, n_vertices, &edges)?;
    Ok(shape.map_or(graph.clone(), |(rows, cols)| graph.with_shape(rows, cols)))
}

/// Whether a name looks like one of a family, if only to a hasty reader.
pub fn is_claimed(spec: &str) -> bool {
    let word: String = spec.trim().chars().take_while(|c| c.is_alphanumeric()).collect();
    TABLE.iter().any(|row| row.name.eq_ignore_ascii_case(&word))
}

fn unknown(name: &str) -> String {
    let forms: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
    format!("no graphs are called `{name}`; there are {}, edges", forms.join(", "))
}

fn number(text: &str, lowest: usize) -> Result<usize, String> {
    let good = |n: &usize| (lowest..=MAX_VERTICES).contains(n);
    let read = text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    read.filter(good).ok_or_else(|| format!("`{text}`, expected a number {lowest} to {MAX_VERTICES}"))
}

fn numbers(text: &str, separator: char) -> Result<Vec<usize>, String> {
    text.split(separator).map(|part| number(part, 1)).collect()
}

fn pair(text: &str) -> Result<(usize, usize), String> {
    match numbers(text, ',')?[..] {
        [a, b] => Ok((a, b)),
        _ => Err(format!("`{text}`, expected two numbers")),
    }
}

/// The product of paths and cycles; `closes` says which dimensions are cycles.
fn product(text: &str, closes: fn(usize) -> bool) -> Result<Made, String> {
    let sides = numbers(text, 'x')?;
    let n = sides.iter().try_fold(1usize, |n, &side| n.checked_mul(side)).filter(|&n| n <= MAX_VERTICES);
    let n = n.ok_or_else(|| format!("`{text}` has more than {MAX_VERTICES} vertices"))?;
    let mut edges = Vec::new();
    let mut stride = n;
    for (dimension, &side) in sides.iter().enumerate() {
        stride /= side;
        for v in 0..n {
            let at = v / stride % side;
            if at + 1 < side {
                edges.push((v, v + stride));
            } else if closes(dimension) {
                edges.push((v, v - at * stride));
            }
        }
    }
    let cols = *sides.last().expect("split gives at least one part");
    Ok((n, edges, Some((n / cols, cols))))
}

fn grid(text: &str) -> Result<Made, String> {
    product(text, |_| false)
}

fn torus(text: &str) -> Result<Made, String> {
    product(text, |_| true)
}

/// Only the second dimension closes: A cycles of length B, one above the other.
fn cylinder(text: &str) -> Result<Made, String> {
    product(text, |dimension| dimension == 1)
}

fn path(text: &str) -> Result<Made, String> {
    let n = number(text, 1)?;
    Ok((n, (1..n).map(|v| (v - 1, v)).collect(), Some((1, n))))
}

fn cycle(text: &str) -> Result<Made, String> {
    let n = number(text, 3)?;
    Ok((n, (0..n).map(|v| (v, (v + 1) % n)).collect(), None))
}

fn complete(text: &str) -> Result<Made, String> {
    let n = number(text, 1)?;
    Ok((n, (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect(), None))
}

fn bipartite(text: &str) -> Result<Made, String> {
    let (a, b) = pair(text)?;
    Ok((a + b, (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v))).collect(), None))
}

fn star(text: &str) -> Result<Made, String> {
    let n = number(text, 1)?;
    Ok((n + 1, (1..=n).map(|v| (0, v)).collect(), None))
}

fn tree(text: &str) -> Result<Made, String> {
    let (branches, depth) = pair(text)?;
    let (mut n, mut level) = (1usize, 1usize);
    for _ in 0..depth {
        level *= branches;
        n += level;
        if n > MAX_VERTICES {
            return Err(format!("`{text}` has more than {MAX_VERTICES} vertices"));
        }
    }
    Ok((n, (1..n).map(|v| ((v - 1) / branches, v)).collect(), None))
}

fn hypercube(text: &str) -> Result<Made, String> {
    let n_bits = number(text, 0)?;
    let n = 1usize.checked_shl(n_bits as u32).filter(|&n| n_bits < 8 && n <= MAX_VERTICES);
    let n = n.ok_or_else(|| format!("`{text}`, expected 0 to 7"))?;
    let flips = |v: usize| (0..n_bits).map(move |bit| (v, v ^ (1 << bit)));
    Ok((n, (0..n).flat_map(flips).collect(), None))
}

fn petersen(text: &str) -> Result<Made, String> {
    if !text.is_empty() {
        return Err(format!("`{text}` behind a name that takes nothing"));
    }
    let of = |i: usize| [(i, (i + 1) % 5), (i + 5, (i + 2) % 5 + 5), (i, i + 5)];
    Ok((10, (0..5).flat_map(of).collect(), None))
}

fn by_code(text: &str) -> Result<Made, String> {
    let (n, edges) = graph6::decode(text)?;
    Ok((n, edges, None))
}

#[cfg(test)]
mod tests {
    use super::graph;

    #[test]
    fn families_have_their_vertices_and_edges() {
        let check = |spec: &str, n_vertices: usize, n_edges: usize| {
            let graph = graph(spec).unwrap_or_else(|e| panic!("{spec}: {e}"));
            assert_eq!((graph.n_vertices(), graph.edges().len()), (n_vertices, n_edges), "{spec}");
            assert!(graph.is_connected(), "{spec}");
        };
        check("grid:5x5", 25, 40);
        check("grid:2x3x4", 24, 46);
        check("grid:7", 7, 6);
        check("torus:3x3", 9, 18);
        check("torus:2x3", 6, 9);
        check("torus:1x4", 4, 4);
        check("cylinder:2x3", 6, 9);
        check("path:1", 1, 0);
        check("cycle:7", 7, 7);
        check("complete:5", 5, 10);
        check("bipartite:2,3", 5, 6);
        check("star:5", 6, 5);
        check("tree:2,3", 15, 14);
        check("tree:1,4", 5, 4);
        check("hypercube:4", 16, 32);
        check("hypercube:0", 1, 0);
        check("petersen", 10, 15);
        check("graph6:DqK", 5, 5);
        check("path:128", 128, 127);
    }

    #[test]
    fn vertices_are_numbered_row_by_row() {
        assert_eq!(graph("grid:2x3").expect("good").neighbours(4), [1, 3, 5]);
        assert_eq!(graph("grid:2x2x2").expect("good").neighbours(0), [1, 2, 4]);
        assert_eq!(graph("cylinder:2x3").expect("good").neighbours(0), [1, 2, 3]);
        assert_eq!(graph("petersen").expect("good").neighbours(5), [0, 7, 8]);
        assert_eq!(graph("tree:2,2").expect("good").neighbours(1), [0, 3, 4]);
    }

    #[test]
    fn wrong_specifications_are_explained() {
        let check = |spec: &str, expected: &str| assert_eq!(graph(spec).expect_err(spec), expected);
        check("grid:5x", "``, expected a number 1 to 128; the form is `grid:AxB or grid:AxBxC`");
        check("grid:12x12", "`12x12` has more than 128 vertices; the form is `grid:AxB or grid:AxBxC`");
        check("cycle:2", "`2`, expected a number 3 to 128; the form is `cycle:N`");
        check("star:128", "129 vertices, expected 1 to 128");
        check("bipartite:3", "`3`, expected two numbers; the form is `bipartite:A,B`");
        check("tree:9,99", "`9,99` has more than 128 vertices; the form is `tree:B,D`");
        check("hypercube:8", "`8`, expected 0 to 7; the form is `hypercube:D`");
        check("path:+5", "`+5`, expected a number 1 to 128; the form is `path:N`");
        assert!(graph("wheel:5").expect_err("unknown").starts_with("no graphs are called `wheel`; there are grid,"));
    }
}
