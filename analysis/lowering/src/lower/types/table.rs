//! Types, tags and constants by name.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::lower::{constant::Constant, ctype::CType};

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Empty for an unnamed structure or union, whose members are members of the one around it.
    pub name: String,
    pub ty: CType,
    /// A bit-field: its value is not followed.
    pub bits: bool,
    /// Bytes from the start of the record; none for bit-fields and where the layout is not known.
    pub offset: Option<u64>,
}

/// A structure or union.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Record {
    pub union: bool,
    pub fields: Vec<Field>,
    /// Every member was understood: there are no others, and they stand in this order.
    pub exact: bool,
    /// Bytes, with the padding at the end.
    pub size: Option<u64>,
    /// Bytes.
    pub align: Option<u64>,
}

/// What one scope declares; a name defined in more than one way stands for nothing known.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeScope {
    typedefs: FxHashMap<String, CType>,
    /// By keyword and tag: `struct s`, `enum e`.
    tags: FxHashMap<String, CType>,
    constants: FxHashMap<String, Option<Constant>>,
    /// Objects that matter by their type only.
    objects: FxHashMap<String, CType>,
}

/// The types of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    pub names: TypeScope,
    pub records: FxHashMap<Arc<str>, Record>,
}

impl TypeTable {
    /// How much is declared: it grows with every new name.
    pub(crate) fn size(&self) -> usize {
        let names = &self.names;
        names.typedefs.len()
            + names.tags.len()
            + names.constants.len()
            + names.objects.len()
            + self.records.len()
    }
}

/// What an ordinary name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Type(CType),
    /// A constant, if its value is known.
    Constant(Option<Constant>),
    /// An object or a function.
    Object(CType),
}

impl TypeScope {
    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some(ty) = self.typedefs.get(name) {
            return Some(Meaning::Type(ty.clone()));
        }
        if let Some(constant) = self.constants.get(name) {
            return Some(Meaning::Constant(*constant));
        }
        self.objects.get(name).cloned().map(Meaning::Object)
    }

    pub(crate) fn tag(&self, tag: &str) -> Option<&CType> {
        self.tags.get(tag)
    }

    pub(crate) fn define_typedef(&mut self, name: &str, ty: CType) {
        define(&mut self.typedefs, name, ty);
    }

    pub(crate) fn define_tag(&mut self, tag: &str, ty: CType) {
        define(&mut self.tags, tag, ty);
    }

    pub(crate) fn define_object(&mut self, name: &str, ty: CType) {
        define(&mut self.objects, name, ty);
    }

    pub(crate) fn define_constant(&mut self, name: &str, value: Option<Constant>) {
        let conflict = self.constants.get(name).is_some_and(|old| *old != value);
        self.constants.insert(name.to_owned(), value.filter(|_| !conflict));
    }

    /// Gives a constant whose value is known another one.
    pub(crate) fn replace_constant(&mut self, name: &str, value: Option<Constant>) {
        if let Some(known) = self.constants.get_mut(name).filter(|known| known.is_some()) {
            *known = value;
        }
    }
}

fn define(types: &mut FxHashMap<String, CType>, name: &str, ty: CType) {
    let conflict = types.get(name).is_some_and(|old| *old != ty);
    types.insert(name.to_owned(), if conflict { CType::UNKNOWN } else { ty });
}

/// Enters a record; one that is defined in two ways is not known.
pub(crate) fn define_record(records: &mut FxHashMap<Arc<str>, Record>, key: Arc<str>, record: Record) {
    let conflict = records.get(&key).is_some_and(|old| *old != record);
    records.insert(key, if conflict { Record::default() } else { record });
}
