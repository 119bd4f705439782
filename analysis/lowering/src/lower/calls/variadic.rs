//! Lowering of variable arguments: `va_start`, `va_arg` and the like. The proofs take a variable argument as
//! any value. The machine knows the arguments of a call and follows the lists.

use csieve_base::text::Span;
use csieve_frontend::syntax::{Kind, Node};
use csieve_graph::{Action, ArgumentList, ExprKind, ListStep, Meant};

use crate::lower::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    types::VA_LIST,
    usage::inner,
};

impl<'a> Lowering<'a> {
    /// Lowers `va_start`, `va_copy` or `va_end`, whose operands are `lists`.
    pub(super) fn variable_arguments(&mut self, name: &str, lists: &[Node<'a>], span: Span) -> Lowered<()> {
        let used = if name.ends_with("va_copy") { 2 } else { 1 };
        let mut known = Vec::new();
        for (position, list) in lists.iter().enumerate() {
            if position < used {
                known.push(self.argument_list(*list)?);
            } else if self.has_effects(*list) {
                self.discard(*list)?;
            }
        }
        let step = match known.as_slice() {
            [Some(to), Some(from)] => ListStep::Copy { to: *to, from: *from },
            [Some(list)] if name.ends_with("va_start") => ListStep::Start(*list),
            [Some(list)] => ListStep::End(*list),
            _ => return Ok(()),
        };
        self.list_step(step, span);
        Ok(())
    }

    /// Lowers `va_arg(list, T)`.
    pub(super) fn next_argument(&mut self, list: Node<'a>, ty: &CType, span: Span) -> Lowered<Value> {
        let Some(list) = self.argument_list(list)? else { return Ok(self.any(ty)) };
        let record = match ty.shape {
            Shape::Record(_) => self.size_of(ty),
            Shape::Int(_) | Shape::Float(_) | Shape::Pointer(_) => None,
            _ => return Ok(self.any(ty)),
        };
        self.list_step(ListStep::Fetch { list, ty: ty.ty(), record }, span);
        let fetched = Meant::Argument(self.graph.last_edge());
        if ty.is_aggregate() {
            let pointer = self.any_meant(&ty.clone().pointer(), fetched);
            return Ok(self.object_value(pointer.expr, ty));
        }
        Ok(self.any_meant(ty, fetched))
    }

    fn list_step(&mut self, step: ListStep, span: Span) {
        self.step(Action::Skip, span);
        let edge = self.graph.last_edge();
        self.graph.concrete().lists.insert(edge, step);
    }

    /// Lowers the expression for a list of variable arguments; `None` if its type is not known.
    fn argument_list(&mut self, node: Node<'a>) -> Lowered<Option<ArgumentList>> {
        let node = inner(node);
        if !self.has_effects(node) && !self.is_argument_list(node) {
            return Ok(None);
        }
        let value = self.value(node)?;
        if !leads_to_list(&value.ty) {
            return Ok(None);
        }
        // A parameter of the type `va_list` is a pointer to the list of a caller.
        let is_variable =
            matches!(self.graph.exprs_ref().get(value.expr).kind, ExprKind::Var(_) | ExprKind::Load(_));
        let is_passed = node.kind() == Kind::Identifier && is_variable;
        Ok(Some(ArgumentList { pointer: value.expr, is_passed }))
    }

    /// Returns whether an expression has the type `va_list`, or that of a parameter that is one.
    fn is_argument_list(&mut self, node: Node<'a>) -> bool {
        leads_to_list(&self.type_reader().type_of(node).decayed())
    }
}

/// Returns whether a type is that of a pointer to a list of variable arguments.
fn leads_to_list(ty: &CType) -> bool {
    matches!(ty.target().map(|target| &target.shape), Some(Shape::Record(key)) if &**key == VA_LIST)
}
