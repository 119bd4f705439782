//! Values that the graph widens to any value, but of which the machine knows what they are.

use csieve_graph::{Action, BinaryOp, ExprId, ExprKind, IntType, Layout, Meant, Type};

use super::{
    Lowering,
    convert::Value,
    ctype::{CType, Shape},
    literal,
    place::Lvalue,
    scope::Symbol,
    types::Field,
};
use csieve_base::text::Span;

/// The largest number of scalars that are listed of a structure.
const MOST_SCALARS: usize = 128;

impl Lowering<'_> {
    /// Returns any value of a type, with its meaning.
    pub(super) fn any_meant(&mut self, ty: &CType, meant: Meant) -> Value {
        let any = self.any(ty);
        self.graph.concrete().values.insert(any.expr, meant);
        any
    }

    fn meant(&self, expr: ExprId) -> Option<&Meant> {
        self.graph.so_far().concrete.values.get(&expr)
    }

    /// Returns the value of an object at a pointer that is not tracked, such as a volatile one.
    pub(super) fn hidden_value(&mut self, pointer: ExprId, ty: &CType) -> Value {
        let meant = match &ty.shape {
            _ if self.graph.so_far().concrete.bits.contains_key(&pointer) => Meant::Bits(pointer),
            _ if self.is_foreign(pointer) && !self.is_errno(pointer) => return self.any(ty),
            Shape::Int(_) | Shape::Pointer(_) | Shape::Float(_) => {
                Meant::Value(self.graph.exprs().add(ExprKind::Load(pointer), ty.ty()))
            }
            _ => return self.any(ty),
        };
        self.any_meant(ty, meant)
    }

    /// Returns whether a pointer is the address of an object of the C library, such as `errno`, which every
    /// call may change.
    fn is_foreign(&self, pointer: ExprId) -> bool {
        let graph = self.graph.so_far();
        let ExprKind::Address(name) = &graph.exprs.get(pointer).kind else { return false };
        !graph.automatic.contains(&pointer)
            && !self.context.globals.contains_key(name)
            && !name.starts_with("the table of ")
            && !graph.statics.own.contains(&pointer)
    }

    /// Returns whether a pointer is the address of `errno`. The machine knows which calls may change it.
    fn is_errno(&self, pointer: ExprId) -> bool {
        matches!(&self.graph.so_far().exprs.get(pointer).kind, ExprKind::Address(name) if name == "errno")
    }

    /// Returns the value of the structure or union at a pointer.
    pub(super) fn object_value(&mut self, pointer: ExprId, ty: &CType) -> Value {
        match self.layout(ty) {
            Some(layout) => self.any_meant(ty, Meant::Object { pointer, layout }),
            None => self.any(ty),
        }
    }

    /// Returns the structure or union that the call on the last edge returned.
    pub(super) fn returned_value(&mut self, ty: &CType) -> Value {
        let graph = self.graph.so_far();
        if !graph.edges.last().is_some_and(|edge| matches!(edge.action, Action::Call { .. })) {
            return self.any(ty);
        }
        let call = self.graph.last_edge();
        let pointer = self.any_meant(&ty.clone().pointer(), Meant::Result(call));
        self.object_value(pointer.expr, ty)
    }

    /// Returns any value of a type that is the same structure or union as `value`, if that is known.
    pub(super) fn same_object(&mut self, ty: &CType, value: &Value) -> Value {
        match self.meant(value.expr) {
            Some(meant @ Meant::Object { .. }) => {
                let meant = meant.clone();
                self.any_meant(ty, meant)
            }
            _ => self.any(ty),
        }
    }

    /// Returns any value that `value`, which is any value itself, has after a conversion.
    pub(super) fn converted_any(&mut self, value: &Value, to: &CType) -> Value {
        let from = self.graph.exprs_ref().get(value.expr).ty;
        let is_scalar = |ty: Type| matches!(ty, Type::Int(_) | Type::Pointer | Type::Float(_));
        match self.meant(value.expr) {
            Some(Meant::Object { .. }) => self.same_object(to, value),
            Some(_) if from == to.ty() => self.any_meant(to, Meant::Value(value.expr)),
            Some(_) if is_scalar(from) && is_scalar(to.ty()) => {
                let cast = self.graph.exprs().add(ExprKind::Cast(value.expr), to.ty());
                self.any_meant(to, Meant::Value(cast))
            }
            _ => self.any(to),
        }
    }

    /// Returns a value after a cast to a floating type: any value for the proofs.
    pub(super) fn cast_to_float(&mut self, value: &Value, to: &CType) -> Value {
        match self.graph.exprs_ref().get(value.expr).ty {
            Type::Int(_) | Type::Float(_) => {
                let cast = self.graph.exprs().add(ExprKind::Cast(value.expr), to.ty());
                self.any_meant(to, Meant::Value(cast))
            }
            _ => self.any(to),
        }
    }

    /// Returns the value of a floating literal.
    pub(super) fn real(&mut self, text: &str, bytes: u8) -> Value {
        let ty = CType::plain(Shape::Float(bytes));
        match literal::real(text, bytes) {
            Some(number) => self.any_meant(&ty, Meant::Real(number.to_bits())),
            None => self.any(&ty),
        }
    }

    /// Returns the value of a member of a structure or union that is a value, such as the result of a call.
    pub(super) fn member_value(&mut self, record: &Value, name: &str, span: Span) -> Value {
        let ty = self.member_type(&record.ty, name).0;
        let Some(Meant::Object { pointer, .. }) = self.meant(record.expr) else { return self.any(&ty) };
        let base = Value { expr: *pointer, ty: record.ty.clone().pointer() };
        let Lvalue::Memory { pointer, .. } = self.member_place(&base, &record.ty, name, span) else {
            return self.any(&ty);
        };
        match ty.shape {
            Shape::Record(_) => self.object_value(pointer, &ty),
            Shape::Array(..) => self.any_meant(&ty, Meant::Value(pointer)),
            _ => self.hidden_value(pointer, &ty),
        }
    }

    /// Returns the number of elements between two pointers to elements of one type.
    pub(super) fn elements_between(&mut self, left: &Value, right: &Value) -> Value {
        let size = left.ty.target().cloned().and_then(|element| self.size_of(&element));
        let Some(size) = size.filter(|size| *size > 0) else { return self.any(&self.difference()) };
        let bytes = self.graph.exprs().binary(BinaryOp::Sub, left.expr, right.expr, Type::Int(IntType::LONG));
        self.any_meant(&self.difference(), Meant::Elements { bytes, size })
    }

    /// Returns whether an expression that is any value reads memory in the program.
    pub(super) fn any_reads_memory(&self, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            let parts: &[ExprId] = match self.meant(expr) {
                Some(Meant::Bits(_)) => return true,
                Some(Meant::Value(value) | Meant::Elements { bytes: value, .. }) => {
                    std::slice::from_ref(value)
                }
                Some(Meant::Exact { operands, .. }) => operands,
                _ => &[],
            };
            let mut reads = false;
            for part in parts {
                self.graph.exprs_ref().walk(*part, |id, expr| match expr.kind {
                    ExprKind::Load(_) => reads = true,
                    ExprKind::Var(var) => reads |= self.graph.var_info(var).exposed,
                    ExprKind::Any(_) => pending.push(id),
                    _ => {}
                });
            }
            if reads {
                return true;
            }
        }
        false
    }

    /// Returns the size and the scalars of a structure or union, if its size is known.
    fn layout(&mut self, ty: &CType) -> Option<Layout> {
        let bytes = self.size_of(ty)?;
        let mut scalars = Vec::new();
        let mut pending = vec![(0, ty.clone())];
        while let Some((offset, ty)) = pending.pop() {
            match &ty.shape {
                Shape::Array(element, Some(count)) => {
                    let Some(size) = self.size_of(element) else { continue };
                    let count = (*count).min(MOST_SCALARS as u64);
                    let at = |index: u64| Some(offset).zip(index.checked_mul(size)).map(|(a, b)| a + b);
                    pending.extend((0..count).filter_map(at).map(|at| (at, CType::clone(element))));
                }
                Shape::Record(_) => {
                    let fields = self.record(&ty).filter(|record| !record.union).map(|record| &record.fields);
                    let parts = fields.into_iter().flatten();
                    let part = |field: &Field| Some((offset.checked_add(field.offset?)?, field.ty.clone()));
                    let parts: Vec<_> = parts.filter_map(part).collect();
                    pending.extend(parts);
                }
                Shape::Int(_) | Shape::Pointer(_) | Shape::Float(_) => scalars.push((offset, ty.ty())),
                _ => {}
            }
            if scalars.len() >= MOST_SCALARS || pending.len() > 4 * MOST_SCALARS {
                break;
            }
        }
        scalars.sort_unstable_by_key(|(offset, _)| *offset);
        Some(Layout { bytes, scalars })
    }

    /// Records the object of the parameter that was added last, if the parameter lives in memory.
    pub(super) fn note_parameter(&mut self, symbol: &Symbol) {
        let Symbol::Memory { address, ty } = symbol else { return };
        let scalar = (!ty.is_aggregate()).then(|| ty.ty());
        let address = *address;
        if let Some(last) = self.graph.concrete().params.last_mut() {
            *last = Some((address, scalar));
        }
    }
}
