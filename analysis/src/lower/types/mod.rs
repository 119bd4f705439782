//! Type names: typedefs, structures, enumerations, and how declarations are read.

mod builtin;
mod declarator;
mod enumeration;
mod evaluate;
mod record;
mod specifier;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::{constant::Constant, ctype::CType};

pub(crate) use self::{
    builtin::builtin,
    declarator::is_declarator,
    evaluate::{binary_op, unary_op},
    specifier::{Specifiers, says_noreturn},
};

/// How deep declarators and constant expressions are followed.
const MAX_DEPTH: u32 = 64;

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub ty: CType,
    /// A bit-field: its value is not followed.
    pub bits: bool,
}

/// A structure or union.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Record {
    pub union: bool,
    pub fields: Vec<Field>,
    /// Every member was understood, so that positions and sizes can be trusted.
    pub exact: bool,
}

/// The named types and constants of a unit or a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    pub typedefs: FxHashMap<String, CType>,
    pub records: FxHashMap<Arc<str>, Record>,
    /// The types of enumerations by tag.
    pub enums: FxHashMap<String, CType>,
    pub constants: FxHashMap<String, Constant>,
    /// Names defined in more than one way: nothing is known about them.
    conflicts: FxHashSet<String>,
}

/// Reads declarations of one text into a table, on top of the table of the unit.
pub(crate) struct TypeReader<'a> {
    pub text: &'a str,
    pub outer: Option<&'a TypeTable>,
    pub table: &'a mut TypeTable,
    /// Tells keys of unnamed records in different texts apart.
    pub prefix: &'a str,
}

impl TypeTable {
    pub fn define_typedef(&mut self, name: &str, ty: CType) {
        let conflict = self.typedefs.get(name).is_some_and(|old| *old != ty);
        self.typedefs.insert(name.to_owned(), if conflict { CType::UNKNOWN } else { ty });
    }

    pub fn define_constant(&mut self, name: &str, value: Option<Constant>) {
        let conflict =
            self.conflicts.contains(name) || self.constants.get(name).is_some_and(|old| Some(*old) != value);
        match value {
            Some(value) if !conflict => {
                self.constants.insert(name.to_owned(), value);
            }
            _ => {
                self.constants.remove(name);
                self.conflicts.insert(name.to_owned());
            }
        }
    }

    /// Forgets a constant whose name something else may define as well.
    pub fn forget_constant(&mut self, name: &str) {
        self.define_constant(name, None);
    }

    fn define_record(&mut self, key: Arc<str>, record: Record) {
        let conflict = self.records.get(&key).is_some_and(|old| *old != record);
        self.records.insert(key, if conflict { Record::default() } else { record });
    }
}

impl TypeReader<'_> {
    fn source(&self, node: Node<'_>) -> &str {
        &self.text[node.byte_range()]
    }

    fn typedef(&self, name: &str) -> Option<CType> {
        let own = self.table.typedefs.get(name);
        own.or_else(|| self.outer.and_then(|outer| outer.typedefs.get(name))).cloned()
    }

    fn constant(&self, name: &str) -> Option<Constant> {
        if self.table.conflicts.contains(name) {
            return None;
        }
        let own = self.table.constants.get(name);
        own.or_else(|| self.outer.and_then(|outer| outer.constants.get(name))).copied()
    }
}
