//! A model as FlatZinc that every solver of MiniZinc's reads: the standard constraints alone.
//!
//! Variables of the answer are marked for output. What the standard has no word for is taken apart: atoms become Booleans,
//! counts sums, tables columns and a row. The solutions, seen on the model's variables, are those of the model.

use super::names::{Names, Output};
use super::whole;
use crate::expand::{Rows, expanded};
use crate::model::{Atom, Cmp, Constraint, Domain, Global, Kind, Model, Objective, Op, Operand, Rel, Var};
use crate::search::Budget;
use rustc_hash::FxHashMap;
use std::fmt::{self, Write};
use std::sync::Arc;

/// A constraint that cannot be written.
#[derive(Debug, PartialEq, Eq)]
pub struct Unwritable(pub String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FlatZinc has no form for {}", self.0)
    }
}

impl std::error::Error for Unwritable {}

/// What is written may end with this.
pub(super) type Written<T> = Result<T, Unwritable>;

/// Domains with more values and several ranges are a range with gaps cut out.
const MANY: u64 = 1000;

/// Arrays with so many entries have a name.
const LONG: usize = 16;

/// Writes a model. Constraints that stay whole are said in basic ones.
pub fn write(model: &Model) -> Result<String, Unwritable> {
    let basic = expanded(model, &Rows::default(), &|_| true, &Budget::unlimited()).expect("no limit is reached");
    written(&basic)
}

/// Writes a model in which constraints that stay whole have the names by which our library of MiniZinc's passes them on: for `fzn`,
/// and for solvers that know these names.
pub fn write_whole(model: &Model) -> Result<String, Unwritable> {
    let nameless = |global: &Global| !whole::has_name(global);
    let named = expanded(model, &Rows::default(), &nameless, &Budget::unlimited()).expect("no limit is reached");
    written(&named)
}

fn written(model: &Model) -> Result<String, Unwritable> {
    let names = Names::new(model);
    let mut writer = Writer {
        model,
        names: names.of,
        declared: String::new(),
        posted: String::new(),
        atoms: FxHashMap::default(),
        numbers: FxHashMap::default(),
        arrays: FxHashMap::default(),
        shared: String::new(),
        n_fresh: 0,
    };
    writer.declare(&names.outputs);
    for posted in &model.constraints {
        writer.post(&posted.constraint)?;
    }
    let goal = writer.goal();
    let (predicates, arrays) = (writer.predicates(), writer.arrays(&names.outputs));
    Ok(format!("{predicates}{}{}{arrays}{}solve {goal};\n", writer.declared, writer.shared, writer.posted))
}

/// The text so far, and what has a name already.
pub(super) struct Writer<'m> {
    pub model: &'m Model,
    names: Vec<String>,
    declared: String,
    posted: String,
    /// The Boolean of an atom.
    atoms: FxHashMap<Atom, String>,
    /// The number, 0 or 1, of a Boolean.
    numbers: FxHashMap<String, String>,
    /// The arrays that have a name, by where their entries lie.
    arrays: FxHashMap<*const Operand, String>,
    /// Their declarations.
    shared: String,
    n_fresh: u64,
}

impl Writer<'_> {
    fn declare(&mut self, outputs: &[Output]) {
        let mut shown = vec![false; self.model.vars.len()];
        for output in outputs {
            if let Output::One(var) = output {
                shown[var.index()] = true;
            }
        }
        for var in self.model.all_vars() {
            let (decl, name) = (&self.model.vars[var.index()], self.names[var.index()].clone());
            let ty = if decl.kind == Kind::Bool { "bool".to_string() } else { type_of(&decl.domain) };
            let note = if shown[var.index()] { " :: output_var" } else { "" };
            self.declared.push_str(&format!("var {ty}: {name}{note};\n"));
            self.narrow(var, &decl.domain, decl.kind);
        }
    }

    /// What the type does not say of the domain.
    fn narrow(&mut self, var: Var, domain: &Domain, kind: Kind) {
        match (domain.ranges(), kind) {
            ([], _) => self.say("int_le", &["1", "0"]),
            ([(low, high)], Kind::Bool) if low == high => {
                let name = self.names[var.index()].clone();
                self.say("bool_eq", &[&name, if *low == 0 { "false" } else { "true" }]);
            }
            (ranges, Kind::Int) if domain.size() > MANY => {
                for pair in ranges.windows(2) {
                    let sides = [var.at_most(pair[0].1), var.at_least(pair[1].0)].map(|atom| self.truth(atom));
                    self.say("bool_clause", &[&list(&sides), "[]"]);
                }
            }
            (_, Kind::Bool | Kind::Int) => (),
        }
    }

    fn arrays(&self, outputs: &[Output]) -> String {
        let mut text = String::new();
        for output in outputs {
            let Output::Array(name, sets, vars) = output else { continue };
            let cells: Vec<String> = vars.iter().map(|var| self.names[var.index()].clone()).collect();
            let ty = if vars.iter().all(|var| self.kind(*var) == Kind::Bool) { "bool" } else { "int" };
            let sets: Vec<String> = sets.iter().map(|(low, high)| format!("{low}..{high}")).collect();
            let note = format!("output_array([{}])", sets.join(","));
            let _ = writeln!(text, "array [1..{}] of var {ty}: {name} :: {note} = {};", cells.len(), list(&cells));
        }
        text
    }

    fn goal(&mut self) -> String {
        match self.model.objective {
            Objective::Satisfy => "satisfy".to_string(),
            Objective::Minimise(var) => format!("minimize {}", self.number(Operand::Var(var))),
            Objective::Maximise(var) => format!("maximize {}", self.number(Operand::Var(var))),
        }
    }

    fn kind(&self, var: Var) -> Kind {
        self.model.vars[var.index()].kind
    }

    /// A constraint of the standard.
    pub fn say(&mut self, name: &str, args: &[&str]) {
        let _ = writeln!(self.posted, "constraint {name}({});", args.join(","));
    }

    /// A variable that no user declared.
    pub fn fresh(&mut self, ty: &str) -> String {
        self.n_fresh += 1;
        let name = format!("FLAT_{}", self.n_fresh);
        self.declared.push_str(&format!("var {ty}: {name} :: var_is_introduced;\n"));
        name
    }

    /// A fresh integer within bounds.
    pub fn fresh_int(&mut self, low: i128, high: i128) -> String {
        self.fresh(&format!("{low}..{high}"))
    }

    /// The Boolean that says whether an atom is true.
    pub fn truth(&mut self, atom: Atom) -> String {
        let domain = self.model.domain(atom.var);
        if !domain.is_empty()
            && let Some(known) = atom.decided_by(domain)
        {
            return known.to_string();
        }
        let is_plain = self.kind(atom.var) == Kind::Bool && atom.admits(1) && !atom.admits(0);
        if is_plain {
            return self.names[atom.var.index()].clone();
        }
        if let Some(known) = self.atoms.get(&atom) {
            return known.clone();
        }
        let truth = self.fresh("bool");
        let name = self.names[atom.var.index()].clone();
        match (self.kind(atom.var), atom.rel) {
            (Kind::Bool, _) => self.say("bool_not", &[&name, &truth]),
            (Kind::Int, Rel::Eq) => self.say("int_eq_reif", &[&name, &atom.value.to_string(), &truth]),
            (Kind::Int, Rel::Ne) => self.say("int_ne_reif", &[&name, &atom.value.to_string(), &truth]),
            (Kind::Int, Rel::Le) => self.say("int_le_reif", &[&name, &atom.value.to_string(), &truth]),
            // The domain does not decide it, so the value has a successor.
            (Kind::Int, Rel::Gt) => self.say("int_le_reif", &[&(atom.value + 1).to_string(), &name, &truth]),
        }
        self.atoms.insert(atom, truth.clone());
        truth
    }

    /// An integer: a constant, a variable, or the number of a Boolean.
    pub fn number(&mut self, operand: Operand) -> String {
        match operand {
            Operand::Const(value) => value.to_string(),
            Operand::Var(var) if self.kind(var) == Kind::Int => self.names[var.index()].clone(),
            Operand::Var(var) => {
                let name = self.names[var.index()].clone();
                self.as_number(name)
            }
        }
    }

    /// 1 for true, 0 for false.
    pub fn as_number(&mut self, truth: String) -> String {
        match truth.as_str() {
            "true" => return "1".to_string(),
            "false" => return "0".to_string(),
            _ => (),
        }
        if let Some(known) = self.numbers.get(&truth) {
            return known.clone();
        }
        let number = self.fresh_int(0, 1);
        self.say("bool2int", &[&truth, &number]);
        self.numbers.insert(truth, number.clone());
        number
    }

    /// The sum in a count or a linear constraint, and how it compares: `int_lin_` and this, coefficients, variables, bound.
    pub fn sum(&mut self, constraint: &Constraint) -> Option<(&'static str, [String; 3])> {
        let (terms, cmp, bound): (Vec<(i128, String)>, Cmp, i64) = match constraint {
            Constraint::Count { atoms, cmp, bound } => {
                let truths: Vec<String> = atoms.iter().map(|atom| self.truth(*atom)).collect();
                (truths.into_iter().map(|truth| (1, self.as_number(truth))).collect(), *cmp, *bound)
            }
            Constraint::Linear { terms, cmp, bound } => {
                let term = |(weight, var): &(i64, Var)| (i128::from(*weight), self.number(Operand::Var(*var)));
                (terms.iter().map(term).collect(), *cmp, *bound)
            }
            _ => return None,
        };
        let (word, sign) = match cmp {
            Cmp::Le => ("le", 1),
            Cmp::Ge => ("le", -1),
            Cmp::Eq => ("eq", 1),
            Cmp::Ne => ("ne", 1),
        };
        let weights: Vec<String> = terms.iter().map(|(weight, _)| (sign * weight).to_string()).collect();
        let vars: Vec<String> = terms.into_iter().map(|(_, var)| var).collect();
        Some((word, [list(&weights), list(&vars), (sign * i128::from(bound)).to_string()]))
    }

    fn post(&mut self, constraint: &Constraint) -> Written<()> {
        match constraint {
            Constraint::Clause(atoms) => self.clause(atoms),
            Constraint::Count { .. } | Constraint::Linear { .. } => self.post_sum(constraint),
            Constraint::AllDifferent(vars) => self.all_different(vars),
            Constraint::Table { vars, rows } => self.table(vars, rows),
            Constraint::Element { array, first, index, result } => self.element(array, *first, *index, *result),
            Constraint::Operation { op: op @ (Op::Times | Op::Divide | Op::Modulo), x, y, z } => {
                self.operation(*op, [*x, *y, *z])
            }
            Constraint::Minimum { of, result } => self.extremum("array_int_minimum", of, *result),
            Constraint::Maximum { of, result } => self.extremum("array_int_maximum", of, *result),
            Constraint::Absolute { x, z } => self.absolute(*x, *z),
            Constraint::Operation { op: Op::Power, .. } | Constraint::User(_) => self.post_truth(constraint)?,
            Constraint::Global(global) => self.whole(global),
            Constraint::Implies { when, then } => self.implies(*when, then)?,
            Constraint::Iff { when, then } => self.equals(*when, then)?,
        }
        Ok(())
    }

    fn clause(&mut self, atoms: &[Atom]) {
        let truths: Vec<String> = atoms.iter().map(|atom| self.truth(*atom)).collect();
        self.say("bool_clause", &[&list(&truths), "[]"]);
    }

    fn post_sum(&mut self, constraint: &Constraint) {
        if let Some((word, [weights, vars, bound])) = self.sum(constraint) {
            self.say(&format!("int_lin_{word}"), &[&weights, &vars, &bound]);
        }
    }

    fn all_different(&mut self, vars: &[Var]) {
        let numbers: Vec<String> = vars.iter().map(|var| self.number(Operand::Var(*var))).collect();
        for (at, left) in numbers.iter().enumerate() {
            numbers[at + 1..].iter().for_each(|right| self.say("int_ne", &[left, right]));
        }
    }

    /// Each column's value is in the same row. No row is there twice, so the row is a function of the values.
    fn table(&mut self, vars: &[Var], rows: &[Vec<i64>]) {
        let mut rows: Vec<&Vec<i64>> = rows.iter().collect();
        rows.sort();
        rows.dedup();
        if vars.is_empty() || rows.is_empty() {
            let holds = !rows.is_empty();
            return self.say("int_le", &["1", if holds { "1" } else { "0" }]);
        }
        let row = self.fresh_int(1, rows.len() as i128);
        for (column, var) in vars.iter().enumerate() {
            let values: Vec<String> = rows.iter().map(|row| row[column].to_string()).collect();
            let number = self.number(Operand::Var(*var));
            self.say("array_int_element", &[&row, &list(&values), &number]);
        }
    }

    /// An array as it is written; a long one has a name, and is written once however many read it.
    fn array(&mut self, array: &Arc<[Operand]>) -> String {
        if let Some(known) = self.arrays.get(&array.as_ptr()) {
            return known.clone();
        }
        let cells: Vec<String> = array.iter().map(|cell| self.number(*cell)).collect();
        if cells.len() < LONG {
            return list(&cells);
        }
        let name = format!("FLAT_ARRAY_{}", self.arrays.len() + 1);
        let _ = writeln!(self.shared, "array [1..{}] of var int: {name} = {};", cells.len(), list(&cells));
        self.arrays.insert(array.as_ptr(), name.clone());
        name
    }

    fn element(&mut self, array: &Arc<[Operand]>, first: i64, index: Var, result: Operand) {
        let cells = self.array(array);
        let (index, result) = (self.number(Operand::Var(index)), self.number(result));
        let place = match first {
            1 => index,
            _ => {
                let place = self.fresh_int(1, array.len().max(1) as i128);
                // index - place = first - 1
                let bound = (i128::from(first) - 1).to_string();
                self.say("int_lin_eq", &["[1,-1]", &format!("[{index},{place}]"), &bound]);
                place
            }
        };
        match array.is_empty() {
            true => self.say("int_le", &["1", "0"]),
            false => self.say("array_var_int_element", &[&place, &cells, &result]),
        }
    }

    fn operation(&mut self, op: Op, args: [Operand; 3]) {
        let [x, y, z] = args.map(|arg| self.number(arg));
        match op {
            Op::Times => self.say("int_times", &[&x, &y, &z]),
            Op::Divide | Op::Modulo => {
                self.say("int_ne", &[&y, "0"]);
                self.say(if op == Op::Divide { "int_div" } else { "int_mod" }, &[&x, &y, &z]);
            }
            Op::Power => self.say("int_pow", &[&x, &y, &z]),
        }
    }

    fn extremum(&mut self, name: &str, of: &[Operand], result: Var) {
        let cells: Vec<String> = of.iter().map(|cell| self.number(*cell)).collect();
        let result = self.number(Operand::Var(result));
        match cells.is_empty() {
            true => self.say("int_le", &["1", "0"]),
            false => self.say(name, &[&result, &list(&cells)]),
        }
    }

    fn absolute(&mut self, x: Var, z: Var) {
        let [x, z] = [x, z].map(|var| self.number(Operand::Var(var)));
        self.say("int_abs", &[&x, &z]);
    }

    fn post_truth(&mut self, constraint: &Constraint) -> Written<()> {
        let truth = self.truth_of(constraint)?;
        self.say("bool_eq", &[&truth, "true"]);
        Ok(())
    }

    fn implies(&mut self, when: Atom, then: &Constraint) -> Written<()> {
        let (when, then) = (self.truth(when), self.truth_of(then)?);
        self.say("bool_clause", &[&format!("[{then}]"), &format!("[{when}]")]);
        Ok(())
    }

    fn equals(&mut self, when: Atom, then: &Constraint) -> Written<()> {
        let (when, then) = (self.truth(when), self.truth_of(then)?);
        self.say("bool_eq", &[&when, &then]);
        Ok(())
    }
}

/// `[a,b,c]`
pub(super) fn list(items: &[String]) -> String {
    format!("[{}]", items.join(","))
}

fn type_of(domain: &Domain) -> String {
    match domain.ranges() {
        [] => "0..0".to_string(),
        [(low, high)] => format!("{low}..{high}"),
        [(low, _), .., (_, high)] if domain.size() > MANY => format!("{low}..{high}"),
        _ => format!("{{{}}}", domain.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",")),
    }
}
