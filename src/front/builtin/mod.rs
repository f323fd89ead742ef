//! Functions and constraints that are part of the language: one row each.
//!
//! What can be said in the language itself is in `prelude.mzn` and `library/`; here is what needs the evaluator or the waist.

pub(crate) mod array;
mod automaton;
mod global;
mod graph;
mod logic;
mod mathematics;
mod nfa;
mod number;
mod option;
mod reflect;
mod regexp;
mod sorting;
pub(crate) mod text;
pub(crate) mod whole;

use super::diagnostic::Outcome;
use super::evaluate::Evaluator;
use super::source::Span;
use super::syntax::{Expr, Op};
use super::value::Value;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A built-in function.
pub(crate) struct Row {
    /// As the user calls it.
    pub name: &'static str,
    /// The least and the largest number of arguments.
    pub arity: (usize, usize),
    /// Whether its value is a Boolean: then it is a context for definedness.
    pub boolean: bool,
    pub run: Run,
}

/// The arguments of a call.
pub(crate) type Values = smallvec::SmallVec<[Value; 4]>;

/// How it is evaluated: on values, or on the expressions themselves.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    Eager(fn(&mut Evaluator<'_>, &[Value], Span) -> Outcome<Value>),
    /// On values that are its own: what nobody else has need not be copied.
    Taking(fn(&mut Evaluator<'_>, Values, Span) -> Outcome<Value>),
    Lazy(fn(&mut Evaluator<'_>, &[Expr], Span) -> Outcome<Value>),
}

const fn value(
    name: &'static str,
    least: usize,
    most: usize,
    run: fn(&mut Evaluator<'_>, &[Value], Span) -> Outcome<Value>,
) -> Row {
    Row { name, arity: (least, most), boolean: false, run: Run::Eager(run) }
}

const fn shaping(name: &'static str, least: usize, most: usize) -> Row {
    Row { name, arity: (least, most), boolean: false, run: Run::Taking(array::reshape) }
}

const fn truth(
    name: &'static str,
    least: usize,
    most: usize,
    run: fn(&mut Evaluator<'_>, &[Value], Span) -> Outcome<Value>,
) -> Row {
    Row { name, arity: (least, most), boolean: true, run: Run::Eager(run) }
}

const fn lazy(
    name: &'static str,
    least: usize,
    most: usize,
    boolean: bool,
    run: fn(&mut Evaluator<'_>, &[Expr], Span) -> Outcome<Value>,
) -> Row {
    Row { name, arity: (least, most), boolean, run: Run::Lazy(run) }
}

/// All of them.
pub(crate) static TABLE: &[Row] = &[
    lazy("forall", 1, 1, true, logic::forall),
    lazy("exists", 1, 1, true, logic::exists),
    lazy("redundant_constraint", 1, 1, true, logic::itself),
    lazy("implied_constraint", 1, 1, true, logic::itself),
    lazy("symmetry_breaking_constraint", 1, 1, true, logic::itself),
    lazy("assert", 2, 3, false, logic::assert),
    lazy("sum", 1, 1, false, number::sum),
    lazy("count", 1, 2, false, number::count),
    truth("xorall", 1, 1, logic::xorall),
    truth("iffall", 1, 1, logic::iffall),
    truth("clause", 2, 2, logic::clause),
    value("bool2int", 1, 1, number::bool2int),
    value("product", 1, 1, number::product),
    value("min", 1, 2, number::min),
    value("max", 1, 2, number::max),
    value("abs", 1, 1, number::abs),
    value("pow", 2, 2, number::pow),
    value("int2float", 1, 1, number::int2float),
    value("ceil", 1, 1, number::ceil),
    value("floor", 1, 1, number::floor),
    value("round", 1, 1, number::round),
    value("sqrt", 1, 1, number::sqrt),
    shaping("array1d", 1, 2),
    shaping("array2d", 3, 3),
    shaping("array3d", 4, 4),
    shaping("array4d", 5, 5),
    shaping("array5d", 6, 6),
    shaping("array6d", 7, 7),
    value("array_with_indices", 2, 2, array::with_indices),
    value("array2d_with_indices", 3, 3, array::with_headers),
    truth("occurs", 1, 1, option::occurs),
    truth("absent", 1, 1, option::absent),
    value("deopt", 1, 1, option::deopt),
    truth("~=", 2, 2, option::weakly_equal),
    truth("~!=", 2, 2, option::weakly_different),
    value("~+", 2, 2, |ev, args, span| ev.weak(Op::Plus, &args[0], &args[1], span)),
    value("~-", 2, 2, |ev, args, span| ev.weak(Op::Minus, &args[0], &args[1], span)),
    value("~*", 2, 2, |ev, args, span| ev.weak(Op::Times, &args[0], &args[1], span)),
    value("~/", 2, 2, |ev, args, span| ev.weak(Op::Divide, &args[0], &args[1], span)),
    value("~div", 2, 2, |ev, args, span| ev.weak(Op::Div, &args[0], &args[1], span)),
    value("index_set", 1, 1, array::index_set),
    value("index_set_1of2", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 0)),
    value("index_set_2of2", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 1)),
    value("index_set_1of3", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 0)),
    value("index_set_2of3", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 1)),
    value("index_set_3of3", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 2)),
    value("index_set_1of4", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 0)),
    value("index_set_2of4", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 1)),
    value("index_set_3of4", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 2)),
    value("index_set_4of4", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 3)),
    value("length", 1, 1, array::length),
    value("card", 1, 1, array::card),
    value("set2array", 1, 1, array::set2array),
    value("array2set", 1, 1, array::array2set),
    value("array_union", 1, 1, array::union),
    value("array_intersect", 1, 1, array::intersection),
    value("sort", 1, 1, array::sort),
    value("reverse", 1, 1, array::reverse),
    value("fix", 1, 1, reflect::fix),
    value("is_fixed", 1, 1, reflect::is_fixed),
    value("lb", 1, 1, reflect::lower),
    value("ub", 1, 1, reflect::upper),
    value("lb_array", 1, 1, reflect::lower),
    value("ub_array", 1, 1, reflect::upper),
    value("dom", 1, 1, reflect::domain),
    value("dom_array", 1, 1, reflect::domain),
    value("enum_next", 1, 2, reflect::next),
    value("enum_prev", 1, 2, reflect::previous),
    value("to_enum", 2, 2, reflect::to_enum),
    value("enum2int", 1, 1, reflect::enum2int),
    value("show", 1, 1, text::show),
    value("format", 1, 3, text::format),
    value("format_justify_string", 2, 3, text::justify),
    value("show_int", 2, 2, text::show_int),
    value("show_float", 3, 3, text::show_float),
    value("show2d", 1, 1, text::show2d),
    value("show3d", 1, 1, text::show3d),
    value("string_split", 2, 2, text::split),
    value("showJSON", 1, 1, text::show_json),
    value("concat", 1, 1, text::concat),
    value("join", 2, 2, text::join),
    value("string_length", 1, 1, text::length),
    value("trace", 1, 2, text::trace),
    value("trace_stdout", 1, 2, text::trace_stdout),
    truth("alldifferent", 1, 1, global::all_different),
    truth("all_different", 1, 1, global::all_different),
    truth("table", 2, 2, global::table),
    truth("circuit", 1, 1, global::circuit),
    truth("lex_less", 2, 2, |ev, args, span| global::lexicographic(ev, args, span, true)),
    truth("lex_lesseq", 2, 2, |ev, args, span| global::lexicographic(ev, args, span, false)),
    truth("regular", 2, 6, automaton::regular),
    truth("regular_nfa", 6, 6, nfa::regular_nfa),
    value("quandary_reached", 4, 4, graph::reached),
    value("quandary_walked", 4, 4, graph::walked),
    value("quandary_literals", 1, 1, graph::literals),
    value("sort_by", 2, 2, sorting::sort_by),
    truth("index_sets_agree", 2, 2, sorting::index_sets_agree),
    value("arrayXd", 2, 2, sorting::shaped_like),
    value("index_set_1of5", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 0)),
    value("index_set_2of5", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 1)),
    value("index_set_3of5", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 2)),
    value("index_set_4of5", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 3)),
    value("index_set_5of5", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 4)),
    value("index_set_1of6", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 0)),
    value("index_set_2of6", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 1)),
    value("index_set_3of6", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 2)),
    value("index_set_4of6", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 3)),
    value("index_set_5of6", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 4)),
    value("index_set_6of6", 1, 1, |ev, args, span| array::index_set_of(ev, args, span, 5)),
    value("exp", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::exp)),
    value("ln", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::ln)),
    value("log2", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::log2)),
    value("log10", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::log10)),
    value("sin", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::sin)),
    value("cos", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::cos)),
    value("tan", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::tan)),
    value("asin", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::asin)),
    value("acos", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::acos)),
    value("atan", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::atan)),
    value("sinh", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::sinh)),
    value("cosh", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::cosh)),
    value("tanh", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::tanh)),
    value("asinh", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::asinh)),
    value("acosh", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::acosh)),
    value("atanh", 1, 1, |_, args, span| mathematics::of_one(args, span, f64::atanh)),
    value("log", 2, 2, |_, args, span| mathematics::logarithm(args, span)),
];

/// The row of a name.
pub(crate) fn find(name: &str) -> Option<u32> {
    static BY_NAME: LazyLock<FxHashMap<&str, u32>> =
        LazyLock::new(|| TABLE.iter().map(|row| row.name).zip(0..).collect());
    BY_NAME.get(name).copied()
}

/// Whether there is a row of this name that takes so many arguments.
pub(crate) fn takes(name: &str, n_args: usize) -> bool {
    find(name).is_some_and(|at| {
        let (least, most) = TABLE[at as usize].arity;
        least <= n_args && n_args <= most
    })
}

/// All names.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|row| row.name)
}

/// The known name that is closest to a misspelt one, if it is close.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let limit = if name.len() > 4 { 2 } else { 1 };
    let close = known.map(|k| (strsim::levenshtein(name, k), k)).filter(|(d, k)| *d <= limit && !k.is_empty());
    close.min_by_key(|(d, _)| *d).map(|(_, k)| k.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_misspellings_are_found() {
        let mut sorted: Vec<&str> = names().collect();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]));
        for (wrong, right) in [("alldiferent", Some("alldifferent")), ("zebra", None), ("sumn", Some("sum"))] {
            assert_eq!(nearest(wrong, names()).as_deref(), right);
        }
    }
}
