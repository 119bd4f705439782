//! Recording which buffers library functions use, and how many bytes of each.

use super::Call;
use csieve_base::library::{BufferSize, Entry};
use csieve_graph::{Access, BinaryOp, Bytes, ExprKind, IntType, Type};

use crate::lower::{Lowering, constant::Constant, convert::Value, ctype::CType, sizes::Touch};

impl<'a> Lowering<'a> {
    /// Records the buffers that a library call uses, according to its table entry.
    pub(super) fn note_buffers(&mut self, call: &Call<'a>, entry: &Entry, args: &[Value]) {
        for buffer in &entry.buffers {
            let Some(pointer) = args.get(buffer.argument) else { continue };
            if buffer.appends && !entry.nonnull.contains(&buffer.argument) {
                // Appending an empty string also reads the string that is in the buffer.
                self.dereference(pointer.expr, Access::Read, call.span);
            }
            let Some(bytes) = self.touched(&buffer.size, call, args) else { continue };
            // Appended bytes begin after the string in the buffer, so at least `bytes` bytes of the buffer
            // are used.
            let touch =
                Touch { callee: call.name, surely: !buffer.at_most, is_text: buffer.is_text, is_told: false };
            self.note_buffer(pointer.expr, bytes, touch, call.span);
        }
    }

    /// Returns the number of bytes that a call uses of a buffer, if it is known.
    pub(super) fn touched(&mut self, size: &BufferSize, call: &Call<'a>, args: &[Value]) -> Option<Bytes> {
        match size {
            BufferSize::Product { arguments, each } => match (arguments.as_slice(), each) {
                ([], _) => Some(Bytes::Known(*each)),
                ([at], 1) => args
                    .get(*at)
                    .filter(|size| size.ty.as_int().is_some())
                    .map(|size| Bytes::Computed(size.expr)),
                _ => self.product(arguments, *each, args),
            },
            BufferSize::String(at) => self.literal_bytes(args.get(*at)?).map(Bytes::Known),
            BufferSize::Format(at) => {
                let format = self.format(*call.args.get(*at)?)?;
                Some(Bytes::Known(format.least()? + 1))
            }
        }
    }

    /// Returns the product of some arguments and `each`, the size of an element in bytes. Factors of 1 are
    /// left out.
    fn product(&mut self, arguments: &[usize], each: u64, args: &[Value]) -> Option<Bytes> {
        let each =
            Value { expr: self.graph.exprs().constant(i128::from(each), IntType::ULONG), ty: CType::BYTES };
        let mut factors = Vec::new();
        for at in arguments {
            let value = args.get(*at).filter(|value| value.ty.as_int().is_some())?;
            factors.push(self.as_bytes(value));
        }
        factors.push(each);
        let constants: Vec<_> = factors.iter().map(|factor| self.as_constant(factor)).collect();
        if let Some(constants) = constants.iter().copied().collect::<Option<Vec<_>>>() {
            let product =
                constants.iter().try_fold(1, |product: i128, one| product.checked_mul(one.value))?;
            return u64::try_from(product).ok().map(Bytes::Known);
        }
        let is_one = |constant: &Option<Constant>| constant.is_some_and(|constant| constant.value == 1);
        let counted = factors.iter().zip(&constants).filter(|(_, constant)| !is_one(constant));
        let counted: Vec<_> = counted.map(|(factor, _)| factor.expr).collect();
        let ty = Type::Int(IntType::ULONG);
        let exprs = self.graph.exprs();
        let product = counted.into_iter().reduce(|one, two| exprs.binary(BinaryOp::Mul, one, two, ty))?;
        Some(Bytes::Computed(product))
    }

    /// Returns the size of a string literal in bytes, including the 0 at its end. Returns `None` for other
    /// values.
    pub(in crate::lower) fn literal_bytes(&mut self, string: &Value) -> Option<u64> {
        let literal = self.graph.exprs_ref().strip_casts(string.expr);
        let is_literal = matches!(&self.graph.exprs_ref().get(literal).kind,
            ExprKind::Address(name) if name.starts_with('"'));
        self.graph.sizes().extent(literal).filter(|_| is_literal)
    }
}
