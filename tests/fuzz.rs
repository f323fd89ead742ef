//! Every reader but the puzzles' own takes whatever bytes there are, or says what is wrong: models, data, formulas, answers,
//! maps, certificates, names of engines. The puzzles' readers are thrown at in `tests/puzzles.rs`.
//!
//! `QUANDARY_FUZZ=10000000 cargo test --release --test fuzz` throws so many damaged texts at each.

mod common;

use common::damage::{damaged, n_damaged};
use quandary::cnf::{dimacs, opb};
use quandary::encode::{Encoding, MapFile};
use quandary::engine::Engine;
use quandary::front::{Data, Program, Source};
use quandary::puzzles;
use quandary::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sha2::{Digest, Sha256};

/// How many damaged texts each reader gets, unless somebody asks for more.
const MANY: usize = 100_000;

/// Throws damaged texts at a reader, which says whether it took the text. Some are taken and some are not.
fn throw(seed: u64, texts: &[String], taken: impl Fn(&str) -> bool) {
    assert!(!texts.is_empty() && texts.iter().all(|text| taken(text)), "the reader takes what is sound");
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let n = n_damaged(MANY);
    let mut n_taken = 0;
    for _ in 0..n {
        let text = damaged(&texts[random.random_range(0..texts.len())], &mut random);
        n_taken += usize::from(taken(&text));
    }
    assert!(0 < n_taken && n_taken < n, "{n_taken} of {n} are taken");
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

/// Small models that have most of the language between them.
const MODELS: &[&str] = &[
    "var 0..3: x; constraint x*x != 4 /\\ not (x = 1 xor x > 2); solve maximize x;",
    "int: n = 3; array[1..n] of var 1..n: q; include \"alldifferent.mzn\"; constraint alldifferent(q); solve satisfy;",
    "enum C = {r, g}; array[C] of var bool: b; constraint exists(c in C where c != r)(b[c]); output [show(b)];",
    "predicate p(var 1..2: x, set of int: s) = x in s; var 0..3: y; constraint p(y, {1, 3} union 2..2);",
    "function var int: f(var int: a) = let { var 0..9: t; constraint t = a + 1 } in t; var 0..4: z; constraint f(z) > 2;",
    "array[1..2, 1..2] of int: m = [|1, 2|3, 4|]; var 1..2: i; constraint (m[i, i] default 0) mod 3 = 1;",
    "var -2..2: x; constraint if x < 0 then abs(x) else x div 2 endif = 1 :: \"rule\"; solve :: int_search([x], input_order, indomain_min) satisfy;",
];

#[test]
fn models() {
    // What is read is instantiated too, as far as a hundredth of a second goes.
    throw(1, &owned(MODELS), |text| {
        let program = Program::parse(&[Source::new("m.mzn", text)]);
        program.is_ok_and(|p| p.instantiate_within(&Data::new(), &Budget::seconds(0.01)).is_ok())
    });
}

#[test]
fn data() {
    let texts = owned(&[
        "n = 3; a = [1, -2, 3];",
        "s = {1, 3} union 5..7; t = [|1, 2|3, 4|]; % end",
        "b = true; x = 1.5e3; w = \"a\\nb\"; m = array2d(1..2, 1..1, [0x1F, 0o17]);",
        "e = {red, green}; o = [red, green, _];",
    ]);
    throw(2, &texts, |text| Data::new().read_dzn(&Source::new("d.dzn", text)).is_ok());
}

#[test]
fn json_data() {
    let texts = owned(&[
        "{\"n\": 3, \"a\": [1, -2, 3], \"b\": true}",
        "{\"s\": {\"set\": [1, [3, 5]]}, \"m\": [[1, 2], [3, 4]], \"x\": 1.5, \"w\": \"\\u00e9\"}",
    ]);
    throw(3, &texts, |text| Data::new().read_json(&Source::new("d.json", text)).is_ok());
}

#[test]
fn formulas() {
    let texts = owned(&["c hello\np cnf 3 2\nc varname 1 x[1]\n1 -2 0\n2 3\n0\n", "p cnf 0 0\n"]);
    throw(4, &texts, |text| dimacs::read(text.as_bytes()).is_ok());
    let answers = owned(&["s SATISFIABLE\nv 1 -2 3 0\n", "c x\ns UNSATISFIABLE\n", "SAT\n1 -2 3 0\n", "s UNKNOWN\n"]);
    throw(5, &answers, |text| dimacs::read_answer(text.as_bytes(), 3).is_ok());
}

#[test]
fn pseudo_boolean_formulas() {
    let texts = owned(&[
        "* #variable= 3 #constraint= 2\nmin: 1 x1 -2 x2 ;\n1 x1 +2 x2 >= 1 ;\n-3 x3 +1 ~x1 = 0 ;\n",
        "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n",
    ]);
    throw(6, &texts, |text| opb::read(text.as_bytes()).is_ok());
}

#[test]
fn maps() {
    let text = std::fs::read_to_string(common::path("tests/maps/every-coding.map.json")).expect("the map is shipped");
    throw(7, &[text], |text| MapFile::from_json(text.as_bytes()).is_ok());
}

#[test]
fn certificates() {
    let cops = puzzles::find("cops").expect("a puzzle");
    let proof = cops.proof.as_ref().expect("lost games have proofs");
    let game = (cops.read)("g", "graph: cycle:5\ncops: 1\nstart: free\n").expect("a game");
    let puzzles::Certified::Proof(bytes, _) =
        (proof.certify)(game[0].as_ref(), &Budget::unlimited()).expect("it is small")
    else {
        panic!("one cop loses on a cycle of five")
    };
    // Bytes as letters, so that the same damage is done to them; the digest is made to fit again, or all would end there.
    let letters: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    throw(8, &[letters], |text| {
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        let verified = (proof.verify)(&redigested(&bytes), None, &Budget::unlimited());
        matches!(verified, Ok(puzzles::Verified::Holds(_)))
    });
}

/// The certificate with a digest that fits.
fn redigested(bytes: &[u8]) -> Vec<u8> {
    let find = |part: &[u8]| bytes.windows(part.len()).position(|window| window == part);
    let (Some(head), Some(end)) = (find(b"sha256: "), find(b"\n\n")) else { return bytes.to_vec() };
    if end < head {
        return bytes.to_vec();
    }
    let mut hash = Sha256::new();
    hash.update(&bytes[..head]);
    hash.update(&bytes[end + 2..]);
    let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    [&bytes[..head], b"sha256: ", digest.as_bytes(), &bytes[end..]].concat()
}

#[test]
fn names_of_engines() {
    let texts = owned(&[
        "sat",
        "sat:whole+order+ladder+totalizer+diagram:batsat",
        "sat:whole:process:kissat -q",
        "sat@boolean",
        "csp:mrv+degree+lcv+fc",
        "csp:random(7)+mac",
        "search:iddfs",
    ]);
    throw(9, &texts, |text| text.parse::<Engine>().is_ok());
    throw(10, &owned(&["", "direct+pairwise+totalizer+adder", "log"]), |text| Encoding::parse(text).is_ok());
}
