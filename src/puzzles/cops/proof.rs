//! Certificates behind the protocol of all puzzles: made by the search, checked by `verify`, which shares no code with it.

use super::certificate::{Certificate, MAGIC, specification};
use super::certify::{self, certify};
use super::instance::{Instance, Start};
use super::row::Solution;
use super::verify::{self, verify};
use crate::puzzles::{Certified, Proof, Verified, typed};
use crate::search::Budget;

/// How the cops' losses are proved.
pub const PROOF: Proof = Proof {
    magic: MAGIC,
    certify: |instance, budget| typed::certify(make, instance, budget),
    verify: |bytes, instance, budget| typed::verify(check, bytes, instance, budget),
};

/// Who loses from every start loses from a given one; who wins from some start may lose from it.
const CHOOSES: &str = "the cops win from a start of their choice, so nothing is certified about this one: use `solve`";

fn make(instance: &Instance, budget: &Budget) -> Result<Certified<Solution>, String> {
    if instance.horizon.is_some() {
        return Err("a certificate is about sweeps of any length: leave out `horizon`".to_string());
    }
    let certified = match certify(&instance.graph, instance.n_cops, budget) {
        Ok((certified, _)) => certified,
        Err(why) => return Ok(Certified::TooLarge(why)),
    };
    Ok(match certified {
        certify::Certified::Lost(certificate) => Certified::Proof(certificate.write(), claim(&certificate)),
        certify::Certified::Won(_) if instance.start != Start::Free => return Err(CHOOSES.to_string()),
        certify::Certified::Won(sweep) => Certified::Solution(Solution::of(sweep)),
        certify::Certified::Stopped(stop) => Certified::Stopped(stop),
    })
}

fn check(bytes: &[u8], instance: Option<&Instance>, budget: &Budget) -> Result<Verified, String> {
    let certificate = match Certificate::read(bytes) {
        Ok(certificate) => certificate,
        Err(why) => return Ok(Verified::Fails(why)),
    };
    if let Some(instance) = instance
        && let Some(other) = differs(&certificate, instance)
    {
        return Ok(Verified::Fails(other));
    }
    Ok(match verify(&certificate, budget) {
        verify::Verified::Lost(n) => {
            Verified::Holds(format!("{}; {n} states after a move looked up", claim(&certificate)))
        }
        verify::Verified::Rejected(why) => Verified::Fails(why),
        verify::Verified::Stopped(stop) => Verified::Stopped(stop),
    })
}

/// How the certificate is about another game, if it is.
fn differs(certificate: &Certificate, instance: &Instance) -> Option<String> {
    if !certificate.graph.is_same(&instance.graph) {
        return Some("the certificate is about another graph".to_string());
    }
    let other = certificate.n_cops < instance.n_cops;
    other.then(|| format!("the certificate is about {} cops, not {}", certificate.n_cops, instance.n_cops))
}

fn claim(certificate: &Certificate) -> String {
    let (cops, graph, states) = (certificate.n_cops, &certificate.graph, certificate.n_states());
    // A name is part of the claim only if it says which graph it is.
    let graph = match specification(graph) {
        code if code.starts_with("graph6:") => format!("a graph of {} vertices, {code}", graph.n_vertices()),
        name => name,
    };
    format!("{cops} cops lose on {graph}: {states} states, {} symmetries", certificate.group.len())
}
