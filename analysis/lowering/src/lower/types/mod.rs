//! Types: reading declarations, computing layouts, and evaluating constant expressions.

mod access;
mod address;
mod attributes;
mod builtin;
mod compare;
mod declarator;
mod enumeration;
mod environment;
mod evaluate;
mod infer;
mod layout;
mod length;
mod listed;
mod measure;
mod operators;
mod record;
mod specifier;
mod table;

pub(crate) use self::{
    access::Accessed,
    attributes::Attributes,
    builtin::builtin,
    environment::Environment,
    evaluate::{binary_op, compound_op, unary_op},
    layout::VA_LIST,
    listed::{Element, Listed},
    operators::arguments,
    specifier::Specifiers,
    table::{Field, Meaning, Record, SharedRecords, TypeScope, TypeTable},
};
use csieve_frontend::syntax::Node;

/// The maximum nesting depth of types, declarators and constant expressions.
const MAX_DEPTH: u32 = 64;

/// Reads types, declarations and constant expressions in an environment.
pub(crate) struct TypeReader<'a> {
    text: &'a str,
    pub env: Environment<'a>,
    /// The current nesting depth of types, expressions and parameter lists, at most [`MAX_DEPTH`].
    depth: u32,
}

impl<'a> TypeReader<'a> {
    pub(super) fn new(text: &'a str, env: Environment<'a>) -> Self {
        Self { text, env, depth: 0 }
    }

    /// Calls `read` one nesting level deeper. Returns `None` if the nesting is too deep, or if `read` does.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn source(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }
}
