//! The instance as MiniZinc data, for running the models in the real `minizinc`. Written only.

use super::instance::Instance;

/// Writes an instance as the parameters of the models, with its horizon or as many moves as there are vertices.
pub(super) fn write(instance: &Instance) -> String {
    let n = instance.graph.n_vertices();
    let edges = instance.graph.edges();
    let start = instance.start_vertices();
    let join = |numbers: Vec<usize>| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let on = |v: usize| start.iter().flatten().filter(|&&u| u == v).count();
    let (n_cops, horizon) = (instance.n_cops, instance.horizon.unwrap_or(n));
    let mut out = format!("n = {n};\nm = {};\nk = {n_cops};\nT = {horizon};\n", edges.len());
    out += &format!("from = [{}];\n", join(edges.iter().map(|e| e.0).collect()));
    out += &format!("to = [{}];\n", join(edges.iter().map(|e| e.1).collect()));
    out += &format!("free = {};\n", start.is_none());
    out + &format!("start = array1d(0..{}, [{}]);\n", n - 1, join((0..n).map(on).collect()))
}
