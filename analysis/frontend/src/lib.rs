//! From tokens to trees: external declarations as texts that tree-sitter cannot misread, and their trees.

pub mod syntax;
pub mod translation;
