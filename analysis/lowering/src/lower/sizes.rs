//! Recording the sizes of objects and of accesses, for the checks of sizes.

use super::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    literal,
};
use csieve_base::{library::Entry, text::Span};
use csieve_frontend::syntax::Node;
use csieve_graph::{
    Action, Allocated, BinaryOp, Bytes, EdgeId, ExprId, ExprKind, IntType, SizedUse, Type, UseKind, reaches,
};

/// Types with more members at their ends, inside each other, may be longer than they say.
const MOST_ENDS: usize = 64;

/// How a library function uses a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<'n> {
    /// The name of the library function.
    pub callee: &'n str,
    /// Whether the function uses the whole buffer; otherwise it may use less.
    pub surely: bool,
    /// Whether the buffer is a string that ends with a 0.
    pub is_text: bool,
    /// Whether an attribute of the function tells of the buffer.
    pub is_told: bool,
}

impl<'a> Lowering<'a> {
    /// Returns the size of a type in bytes, if it is known.
    pub(super) fn size_of(&mut self, ty: &CType) -> Option<u64> {
        self.type_reader().env.size_of(ty)
    }

    /// Records that the object at an address has this type, and so its size.
    pub(super) fn note_object(&mut self, address: ExprId, ty: &CType) {
        let is_flexible = self.graph.sizes().flexible.contains(&address);
        if let Some(bytes) = self.size_of(ty).filter(|bytes| *bytes > 0 && !is_flexible) {
            self.graph.sizes().set_extent(address, bytes);
        }
    }

    /// Returns whether the initialiser of an object with static storage can make the object longer than its
    /// type: compilers let it give values to the flexible array member at the end.
    pub(super) fn may_be_longer(&self, ty: &CType) -> bool {
        let (mut ends, mut seen) = (vec![ty], 0);
        while let Some(end) = ends.pop() {
            seen += 1;
            match &end.shape {
                Shape::Array(_, None | Some(0)) if seen > 1 => return true,
                Shape::Record(_) if seen < MOST_ENDS => {}
                Shape::Record(_) => return true,
                _ => continue,
            }
            if let Some(record) = self.record(end) {
                let first = if record.union { 0 } else { record.fields.len().saturating_sub(1) };
                ends.extend(record.fields[first..].iter().map(|field| &field.ty));
            }
        }
        false
    }

    /// Records the size of an array that decays to `pointer`. Only an array at the address of an object or
    /// inside an object has a size of its own.
    pub(super) fn note_array(&mut self, pointer: ExprId, ty: &CType) {
        if matches!(ty.shape, Shape::Array(..))
            && matches!(
                self.graph.exprs_ref().get(pointer).kind,
                ExprKind::Address(_) | ExprKind::Inside { .. }
            )
        {
            self.note_object(pointer, ty);
        }
    }

    /// Records the size of a string literal; `text` is its source text with quotes.
    pub(super) fn note_literal(&mut self, address: ExprId, text: &str) {
        if let Some(length) = literal::string_length(text) {
            self.graph.sizes().set_extent(address, length + 1);
        }
    }

    /// Records the size in bytes of one element for `pointer`, which was derived by indexing. `base` is the
    /// type of the indexed pointer or array.
    pub(super) fn note_element(&mut self, pointer: ExprId, base: &CType) {
        let element = base.target().cloned();
        if let Some(bytes) = element.and_then(|element| self.size_of(&element)) {
            self.graph.sizes().set_stride(pointer, bytes);
        }
    }

    /// Records the offset in bytes of the member that `pointer` points to, and whether the member is an array
    /// that may be longer than declared.
    pub(super) fn note_member(&mut self, pointer: ExprId, record: &CType, name: &str) {
        let member = self.type_reader().env.member(record, name);
        let is_last = self
            .record(record)
            .is_none_or(|record| record.union || record.fields.last().is_some_and(|last| last.name == name));
        // Before C had flexible array members, programs declared 0, 1 or 4 elements to mean any number.
        let is_open = member
            .as_ref()
            .is_some_and(|member| matches!(member.ty.shape, Shape::Array(_, None | Some(0 | 1 | 4))));
        if is_last && is_open {
            self.graph.sizes().flexible.insert(pointer);
        }
        if let Some(place) = member.as_ref().and_then(|member| member.place) {
            self.graph.concrete().bits.insert(pointer, place);
        }
        if let Some(offset) = member.and_then(|member| member.offset) {
            self.graph.sizes().set_stride(pointer, offset);
        }
    }

    /// Copies all recorded sizes from one expression to another that denotes the same place.
    pub(super) fn note_copy(&mut self, from: ExprId, to: ExprId) {
        if let Some(place) = self.graph.so_far().concrete.bits.get(&from).copied() {
            self.graph.concrete().bits.insert(to, place);
        }
        let sizes = self.graph.sizes();
        if let Some(bytes) = sizes.stride(from) {
            sizes.set_stride(to, bytes);
        }
        if let Some(bytes) = sizes.extent(from) {
            sizes.set_extent(to, bytes);
        }
        if sizes.flexible.contains(&from) {
            sizes.flexible.insert(to);
        }
    }

    /// Records an access to an object of type `ty` at a pointer, so that its size can be checked.
    pub(super) fn note_access(&mut self, pointer: ExprId, ty: &CType, span: Span) {
        if self.dead {
            return;
        }
        let Some(bytes) = self.size_of(ty) else { return };
        let kind = UseKind::Access { pointer, bytes };
        self.note_use(kind, pointer, bytes, span);
    }

    /// Records that a library function uses `bytes` bytes of the buffer at a pointer, so that its size can be
    /// checked.
    pub(super) fn note_buffer(&mut self, pointer: ExprId, bytes: Bytes, touch: Touch<'_>, span: Span) {
        if self.dead {
            return;
        }
        let bytes = match bytes {
            Bytes::Computed(expr) => match self.graph.exprs_ref().get(expr).kind {
                ExprKind::Const(value) => Bytes::Known(u64::try_from(value).unwrap_or(u64::MAX >> 1)),
                _ => bytes,
            },
            Bytes::Known(_) => bytes,
        };
        let width = match bytes {
            Bytes::Known(bytes) => bytes,
            Bytes::Computed(expr) => match self.graph.exprs_ref().get(expr).kind {
                ExprKind::Any(_) => return,
                _ => u64::MAX >> 1,
            },
        };
        let Touch { callee, surely, is_text, is_told } = touch;
        let kind = UseKind::Buffer { pointer, bytes, callee: callee.to_owned(), surely, is_text, is_told };
        self.note_use(kind, pointer, width, span);
    }

    fn note_use(&mut self, kind: UseKind, pointer: ExprId, bytes: u64, span: Span) {
        let graph = self.graph.so_far();
        let reaches = reaches(&graph.exprs, &graph.sizes, pointer, bytes);
        let is_known = |base: ExprId| {
            matches!(
                graph.exprs.get(base).kind,
                ExprKind::Var(_) | ExprKind::Load(_) | ExprKind::AddressOf(_)
            ) || graph.sizes.computed.values().any(|(address, _)| *address == base)
        };
        let of_object = reaches.iter().any(|reach| reach.extent.is_some() && !reach.is_inside());
        let of_pointer = reaches.last().is_some_and(|reach| reach.extent.is_none() && is_known(reach.base));
        if of_object || of_pointer {
            self.note(kind, span);
        }
    }

    /// Records a shift by a count that is not a constant in range.
    pub(super) fn note_shift(&mut self, shift: ExprId, count: ExprId, span: Span) {
        if !self.dead && !matches!(self.graph.exprs_ref().get(count).kind, ExprKind::Any(_)) {
            self.note(UseKind::Shift { shift, count }, span);
        }
    }

    /// Records signed arithmetic that may overflow, if the function has numbers that can be extreme.
    pub(super) fn note_arithmetic(&mut self, result: ExprId, span: Span) {
        let exprs = self.graph.exprs_ref();
        let is_known = |expr: ExprId| !matches!(exprs.get(expr).kind, ExprKind::Any(_));
        let is_signed = exprs.get(result).ty.as_int().is_some_and(|int| int.signed);
        if !self.dead && is_signed && exprs.operands(result).all(is_known) {
            self.note(UseKind::Arithmetic { result }, span);
        }
    }

    /// Records that memory of a computed size is allocated next, so that an overflow of the size can be
    /// checked.
    pub(super) fn note_allocation(
        &mut self,
        allocated: Option<Allocated>,
        callee: &str,
        span: Span,
    ) -> Option<Allocated> {
        let allocated = allocated?;
        let (bytes, exprs) = (allocated.bytes, self.graph.exprs_ref());
        let is_computed = matches!(exprs.get(exprs.strip_casts(bytes)).kind, ExprKind::Binary(..));
        if self.dead || allocated.is_safe || !is_computed {
            return Some(allocated);
        }
        self.note(UseKind::Allocation { bytes, callee: callee.to_owned() }, span);
        Some(Allocated { checked: Some(self.graph.last_edge()), ..allocated })
    }

    /// Records a use of a size. The size is checked after the edge of the access, or after a new edge if the
    /// use has no access edge.
    fn note(&mut self, kind: UseKind, span: Span) {
        let graph = self.graph.so_far();
        let accessed = graph.edges.last().is_some_and(|edge| {
            edge.to == self.here && edge.span == span && matches!(edge.action, Action::Deref { .. })
        });
        if !accessed {
            self.step(Action::Skip, span);
        }
        let edge = self.graph.last_edge();
        self.graph.sizes().uses.push(SizedUse { edge, kind });
    }

    /// Records the size of the memory that an edge allocates.
    pub(super) fn note_allocated(&mut self, edge: EdgeId, allocated: Option<Allocated>) {
        if let Some(allocated) = allocated {
            self.graph.sizes().allocations.insert(edge, allocated);
        }
    }

    /// Records the size of a variable-length array: `int a[n];`.
    pub(super) fn note_variable_length(
        &mut self,
        address: ExprId,
        ty: &CType,
        size: Node<'a>,
        span: Span,
    ) -> Lowered<()> {
        let Shape::Array(element, None) = &ty.shape else { return Ok(()) };
        let (element, dead) = (element.clone(), self.dead);
        let Some(each) = self.size_of(&element).filter(|_| !dead) else { return Ok(()) };
        let count = self.value(size)?;
        if count.ty.as_int().is_none() {
            return Ok(());
        }
        let count = self.as_bytes(&count);
        let each = self.graph.exprs().constant(i128::from(each), IntType::ULONG);
        let bytes = self.graph.exprs().binary(BinaryOp::Mul, count.expr, each, Type::Int(IntType::ULONG));
        self.note_computed(
            address,
            Some(Allocated { bytes, is_safe: true, checked: None, is_told: false }),
            span,
        );
        Ok(())
    }

    /// Records that an object of a computed size is created on the stack, on a new edge.
    pub(super) fn note_computed(&mut self, address: ExprId, allocated: Option<Allocated>, span: Span) {
        if let Some(allocated) = allocated {
            self.step(Action::Skip, span);
            let edge = self.graph.last_edge();
            self.graph.sizes().computed.insert(edge, (address, allocated));
        }
    }

    /// Returns the number of bytes that a call of an allocating function requests, according to the
    /// function's table entry. A function such as `calloc` that multiplies two arguments checks for overflow
    /// itself.
    pub(super) fn allocated_bytes(&mut self, entry: &Entry, args: &[Value]) -> Option<Allocated> {
        let mut bytes = match &entry.bytes[..] {
            [] => None,
            positions => Some(self.requested(positions, args)?),
        };
        if let Some(string) = entry.string {
            let length = self.literal_bytes(args.get(string)?)?;
            bytes = Some(self.graph.exprs().constant(i128::from(length), IntType::ULONG));
        }
        let is_safe = entry.bytes.len() != 1;
        Some(Allocated { bytes: bytes?, is_safe, checked: None, is_told: false })
    }

    /// Returns the product of the arguments at these positions. `None` if there are none, or if one is no number.
    pub(super) fn requested(&mut self, positions: &[usize], args: &[Value]) -> Option<ExprId> {
        let mut bytes = None;
        for at in positions {
            let value = args.get(*at).filter(|value| value.ty.as_int().is_some())?;
            let factor = self.as_bytes(value).expr;
            let ulong = Type::Int(IntType::ULONG);
            bytes = Some(match bytes {
                Some(product) => self.graph.exprs().binary(BinaryOp::Mul, product, factor, ulong),
                None => factor,
            });
        }
        bytes
    }
}
