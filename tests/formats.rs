//! Files that were cut or damaged: every prefix and many mutations of what the writers write.
//!
//! A prefix must be refused or mean the same; a mutation must be refused or be a file in its own right, which survives
//! being written and read again. Nothing panics.

use quandary::cnf::dimacs::{self, Claim};
use quandary::cnf::opb::{self, Opb, Weighted};
use quandary::cnf::{ClauseSink, Cnf, Lit, Names, Valuation};
use quandary::encode::MapFile;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|n| Lit::new(*n)).collect()
}

fn formula() -> (Cnf, Names) {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(130);
    for clause in [&[1, -20, 130][..], &[], &[-7], &[128, -129, 130, 1], &[-100, 100]] {
        cnf.clause(&lits(clause));
    }
    let mut names = Names::new();
    names.insert(Lit::new(1), "mine[0,0]");
    names.insert(Lit::new(130), "q = 12");
    (cnf, names)
}

fn written(cnf: &Cnf, names: &Names) -> Vec<u8> {
    let mut bytes = Vec::new();
    dimacs::write(cnf, names, &mut bytes).expect("writing to memory");
    bytes
}

fn pseudo_boolean() -> Opb {
    let constraints = vec![
        Weighted::at_most(vec![(2, Lit::new(1)), (-13, Lit::new(-2))], 4),
        Weighted::equal(vec![(10, Lit::new(130)), (1, Lit::new(3))], 11),
    ];
    let (formula, names) = formula();
    Opb { objective: Some(vec![(15, Lit::new(12)), (1, Lit::new(2))]), formula, constraints, names }
}

fn written_opb(problem: &Opb) -> Vec<u8> {
    let mut bytes = Vec::new();
    opb::write(problem, &mut bytes).expect("writing to memory");
    bytes
}

fn answer() -> Vec<u8> {
    b"c solver\ns SATISFIABLE\nv 1 -2 30\nv -41 0\n".to_vec()
}

/// A byte changed, left out, doubled, or a piece moved.
fn mutated(bytes: &[u8], random: &mut Pcg64Mcg) -> Vec<u8> {
    const BYTES: &[u8] = b"0123456789- \n\r\tcpvsx%~;*+=>\0\xff";
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..=3) {
        let at = random.random_range(0..bytes.len());
        let byte = BYTES[random.random_range(0..BYTES.len())];
        match random.random_range(0..4) {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 => bytes.truncate(at.max(1)),
            _ => bytes.rotate_left(at),
        }
    }
    bytes
}

fn mutations(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Pcg64Mcg::seed_from_u64(21);
    (0..4000).map(move |_| mutated(bytes, &mut random))
}

#[test]
fn prefixes_of_formulas() {
    let (cnf, names) = formula();
    let bytes = written(&cnf, &names);
    assert_eq!(dimacs::read(&bytes), Ok((cnf.clone(), names.clone())));
    for end in 0..bytes.len() {
        if let Ok((read, _)) = dimacs::read(&bytes[..end]) {
            assert_eq!(read, cnf, "{:?}", String::from_utf8_lossy(&bytes[..end]));
        }
    }
}

#[test]
fn mutations_of_formulas() {
    let (cnf, names) = formula();
    for bytes in mutations(&written(&cnf, &names)) {
        if let Ok((cnf, names)) = dimacs::read(&bytes) {
            assert_eq!(dimacs::read(&written(&cnf, &names)), Ok((cnf, names)));
        }
    }
}

#[test]
fn prefixes_of_answers() {
    let bytes = answer();
    let whole = dimacs::read_answer(&bytes, 50).expect("a whole answer");
    let mut expected = Valuation::new(50);
    lits(&[1, 30]).into_iter().for_each(|lit| expected.set(lit));
    assert_eq!(whole, Claim::Sat(expected));
    for text in [bytes, b"SAT\n1 -2 30 0\n".to_vec(), b"s UNSATISFIABLE\n".to_vec(), b"UNSAT\n".to_vec()] {
        let whole = dimacs::read_answer(&text, 50).expect("a whole answer");
        for end in 0..text.len() {
            if let Ok(verdict) = dimacs::read_answer(&text[..end], 50) {
                assert_eq!(verdict, whole, "{:?}", String::from_utf8_lossy(&text[..end]));
            }
        }
    }
}

#[test]
fn mutations_of_answers() {
    for bytes in mutations(&answer()) {
        if let Ok(Claim::Sat(valuation)) = dimacs::read_answer(&bytes, 50) {
            assert_eq!(valuation.n_vars(), 50);
        }
    }
}

/// The document with the digest it ought to have, so that what is wrong inside is looked at.
fn signed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut value: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    value.as_object_mut()?.shift_remove("map_sha256");
    value["map_sha256"] = dimacs::sha256(value.to_string().as_bytes()).into();
    Some(value.to_string().into_bytes())
}

#[test]
fn prefixes_and_mutations_of_maps() {
    let text = include_str!("maps/every-coding.map.json");
    let map = MapFile::from_json(text.as_bytes()).expect("a whole map");
    for end in 0..text.len() {
        if let Ok(read) = MapFile::from_json(&text.as_bytes()[..end]) {
            assert_eq!(read, map);
        }
    }
    let mut n_signed = 0;
    for bytes in mutations(text.as_bytes()) {
        assert!(MapFile::from_json(&bytes).is_ok_and(|read| read == map) || MapFile::from_json(&bytes).is_err());
        let Some(bytes) = signed(&bytes) else { continue };
        n_signed += 1;
        if let Ok(map) = MapFile::from_json(&bytes) {
            assert_eq!(MapFile::from_json(map.to_json().as_bytes()).as_ref(), Ok(&map));
            let values = map.coding.named_values(&Valuation::new(90));
            assert!(values.is_err() || values.is_ok_and(|values| values.len() == map.coding.names().count()));
        }
    }
    assert!(n_signed > 100, "{n_signed} mutations were JSON");
}

#[test]
fn prefixes_and_mutations_of_pseudo_boolean_problems() {
    let bytes = written_opb(&pseudo_boolean());
    let whole = opb::read(&bytes).expect("a whole problem");
    for end in 0..bytes.len() {
        if let Ok(read) = opb::read(&bytes[..end]) {
            assert_eq!(read, whole, "{:?}", String::from_utf8_lossy(&bytes[..end]));
        }
    }
    for bytes in mutations(&bytes) {
        if let Ok(problem) = opb::read(&bytes) {
            assert!(opb::read(&written_opb(&problem)).is_ok());
        }
    }
}
