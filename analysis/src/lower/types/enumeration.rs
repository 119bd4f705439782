//! Enumerations and their constants.

use tree_sitter::Node;

use super::TypeReader;
use crate::{
    cfg::IntType,
    lower::{constant::Constant, ctype::CType},
};

impl TypeReader<'_> {
    pub(super) fn enumeration(&mut self, node: Node<'_>) -> CType {
        let tag = node.child_by_field_name("name").map(|name| self.source(name).to_owned());
        let Some(body) = node.child_by_field_name("body") else {
            let tag = tag.unwrap_or_default();
            let own = self.table.enums.get(&tag);
            let known = own.or_else(|| self.outer.and_then(|outer| outer.enums.get(&tag)));
            return known.cloned().unwrap_or(CType::UNKNOWN);
        };
        let mut next = Some(0_i128);
        let (mut known, mut negative) = (true, false);
        let mut cursor = body.walk();
        for item in body.named_children(&mut cursor) {
            match item.kind() {
                "enumerator" => {}
                "comment" => continue,
                _ => {
                    (known, next) = (false, None);
                    continue;
                }
            }
            let Some(name) = item.child_by_field_name("name") else { continue };
            if let Some(value) = item.child_by_field_name("value") {
                next = self.evaluate(value, 0).map(|constant| constant.value);
            }
            let value = next.filter(|value| (IntType::INT.min()..=IntType::INT.max()).contains(value));
            known &= value.is_some();
            negative |= value.is_some_and(|value| value < 0);
            let name = self.source(name).to_owned();
            self.table.define_constant(&name, value.map(Constant::int));
            next = value.map(|value| value + 1);
        }
        let has_attribute = node.named_child_count() > 1 + usize::from(tag.is_some());
        let ty = match (known && !has_attribute, negative) {
            (false, _) => CType::UNKNOWN,
            (true, true) => CType::INT,
            (true, false) => CType::int(IntType::UINT),
        };
        if let Some(tag) = tag {
            let conflict = self.table.enums.get(&tag).is_some_and(|old| *old != ty);
            self.table.enums.insert(tag, if conflict { CType::UNKNOWN } else { ty.clone() });
        }
        ty
    }
}
