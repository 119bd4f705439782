//! Evaluates expressions.

use std::rc::Rc;

use super::{
    cells::{CellLookup, width},
    inputs::{Host, OperatorTypes},
    number::{binary, converted, unary},
    object::{Blank, Life, Origin},
    outcome::{Followed, Stop, Subject},
    real,
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::rule::Rule;
use csieve_graph::{
    BinaryOp, Cfg, Comparator, Distance, Domain, ExprId, Index, IntType, Part, Type, UnaryOp, VarId, meaning,
};

/// The values of expressions, ascending by expression.
pub(crate) type Values<S> = Vec<(ExprId, Value<S>)>;

/// Returns the value of one expression; unknown if it is not among the values.
pub(crate) fn among<S: Copy + Default>(values: &Values<S>, id: ExprId) -> Value<S> {
    match values.last() {
        // An operand is often the part before the expression.
        Some((known, value)) if *known == id => *value,
        _ => match values.binary_search_by_key(&id, |(known, _)| *known) {
            Ok(at) => values[at].1,
            Err(_) => Value::unknown(),
        },
    }
}

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the value of an expression in the innermost call.
    pub(crate) fn value(&mut self, expr: ExprId) -> Followed<Value<H::Shadow>> {
        self.value_with(expr, None)
    }

    /// Returns the value of an expression that is copied to another place. Single bytes may be copied that
    /// have no value, as copies of whole objects are made with their padding.
    pub(crate) fn moved(&mut self, expr: ExprId) -> Followed<Value<H::Shadow>> {
        let read = self.cfg().exprs.strip_casts(expr);
        self.value_with(expr, Some(read))
    }

    /// Returns the value of an expression, of which `copied` may be a byte without a value.
    fn value_with(&mut self, expr: ExprId, copied: Option<ExprId>) -> Followed<Value<H::Shadow>> {
        let kind = &self.cfg().expr(expr).kind;
        if let Some(number) = kind.as_const() {
            return Ok(Value::number(number));
        }
        if let Some(var) = kind.as_var() {
            return self.variable_value(var);
        }
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        let done = self.evaluate(expr, copied, &mut values);
        let value = values.last().map_or_else(Value::unknown, |(_, value)| *value);
        self.values = values;
        done.map(|()| value)
    }

    /// Returns the values of an expression and of all of its parts; the value of the whole comes last.
    pub(crate) fn values(&mut self, expr: ExprId) -> Followed<Values<H::Shadow>> {
        let mut values = Values::new();
        self.evaluate(expr, None, &mut values)?;
        Ok(values)
    }

    /// Adds the values of an expression and of all of its parts, of which `copied` may be a byte without a value, to
    /// none.
    fn evaluate(
        &mut self,
        expr: ExprId,
        copied: Option<ExprId>,
        values: &mut Values<H::Shadow>,
    ) -> Followed<()> {
        let cfg = self.cfg();
        let code = Rc::clone(&self.frame().code);
        let needed = code.parts(expr);
        values.reserve(needed.len());
        for &id in needed {
            let value = meaning(cfg, id, &mut Evaluation { machine: self, values, copied })?;
            values.push((id, value));
        }
        Ok(())
    }

    /// Returns the value of an expression; `Nothing` if evaluating it ends the run.
    pub(crate) fn quietly(&mut self, expr: ExprId) -> Known {
        self.value(expr).map_or(Known::Nothing, |value| value.known)
    }

    /// Checks that memory which the run made was written before it is read.
    fn has_value(&self, pointer: Known, ty: Type) -> Followed<()> {
        let (Known::Pointer(Pointer { object, offset: Some(offset) }), Some(bytes)) =
            (pointer, width(ty, self.memory.model()))
        else {
            return Ok(());
        };
        let object = self.memory.get(object);
        let is_blank = object.blank == Blank::Indeterminate
            && (object.is_of_call() || object.origin == Origin::Heap)
            && object.life == Life::Live
            && !object.shared
            && object.size.is_some_and(|size| offset >= 0 && offset + bytes <= size)
            && matches!(object.cells.find(offset, bytes), CellLookup::Blank);
        if is_blank { Err(Stop::Misuse(Rule::UninitializedRead, object.subject())) } else { Ok(()) }
    }

    fn variable_value(&mut self, var: VarId) -> Followed<Value<H::Shadow>> {
        let id = self.variable(var);
        let object = self.memory.get(id);
        if object.blank == Blank::Indeterminate && object.cells.all().is_empty() {
            let name = self.cfg().var(var).name.clone();
            return Err(Stop::Misuse(Rule::UninitializedRead, Subject::Variable(name)));
        }
        let ty = self.cfg().var(var).ty;
        let start = Known::Pointer(Pointer { object: id, offset: Some(0) });
        self.load(start, ty)
    }

    fn unary(&mut self, op: UnaryOp, operand: Value<H::Shadow>, ty: Type) -> Followed<Value<H::Shadow>> {
        if let Known::Real(bits) = operand.known {
            let number = f64::from_bits(bits);
            return Ok(match op {
                UnaryOp::Not => Value::number(i128::from(number == 0.0)),
                UnaryOp::Neg => Value::plain(real::known(-number)),
                UnaryOp::BitNot => Value::unknown(),
            });
        }
        let known = match (op, operand.known) {
            (UnaryOp::Not, Known::NotZero { .. }) => Some(0),
            (UnaryOp::Not, Known::Pointer(_)) if !self.is_descriptor(operand.known) => Some(0),
            (_, Known::Nothing) => None,
            (_, known) => match self.as_number(known, op == UnaryOp::Not) {
                Some(number) => unary(op, number, ty, self.wrapv)?,
                None => None,
            },
        };
        let Some(result) = known else { return Ok(Value::unknown()) };
        let shadow = self.host.unary(op, ty, &operand, result);
        Ok(Value { known: Known::Number(result), shadow })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        types: OperatorTypes,
        [a, b]: [Value<H::Shadow>; 2],
    ) -> Followed<Value<H::Shadow>> {
        let is_real = |known: Known| matches!(known, Known::Real(_));
        if (is_real(a.known) || is_real(b.known))
            && let (Some(x), Some(y)) = (real::as_real(a.known), real::as_real(b.known))
        {
            let result = real::binary(op, x, y, types.result);
            return Ok(result.map_or_else(Value::unknown, Value::plain));
        }
        let result = match (a.known, b.known) {
            (Known::Number(x), Known::Number(y)) => binary(op, [x, y], types.result, self.wrapv)?,
            (Known::NotZero { negative }, Known::Number(y)) => not_zero(op, negative, y),
            (Known::Number(x), Known::NotZero { negative }) => not_zero(op.mirrored(), negative, x),
            (Known::Nothing, _) | (_, Known::Nothing) => {
                self.memory.share(a.known);
                self.memory.share(b.known);
                None
            }
            (x, y) => match self.memory.of_pointers(op, x, y, types.result) {
                Some(result) => Some(result),
                None => {
                    // The program may turn the computed number into a pointer again, so the object counts as
                    // known to others.
                    let only_asked = op.is_comparison();
                    match self.as_number(x, only_asked).zip(self.as_number(y, only_asked)) {
                        Some((x, y)) => binary(op, [x, y], types.result, self.wrapv)?,
                        None => None,
                    }
                }
            },
        };
        let Some(result) = result else { return Ok(Value::unknown()) };
        let shadow = self.host.binary(op, types, [&a, &b], result);
        Ok(Value { known: Known::Number(result), shadow })
    }

    /// Returns a value as a number; `None` for a pointer that is no file descriptor. Unless the number is
    /// only compared (`only_asked`), the object that the pointer leads to counts as known to other code from
    /// now on.
    fn as_number(&mut self, known: Known, only_asked: bool) -> Option<i128> {
        match known {
            Known::Number(number) => Some(number),
            Known::Pointer(pointer) => {
                if !only_asked {
                    self.memory.share(known);
                }
                self.memory.descriptor(pointer.object)
            }
            Known::Real(_) | Known::NotZero { .. } | Known::Nothing => None,
        }
    }

    /// Returns a value converted from one type to another.
    pub(crate) fn cast(&mut self, value: Value<H::Shadow>, from: Type, to: Type) -> Value<H::Shadow> {
        match value.known {
            Known::Number(_) if matches!(to, Type::Float(_)) => {
                real::cast(value.known, to).map_or_else(Value::unknown, Value::plain)
            }
            Known::Real(_) => real::cast(value.known, to).map_or_else(Value::unknown, Value::plain),
            Known::Number(number) => {
                let Some(result) = converted(number, to) else { return Value::unknown() };
                let shadow = self.host.cast(from, to, &value, result);
                Value { known: Known::Number(result), shadow }
            }
            Known::Pointer(_) => {
                let keeps = match to {
                    Type::Pointer => true,
                    Type::Int(IntType::BOOL) => return Value::number(1),
                    Type::Int(int) => {
                        int.bits >= self.memory.model().pointer
                            || int.bits >= 32 && self.is_descriptor(value.known)
                    }
                    Type::Float(_) | Type::Unknown | Type::Void => false,
                };
                if keeps {
                    return value;
                }
                let number = self.as_number(value.known, false).and_then(|number| converted(number, to));
                number.map_or_else(Value::unknown, Value::number)
            }
            Known::NotZero { .. } => match to {
                Type::Int(IntType::BOOL) => Value::number(1),
                Type::Int(int) if int.signed && int.bits >= 32 => value,
                Type::Int(_) | Type::Pointer | Type::Float(_) | Type::Unknown | Type::Void => {
                    Value::unknown()
                }
            },
            Known::Nothing => value,
        }
    }
}

/// The domain of a run: numbers, pointers into objects, and unknown values.
struct Evaluation<'e, 'm, 'o, H: Host> {
    machine: &'e mut Machine<'m, 'o, H>,
    /// The values of the parts.
    values: &'e Values<H::Shadow>,
    /// The load that may read a byte without a value, if there is one.
    copied: Option<ExprId>,
}

impl<H: Host> Domain for Evaluation<'_, '_, '_, H> {
    type Value = Value<H::Shadow>;
    type Stop = Stop;

    #[inline]
    fn of(&self, part: ExprId) -> Followed<Self::Value> {
        Ok(among(self.values, part))
    }

    fn constant(&mut self, number: i128, _: Type) -> Followed<Self::Value> {
        Ok(Value::number(number))
    }

    fn variable(&mut self, var: VarId, _: Type) -> Followed<Self::Value> {
        self.machine.variable_value(var)
    }

    fn any(&mut self, id: ExprId, _: Type) -> Followed<Self::Value> {
        self.machine.meant(id, self.values)
    }

    fn object(&mut self, id: ExprId, name: &str) -> Followed<Self::Value> {
        Ok(start(self.machine.addressed(id, name)))
    }

    fn address_of(&mut self, _: ExprId, var: VarId) -> Followed<Self::Value> {
        Ok(start(self.machine.variable(var)))
    }

    fn moved(&mut self, _: ExprId, base: Part<Self::Value>, distance: Distance) -> Followed<Self::Value> {
        let bytes = match distance {
            Distance::Nothing => Some(0),
            Distance::Member(offset) => offset.map(i128::from),
            Distance::Elements { index, stride } => match (number_of(index, self.values), stride) {
                (Some(0), _) => Some(0),
                (Some(index), Some(stride)) => index.checked_mul(i128::from(stride)),
                (Some(_), None) | (None, _) => None,
            },
        };
        Ok(Value { known: moved_by(base.value.known, bytes)?, shadow: base.value.shadow })
    }

    fn load(&mut self, id: ExprId, pointer: ExprId, ty: Type) -> Followed<Self::Value> {
        if self.copied != Some(id) || width(ty, self.machine.memory.model()).is_none_or(|bytes| bytes > 1) {
            self.machine.has_value(among(self.values, pointer).known, ty)?;
        }
        self.machine.within_rows(pointer, width(ty, self.machine.memory.model()), self.values)?;
        self.machine.load(among(self.values, pointer).known, ty)
    }

    fn unary(&mut self, op: UnaryOp, operand: Part<Self::Value>, ty: Type) -> Followed<Self::Value> {
        self.machine.unary(op, operand.value, ty)
    }

    fn binary(&mut self, op: BinaryOp, [a, b]: [Part<Self::Value>; 2], ty: Type) -> Followed<Self::Value> {
        self.machine.binary(op, OperatorTypes { operands: a.ty, result: ty }, [a.value, b.value])
    }

    fn cast(&mut self, operand: Part<Self::Value>, ty: Type) -> Followed<Self::Value> {
        Ok(self.machine.cast(operand.value, operand.ty, ty))
    }
}

/// Returns the result of comparing a number that is not 0, of which at most the sign is known, with another
/// number. `None` for other operators, and if the comparison is not decided.
fn not_zero(op: BinaryOp, negative: Option<bool>, other: i128) -> Option<i128> {
    let is_below = negative == Some(true) && other >= 0;
    let is_above = negative == Some(false) && other <= 0;
    let is_other = other == 0 || is_below || is_above;
    let is_at_most = is_below || negative == Some(true) && other == -1;
    let is_at_least = is_above || negative == Some(false) && other == 1;
    let decided = |holds: bool, fails: bool| (holds || fails).then_some(i128::from(holds));
    match op.comparator()? {
        Comparator::Eq => decided(false, is_other),
        Comparator::Ne => decided(is_other, false),
        Comparator::Lt => decided(is_below, is_above),
        Comparator::Le => decided(is_at_most, is_above),
        Comparator::Gt => decided(is_above, is_below),
        Comparator::Ge => decided(is_at_least, is_below),
    }
}

/// Returns by how many elements the index `index` moves a pointer, if that is known.
pub(crate) fn distance<S: Copy + Default>(cfg: &Cfg, index: ExprId, values: &Values<S>) -> Option<i128> {
    number_of(Index::of(cfg, index), values)
}

fn number_of<S: Copy + Default>(index: Index, values: &Values<S>) -> Option<i128> {
    let number = among(values, index.expr).known.as_number()?;
    Some(if index.is_negated { -number } else { number })
}

/// Returns a pointer to the start of an object.
fn start<S: Default>(object: ObjectId) -> Value<S> {
    Value::plain(Known::Pointer(Pointer { object, offset: Some(0) }))
}

/// Moves a pointer by a number of bytes. If the distance is unknown, so is the new offset.
fn moved_by(base: Known, bytes: Option<i128>) -> Followed<Known> {
    match (base, bytes) {
        (Known::Pointer(pointer), bytes) => {
            let offset = pointer.offset.zip(bytes).and_then(|(offset, bytes)| offset.checked_add(bytes));
            Ok(Known::Pointer(Pointer {
                offset: offset.filter(|offset| offset.unsigned_abs() < 1 << 100),
                ..pointer
            }))
        }
        (Known::Number(0), Some(0)) => Ok(Known::Number(0)),
        (Known::Number(_), _) => {
            Err(Stop::Undefined("an offset is added to a pointer that leads to no object"))
        }
        (Known::Real(_) | Known::NotZero { .. } | Known::Nothing, _) => Ok(Known::Nothing),
    }
}
