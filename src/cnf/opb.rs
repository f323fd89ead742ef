//! Pseudo-Boolean constraints, to be written as OPB.
