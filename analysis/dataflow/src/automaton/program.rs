//! Compiled interval expressions: a list of operators, each over earlier results. Evaluation needs no
//! recursion, however deep the C expression is.

use csieve_domains::{
    equations::{Trace, traced},
    interval::{Interval, pointer_range},
};
use csieve_graph::{BinaryOp, IntType};
use smallvec::SmallVec;

use super::QuantityId;

/// The index of an operator's result within its [`Program`].
pub type Slot = u32;

/// One operator of a program. Its slots refer to earlier operators of the same program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// A constant interval.
    Const(Interval),
    /// The interval of a quantity.
    Read(QuantityId),
    /// An operator of C on mathematical integers.
    Binary(BinaryOp, Slot, Slot),
    /// `<<` or `>>` in a type of this many bits. A count that may be negative, or not below the width of the
    /// type, gives any value.
    Shift(BinaryOp, Slot, Slot, u8),
    /// The product with a constant factor.
    Scale(Slot, i128),
    /// `~x` on mathematical integers.
    BitNot(Slot),
    /// The conversion to an integer type, as C defines it.
    Wrap(Slot, IntType),
    /// The intersection of two intervals.
    Meet(Slot, Slot),
    /// The interval without these values (ascending), as far as they lie at its ends.
    Trim(Slot, Vec<i128>),
    /// The integers whose product with the constant lies in the interval: bounds are rounded inwards.
    DivideInward(Slot, i128),
    /// A pointer derived from another pointer: it may be NULL only if the other may be.
    Derived(Slot),
    /// The conversion to an unknown type: zero stays zero, any other value becomes any value.
    Obscure(Slot),
    /// `value ⊓ image` if the type can hold all of `value`, so that the conversion changes nothing. Else
    /// `value`.
    WithinType {
        /// The value before the conversion.
        value: Slot,
        /// The type of the conversion.
        ty: IntType,
        /// The known interval of the converted value.
        image: Slot,
    },
}

/// An interval expression ([PR], section 2.2). Its value is the result of the last operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    ops: Vec<Op>,
}

impl Program {
    /// Appends an operator and returns its slot.
    pub fn push(&mut self, op: Op) -> Slot {
        self.ops.push(op);
        self.ops.len() as Slot - 1
    }

    /// Returns the operators in order.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// Returns the slot of the last operator. None if the program is empty.
    pub fn last(&self) -> Option<Slot> {
        self.ops.len().checked_sub(1).map(|last| last as Slot)
    }

    /// Returns a program that gives a constant interval.
    pub fn constant(value: Interval) -> Self {
        Self { ops: vec![Op::Const(value)] }
    }

    /// Returns a program that reads one quantity.
    pub fn quantity(quantity: QuantityId) -> Self {
        Self { ops: vec![Op::Read(quantity)] }
    }

    /// Returns the quantities that the program reads, each once, in order of first use.
    pub fn reads(&self) -> Vec<QuantityId> {
        let mut reads = Vec::new();
        for op in &self.ops {
            if let Op::Read(quantity) = op
                && !reads.contains(quantity)
            {
                reads.push(*quantity);
            }
        }
        reads
    }

    /// Returns whether the program can give the empty interval although no interval that it reads is empty.
    /// Only an update with such a program can start a conflict.
    pub fn can_be_empty(&self) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Meet(..) | Op::Trim(..) | Op::DivideInward(..) | Op::WithinType { .. } => true,
            Op::Const(value) => value.is_empty(),
            Op::Read(_)
            | Op::Binary(..)
            | Op::Shift(..)
            | Op::Scale(..)
            | Op::BitNot(_)
            | Op::Wrap(..)
            | Op::Derived(_)
            | Op::Obscure(_) => false,
        })
    }

    /// Evaluates the program with the intervals that `read` gives for quantities. `trace` records which
    /// linear piece every operator uses.
    pub fn evaluate(
        &self,
        read: &impl Fn(QuantityId) -> Interval,
        trace: &mut (impl Trace + ?Sized),
    ) -> Interval {
        // Most programs are constants and copies.
        match self.ops.as_slice() {
            [Op::Const(value)] => return *value,
            [Op::Read(quantity)] => return read(*quantity),
            _ => {}
        }
        let mut slots: SmallVec<[Interval; 16]> = SmallVec::with_capacity(self.ops.len());
        for op in &self.ops {
            let at = |slot: &Slot| slots[*slot as usize];
            let value = match op {
                Op::Const(value) => *value,
                Op::Read(quantity) => read(*quantity),
                Op::Binary(op, a, b) => binary(*op, at(a), at(b), trace),
                Op::Shift(op, a, b, bits) => shift(*op, at(a), at(b), *bits, trace),
                Op::Scale(a, factor) => traced::mul_const(at(a), *factor, trace),
                Op::BitNot(a) => traced::opaque(at(a).bit_not(), &[at(a)], trace),
                Op::Wrap(a, ty) => traced::wrap(at(a), *ty, trace),
                Op::Meet(a, b) => traced::meet(at(a), at(b), trace),
                Op::Trim(a, excluded) => traced::trim(at(a), excluded, trace),
                Op::DivideInward(a, divisor) => traced::divide_inward(at(a), *divisor, trace),
                Op::Derived(a) => traced::opaque(derived(at(a)), &[at(a)], trace),
                Op::Obscure(a) => traced::opaque(obscure(at(a)), &[at(a)], trace),
                Op::WithinType { value, ty, image } => within_type(at(value), *ty, at(image), trace),
            };
            slots.push(value);
        }
        slots.last().copied().unwrap_or(Interval::TOP)
    }
}

fn binary(op: BinaryOp, a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    let result = match op {
        BinaryOp::Add => return traced::add(a, b, trace),
        BinaryOp::Sub => return traced::sub(a, b, trace),
        BinaryOp::Mul => return traced::mul(a, b, trace),
        BinaryOp::Div => a.div(b),
        BinaryOp::Rem => a.rem(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::Shr => a.shr(b),
        BinaryOp::BitAnd => a.bit_and(b),
        BinaryOp::BitOr => a.bit_or(b),
        BinaryOp::BitXor => a.bit_xor(b),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            Interval::compare(op, a, b)
        }
    };
    traced::opaque(result, &[a, b], trace)
}

fn shift(op: BinaryOp, a: Interval, by: Interval, bits: u8, trace: &mut (impl Trace + ?Sized)) -> Interval {
    let fits = by.is_subset(Interval::new(0, i128::from(bits) - 1));
    if fits || a.is_empty() {
        binary(op, a, by, trace)
    } else {
        traced::opaque(Interval::TOP, &[a, by], trace)
    }
}

fn derived(base: Interval) -> Interval {
    if base.is_empty() {
        base
    } else if base.contains(0) {
        pointer_range()
    } else {
        pointer_range().meet(Interval::NON_NULL)
    }
}

fn obscure(value: Interval) -> Interval {
    if value.is_empty() || value == Interval::ZERO { value } else { Interval::TOP }
}

fn within_type(value: Interval, ty: IntType, image: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    let fits = value.is_subset(Interval::of_type(ty));
    trace.note(u64::from(fits));
    if fits { traced::meet(value, image, trace) } else { value }
}
