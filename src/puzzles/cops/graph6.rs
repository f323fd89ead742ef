//! Graph6: a graph as printable characters, as nauty and the House of Graphs write it.
//!
//! First the number of vertices (one character, or `~` and three), then the upper triangle of the adjacency matrix column
//! by column, six bits per character, each character 63 more than its bits. B. McKay, *graph6 and sparse6*, 2015.

use super::graph::{Graph, MAX_VERTICES};

/// Vertices and edges of a code. A leading `>>graph6<<` is skipped.
pub fn decode(text: &str) -> Result<(usize, Vec<(usize, usize)>), String> {
    let text = text.trim().trim_start_matches(">>graph6<<");
    let wrong = text.chars().find(|c| !('?'..='~').contains(c));
    if let Some(c) = wrong {
        return Err(format!("`{}` is no Graph6 character", c.escape_debug()));
    }
    let sixes: Vec<usize> = text.bytes().map(|byte| usize::from(byte) - 63).collect();
    let (n, bits) = match sixes[..] {
        [63, a, b, c, ref rest @ ..] if a < 63 => ((a << 12) | (b << 6) | c, rest),
        [n, ref rest @ ..] if n < 63 => (n, rest),
        _ => return Err("the Graph6 code is too short or too large".to_string()),
    };
    if n > MAX_VERTICES {
        return Err(format!("{n} vertices, expected 1 to {MAX_VERTICES}"));
    }
    let n_pairs = n * n.saturating_sub(1) / 2;
    if bits.len() != n_pairs.div_ceil(6) {
        return Err(format!(
            "{} characters for the edges of {n} vertices, expected {}",
            bits.len(),
            n_pairs.div_ceil(6)
        ));
    }
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).enumerate();
    let set = |i: &usize| bits[i / 6] >> (5 - i % 6) & 1 == 1;
    Ok((n, pairs.filter(|(i, _)| set(i)).map(|(_, pair)| pair).collect()))
}

/// The code of a graph.
pub fn encode(graph: &Graph) -> String {
    let n = graph.n_vertices();
    let mut sixes = if n < 63 { vec![n] } else { vec![63, n >> 12, n >> 6 & 63, n & 63] };
    let bits: Vec<bool> = (0..n).flat_map(|v| (0..v).map(move |u| graph.adjacent(u, v))).collect();
    for chunk in bits.chunks(6) {
        sixes.push(chunk.iter().enumerate().map(|(i, &bit)| usize::from(bit) << (5 - i)).sum());
    }
    sixes.into_iter().map(|six| (six as u8 + 63) as char).collect()
}

#[cfg(test)]
mod tests {
    use super::super::families::graph;
    use super::{decode, encode};

    #[test]
    fn codes_are_read_and_written() {
        assert_eq!(decode("DQc"), Ok((5, vec![(0, 2), (1, 3), (0, 4), (3, 4)])));
        assert_eq!(encode(&graph("petersen").expect("good")), "IheA@GUAo");
        for spec in ["grid:8x8", "path:1", "torus:5x7", "complete:62", "complete:63", "path:128"] {
            let graph = graph(spec).expect("good");
            let (n, mut edges) = decode(&encode(&graph)).expect("our own code");
            edges.sort_unstable();
            assert_eq!((n, edges), (graph.n_vertices(), graph.edges()), "{spec}");
        }
    }

    #[test]
    fn broken_codes_are_rejected() {
        for code in ["", "~", "D", "DQcc", "D Q", "~?", "~~?????", "é", "~@??"] {
            assert!(decode(code).is_err(), "{code}");
        }
    }
}
