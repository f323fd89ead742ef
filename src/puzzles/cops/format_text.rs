//! The text format: one `key: value` per line.

use super::edge_list;
use super::graph::{Graph, MAX_VERTICES};
use super::instance::{Instance, Start, cops, given, horizon, vertex};
use crate::puzzles::text::{InputError, Place, end_of, integer, shorten, without_comment};

const KEYS: &[&str] = &["graph", "vertices", "edges", "cops", "start", "horizon", "id"];

/// The values of the keys, each with its place. Only `edges` may come several times.
struct Lines<'a> {
    file: &'a str,
    values: Vec<(&'a str, Place, &'a str)>,
    end: Place,
}

/// Reads one instance.
pub(super) fn read(file: &str, text: &str) -> Result<Instance, InputError> {
    let lines = Lines::of(file, text)?;
    let graph = lines.graph()?;
    let n_cops = lines.number("cops", cops)?.ok_or_else(|| InputError::new(file, lines.end, "`cops` is missing"))?;
    let start = lines.start(&graph, n_cops)?;
    let horizon = lines.number("horizon", horizon)?;
    let id = lines.get("id").map(|(_, value)| value.to_string());
    Ok(Instance { id, graph, n_cops, start, horizon })
}

impl<'a> Lines<'a> {
    fn of(file: &'a str, text: &'a str) -> Result<Lines<'a>, InputError> {
        let mut values: Vec<(&str, Place, &str)> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = without_comment(line);
            if line.trim().is_empty() {
                continue;
            }
            let place =
                |tail: &str| Place { line: number + 1, col: line[..line.len() - tail.len()].chars().count() + 1 };
            let wrong = |message: String| InputError::new(file, place(line.trim_start()), message);
            let (key, value) = line.split_once(':').ok_or_else(|| wrong("expected `key: value`".to_string()))?;
            let (key, tail) = (key.trim(), value.trim_start());
            if !KEYS.contains(&key) {
                return Err(wrong(format!("`{}` is no key, expected one of {}", shorten(key), KEYS.join(", "))));
            }
            if key != "edges" && values.iter().any(|(other, ..)| *other == key) {
                return Err(wrong(format!("`{key}` appears twice")));
            }
            values.push((key, place(tail), tail.trim_end()));
        }
        Ok(Lines { file, values, end: end_of(text) })
    }

    fn get(&self, key: &str) -> Option<(Place, &'a str)> {
        self.values.iter().find(|(name, ..)| *name == key).map(|&(_, place, value)| (place, value))
    }

    fn number(&self, key: &str, good: fn(i64) -> Result<usize, String>) -> Result<Option<usize>, InputError> {
        let Some((place, value)) = self.get(key) else { return Ok(None) };
        let number = integer(value).and_then(good).map_err(|message| InputError::new(self.file, place, message))?;
        Ok(Some(number))
    }

    fn graph(&self) -> Result<Graph, InputError> {
        match (self.get("graph"), self.get("edges")) {
            (Some((place, spec)), None) => {
                edge_list::graph(self.file, spec).map_err(|e| InputError::new(self.file, place, e))
            }
            (Some((place, _)), Some(_)) => {
                Err(InputError::new(self.file, place, "`graph` and `edges` exclude each other"))
            }
            (None, Some(_)) => self.listed_graph(),
            (None, None) => Err(InputError::new(self.file, self.end, "`graph` is missing")),
        }
    }

    fn listed_graph(&self) -> Result<Graph, InputError> {
        let mut edges = Vec::new();
        for &(_, place, value) in self.values.iter().filter(|(key, ..)| *key == "edges") {
            for word in value.split_whitespace() {
                let skipped = value[..word.as_ptr() as usize - value.as_ptr() as usize].chars().count();
                let place = Place { col: place.col + skipped, ..place };
                edges.push(edge(word).map_err(|message| InputError::new(self.file, place, message))?);
            }
        }
        let most = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(1);
        let n_vertices = self.number("vertices", vertex)?.unwrap_or(most);
        let place = self.get("vertices").or(self.get("edges")).map_or(self.end, |(place, _)| place);
        Graph::new("edges", n_vertices, &edges).map_err(|message| InputError::new(self.file, place, message))
    }

    fn start(&self, graph: &Graph, n_cops: usize) -> Result<Start, InputError> {
        let Some((place, value)) = self.get("start") else { return Ok(Start::Free) };
        let read = || {
            let numbers: Result<Vec<usize>, String> =
                value.split_whitespace().map(|word| integer(word).and_then(vertex)).collect();
            given(numbers?, graph, n_cops)
        };
        match value {
            "free" => Ok(Start::Free),
            "row" => Ok(Start::Row),
            _ => read().map_err(|message| InputError::new(self.file, place, message)),
        }
    }
}

fn edge(word: &str) -> Result<(usize, usize), String> {
    let wrong = || format!("`{}` is no edge, expected `U-V`", shorten(word));
    let (u, v) = word.split_once('-').ok_or_else(wrong)?;
    let end = |text: &str| integer(text).and_then(vertex).ok().filter(|&v| v < MAX_VERTICES);
    Ok((end(u).ok_or_else(wrong)?, end(v).ok_or_else(wrong)?))
}

/// Writes an instance.
pub(super) fn write(instance: &Instance) -> String {
    let mut out = "# puzzle: cops\n".to_string();
    instance.id.iter().for_each(|id| out += &format!("id: {id}\n"));
    if instance.graph.name == "edges" {
        let edges: Vec<String> = instance.graph.edges().iter().map(|(u, v)| format!("{u}-{v}")).collect();
        out += &format!("vertices: {}\nedges: {}\n", instance.graph.n_vertices(), edges.join(" "));
    } else {
        out += &format!("graph: {}\n", instance.graph.name);
    }
    out += &format!("cops: {}\n", instance.n_cops);
    out += &match &instance.start {
        Start::Free => "start: free\n".to_string(),
        Start::Row => "start: row\n".to_string(),
        Start::Given(vertices) => {
            format!("start: {}\n", vertices.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))
        }
    };
    instance.horizon.iter().for_each(|horizon| out += &format!("horizon: {horizon}\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::super::instance::read;

    #[test]
    fn instances_are_written_and_read() {
        for text in [
            "graph: grid:3x3\ncops: 3\n",
            "# puzzle: cops\nid: a\nvertices: 4\nedges: 0-1 1-2\nedges: 2-0 # a triangle\ncops: 1\nstart: 3\nhorizon: 2\n",
            "{\"graph\": \"petersen\", \"cops\": 4, \"start\": \"row\", \"expected\": 1}",
            "{\"edges\": [[0,1],[1,2]], \"vertices\": 3, \"cops\": 2, \"start\": [0, 2], \"horizon\": 5, \"id\": \"p\"}",
        ] {
            let first = read("f", text).unwrap_or_else(|e| panic!("{text}: {e}")).remove(0);
            for again in [super::write(&first), serde_json::to_string(&first).expect("plain")] {
                let read = read("f", &again).unwrap_or_else(|e| panic!("{again}: {e}"));
                assert_eq!(read, std::slice::from_ref(&first), "{again}");
            }
        }
    }

    #[test]
    fn wrong_instances_are_pointed_at() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read("f", text).expect_err(text).to_string(), expected, "{text}");
        };
        check("", "`graph` is missing\n  --> f:1:1");
        check("graph: path:3\n", "`cops` is missing\n  --> f:2:1");
        check("graph: path:3\ncops: 0\n", "0 cops, expected 1 to 32\n  --> f:2:7");
        check("graph: path:3\ncops: x\n", "`x` is not a whole number\n  --> f:2:7");
        check("  graph: path:0\n", "`0`, expected a number 1 to 128; the form is `path:N`\n  --> f:1:10");
        check("edges: 0-1 1:2\ncops: 1", "`1:2` is no edge, expected `U-V`\n  --> f:1:12");
        check("edges: 0-1\nvertices: 1\ncops: 1", "vertex 1, expected 0 to 0\n  --> f:2:11");
        check("graph: path:3\ncops: 1\nstart: 0 1", "2 start vertices for 1 cops\n  --> f:3:8");
        check("graph: path:3\ncops: 1\nstart: 3", "start vertex 3, expected 0 to 2\n  --> f:3:8");
        check("graph: path:3\ncops: 1\ncops: 1", "`cops` appears twice\n  --> f:3:1");
        check(
            "graf: path:3",
            "`graf` is no key, expected one of graph, vertices, edges, cops, start, horizon, id\n  --> f:1:1",
        );
        check("{\"graph\": \"path:3\"}", "field `cops` is missing\n  --> f:1:1");
        check("{\"graph\": 3, \"cops\": 1}", "expected a graph such as \"grid:5x5\", found a number\n  --> f:1:11");
        check("{\"edges\": [[0]], \"vertices\": 1, \"cops\": 1}", "expected an edge `[u, v]`\n  --> f:1:12");
        check(
            "{\"graph\": \"path:3\", \"cops\": 1, \"start\": \"here\"}",
            "`here`, expected \"free\", \"row\" or a list of vertices\n  --> f:1:41",
        );
    }
}
