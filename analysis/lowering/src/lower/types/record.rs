//! Reading structures and unions.

use super::{Attributes, Field as Member, Record, TypeReader, layout::Layout};
use csieve_base::model::DataModel;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Bits, IntType};

use crate::lower::ctype::{CType, Shape};

/// The name that expanded text gives to an unnamed bit-field: `int : 0;` becomes `int $ : 0;`.
const UNNAMED: &str = "$";

impl TypeReader<'_> {
    pub(super) fn record(&mut self, node: Node<'_>) -> CType {
        let name = node.field(Field::Name).map(|name| self.source(name));
        let kind = if node.kind() == Kind::UnionSpecifier { "union" } else { "struct" };
        let tag = format!("{kind} {}", name.unwrap_or_default());
        let named = name.is_some();
        let Some(body) = node.field(Field::Body) else {
            return self.env.tag(&tag).unwrap_or_else(|| CType::plain(Shape::Record(tag.into())));
        };
        let declared = if named { self.env.own_tag(&tag) } else { None };
        let key = match declared {
            Some(CType { shape: Shape::Record(key), .. }) => key,
            _ => self.env.record_key(&tag, named, node.start_byte()),
        };
        let ty = CType::plain(Shape::Record(key.clone()));
        if named {
            self.env.define_tag(&tag, ty.clone());
        }
        let mut record = Record { union: kind == "union", exact: true, ..Record::default() };
        let mut layout = Layout::on(self.env.model());
        let attributes = self.attributes(node);
        if attributes.only_packs() {
            layout.pack();
        } else if attributes.changes_layout() {
            layout.lose();
        }
        self.fields(body, &mut record, &mut layout);
        layout.finish(&mut record);
        record.order();
        self.env.define_record(key, record);
        ty
    }

    /// Handles `struct s;`, which declares a new `struct s` in the innermost scope and so hides an outer one.
    pub(crate) fn forward(&mut self, node: Node<'_>) {
        let (name, body) = (node.field(Field::Name), node.field(Field::Body));
        if let (Some(name), None, Kind::StructSpecifier | Kind::UnionSpecifier) = (name, body, node.kind()) {
            let kind = if node.kind() == Kind::UnionSpecifier { "union" } else { "struct" };
            let tag = format!("{kind} {}", self.source(name));
            if self.env.own_tag(&tag).is_none() {
                let key = self.env.record_key(&tag, true, node.start_byte());
                self.env.define_tag(&tag, CType::plain(Shape::Record(key)));
            }
        }
    }

    fn fields(&mut self, body: Node<'_>, record: &mut Record, layout: &mut Layout) {
        for item in body.named_children() {
            match item.kind() {
                Kind::FieldDeclaration => self.field(item, record, layout),
                Kind::Comment | Kind::PreprocDef | Kind::PreprocFunctionDef => {}
                // With preprocessor conditionals among the members, neither the members nor their offsets are
                // known.
                _ => {
                    record.exact = false;
                    layout.lose();
                }
            }
        }
    }

    fn field(&mut self, item: Node<'_>, record: &mut Record, layout: &mut Layout) {
        let specifiers = self.specifiers(item);
        let attributes = self.attributes(item);
        let is_packed = attributes.only_packs();
        if attributes.changes_layout() && !is_packed {
            layout.lose();
        }
        let mut unnamed = true;
        let children: Vec<Node<'_>> = item.children().collect();
        for (at, &child) in children.iter().enumerate() {
            if !child.kind().is_declarator() {
                continue;
            }
            unnamed = false;
            let (name, ty) = self.declare(child, &specifiers);
            let clause = children.get(at + 1).filter(|next| next.kind() == Kind::BitfieldClause);
            match (name, clause) {
                (name, Some(clause)) => {
                    if is_packed {
                        layout.lose();
                    }
                    let name = name.filter(|name| !name.is_empty() && name != UNNAMED);
                    let width = clause.named_child(0).and_then(|width| self.evaluate(width));
                    let width = width.and_then(|width| u64::try_from(width.value).ok());
                    let first =
                        layout.bits((self.env.size_of(&ty), self.env.align_of(&ty)), width, name.is_some());
                    if let Some(name) = name {
                        let first = if record.union { first.map(|_| 0) } else { first };
                        let model = self.env.model();
                        let place = place_of(&ty, first, width).filter(|_| !model.is_big_endian);
                        let ty = bit_field(ty, width, model);
                        record.fields.push(Member { name, ty, bits: true, offset: None, place });
                    }
                }
                (Some(name), None) => {
                    let size = if is_flexible(child) { Some(0) } else { self.env.size_of(&ty) };
                    let align = self.env.align_of(&ty).map(|align| if is_packed { 1 } else { align });
                    let offset = layout.member(size, align);
                    record.fields.push(Member { name, ty, bits: false, offset, place: None });
                }
                (None, None) => {
                    record.exact = false;
                    layout.lose();
                }
            }
        }
        if unnamed {
            self.unnamed_member(specifiers.ty, record, layout);
        }
    }

    /// Adds an unnamed structure or union to a record. Its members count as members of that record.
    fn unnamed_member(&mut self, ty: CType, record: &mut Record, layout: &mut Layout) {
        match self.env.record(&ty) {
            Some(inner) => {
                record.exact &= inner.exact;
                let offset = layout.member(inner.size, self.env.align_of(&ty));
                let name = String::new();
                record.fields.push(Member { name, ty, bits: false, offset, place: None });
            }
            None => {
                record.exact = false;
                layout.lose();
            }
        }
    }

    /// Returns the attributes in the children of a node, merged.
    pub(super) fn attributes(&self, node: Node<'_>) -> Attributes {
        let mut attributes = Attributes::default();
        for child in node.children() {
            match child.kind() {
                Kind::AttributeSpecifier | Kind::AttributeDeclaration | Kind::MsDeclspecModifier => {
                    attributes.read(self.source(child));
                }
                Kind::TypeQualifier if self.source(child).starts_with(['a', 'n', '_']) => {
                    attributes.read_qualifier(self.source(child));
                }
                _ => {}
            }
        }
        attributes
    }
}

/// Returns whether a declarator declares a member as `m[]`, a flexible array member, which adds no bytes to
/// the record.
fn is_flexible(mut declarator: Node<'_>) -> bool {
    while let Some(inner) = declarator.field(Field::Declarator) {
        if declarator.kind() == Kind::ArrayDeclarator
            && matches!(inner.kind(), Kind::FieldIdentifier | Kind::AttributedDeclarator)
        {
            return declarator.field(Field::Size).is_none();
        }
        declarator = inner;
    }
    false
}

/// Returns the place of a bit-field of a declared type that begins after `first` bits of its record.
fn place_of(declared: &CType, first: Option<u64>, width: Option<u64>) -> Option<Bits> {
    let int = declared.as_int()?;
    let width = u8::try_from(width?).ok().filter(|width| (1..=int.bits).contains(width))?;
    Some(Bits { first: first?, width, signed: int.signed })
}

/// Returns the type of a value read from a bit-field (C11 6.3.1.1). It is `int` if `int` holds all values of
/// the bit-field, even of an `unsigned` one. It is unknown for bit-fields wider than `int`, on which
/// compilers disagree.
fn bit_field(declared: CType, width: Option<u64>, model: DataModel) -> CType {
    let int = u64::from(model.int);
    let shape = match (&declared.shape, width) {
        (Shape::Int(IntType::BOOL), _) => return declared,
        (Shape::Int(_), Some(width)) if width < int => Shape::Int(IntType::int_of(model)),
        (Shape::Int(own), Some(width)) if width == int && own.bits == model.int => return declared,
        _ => Shape::Unknown,
    };
    CType { shape, ..declared }
}
