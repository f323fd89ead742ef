//! Large products: a multiplier on two's-complement bits.
//!
//! Shift and add, one row of full adders per bit of `y`: `(a + b) b` adders for `a` and `b` bits. The circuit is total,
//! so it is written without conditions; only the comparison with `z` stands under them.

use crate::cnf::gates::{FALSE, TRUE, and, full_adder, xor};
use crate::cnf::{ClauseSink, Lit};
use crate::encode::Written;
use crate::encode::encoder::Encoder;
use crate::model::Var;

/// `x y = z`
pub fn post(e: &mut Encoder, x: Var, y: Var, z: Var) -> Written {
    let (product, z) = same_width(e, x, y, z);
    for (a, b) in product.iter().zip(&z) {
        e.clause(&[!*a, *b]);
        e.clause(&[*a, !*b]);
    }
    Ok(())
}

/// `x y != z`
pub fn post_opposite(e: &mut Encoder, x: Var, y: Var, z: Var) -> Written {
    let (product, z) = same_width(e, x, y, z);
    let differ: Vec<Lit> = product.iter().zip(&z).map(|(a, b)| xor(*a, *b, e.root())).collect();
    e.require(&differ)
}

fn same_width(e: &mut Encoder, x: Var, y: Var, z: Var) -> (Vec<Lit>, Vec<Lit>) {
    let [x, y, mut z] = [x, y, z].map(|var| e.signed_bits(var));
    let mut product = multiply(&x, &y, e.root());
    let width = product.len().max(z.len());
    extend(&mut product, width);
    extend(&mut z, width);
    (product, z)
}

/// Repeats the sign bit.
fn extend(bits: &mut Vec<Lit>, width: usize) {
    let sign = *bits.last().expect("a signed number has a sign");
    bits.resize(bits.len().max(width), sign);
}

/// The product in as many bits as both factors have.
fn multiply(x: &[Lit], y: &[Lit], sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let width = x.len() + y.len();
    let mut wide = x.to_vec();
    extend(&mut wide, width);
    let mut sum = vec![FALSE; width];
    for (shift, bit) in y.iter().enumerate() {
        // The sign bit of y weighs negatively: subtract, by adding the complement and one.
        let is_sign = shift + 1 == y.len();
        let mut carry = if is_sign { TRUE } else { FALSE };
        for i in 0..width {
            let part = if i < shift { FALSE } else { and(wide[i - shift], *bit, sink) };
            let part = if is_sign { !part } else { part };
            (sum[i], carry) = full_adder(sum[i], part, carry, sink);
        }
    }
    sum
}
