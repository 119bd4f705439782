//! Tables of types, tags and constants by name.

use std::sync::Arc;

use csieve_graph::Bits;
use rustc_hash::FxHashMap;

use crate::lower::{constant::Constant, ctype::CType};

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The name of the member. It is empty for an unnamed structure or union, whose members count as members
    /// of the record around it.
    pub name: String,
    pub ty: CType,
    /// Whether the member is a bit-field, whose value is not tracked.
    pub bits: bool,
    /// The place of a bit-field in the record, if it is known.
    pub place: Option<Bits>,
    /// The offset in bytes from the start of the record; `None` for bit-fields, and if the layout of the
    /// record is not known.
    pub offset: Option<u64>,
}

/// The members and the layout of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Record {
    pub union: bool,
    pub fields: Vec<Field>,
    /// The places of the members in `fields`, in the order of their names.
    pub by_name: Vec<u32>,
    /// Whether all members were understood, so that `fields` is complete and in order.
    pub exact: bool,
    /// The size of the record in bytes, padding at the end included, if known.
    pub size: Option<u64>,
    /// The alignment of the record in bytes, if known.
    pub align: Option<u64>,
}

impl Record {
    /// Orders the members by name, once all are known.
    pub(crate) fn order(&mut self) {
        // Every file keeps the records of its headers.
        self.fields.shrink_to_fit();
        self.by_name = (0..self.fields.len() as u32).collect();
        // The first of several members of one name comes first.
        self.by_name.sort_by(|a, b| self.fields[*a as usize].name.cmp(&self.fields[*b as usize].name));
    }

    /// Returns the position in `fields` of the first member of a name.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        let first = self.by_name.partition_point(|at| self.fields[*at as usize].name.as_str() < name);
        let at = *self.by_name.get(first)? as usize;
        (self.fields[at].name == name).then_some(at)
    }

    /// Returns the members without a name, in order.
    pub(crate) fn unnamed(&self) -> impl Iterator<Item = &Field> {
        let unnamed = self.by_name.iter().map(|at| &self.fields[*at as usize]);
        unnamed.take_while(|field| field.name.is_empty())
    }
}

/// The names that one scope declares. A name with contradictory definitions has an unknown type or value.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeScope {
    typedefs: FxHashMap<String, CType>,
    /// The types of tags, by keyword and tag: `struct s`, `enum e`.
    tags: FxHashMap<String, CType>,
    constants: FxHashMap<String, Option<Constant>>,
    /// The values of enumerations, ascending, by keyword and tag or by the name of the type: `enum e`, `color_t`.
    enumerations: FxHashMap<String, Arc<[i128]>>,
    /// The types of objects of which nothing but the type matters, as in expressions that are not evaluated.
    objects: FxHashMap<String, CType>,
}

/// The types that a file declares outside functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    pub names: TypeScope,
    pub records: FxHashMap<Arc<str>, Arc<Record>>,
}

/// The records of several files, by their keys: most come from headers that they all include.
pub(crate) type SharedRecords = FxHashMap<Arc<str>, Vec<Arc<Record>>>;

impl TypeTable {
    /// Keeps the records of other files instead of equal ones, and adds the others to them.
    pub(crate) fn share(&mut self, shared: &mut SharedRecords) {
        for (key, record) in &mut self.records {
            let known = shared.entry(Arc::clone(key)).or_default();
            match known.iter().find(|known| *known == record) {
                Some(known) => *record = Arc::clone(known),
                None => known.push(Arc::clone(record)),
            }
        }
    }

    /// Returns the number of entries in all tables together, which grows with every new name.
    pub(crate) fn size(&self) -> usize {
        let names = &self.names;
        names.typedefs.len()
            + names.tags.len()
            + names.constants.len()
            + names.objects.len()
            + self.records.len()
    }
}

/// The meaning of an ordinary name (no tag, label or member).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Type(CType),
    /// An enumeration constant, with its value if that is known.
    Constant(Option<Constant>),
    /// An object or a function, with its type.
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

    pub(crate) fn enumeration(&self, name: &str) -> Option<&Arc<[i128]>> {
        self.enumerations.get(name)
    }

    /// Defines the values of an enumeration. One with contradictory definitions has none.
    pub(crate) fn define_enumeration(&mut self, name: &str, values: Arc<[i128]>) {
        let conflict = self.enumerations.get(name).is_some_and(|old| *old != values);
        self.enumerations.insert(name.to_owned(), if conflict { Arc::default() } else { values });
    }

    pub(crate) fn define_object(&mut self, name: &str, ty: CType) {
        define(&mut self.objects, name, ty);
    }

    pub(crate) fn define_constant(&mut self, name: &str, value: Option<Constant>) {
        let conflict = self.constants.get(name).is_some_and(|old| *old != value);
        self.constants.insert(name.to_owned(), value.filter(|_| !conflict));
    }

    /// Replaces the value of a constant. A constant with an unknown value is left as it is.
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

/// Adds a record. If the table has a different record with the same key, the layout for the key becomes
/// unknown.
pub(crate) fn define_record(records: &mut FxHashMap<Arc<str>, Arc<Record>>, key: Arc<str>, record: Record) {
    let conflict = records.get(&key).is_some_and(|old| **old != record);
    records.insert(key, Arc::new(if conflict { Record::default() } else { record }));
}
