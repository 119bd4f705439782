//! Compiles C expressions to interval expressions ([PR], section 5.1).

use std::convert::Infallible;

use rustc_hash::FxHashMap;

use csieve_domains::interval::{Interval, pointer_range, type_range};
use csieve_graph::{
    BinaryOp, Cfg, Distance, Domain, ExprId, ExprKind, IntType, Part, Type, UnaryOp, VarId, total_meaning,
};

use super::{Op, Program, Quantities, Quantity, Slot};

/// The context in which C expressions are compiled to interval expressions.
#[derive(Clone, Copy)]
pub struct Compiler<'a> {
    /// The graph of the function.
    pub cfg: &'a Cfg,
    /// The quantities named so far. If an expression is one of these quantities, its program meets the
    /// quantity's known interval with the computed interval.
    pub quantities: &'a Quantities,
    /// Whether signed overflow wraps (`-fwrapv`).
    pub wrapv: bool,
    /// Whether what lies inside the object of a NULL pointer has the address NULL too. Then its use is the misuse
    /// that it really is, but arithmetic on null pointers such as `offsetof` is not followed.
    pub null_stays: bool,
}

/// Returns an interval program for the value of a C expression.
pub fn value_program(cfg: &Cfg, quantities: &Quantities, expr: ExprId, wrapv: bool) -> Program {
    Compiler { cfg, quantities, wrapv, null_stays: false }.program(expr)
}

impl Compiler<'_> {
    /// Returns an interval program for the value of a C expression.
    pub fn program(self, root: ExprId) -> Program {
        let mut program = Program::default();
        self.append(root, &mut program);
        program
    }

    /// Appends the operators for the value of an expression to a program, and returns the slot of the value.
    pub fn append(self, root: ExprId, program: &mut Program) -> Slot {
        let mut slots: FxHashMap<ExprId, Slot> = FxHashMap::default();
        for id in self.below(root) {
            let slot = self.node(id, &slots, program);
            slots.insert(id, slot);
        }
        slots[&root]
    }

    /// Returns the expression and all expressions that its value is computed from, operands first.
    fn below(self, root: ExprId) -> Vec<ExprId> {
        let mut seen = vec![root];
        let mut next = 0;
        while next < seen.len() {
            let id = seen[next];
            next += 1;
            // The interval of an address does not bound the value that is stored there.
            if !matches!(self.cfg.expr(id).kind, ExprKind::Load(_)) {
                for operand in self.cfg.exprs.operands(id) {
                    if !seen.contains(&operand) {
                        seen.push(operand);
                    }
                }
            }
        }
        seen.sort_unstable();
        seen
    }

    fn node(self, id: ExprId, slots: &FxHashMap<ExprId, Slot>, program: &mut Program) -> Slot {
        let computed = total_meaning(self.cfg, id, &mut Compilation { compiler: self, slots, program });
        match self.quantities.find(&Quantity::Value(id)) {
            Some(quantity) => {
                let known = program.push(Op::Read(quantity));
                program.push(Op::Meet(known, computed))
            }
            None => computed,
        }
    }

    fn unary(self, op: UnaryOp, operand: Slot, ty: Type, program: &mut Program) -> Slot {
        match (op, ty) {
            (UnaryOp::Not, _) => {
                let zero = program.push(Op::Const(Interval::ZERO));
                program.push(Op::Binary(BinaryOp::Eq, operand, zero))
            }
            (UnaryOp::Neg, Type::Int(int)) => {
                let negated = program.push(Op::Scale(operand, -1));
                self.in_type(negated, int, program)
            }
            (UnaryOp::BitNot, Type::Int(int)) => {
                let flipped = program.push(Op::BitNot(operand));
                program.push(Op::Wrap(flipped, int))
            }
            _ => program.push(Op::Const(type_range(ty))),
        }
    }

    fn binary(self, op: BinaryOp, [a, b]: [Part<Slot>; 2], ty: Type, program: &mut Program) -> Slot {
        if op.is_comparison() {
            return program.push(Op::Binary(op, a.value, b.value));
        }
        let integers = [a, b].iter().all(|operand| operand.ty.as_int().is_some());
        let Some(int) = ty.as_int().filter(|_| integers) else {
            return program.push(Op::Const(type_range(ty)));
        };
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let computed =
            if shifts { Op::Shift(op, a.value, b.value, int.bits) } else { Op::Binary(op, a.value, b.value) };
        let result = program.push(computed);
        if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
            self.in_type(result, int, program)
        } else {
            // Shifting bits out of a signed value is undefined in C, but compilers define the result.
            // Wrapping is right either way.
            program.push(Op::Wrap(result, int))
        }
    }

    /// Restricts the result of arithmetic to the range of its type. Signed overflow is undefined, so a run
    /// with an overflow goes no further. Unsigned results wrap, and so do signed ones with `wrapv`.
    fn in_type(self, result: Slot, int: IntType, program: &mut Program) -> Slot {
        if int == IntType::WIDE {
            result
        } else if int.signed && !self.wrapv {
            let range = program.push(Op::Const(Interval::of_type(int)));
            program.push(Op::Meet(result, range))
        } else {
            program.push(Op::Wrap(result, int))
        }
    }

    fn cast(from: Type, slot: Slot, ty: Type, program: &mut Program) -> Slot {
        match (from, ty) {
            (Type::Int(_) | Type::Pointer, Type::Int(int)) => program.push(Op::Wrap(slot, int)),
            (Type::Int(_), Type::Pointer) => program.push(Op::Wrap(slot, IntType::ULONG)),
            (Type::Pointer, Type::Pointer) => slot,
            (Type::Float(_), _) => program.push(Op::Const(type_range(ty))),
            (_, Type::Unknown | Type::Pointer) => program.push(Op::Obscure(slot)),
            _ => program.push(Op::Const(type_range(ty))),
        }
    }
}

/// The domain of intervals, as operators of a program that computes them.
struct Compilation<'e, 'a> {
    compiler: Compiler<'a>,
    /// The slots of the parts.
    slots: &'e FxHashMap<ExprId, Slot>,
    program: &'e mut Program,
}

/// A slot; every expression has one.
type Compiled = Result<Slot, Infallible>;

impl Domain for Compilation<'_, '_> {
    type Value = Slot;
    type Stop = Infallible;

    fn of(&self, part: ExprId) -> Compiled {
        Ok(self.slots[&part])
    }

    fn constant(&mut self, number: i128, _: Type) -> Compiled {
        Ok(self.program.push(Op::Const(Interval::point(number))))
    }

    fn variable(&mut self, var: VarId, _: Type) -> Compiled {
        Ok(self.program.push(Op::Read(var.into())))
    }

    fn any(&mut self, _: ExprId, ty: Type) -> Compiled {
        Ok(self.program.push(Op::Const(type_range(ty))))
    }

    fn object(&mut self, _: ExprId, _: &str) -> Compiled {
        Ok(self.program.push(Op::Const(pointer_range().meet(Interval::NON_NULL))))
    }

    fn address_of(&mut self, id: ExprId, _: VarId) -> Compiled {
        self.object(id, "")
    }

    fn moved(&mut self, _: ExprId, base: Part<Slot>, _: Distance) -> Compiled {
        let derived = self.program.push(Op::Derived(base.value));
        let Compiler { cfg, null_stays, .. } = self.compiler;
        if !null_stays || cfg.expr(base.id).kind.as_const().is_some() {
            return Ok(derived);
        }
        let null = self.program.push(Op::Obscure(base.value));
        Ok(self.program.push(Op::Meet(derived, null)))
    }

    fn load(&mut self, id: ExprId, _: ExprId, ty: Type) -> Compiled {
        self.any(id, ty)
    }

    fn unary(&mut self, op: UnaryOp, operand: Part<Slot>, ty: Type) -> Compiled {
        Ok(self.compiler.unary(op, operand.value, ty, self.program))
    }

    fn binary(&mut self, op: BinaryOp, operands: [Part<Slot>; 2], ty: Type) -> Compiled {
        Ok(self.compiler.binary(op, operands, ty, self.program))
    }

    fn cast(&mut self, operand: Part<Slot>, ty: Type) -> Compiled {
        Ok(Compiler::cast(operand.ty, operand.value, ty, self.program))
    }
}
