//! How each variable of a model is told by literals, as data that can be written down and read back.
//!
//! Variables come in groups: neighbours in the model with the same values and the same way of coding, whose literals
//! follow one another, so that a board of a million cells is a list of names and four numbers. What holds for every
//! coding that was read: each group has as many literals as its values need, all of them exist, and no literal belongs
//! to two variables. Nothing here knows how clauses are written, so a coding outlives every change of the encoders.

use super::domain::{Block, Repr};
use super::map::VarMap;
use super::values::Values;
use crate::cnf::{Lit, Valuation};
use crate::model::Domain;
use serde::{Deserialize, Serialize};

/// The literals of all variables of a model, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Coding {
    groups: Vec<Group>,
}

/// Variables with the same values, coded alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    /// The names of the variables; none if they are auxiliaries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    /// How many auxiliaries there are; 0 if the variables have names.
    #[serde(default, skip_serializing_if = "is_zero")]
    unnamed: u64,
    /// The values the literals speak of, as ranges.
    values: Vec<(i64, i64)>,
    coding: Scheme,
    /// The first literal of the first variable; the others follow without a gap. 0 if there is none.
    first: u32,
}

/// What the literals of a variable say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scheme {
    /// There is one value and no literal; or no value at all.
    Fixed,
    /// One literal: the variable has the larger of two values.
    Two,
    /// Literal `i`: the variable is at most value `i`.
    Order,
    /// Literal `i`: the variable is value `i`.
    Direct,
    /// Literal `i`: bit `i` of the distance to the smallest value.
    Log,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Coding {
    /// The coding of a map.
    pub fn of(map: &VarMap) -> Coding {
        let mut groups: Vec<Group> = Vec::new();
        for (name, values, repr) in map.coded() {
            let next = Group::of_one(name, values, repr);
            match groups.last_mut().filter(|last| last.goes_on_with(&next)) {
                Some(last) => last.take(next),
                None => groups.push(next),
            }
        }
        Coding { groups }
    }

    /// What is wrong with a coding that somebody wrote, for a formula of so many variables.
    pub fn fault(&self, n_vars: u32) -> Option<String> {
        let mut spans: Vec<(u64, u64)> = Vec::new();
        for group in &self.groups {
            match group.span(n_vars) {
                Ok(span) => spans.extend(span),
                Err(why) => return Some(format!("{}: {why}", group.title())),
            }
        }
        spans.sort_unstable();
        let twice = spans.windows(2).find(|pair| pair[0].1 >= pair[1].0);
        twice.map(|pair| format!("literal {} belongs to two variables", pair[1].0))
    }

    /// The number of variables.
    pub fn n_vars(&self) -> u64 {
        self.groups.iter().fold(0, |n, group| n.saturating_add(group.n_vars()))
    }

    /// The names of the variables, as often and in the order in which they have any.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().flat_map(|group| group.names.iter().map(String::as_str))
    }

    /// Whether the variables of a model have these names, `""` for auxiliaries.
    pub fn fits<'a>(&self, names: impl ExactSizeIterator<Item = &'a str>) -> bool {
        let n = self.n_vars();
        n == names.len() as u64 && names.zip(self.groups.iter().flat_map(Group::all_names)).all(|(a, b)| a == b)
    }

    /// The value of every variable with a name, or which variable's literals contradict each other.
    pub fn named_values(&self, valuation: &Valuation) -> Result<Vec<(&str, i64)>, String> {
        let groups = self.groups.iter().filter(|group| !group.names.is_empty());
        let values: Vec<Vec<i64>> = groups.map(|group| group.values(valuation)).collect::<Result<_, _>>()?;
        Ok(self.names().zip(values.into_iter().flatten()).collect())
    }

    /// The value of every variable. Only asked for when a model has as many.
    pub fn all_values(&self, valuation: &Valuation) -> Result<Vec<i64>, String> {
        let values: Vec<Vec<i64>> =
            self.groups.iter().map(|group| group.values(valuation)).collect::<Result<_, _>>()?;
        Ok(values.concat())
    }
}

impl Group {
    fn of_one(name: &str, values: &Values, repr: &Repr) -> Group {
        let (coding, first) = match repr {
            Repr::Fixed(_) => (Scheme::Fixed, 0),
            Repr::Two(lit) => (Scheme::Two, lit.var()),
            Repr::Order(block) => (Scheme::Order, block.lit(0).var()),
            Repr::Direct(block, _) => (Scheme::Direct, block.lit(0).var()),
            Repr::Log(block) => (Scheme::Log, block.lit(0).var()),
        };
        let names: Vec<String> = Some(name).filter(|name| !name.is_empty()).map(str::to_string).into_iter().collect();
        let unnamed = u64::from(names.is_empty());
        Group { names, unnamed, values: values.domain().ranges().to_vec(), coding, first }
    }

    /// Whether the next variable is of the same kind and its literals are the next ones.
    fn goes_on_with(&self, next: &Group) -> bool {
        let follows = u64::from(next.first) == u64::from(self.first) + self.n_vars() * self.width();
        let is_alike = self.coding == next.coding && self.values == next.values;
        is_alike && follows && self.names.is_empty() == next.names.is_empty()
    }

    fn take(&mut self, next: Group) {
        self.names.extend(next.names);
        self.unnamed += next.unnamed;
    }

    fn n_vars(&self) -> u64 {
        self.unnamed.saturating_add(self.names.len() as u64)
    }

    fn title(&self) -> String {
        self.names.first().map_or("auxiliaries".to_string(), |name| format!("`{name}`"))
    }

    fn all_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).chain((0..self.unnamed).map(|_| ""))
    }

    fn domain(&self) -> Domain {
        Domain::from_ranges(self.values.iter().copied())
    }

    /// How many literals one variable has.
    fn width(&self) -> u64 {
        let domain = self.domain();
        match self.coding {
            Scheme::Fixed => 0,
            Scheme::Two => 1,
            Scheme::Order => domain.size() - 1,
            Scheme::Direct => domain.size(),
            Scheme::Log => u64::from(u64::BITS - domain.max().abs_diff(domain.min()).leading_zeros()),
        }
    }

    /// The first and last literal of all variables, if there are any; what is wrong if they cannot be.
    fn span(&self, n_vars: u32) -> Result<Option<(u64, u64)>, String> {
        let domain = self.domain();
        if domain.ranges() != self.values.as_slice() {
            return Err("the ranges of its values are not in order".to_string());
        }
        if self.names.is_empty() == (self.unnamed == 0) || self.names.iter().any(String::is_empty) {
            return Err("variables have names or are counted".to_string());
        }
        let fits = match self.coding {
            Scheme::Fixed => domain.size() <= 1,
            Scheme::Two => domain.size() == 2,
            Scheme::Order | Scheme::Direct | Scheme::Log => domain.size() > 1,
        };
        if !fits {
            return Err(format!("{} values cannot be coded so", domain.size()));
        }
        let n_lits = self.n_vars().checked_mul(self.width()).ok_or("more literals than there can be")?;
        let first = u64::from(self.first);
        let last = n_lits.checked_sub(1).and_then(|n| first.checked_add(n));
        match last.filter(|last| first > 0 && *last <= u64::from(n_vars)) {
            Some(last) => Ok(Some((first, last))),
            None if n_lits == 0 && first == 0 => Ok(None),
            None => Err(format!("{n_lits} literals from {first} on are not among the {n_vars} of the formula")),
        }
    }

    /// The values of the variables of a coding without fault.
    fn values(&self, valuation: &Valuation) -> Result<Vec<i64>, String> {
        let values = Values::new(self.domain());
        let width = self.width();
        let name = |i: u64| self.names.get(i as usize).map_or("an auxiliary".to_string(), |name| format!("`{name}`"));
        let one = |i: u64| {
            let block = || Block::at(self.first + (i * width) as u32, width as u32);
            let repr = match self.coding {
                Scheme::Fixed => Repr::Fixed(values.min()),
                Scheme::Two => Repr::Two(Lit::new((u64::from(self.first) + i) as i32)),
                Scheme::Order => Repr::Order(block()),
                Scheme::Direct => Repr::Direct(block(), None),
                Scheme::Log => Repr::Log(block()),
            };
            repr.checked(&values, valuation).ok_or_else(|| format!("the literals of {} contradict each other", name(i)))
        };
        (0..self.n_vars()).map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Coding, Valuation};
    use crate::cnf::{Cnf, Lit};
    use crate::encode::{Encoding, encode};
    use crate::model::{Domain, Kind, Model, VarDecl};
    use crate::search::Budget;
    use serde_json::json;

    /// One variable of each way of coding, and what their literals mean.
    fn example() -> Coding {
        let mut model = Model::new();
        model.bools("b", 3);
        model.int("f", 7..=7);
        model.auxiliary(Domain::range(0, 5), Kind::Int);
        for (name, coding, domain) in [
            ("o", "order", Domain::from_values([-1, 2, 4])),
            ("d", "direct", Domain::from_values([1, 4, 9])),
            ("l", "log", Domain::from_ranges([(10, 12), (14, 14)])),
        ] {
            let decl = VarDecl { name: name.into(), domain, kind: Kind::Int, encoding: Some(coding.into()) };
            model.declare(decl);
        }
        let map = encode(&model, &Encoding::default(), &Budget::unlimited(), &mut Cnf::new()).expect("it is small");
        Coding::of(&map)
    }

    fn valuation(lits: &[i32]) -> Valuation {
        let mut valuation = Valuation::new(18);
        lits.iter().for_each(|lit| valuation.set(Lit::new(*lit)));
        valuation
    }

    #[test]
    fn groups_are_as_documented() {
        let expected = json!([
            {"names": ["b[1]", "b[2]", "b[3]"], "values": [[0, 1]], "coding": "two", "first": 1},
            {"names": ["f"], "values": [[7, 7]], "coding": "fixed", "first": 0},
            {"unnamed": 1, "values": [[0, 5]], "coding": "order", "first": 14},
            {"names": ["o"], "values": [[-1, -1], [2, 2], [4, 4]], "coding": "order", "first": 4},
            {"names": ["d"], "values": [[1, 1], [4, 4], [9, 9]], "coding": "direct", "first": 6},
            {"names": ["l"], "values": [[10, 12], [14, 14]], "coding": "log", "first": 9},
        ]);
        assert_eq!(serde_json::to_value(example()).expect("plain data"), expected);
        assert_eq!(serde_json::from_value::<Coding>(expected).expect("as documented"), example());
        assert_eq!((example().fault(18), example().n_vars()), (None, 8));
        assert!(example().fits(["b[1]", "b[2]", "b[3]", "f", "", "o", "d", "l"].into_iter()));
        assert!(!example().fits(["b[1]", "b[2]", "b[3]", "f", "x", "o", "d", "l"].into_iter()));
        assert!(!example().fits(["b[1]"].into_iter()));
    }

    #[test]
    fn values_are_read_and_contradictions_seen() {
        let good = valuation(&[2, -4, 5, 7, 11, 16, 17, 18]);
        let coding = example();
        let named = [("b[1]", 0), ("b[2]", 1), ("b[3]", 0), ("f", 7), ("o", 2), ("d", 4), ("l", 14)];
        assert_eq!(coding.named_values(&good), Ok(named.to_vec()));
        assert_eq!(coding.all_values(&good), Ok(vec![0, 1, 0, 7, 2, 2, 4, 14]));
        // At most -1 but not at most 2; two values at once; none; 13 is a hole, 15 beyond the end; 12 but not 13 below.
        for (wrong, name) in [
            (&[4, -5, 6][..], "`o`"),
            (&[6, 7], "`d`"),
            (&[4, 5], "`d`"),
            (&[6, 9, 10], "`l`"),
            (&[6, 9, 11], "`l`"),
            (&[6, 14, -15], "an auxiliary"),
        ] {
            let error = coding.all_values(&valuation(wrong)).expect_err(name);
            assert!(error.contains(name) && error.contains("contradict"), "{error}");
        }
    }

    #[test]
    fn spoilt_codings_have_a_fault() {
        assert!(example().fault(17).is_some(), "a literal too many");
        for (place, wrong, part) in [
            ("/0/first", json!(2), "belongs to two"),
            ("/0/first", json!(0), "not among"),
            ("/0/first", json!(u32::MAX), "not among"),
            ("/1/first", json!(18), "not among"),
            ("/0/values", json!([[0, 2]]), "3 values"),
            ("/1/values", json!([[0, 2]]), "3 values"),
            ("/3/values", json!([]), "0 values"),
            ("/3/values", json!([[2, 2], [-1, -1], [4, 4]]), "not in order"),
            ("/4/values", json!([[i64::MIN, i64::MAX]]), "not among"),
            ("/2/unnamed", json!(0), "names or are counted"),
            ("/2/unnamed", json!(u64::MAX), "literals"),
            ("/5/names", json!([""]), "names or are counted"),
        ] {
            let mut value = serde_json::to_value(example()).expect("plain data");
            *value.pointer_mut(place).expect("it is there") = wrong;
            let fault = serde_json::from_value::<Coding>(value).expect("the right form").fault(18);
            assert!(fault.as_ref().is_some_and(|fault| fault.contains(part)), "{place}: {fault:?}");
        }
    }
}
