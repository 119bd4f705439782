//! Evaluates expressions.

use csieve_base::model::DataModel;
use csieve_domains::{
    bits::{BinaryOp as BitOp, Comparison, TermId},
    bitwise::{self, Meaning},
};
use csieve_graph::{
    BinaryOp, Cfg, Distance, Domain, ExprId, ExprKind, IntType, Meant, Part, Type, UnaryOp, VarId, meaning,
};

use crate::{
    executor::Executor,
    object::Life,
    question::Property,
    state::State,
    stop::{Followed, Stop, Wrong, unfollowed, wrong},
    value::{ObjectId, Value},
};

impl<'g> Executor<'g> {
    /// Returns the value of an expression in the innermost call.
    pub(crate) fn value(&mut self, state: &mut State<'g>, expr: ExprId) -> Followed<Value> {
        let code = state.frame().code.clone();
        if let ExprKind::Const(number) = code.cfg.expr(expr).kind {
            return Ok(self.number(number, code.cfg.expr(expr).ty));
        }
        let mut values = std::mem::take(&mut self.scratch);
        values.resize(values.len().max(expr.0 as usize + 1), Value::Any);
        let mut result = Ok(Value::Any);
        for &part in &*code.parts(expr) {
            let mut domain = Symbolic { executor: self, state, cfg: code.cfg, values: &values };
            result = meaning(code.cfg, part, &mut domain);
            match &result {
                Ok(value) => values[part.0 as usize] = *value,
                Err(_) => break,
            }
        }
        self.scratch = values;
        result
    }

    /// Returns a pointer to the start of an object.
    pub(crate) fn start(&mut self, object: ObjectId) -> Value {
        Value::Pointer { object, offset: self.terms.constant(64, 0) }
    }

    fn meant(
        &mut self,
        state: &mut State<'g>,
        cfg: &'g Cfg,
        id: ExprId,
        values: &[Value],
    ) -> Followed<Value> {
        let Some(meant) = cfg.concrete.values.get(&id) else { return Ok(Value::Any) };
        Ok(match meant {
            Meant::Value(value) => values[value.0 as usize],
            Meant::Bits(pointer) => {
                match (cfg.concrete.bits.get(pointer), cfg.expr(*pointer).kind.as_inside()) {
                    (Some(bits), Some(base)) => {
                        let field = self.read_bits(state, values[base.0 as usize], *bits)?;
                        match (field, bitwise::width(cfg.expr(id).ty)) {
                            (Value::Bits(field), Some(width)) => {
                                Value::Bits(self.terms.resize(field, width, bits.signed))
                            }
                            _ => Value::Any,
                        }
                    }
                    _ => Value::Any,
                }
            }
            Meant::Result(edge) => {
                let object = state.frame().object(crate::state::Place::Returned(*edge));
                object.map_or(Value::Any, |object| self.start(object))
            }
            Meant::Elements { bytes, size } => self.elements(values[bytes.0 as usize], *size),
            Meant::Real(_) | Meant::Argument(_) | Meant::Object { .. } | Meant::Exact { .. } => Value::Any,
        })
    }

    /// Returns how many elements of a size lie in a number of bytes.
    fn elements(&mut self, bytes: Value, size: u64) -> Value {
        let Value::Bits(bytes) = bytes else { return Value::Any };
        if self.terms.width(bytes) != 64 {
            return Value::Any;
        }
        let size = self.terms.constant(64, u128::from(size));
        Value::Bits(self.terms.binary(BitOp::Sdiv, bytes, size))
    }

    /// Returns by how many bytes a pointer is moved, as a term of 64 bits; `None` if that is not known.
    fn distance(&mut self, cfg: &Cfg, distance: Distance, values: &[Value]) -> Option<TermId> {
        let terms = &mut self.terms;
        let (index, stride) = match distance {
            Distance::Nothing => return Some(terms.constant(64, 0)),
            Distance::Member(offset) => return Some(terms.constant(64, u128::from(offset?))),
            Distance::Elements { index, stride } => (index, stride),
        };
        let Value::Bits(term) = values[index.expr.0 as usize] else { return None };
        if terms.as_constant(term) == Some(0) {
            return Some(terms.constant(64, 0));
        }
        let mut wide = terms.resize(term, 64, bitwise::is_signed(cfg.expr(index.expr).ty));
        if index.is_negated {
            wide = terms.unary(csieve_domains::bits::UnaryOp::Neg, wide);
        }
        let stride = terms.constant(64, u128::from(stride?));
        Some(terms.binary(BitOp::Mul, wide, stride))
    }

    /// Moves a pointer.
    fn moved(&mut self, base: Value, bytes: Option<TermId>) -> Value {
        match (base, bytes) {
            (Value::Pointer { object, offset }, Some(bytes)) => {
                Value::Pointer { object, offset: self.terms.binary(BitOp::Add, offset, bytes) }
            }
            (Value::Bits(base), Some(bytes)) if self.terms.width(base) == 64 => {
                Value::Bits(self.terms.binary(BitOp::Add, base, bytes))
            }
            _ => Value::Any,
        }
    }

    fn unary(&mut self, state: &State<'g>, op: UnaryOp, operand: Value, ty: Type) -> Followed<Value> {
        match operand {
            Value::Bits(term) => {
                let wrapv = self.wrapv();
                let meaning = bitwise::unary(&mut self.terms, op, term, ty, wrapv);
                self.meaning(state, meaning)
            }
            Value::Pointer { .. } if op == UnaryOp::Not => Ok(self.number(0, ty)),
            Value::Pointer { .. } | Value::Any => Ok(Value::Any),
        }
    }

    /// Returns the value of an operator's result. Behaviour is undefined unless its conditions hold.
    fn meaning(&mut self, state: &State<'g>, meaning: Option<Meaning>) -> Followed<Value> {
        let Some(meaning) = meaning else { return Ok(Value::Any) };
        if let Some(requires) = meaning.requires
            && !self.decide(state, requires)?
        {
            return wrong(Wrong::Overflow);
        }
        if let Some(defined) = meaning.defined
            && !self.decide(state, defined)?
        {
            return wrong(Wrong::Other);
        }
        Ok(Value::Bits(meaning.value))
    }

    fn binary(
        &mut self,
        state: &State<'g>,
        op: BinaryOp,
        [(a, ty_a), (b, ty_b)]: [(Value, Type); 2],
        ty: Type,
    ) -> Followed<Value> {
        let (Value::Bits(x), Value::Bits(y)) = (a, b) else {
            return Ok(self.of_pointers(state, op, a, b, ty));
        };
        if let (BinaryOp::Div | BinaryOp::Rem, Type::Int(int)) = (op, ty)
            && int.signed
            && int != IntType::WIDE
        {
            self.fits_quotient(state, [x, y], int)?;
        }
        if op == BinaryOp::Shl && self.property == Property::NoOverflow && bitwise::is_signed(ty) {
            self.fits_shifted(state, [x, y], ty)?;
        }
        let wrapv = self.wrapv();
        let meaning = bitwise::binary(&mut self.terms, op, [(x, ty_a), (y, ty_b)], ty, wrapv);
        self.meaning(state, meaning)
    }

    /// Checks that a signed number is not shifted left such that bits are lost: whether that is an overflow is not
    /// agreed upon.
    fn fits_shifted(&mut self, state: &State<'g>, [x, by]: [TermId; 2], ty: Type) -> Followed<()> {
        let width = self.terms.width(x);
        if self.terms.width(by) > width || 2 * u16::from(width) > 128 {
            return unfollowed("a signed number is shifted left");
        }
        let terms = &mut self.terms;
        let zero = terms.constant(width, 0);
        let is_natural = terms.compare(Comparison::Sle, zero, x);
        let (wide, count) = (terms.extend(x, 2 * width, true), terms.extend(by, 2 * width, false));
        let exact = terms.binary(BitOp::Shl, wide, count);
        let most = terms.constant(2 * width, ty.bounds().1 as u128);
        let fits = terms.compare(Comparison::Ule, exact, most);
        let both = terms.and(is_natural, fits);
        if self.decide(state, both)? { Ok(()) } else { unfollowed("a signed number is shifted left") }
    }

    /// Checks that a quotient is not the smallest number divided by -1.
    fn fits_quotient(&mut self, state: &State<'g>, [x, y]: [TermId; 2], int: IntType) -> Followed<()> {
        let width = self.terms.width(y);
        if self.terms.width(x) != width {
            return Ok(());
        }
        let least = self.terms.constant(width, int.min() as u128);
        let minus = self.terms.constant(width, u128::MAX);
        let is_least = self.terms.compare(Comparison::Eq, x, least);
        let is_minus = self.terms.compare(Comparison::Eq, y, minus);
        let overflows = self.terms.and(is_least, is_minus);
        if self.decide(state, overflows)? { wrong(Wrong::Overflow) } else { Ok(()) }
    }

    /// Returns the result of an operator of which an operand is no number.
    fn of_pointers(&mut self, state: &State<'g>, op: BinaryOp, a: Value, b: Value, ty: Type) -> Value {
        match (a, b) {
            (Value::Pointer { object, offset }, Value::Pointer { object: other, offset: to }) => {
                if object == other {
                    return self.within_object(op, [offset, to], ty);
                }
                let is_live = |id: ObjectId| state.object(id).life == Life::Live;
                match as_equality(op).filter(|_| is_live(object) && is_live(other)) {
                    Some(holds_if_equal) => self.number(i128::from(!holds_if_equal), ty),
                    None => Value::Any,
                }
            }
            (Value::Pointer { object, offset }, Value::Bits(bits))
            | (Value::Bits(bits), Value::Pointer { object, offset }) => {
                let is_null = self.terms.as_constant(bits) == Some(0);
                let is_first = matches!(a, Value::Pointer { .. });
                if let Some(holds_if_equal) = as_equality(op).filter(|_| is_null) {
                    return self.number(i128::from(!holds_if_equal), ty);
                }
                let moves = match op.sign() {
                    Some(sign) if self.terms.width(bits) == 64 && (sign > 0 || is_first) => sign,
                    Some(_) | None => return Value::Any,
                };
                let by = if moves > 0 { BitOp::Add } else { BitOp::Sub };
                Value::Pointer { object, offset: self.terms.binary(by, offset, bits) }
            }
            _ => Value::Any,
        }
    }

    /// Returns the result of an operator on two pointers into one object.
    fn within_object(&mut self, op: BinaryOp, [from, to]: [TermId; 2], ty: Type) -> Value {
        let long = Type::Int(IntType::LONG);
        if op == BinaryOp::Sub {
            return Value::Bits(self.terms.binary(BitOp::Sub, from, to));
        }
        if !op.is_comparison() {
            return Value::Any;
        }
        let meaning = bitwise::binary(&mut self.terms, op, [(from, long), (to, long)], ty, true);
        meaning.map_or(Value::Any, |meaning| Value::Bits(meaning.value))
    }

    /// Returns a value converted to another type.
    pub(crate) fn cast(&mut self, value: Value, from: Type, to: Type, model: DataModel) -> Value {
        match value {
            Value::Bits(term) => {
                let cast = bitwise::cast(&mut self.terms, term, from, to);
                cast.map_or(Value::Any, Value::Bits)
            }
            Value::Pointer { .. } => match to {
                Type::Int(IntType::BOOL) => self.number(1, to),
                Type::Int(int) if int.bits >= model.pointer => value,
                Type::Pointer => value,
                Type::Int(_) | Type::Float(_) | Type::Unknown | Type::Void => Value::Any,
            },
            Value::Any => Value::Any,
        }
    }
}

/// Returns for `==` that it holds if both sides are equal, and for `!=` that it does not; `None` for other operators.
fn as_equality(op: BinaryOp) -> Option<bool> {
    if op == BinaryOp::Eq { Some(true) } else { (op == BinaryOp::Ne).then_some(false) }
}

/// The domain of symbolic runs: terms, pointers into objects with terms as offsets, and any value.
struct Symbolic<'e, 'g> {
    executor: &'e mut Executor<'g>,
    state: &'e mut State<'g>,
    cfg: &'g Cfg,
    /// The values of the parts, by expression.
    values: &'e [Value],
}

impl Domain for Symbolic<'_, '_> {
    type Value = Value;
    type Stop = Stop;

    fn of(&self, part: ExprId) -> Followed<Value> {
        Ok(self.values[part.0 as usize])
    }

    fn constant(&mut self, number: i128, ty: Type) -> Followed<Value> {
        Ok(self.executor.number(number, ty))
    }

    fn variable(&mut self, var: VarId, _: Type) -> Followed<Value> {
        self.executor.variable(self.state, var)
    }

    fn any(&mut self, id: ExprId, _: Type) -> Followed<Value> {
        self.executor.meant(self.state, self.cfg, id, self.values)
    }

    fn object(&mut self, id: ExprId, name: &str) -> Followed<Value> {
        let object = self.executor.addressed(self.state, id, name)?;
        Ok(self.executor.start(object))
    }

    fn address_of(&mut self, _: ExprId, var: VarId) -> Followed<Value> {
        let object = self.executor.variable_object(self.state, var)?;
        Ok(self.executor.start(object))
    }

    fn moved(&mut self, _: ExprId, base: Part<Value>, distance: Distance) -> Followed<Value> {
        let bytes = self.executor.distance(self.cfg, distance, self.values);
        Ok(self.executor.moved(base.value, bytes))
    }

    fn load(&mut self, _: ExprId, pointer: ExprId, ty: Type) -> Followed<Value> {
        self.executor.load(self.state, self.values[pointer.0 as usize], ty)
    }

    fn unary(&mut self, op: UnaryOp, operand: Part<Value>, ty: Type) -> Followed<Value> {
        self.executor.unary(self.state, op, operand.value, ty)
    }

    fn binary(&mut self, op: BinaryOp, [a, b]: [Part<Value>; 2], ty: Type) -> Followed<Value> {
        self.executor.binary(self.state, op, [(a.value, a.ty), (b.value, b.ty)], ty)
    }

    fn cast(&mut self, operand: Part<Value>, ty: Type) -> Followed<Value> {
        Ok(self.executor.cast(operand.value, operand.ty, ty, self.state.model()))
    }
}
