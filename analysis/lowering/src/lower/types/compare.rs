//! Compatibility of types, and the choice of `_Generic`.

use std::sync::Arc;

use super::{MAX_DEPTH, TypeReader};
use csieve_frontend::syntax::{Kind, Node};
use csieve_graph::IntType;

use crate::lower::ctype::{CType, Shape, Signature};

impl TypeReader<'_> {
    /// Returns whether two types are compatible, or `None` if that is not certain. Some types that C
    /// distinguishes are the same here (`char` and `signed char`, `long` and `long long`), so the answer for
    /// them is `None`.
    pub(crate) fn compatible(&self, left: &CType, right: &CType) -> Option<bool> {
        self.compatible_at(left, right, 0)
    }

    fn compatible_at(&self, left: &CType, right: &CType, depth: u32) -> Option<bool> {
        if left.is_unknown() || right.is_unknown() || depth > MAX_DEPTH {
            return if left == right && left.shape != Shape::Unknown { Some(true) } else { None };
        }
        if left.volatile != right.volatile || left.constant != right.constant {
            return Some(false);
        }
        if left.volatile {
            // Each type is `_Atomic` or `volatile`. C distinguishes these two, but they are not distinguished
            // here.
            return None;
        }
        match (&left.shape, &right.shape) {
            (Shape::Void, Shape::Void) => Some(true),
            (Shape::Int(a), Shape::Int(b)) if a != b => Some(false),
            (Shape::Int(a), Shape::Int(_)) => self.is_alone(*a).then_some(true),
            (Shape::Float(a), Shape::Float(b)) if a != b => Some(false),
            (Shape::Float(4), Shape::Float(4)) => Some(true),
            (Shape::Float(_), Shape::Float(_)) => None,
            (Shape::Pointer(a), Shape::Pointer(b)) => self.compatible_at(a, b, depth + 1),
            (Shape::Array(a, m), Shape::Array(b, n)) => match self.compatible_at(a, b, depth + 1) {
                Some(true) if m.is_some() && n.is_some() => Some(m == n),
                Some(true) => None,
                other => other,
            },
            (Shape::Record(a), Shape::Record(b)) => {
                let known = self.env.record(left).is_some() && self.env.record(right).is_some();
                if a == b { Some(true) } else { known.then_some(false) }
            }
            (Shape::Function(a), Shape::Function(b)) => self.same_signature(a, b, depth + 1),
            _ => Some(false),
        }
    }

    /// Returns whether only one type of the language has this width and sign: not `int` and `long`, `long` and `long long`, or
    /// `char` and one of `signed char` and `unsigned char`.
    fn is_alone(&self, int: IntType) -> bool {
        let model = self.env.model();
        let others = [model.short, model.int, model.long, model.long_long];
        let alike = others.into_iter().filter(|bits| *bits == int.bits).count();
        match int.bits {
            8 => int.signed != model.char_is_signed,
            _ => alike < 2,
        }
    }

    fn same_signature(&self, a: &Arc<Signature>, b: &Arc<Signature>, depth: u32) -> Option<bool> {
        if a == b && a.params.is_some() {
            return self.compatible_at(&a.returns, &b.returns, depth);
        }
        match self.compatible_at(&a.returns, &b.returns, depth) {
            Some(false) => Some(false),
            _ => None,
        }
    }

    /// Returns the expressions that a `_Generic` may choose, in order. There is only one if the compatibility
    /// of all types is certain.
    pub(crate) fn generic_choices<'t>(&mut self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut items: Vec<Node<'t>> = node.named_children().collect();
        items.retain(|item| item.kind() != Kind::Comment);
        let Some((&control, rest)) = items.split_first() else { return Vec::new() };
        let control = self.type_of(control).decayed();
        let (mut choices, mut default, mut certain) = (Vec::new(), None, false);
        for pair in rest.chunks(2) {
            let [ty, chosen] = pair else { continue };
            if self.source(*ty) == "default" {
                default = Some(*chosen);
                continue;
            }
            let ty = self.type_descriptor(*ty);
            match self.compatible(&control, &ty) {
                Some(false) => {}
                Some(true) => {
                    choices.push(*chosen);
                    certain = true;
                }
                None => choices.push(*chosen),
            }
        }
        match default {
            Some(default) if !certain => choices.push(default),
            _ => {}
        }
        choices
    }

    /// Returns the expression that a `_Generic` chooses, if the choice is certain.
    pub(crate) fn generic<'t>(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        match self.generic_choices(node).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}
