//! Functions and predicates of the model, and calls of them.

use super::item::DOMAINS;
use super::{Dice, Function, Kind};

impl Dice {
    /// A function or a predicate; its parameters may have domains, and so may its result.
    pub(super) fn function(&mut self) {
        match self.below(9) {
            0 if !self.has_pick => {
                self.has_pick = true;
                self.text
                    .push_str("function var $T: pick(var bool: c, var $T: x, var $T: y) = if c then x else y endif;\n");
            }
            1 if !self.has_repeat => self.repeated(),
            2 => self.overloaded(),
            3 => self.settled(),
            _ => self.plain_function(),
        }
    }

    fn plain_function(&mut self) {
        let gives = self.pick(&[Kind::Bool, Kind::Bool, Kind::Bool, Kind::Int, Kind::Int, Kind::Int, Kind::Pair]);
        let (mut params, mut written) = (Vec::new(), Vec::new());
        for _ in 0..1 + self.below(2) {
            let name = self.fresh("y");
            let (kind, ty) = self.parameter_type();
            written.push(format!("{ty}: {name}"));
            params.push((name, kind));
        }
        let mut n_defaults = 0;
        if self.one_in(5) {
            let name = self.fresh("y");
            written.push(format!("var int: {name} = {}", self.below(3)));
            params.push((name, Kind::Int));
            n_defaults = 1;
        }
        let kinds: Vec<Kind> = params.iter().map(|(_, kind)| *kind).collect();
        let name = self.function_name(&kinds, n_defaults, gives);
        let depth = 1 + self.below(2);
        let body = self.body(params.clone(), gives, depth);
        let result = if self.one_in(3) { format!("var {}", self.pick(DOMAINS).0) } else { "var int".to_string() };
        let head = match gives {
            Kind::Bool => format!("predicate {name}"),
            Kind::Pair => format!("function tuple({result}, var bool): {name}"),
            _ => format!("function {result}: {name}"),
        };
        self.text.push_str(&format!("{head}({}) = {body};\n", written.join(", ")));
        self.functions.push(Function { name, params, n_defaults, gives });
    }

    fn body(&mut self, params: Vec<(String, Kind)>, gives: Kind, depth: usize) -> String {
        let globals = std::mem::replace(&mut self.scope, params);
        let body = self.inside(|dice| dice.of_kind(gives, depth));
        self.scope = globals;
        body
    }

    fn parameter_type(&mut self) -> (Kind, String) {
        match self.below(14) {
            0 => (Kind::Bool, "var bool".to_string()),
            1..=3 => (Kind::Int, format!("var {}", self.pick(DOMAINS).0)),
            4 if self.has_enum => (Kind::Enum, "var E".to_string()),
            5 => (Kind::List, "array[int] of var int".to_string()),
            6 => (Kind::VarSet, "var set of int".to_string()),
            7 => (Kind::Option, "var opt int".to_string()),
            8 => (Kind::Pair, "tuple(var int, var bool)".to_string()),
            9 => (Kind::Record, "record(var int: f, var bool: g)".to_string()),
            _ => (Kind::Int, "var int".to_string()),
        }
    }

    /// A new name, or that of a function that takes other types.
    fn function_name(&mut self, kinds: &[Kind], n_defaults: usize, gives: Kind) -> String {
        let other =
            |f: &&Function| f.params.len() == kinds.len() && f.gives == gives && f.n_defaults == 0 && n_defaults == 0;
        let name = self.functions.iter().find(other).map(|f| f.name.clone());
        match name {
            Some(name) if self.one_in(2) && !self.ambiguous(&name, kinds) => name,
            _ => self.fresh("f"),
        }
    }

    /// Two functions of one name must differ in something that a call shows: a Boolean is an integer, too, and so is a constant.
    fn ambiguous(&self, name: &str, kinds: &[Kind]) -> bool {
        let shape = |kind: Kind| if matches!(kind, Kind::Bool | Kind::Enum | Kind::Option) { Kind::Int } else { kind };
        let same = |f: &Function| f.params.iter().zip(kinds).all(|((_, a), b)| shape(*a) == shape(*b));
        self.functions.iter().any(|f| f.name == name && same(f))
    }

    /// One function for what is known and one for what is not.
    fn overloaded(&mut self) {
        let (name, known, open) = (self.fresh("f"), self.fresh("y"), self.fresh("y"));
        let body = self.body(vec![(open.clone(), Kind::Int)], Kind::Int, 1);
        let add = self.below(3);
        let mut both = [
            format!("function int: {name}(int: {known}) = 2 * {known} + {add};\n"),
            format!("function var int: {name}(var int: {open}) = {body};\n"),
        ];
        if self.one_in(2) {
            both.reverse();
        }
        self.text.push_str(&both.concat());
        for kind in [Kind::Int, Kind::Par] {
            let params = vec![(known.clone(), kind)];
            self.functions.push(Function { name: name.clone(), params, n_defaults: 0, gives: Kind::Int });
            // What depends on variables in form and not in fact may mean either.
            self.told_apart.push(name.clone());
        }
    }

    /// A function with a variable of its own, which its constraint leaves one value. It is called for the same things again.
    fn settled(&mut self) {
        let (name, open, own) = (self.fresh("f"), self.fresh("y"), self.fresh("l"));
        let body = self.body(vec![(open.clone(), Kind::Int)], Kind::Int, 1);
        self.text.push_str(&format!(
            "function var int: {name}(var int: {open}) = let {{ var -9..9: {own}; constraint {own} = {body} }} in {own};\n"
        ));
        self.functions.push(Function {
            name: name.clone(),
            params: vec![(open, Kind::Int)],
            n_defaults: 0,
            gives: Kind::Int,
        });
        self.told_apart.push(name);
    }

    /// A function that calls itself.
    fn repeated(&mut self) {
        let body = self.body(vec![("n".to_string(), Kind::Par), ("x".to_string(), Kind::Int)], Kind::Int, 1);
        self.has_repeat = true;
        self.text.push_str(&format!(
            "function var int: repeat(int: n, var int: x) = if n <= 0 then x else repeat(n - 1, {body}) endif;\n"
        ));
    }

    /// A variable that is one by all means.
    fn declared_integer(&mut self) -> Option<String> {
        let is_var = |name: &str| self.vars.iter().any(|(var, _)| var == name);
        let all: Vec<String> = self
            .scope
            .iter()
            .filter(|(name, kind)| *kind == Kind::Int && is_var(name))
            .map(|(name, _)| name.clone())
            .collect();
        if all.is_empty() { None } else { Some(all[self.below(all.len())].clone()) }
    }

    /// A call of a function of the model.
    pub(super) fn called(&mut self, depth: usize, gives: Kind) -> Option<String> {
        let all: Vec<usize> = (0..self.functions.len()).filter(|at| self.functions[*at].gives == gives).collect();
        if all.is_empty() {
            return None;
        }
        let at = all[self.below(all.len())];
        let function = &self.functions[at];
        let (name, params, n_defaults) = (function.name.clone(), function.params.clone(), function.n_defaults);
        let n = params.len() - if self.one_in(2) { n_defaults } else { 0 };
        let args: Vec<String> = match (self.told_apart.contains(&name), params[0].1) {
            (true, Kind::Int) => vec![self.declared_integer()?],
            _ => self.inside(|dice| params[..n].iter().map(|(_, kind)| dice.of_kind(*kind, depth)).collect()),
        };
        if n_defaults > 0 && self.one_in(2) {
            let named: Vec<String> =
                params.iter().zip(&args).map(|((name, _), arg)| format!("{name}: {arg}")).collect();
            return Some(format!("{name}({})", named.into_iter().rev().collect::<Vec<_>>().join(", ")));
        }
        Some(format!("{name}({})", args.join(", ")))
    }
}
