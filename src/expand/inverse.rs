//! Inverse functions: implications between equalities, both ways or one way.

use super::ground::{indices, numbered};
use super::{Ground, Row};
use crate::model::global::Inverse;

/// The rows; the first is the default.
pub const TABLE: &[Row<Inverse>] = &[
    Row {
        name: "inverse-channel",
        summary: "for each two indices, `f[i] = j` exactly when `g[j] = i`",
        reference: "Cheng, Choi, Lee, Wu, Constraints 1999",
        write: |it, g| channel(it, g, true),
    },
    Row {
        name: "inverse-half",
        summary: "for each two indices, `g[j] = i` if `f[i] = j`; the other way follows",
        reference: "Cheng, Choi, Lee, Wu, Constraints 1999",
        write: |it, g| channel(it, g, false),
    },
];

fn channel(it: &Inverse, g: &mut dyn Ground, both: bool) {
    let (n, m) = (it.f.len(), it.g.len());
    let (of_f, of_g) = (indices(it.first_f, n), indices(it.first_g, m));
    it.f.iter().for_each(|f| g.within(*f, &of_g));
    it.g.iter().for_each(|back| g.within(*back, &of_f));
    if n != m {
        return g.fail();
    }
    for (f, i) in it.f.iter().zip(numbered(it.first_f, n)) {
        for (back, j) in it.g.iter().zip(numbered(it.first_g, m)) {
            if g.is_full() {
                return;
            }
            if g.domain(*f).contains(j) {
                g.clause([f.is_not(j), back.is(i)]);
            }
            if both && g.domain(*back).contains(i) {
                g.clause([back.is_not(i), f.is(j)]);
            }
        }
    }
}
