//! `sizeof` and its kin: nothing is evaluated.

use tree_sitter::Node;

use super::super::{
    Lowering,
    constant::Constant,
    convert::Value,
    ctype::{CType, Shape},
    scope::Symbol,
    usage::inner,
};
use crate::cfg::IntType;

impl<'a> Lowering<'a> {
    pub(super) fn measure(&mut self, node: Node<'a>) -> Value {
        let ty = if node.kind() == "sizeof_expression" { self.measured(node) } else { None };
        match ty.and_then(|ty| size_of(&ty)) {
            Some(size) => self.constant(Constant { value: i128::from(size), ty: IntType::ULONG }),
            None => self.any(&CType::ULONG),
        }
    }

    fn measured(&mut self, node: Node<'a>) -> Option<CType> {
        if let Some(ty) = node.child_by_field_name("type") {
            let is_name = ty.named_child_count() == 1
                && ty.child_by_field_name("type").is_some_and(|name| name.kind() == "type_identifier");
            return if is_name && self.is_value_name(self.source(ty)) {
                self.object_type(self.source(ty))
            } else {
                Some(self.type_reader().type_descriptor(ty))
            };
        }
        let operand = inner(node.child_by_field_name("value")?);
        match operand.kind() {
            "identifier" => self.object_type(self.source(operand)),
            "char_literal" => Some(CType::INT),
            _ => None,
        }
    }

    fn object_type(&self, name: &str) -> Option<CType> {
        if self.context.macros.get(name).is_some() {
            return None;
        }
        let local = self.scopes.get(name).map(Symbol::ty);
        local.or_else(|| self.context.globals.get(name).map(|global| &global.ty)).cloned()
    }
}

/// Bytes of a type on LP64, where that needs no layout.
fn size_of(ty: &CType) -> Option<u64> {
    let mut ty = ty;
    let mut count: u64 = 1;
    loop {
        match &ty.shape {
            Shape::Int(int) => return count.checked_mul(u64::from(int.bits.div_ceil(8))),
            Shape::Pointer(_) => return count.checked_mul(8),
            Shape::Array(element, Some(length)) => {
                count = count.checked_mul(*length)?;
                ty = element;
            }
            _ => return None,
        }
    }
}
