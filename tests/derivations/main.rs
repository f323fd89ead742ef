//! Every row's derivation is accepted by VeriPB over the same small models as the sets of solutions, and spoiled ones are not; and
//! the checker of our own accepts what VeriPB does, and nothing else.

mod agreement;
#[path = "../common/damage.rs"]
mod damage;
mod planted;
mod rows;
mod whole;

use quandary::derive::{Derived, UNSTATED, derive};
use quandary::encode::Encoding;
use quandary::model::Model;
use quandary::proof::check_inequalities;
use quandary::search::Budget;
use std::fs;
use veripb::args::Args;

/// The derivation of a model's formula.
fn derived(model: &Model, encoding: &str) -> Derived {
    let encoding = Encoding::parse(encoding).expect("the tests name known rows");
    derive(model, &encoding, &Budget::unlimited()).expect("tiny models can be encoded")
}

/// What both checkers say to a derivation: they agree.
fn verdict(derived: &Derived) -> Result<(), String> {
    let (theirs, ours) = (by_veripb(derived), by_us(derived));
    assert_eq!(theirs.is_ok(), ours.is_ok(), "{theirs:?} {ours:?}\n{}\n{}", derived.model, derived.proof);
    theirs
}

/// What our own checker says.
fn by_us(derived: &Derived) -> Result<(), String> {
    let Derived { model, proof, formula, .. } = derived;
    let shown = check_inequalities(model.as_bytes(), proof.as_bytes(), Some(formula.as_bytes()), u64::MAX);
    match shown {
        Ok(shown) if shown.derives => Ok(()),
        Ok(_) => Err("nothing is derived".to_string()),
        Err(why) => Err(why.to_string()),
    }
}

/// What VeriPB says.
fn by_veripb(derived: &Derived) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    for (name, text) in [("m.opb", &derived.model), ("p.pbp", &derived.proof), ("f.opb", &derived.formula)] {
        fs::write(at(name), text).expect("there is room");
    }
    let args = Args {
        formula: at("m.opb"),
        derivation: at("p.pbp"),
        output_formula: Some(at("f.opb")),
        print_verification_result: false,
        show_warnings: false,
        ..Args::default()
    };
    veripb::run_checker(args).map_err(|error| error.to_string())
}

/// The derivation is complete and accepted.
fn check(model: &Model, encoding: &str) {
    let derived = derived(model, encoding);
    let domains: Vec<_> = model.vars.iter().map(|decl| &decl.domain).collect();
    // By bits, the opposites of some functions go over sums of a variable that only the encoding has.
    if encoding == "log" && derived.missing == [UNSTATED] {
        return;
    }
    assert!(derived.missing.is_empty(), "{encoding}: {:?} {:?}", derived.missing, model.constraints);
    if let Err(why) = verdict(&derived) {
        let Derived { model: opb, proof, .. } = &derived;
        panic!("{encoding}: {:?} over {domains:?}: {why}\n{opb}\n{proof}", model.constraints);
    }
}
