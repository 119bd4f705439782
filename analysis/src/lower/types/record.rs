//! Structures and unions.

use std::sync::Arc;

use tree_sitter::Node;

use super::{Field, Record, TypeReader, is_declarator};
use crate::lower::ctype::{CType, Shape};

impl TypeReader<'_> {
    pub(super) fn record(&mut self, node: Node<'_>, depth: u32) -> CType {
        let name = node.child_by_field_name("name").map(|name| self.source(name).to_owned());
        let kind = if node.kind() == "union_specifier" { "union" } else { "struct" };
        let key: Arc<str> = match name {
            Some(name) => format!("{kind} {name}").into(),
            None => format!("{kind} {}@{}", self.prefix, node.start_byte()).into(),
        };
        if let Some(body) = node.child_by_field_name("body") {
            let mut record = Record { union: kind == "union", fields: Vec::new(), exact: true };
            self.fields(body, &mut record, depth + 1);
            self.table.define_record(key.clone(), record);
        }
        CType::plain(Shape::Record(key))
    }

    fn fields(&mut self, body: Node<'_>, record: &mut Record, depth: u32) {
        let mut cursor = body.walk();
        for item in body.named_children(&mut cursor) {
            match item.kind() {
                "field_declaration" => self.field(item, record, depth),
                "comment" | "preproc_def" | "preproc_function_def" => {}
                // Members under a condition: which there are is not known, and neither are positions.
                _ => record.exact = false,
            }
        }
    }

    fn field(&mut self, item: Node<'_>, record: &mut Record, depth: u32) {
        let base = self.specifiers(item, depth).ty;
        let mut cursor = item.walk();
        let mut unnamed = true;
        for child in item.children(&mut cursor) {
            if child.kind() == "bitfield_clause" {
                if let Some(last) = record.fields.last_mut().filter(|_| !unnamed) {
                    last.bits = true;
                }
            } else if is_declarator(child) {
                unnamed = false;
                let (name, ty) = self.declarator(child, base.clone());
                match name {
                    Some(name) => record.fields.push(Field { name, ty, bits: false }),
                    None => record.exact = false,
                }
            }
        }
        if unnamed {
            self.unnamed_member(&base, record);
        }
    }

    /// The members of an unnamed structure or union are members of the one around it; they share
    /// storage in ways that are not followed.
    fn unnamed_member(&mut self, base: &CType, record: &mut Record) {
        record.exact = false;
        let Shape::Record(key) = &base.shape else { return };
        if let Some(inner) = self.table.records.get(key) {
            let overlapping = inner.union;
            let members = inner.fields.clone();
            record.fields.extend(members.into_iter().map(|mut field| {
                field.bits |= overlapping;
                field
            }));
        }
    }
}
