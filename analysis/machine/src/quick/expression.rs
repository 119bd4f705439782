//! Expressions as lists of operations on registers, and their evaluation.

use rustc_hash::FxHashMap;

use super::{
    arithmetic::{self, Range},
    place::{Row, fits},
    slots::{Slots, Variable},
    word::Word,
};
use crate::{
    code::{Code, Found},
    memory::Memory,
    object::Life,
    value::ObjectId,
};
use csieve_graph::{BinaryOp, ExprId, Type, UnaryOp, VarId};

/// The largest number of operations of an expression that has a quick form.
pub(crate) const MOST_OPERATIONS: usize = 64;

/// The results of operations; the index of an operation in its list is that of its register.
pub(crate) type Registers = [Word; MOST_OPERATIONS];

/// An operand of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operand {
    Number(i128),
    Variable(Variable),
    Register(u8),
}

/// An operation. It gives no result if what it needs is not a [`Word`], or if it is undefined.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Unary(UnaryOp, Range, Operand),
    Binary(BinaryOp, Range, Type, [Operand; 2]),
    /// A conversion to a type with this range.
    Cast(Type, Range, Operand),
    /// The address of an object, by its expression.
    Object(ExprId),
    /// The address of a variable.
    AddressOf(VarId),
    /// A pointer moved by an index times a number of bytes.
    Element {
        base: Operand,
        index: Operand,
        bytes: i128,
    },
    /// A pointer moved by a number of bytes.
    Member {
        base: Operand,
        bytes: i128,
    },
    /// The value in memory at a pointer that was computed through `rows`.
    Load {
        pointer: Operand,
        ty: Type,
        rows: Box<[Row]>,
    },
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// The operations before the last one. The results are in registers.
    pub first: Box<[Operation]>,
    pub last: Last,
}

/// What gives the value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Last {
    Operand(Operand),
    Operation(Operation),
}

/// What an evaluation reads: the variables and named objects of the innermost call, and the memory.
pub(crate) struct View<'a, 'g, S> {
    pub code: &'a Code<'g>,
    pub found: &'a Found,
    pub slots: &'a mut Slots,
    pub vars: &'a [Option<ObjectId>],
    pub named: &'a FxHashMap<ExprId, ObjectId>,
    pub memory: &'a Memory<S>,
    pub wrapv: bool,
}

impl Expression {
    /// Returns the value of the expression, or `None` if the general evaluation has to find it.
    #[inline]
    pub(crate) fn value<S: Copy + Default>(
        &self,
        view: &mut View<'_, '_, S>,
        registers: &mut Registers,
    ) -> Option<Word> {
        for (index, operation) in self.first.iter().enumerate() {
            registers[index % MOST_OPERATIONS] = view.result(operation, registers)?;
        }
        match &self.last {
            Last::Operand(operand) => view.operand(*operand, registers),
            Last::Operation(operation) => view.result(operation, registers),
        }
    }
}

impl<S: Copy + Default> View<'_, '_, S> {
    #[inline(always)]
    pub(crate) fn operand(&mut self, operand: Operand, registers: &Registers) -> Option<Word> {
        match operand {
            Operand::Number(number) => Some(Word::number(number)),
            Operand::Variable(variable) => match self.slots.get(variable.id) {
                Some(word) => Some(word),
                None => self.variable(variable),
            },
            Operand::Register(index) => Some(registers[usize::from(index) % MOST_OPERATIONS]),
        }
    }

    /// Returns the value of a variable that is not in its slot.
    #[inline(never)]
    fn variable(&mut self, variable: Variable) -> Option<Word> {
        let word = self.value_in_memory(variable)?;
        if variable.has_slot {
            self.slots.fill(variable.id, word);
        }
        Some(word)
    }

    fn value_in_memory(&self, variable: Variable) -> Option<Word> {
        let object = self.memory.get(self.object_of(variable)?);
        if object.life != Life::Live || !fits(object.size, 0, variable.width.into()) {
            return None;
        }
        match object.cells.all() {
            [cell] if cell.offset == 0 && cell.ty == variable.ty => Word::of(cell.value.known),
            [] if object.is_zero() => Some(Word::ZERO),
            _ => None,
        }
    }

    /// Returns the object of a variable, if it has one and the general form would find it without any
    /// effects.
    pub(crate) fn object_of(&self, variable: Variable) -> Option<ObjectId> {
        if let Some(id) = self.vars[variable.id.index()] {
            return Some(id);
        }
        // Another function may know a global variable with another type.
        let id = self.found.global(variable.id)?;
        let object = self.memory.get(id);
        let is_same = object.scalar == Some(variable.ty) && object.size == Some(variable.width.into());
        is_same.then_some(id)
    }

    #[inline]
    fn result(&mut self, operation: &Operation, registers: &Registers) -> Option<Word> {
        let mut of = |operand: Operand| self.operand(operand, registers);
        match operation {
            Operation::Binary(op, range, ty, [a, b]) => {
                let (a, b) = (of(*a)?, of(*b)?);
                let number = match (a.as_number(), b.as_number()) {
                    (Some(a), Some(b)) => arithmetic::binary(*op, a, b, range, self.wrapv)?,
                    _ => self.memory.of_pointers(*op, a.known(), b.known(), *ty)?,
                };
                Some(Word::number(number))
            }
            Operation::Unary(op, range, operand) => {
                let operand = of(*operand)?;
                self.unary(*op, operand, range)
            }
            Operation::Cast(to, range, operand) => cast(*to, range, of(*operand)?),
            Operation::Object(address) => {
                let known = self.named.get(address).copied();
                // Only the general form can tell an object its size.
                let has_size = |id: &ObjectId| self.memory.get(*id).size.is_some();
                Some(Word::pointer(known.or_else(|| self.found.object(*address).filter(has_size))?, 0))
            }
            Operation::AddressOf(var) => Some(Word::pointer(self.vars[var.index()]?, 0)),
            Operation::Element { base, index, bytes } => {
                let distance = of(*index)?.as_number()?.checked_mul(*bytes)?;
                moved(of(*base)?, distance)
            }
            Operation::Member { base, bytes } => moved(of(*base)?, *bytes),
            Operation::Load { pointer, ty, rows } => {
                let place = of(*pointer)?;
                if !rows.is_empty() && !self.is_within(rows, registers) {
                    return None;
                }
                self.load(place, *ty)
            }
        }
    }

    fn unary(&self, op: UnaryOp, operand: Word, range: &Range) -> Option<Word> {
        match (operand.object, op) {
            (None, _) => arithmetic::unary(op, operand.number, range, self.wrapv).map(Word::number),
            (Some(object), UnaryOp::Not) if self.memory.descriptor(object).is_none() => Some(Word::ZERO),
            (Some(_), UnaryOp::Not | UnaryOp::Neg | UnaryOp::BitNot) => None,
        }
    }
}

/// Returns a word converted to a type with this range.
#[inline]
pub(crate) fn cast(to: Type, range: &Range, operand: Word) -> Option<Word> {
    match (operand.object, to) {
        (None, _) => Some(Word::number(range.converted(operand.number))),
        (Some(_), Type::Pointer) => Some(operand),
        (Some(_), Type::Int(int)) if int.bits == 64 => Some(operand),
        (Some(_), Type::Int(_) | Type::Float(_) | Type::Unknown | Type::Void) => None,
    }
}

/// Moves a pointer by a number of bytes.
#[inline]
fn moved(base: Word, bytes: i128) -> Option<Word> {
    match base.object {
        Some(object) => {
            let offset = base.number.checked_add(bytes)?;
            (offset.unsigned_abs() < 1 << 100).then_some(Word::pointer(object, offset))
        }
        None => (base.number == 0 && bytes == 0).then_some(Word::ZERO),
    }
}
