//! A choice of one row for each kind of whole constraint.

use super::Ground;
use super::{
    bin_packing, cardinality, circuit, cumulative, diffn, disjunctive, inverse, lex, n_value, overlap, regular,
};
use crate::model::global::{
    BinPacking, Cardinality, Circuit, Cumulative, Diffn, Disjunctive, Inverse, Lex, NValue, Overlap, Regular,
};

/// A way to say a kind of constraint in basic ones.
pub struct Row<G: 'static> {
    /// The name a user picks it by.
    pub name: &'static str,
    /// One line on what it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Says the constraint on the ground.
    pub write: fn(&G, &mut dyn Ground),
}

/// Kind, name, summary and reference of a row, for listings.
pub type RowInfo = (&'static str, &'static str, &'static str, &'static str);

/// Declares the kinds once: the fields of the choice, its default, and what looks through all of them.
macro_rules! kinds {
    ($($field:ident: $kind:ident, $word:literal;)*) => {
        /// One row for each kind.
        #[derive(Clone, Copy)]
        pub struct Rows {
            $(
                #[doc = concat!("How `", $word, "` is said.")]
                pub $field: &'static Row<$kind>,
            )*
        }

        impl Default for Rows {
            fn default() -> Rows {
                Rows { $($field: &$field::TABLE[0]),* }
            }
        }

        impl Rows {
            /// The same with the row of this name in the place of its kind's, if there is one.
            pub fn with(self, name: &str) -> Option<Rows> {
                $(
                    if let Some($field) = $field::TABLE.iter().find(|row| row.name == name) {
                        return Some(Rows { $field, ..self });
                    }
                )*
                None
            }

            /// Every row of every kind.
            pub fn all() -> Vec<RowInfo> {
                let mut all = Vec::new();
                $(all.extend($field::TABLE.iter().map(|row| ($word, row.name, row.summary, row.reference)));)*
                all
            }

            /// The names of the rows that are not the first of their tables.
            pub fn chosen(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(names.extend(Some(self.$field.name).filter(|name| *name != $field::TABLE[0].name));)*
                names
            }
        }
    };
}

kinds! {
    cumulative: Cumulative, "cumulative";
    disjunctive: Disjunctive, "disjunctive";
    circuit: Circuit, "circuit";
    regular: Regular, "regular";
    cardinality: Cardinality, "cardinality";
    inverse: Inverse, "inverse";
    lex: Lex, "lex";
    bin_packing: BinPacking, "bin-packing";
    n_value: NValue, "nvalue";
    diffn: Diffn, "diffn";
    overlap: Overlap, "overlap";
}
