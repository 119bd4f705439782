//! From preprocessed tokens to syntax trees.
//!
//! tree-sitter knows no typedefs and not all extensions of C, so it misreads some C. This crate therefore
//! does not parse a file as it stands. It writes the preprocessed tokens of a unit as new texts that
//! tree-sitter cannot misread, and parses these texts.
//!
//! 1. [`translation`] cuts the tokens of a unit ([`translation::UnitTokens`]) into external declarations. The
//!    result is a [`translation::Translation`]: one text for each function ([`translation::FunctionText`]),
//!    one for the declarations of the file, and one for the declarations that the file needs from headers.
//! 2. [`syntax`] parses such a text to a [`syntax::Unit`]. Its [`syntax::Node`]s have kinds and fields that
//!    are types, so that a misspelt kind does not compile.
//!
//! The lowering (`csieve-lowering`) reads the trees. A [`translation::PositionMap`] leads from a range of a
//! function's text back to the range of the file that the user sees.
//!
//! What always holds:
//! - Every piece of a function's text has a place in the file: its [`translation::Origin`].
//! - The text of a function does not depend on where in the file the function stands, so it stays the same
//!   when other parts of the file change.
//! - Rewritten code means the same to the analysis as the original. Names that start with `$` stand for
//!   constructs that the grammar lacks.
//! - Broken code is not rejected here. Tokens that are no declaration are left out.

pub mod syntax;
pub mod translation;
