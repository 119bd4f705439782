//! Translates edges into commands on heap graphs. If an action is not understood, the objects that it names
//! escape, or all objects do.

use csieve_base::library::Contents;
use csieve_domains::heap::{Command, FieldId, Path, Relation, Source, Value, VarIndex};
use csieve_graph::{
    Action, BinaryOp, CallTarget, Cfg, Comparator, EdgeId, ExprId, ExprKind, MisuseKind, Type, UnaryOp, VarId,
};

use super::fields::{Field, based, is_pointer};

/// The largest number of fields of one access path, such as the 2 of `p->next->next`.
const LONGEST_PATH: usize = 6;

/// Translates edges into commands. Numbers the variables and fields that the edges name.
pub(super) struct Compiler<'c> {
    cfg: &'c Cfg,
    pub vars: Vec<VarId>,
    pub fields: Vec<Field>,
}

impl<'c> Compiler<'c> {
    pub(super) fn new(cfg: &'c Cfg) -> Self {
        Self { cfg, vars: Vec::new(), fields: Vec::new() }
    }

    /// Translates an edge into commands.
    pub(super) fn edge(&mut self, id: EdgeId) -> Vec<Command> {
        let edge = self.cfg.edge(id);
        match &edge.action {
            Action::Skip
            | Action::Return(_)
            | Action::AssumeNone { .. }
            | Action::Lock { .. }
            | Action::LockFail { .. }
            | Action::Unlock { .. } => Vec::new(),
            Action::Declare(var) => vec![self.set(*var, Value::garbage())],
            Action::Assign { var, value } => self.assign(*var, *value),
            Action::Assume { cond, holds } => self.assume(*cond, *holds),
            Action::Learn { value, low, high } => self.learn(*value, *low, *high),
            Action::Deref { pointer, .. } | Action::FreeNull { pointer } => {
                self.truth(*pointer, matches!(edge.action, Action::Deref { .. }))
            }
            Action::Store { pointer, value } => self.store(*pointer, *value),
            Action::Alloc { var, .. } => {
                let blank = match self.cfg.known.function(id).and_then(|entry| entry.contents) {
                    // A callee may have written to the new object, and a reallocated object keeps its old
                    // contents.
                    _ if edge.inside.is_some() || self.is_moved(id) => Value::unknown(),
                    Some(Contents::Zeros) => Value::number(0),
                    Some(Contents::Indeterminate) => Value::garbage(),
                    None => Value::unknown(),
                };
                vec![Command::Make(self.var(*var), blank)]
            }
            Action::AllocFail { var, .. } => vec![self.set(*var, Value::number(0))],
            Action::Free { pointer, .. } => self.free(id, *pointer),
            Action::Open { var, .. } | Action::OpenFail { var, .. } => vec![self.set(*var, Value::outside())],
            Action::Close { handle, .. } | Action::CloseFail { handle } => vec![self.escape(&[*handle])],
            Action::LibraryCall { result, writes_memory: false, .. }
                if result.is_none_or(|var| self.cfg.var(var).ty.as_int().is_some()) =>
            {
                result.map(|var| self.set(var, Value::outside())).into_iter().collect()
            }
            Action::Call { target: CallTarget::Named(_), args, result }
            | Action::LibraryCall { args, result, .. } => {
                let escape = self.escape(args);
                [escape].into_iter().chain(result.map(|var| self.set(var, Value::outside()))).collect()
            }
            Action::Call { args, result, .. } => {
                let mut named = self.mentioned(args);
                named.extend(result.map(|var| self.var(var)));
                Self::anything(named)
            }
            Action::Opaque { vars } => {
                let named = vars.iter().map(|var| self.var(*var)).collect();
                Self::anything(named)
            }
            Action::Misuse { kind, operand } => match kind {
                MisuseKind::NullDereference | MisuseKind::DivisionByZero => self.truth(*operand, false),
                MisuseKind::OutOfBounds | MisuseKind::IntegerOverflow => self.assume(*operand, true),
            },
        }
    }

    /// Returns the commands of an edge that may change all objects that are known elsewhere, and these
    /// variables.
    fn anything(vars: Vec<VarIndex>) -> Vec<Command> {
        let set = |var| Command::Set(var, Source::Constant(Value::outside()));
        std::iter::once(Command::EscapeAll).chain(vars.into_iter().map(set)).collect()
    }

    /// Returns whether the object that an edge allocates may be a copy of one that was freed right before, as
    /// `realloc` does it.
    fn is_moved(&self, id: EdgeId) -> bool {
        let at = self.cfg.edge(id).from;
        self.cfg.edges.iter().any(|edge| edge.to == at && matches!(edge.action, Action::Free { .. }))
    }

    fn free(&mut self, id: EdgeId, pointer: ExprId) -> Vec<Command> {
        let edge = self.cfg.edge(id);
        let is_moved = self.cfg.successors[edge.to.index()]
            .iter()
            .any(|next| matches!(self.cfg.edge(*next).action, Action::Alloc { .. }));
        match self.place(pointer) {
            Some(path) if !is_moved && edge.inside.is_none() => {
                let exists = Command::Test(Source::Place(path.clone()), Relation::Different, zero());
                vec![exists, Command::Free(path)]
            }
            _ => vec![self.escape(&[pointer])],
        }
    }

    fn assign(&mut self, var: VarId, value: ExprId) -> Vec<Command> {
        let to = self.var(var);
        if let Some(source) = self.source(value) {
            return vec![Command::Set(to, source)];
        }
        let mut commands = self.leaks(value);
        commands.push(Command::Set(to, Source::Constant(self.approximated(value))));
        commands
    }

    fn store(&mut self, pointer: ExprId, value: ExprId) -> Vec<Command> {
        let ty = self.cfg.expr(value).ty;
        let place = self.memory(pointer, ty);
        let source = self.source(value);
        match (place, source) {
            (Some(place), Some(source)) => vec![Command::Write(place, source)],
            (Some(place), None) if ty.as_int().is_some() => {
                let mut commands = self.leaks(value);
                commands.push(Command::Write(place, Source::Constant(Value::outside())));
                commands
            }
            (None, Some(_)) if self.is_outside(pointer) => vec![self.escape(&[value])],
            _ => vec![Command::EscapeAll],
        }
    }

    /// Returns whether an address is that of a named object. Only allocated objects are nodes of heap graphs.
    fn is_outside(&self, mut address: ExprId) -> bool {
        loop {
            match self.cfg.expr(address).kind {
                ExprKind::Address(_) | ExprKind::AddressOf(_) => return true,
                ExprKind::Inside { base, .. } | ExprKind::Seen(base, _) => address = base,
                ExprKind::Cast(base) if is_pointer(self.cfg, base) => address = base,
                ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Any(_) | ExprKind::Load(_) => return false,
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) => return false,
            }
        }
    }

    fn assume(&mut self, mut cond: ExprId, mut holds: bool) -> Vec<Command> {
        loop {
            match self.cfg.expr(cond).kind {
                ExprKind::Unary(UnaryOp::Not, inner) => (cond, holds) = (inner, !holds),
                ExprKind::Seen(inner, _) => cond = inner,
                ExprKind::Cast(inner) if is_truth(self.cfg, inner) => cond = inner,
                ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
                    if is_truth(self.cfg, left) && self.cfg.expr(right).kind == ExprKind::Const(0) =>
                {
                    (cond, holds) = (left, holds == (op == BinaryOp::Ne));
                }
                ExprKind::Binary(op, left, right) if op.is_comparison() => {
                    let op = if holds { op } else { op.negated() };
                    return self.compared(op, left, right).into_iter().collect();
                }
                ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Any(_) | ExprKind::Load(_) => break,
                ExprKind::Address(_) | ExprKind::AddressOf(_) | ExprKind::Inside { .. } => break,
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) => break,
            }
        }
        self.truth(cond, holds)
    }

    fn compared(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Option<Command> {
        let relation = match op.comparator()? {
            Comparator::Eq => Relation::Equal,
            Comparator::Ne => Relation::Different,
            Comparator::Lt => Relation::Less,
            Comparator::Le => Relation::AtMost,
            Comparator::Gt => Relation::Greater,
            Comparator::Ge => Relation::AtLeast,
        };
        let are_ints = [left, right].iter().all(|side| self.cfg.expr(*side).ty.as_int().is_some());
        let are_pointers = [left, right].iter().all(|side| is_pointer(self.cfg, *side));
        let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if !(are_ints || are_pointers && is_equality) {
            return None;
        }
        Some(Command::Test(self.source(left)?, relation, self.source(right)?))
    }

    /// Returns the command that tests that a value is not 0 (if `holds`), or that it is 0. Empty if the value
    /// belongs to no place.
    fn truth(&mut self, value: ExprId, holds: bool) -> Vec<Command> {
        let relation = if holds { Relation::Different } else { Relation::Equal };
        let ty = self.cfg.expr(value).ty;
        let place = self.place(value).filter(|_| ty == Type::Pointer || ty.as_int().is_some());
        place.map(|place| Command::Test(Source::Place(place), relation, zero())).into_iter().collect()
    }

    fn learn(&mut self, value: ExprId, low: i128, high: i128) -> Vec<Command> {
        if low == 0 && high == 0 || low > 0 {
            return self.assume(value, low > 0);
        }
        Vec::new()
    }

    /// Returns the source of the value of an expression: a constant or a place. `None` for anything else.
    fn source(&mut self, value: ExprId) -> Option<Source> {
        let expr = self.cfg.expr(value);
        match expr.kind {
            ExprKind::Const(number) if matches!(expr.ty, Type::Int(_) | Type::Pointer) => {
                Some(Source::Constant(Value::number(number)))
            }
            ExprKind::Address(_) | ExprKind::AddressOf(_) => Some(Source::Constant(Value::other())),
            ExprKind::Const(_) | ExprKind::Any(_) => None,
            ExprKind::Inside { .. } | ExprKind::Unary(..) | ExprKind::Binary(..) => None,
            ExprKind::Var(_) | ExprKind::Load(_) | ExprKind::Cast(_) | ExprKind::Seen(..) => {
                self.place(value).map(Source::Place)
            }
        }
    }

    /// Returns the place whose value an expression reads: a variable, or memory that fields lead to. `None`
    /// if the expression reads no such place, or if the place needs more fields than [`LONGEST_PATH`].
    fn place(&mut self, value: ExprId) -> Option<Path> {
        let (mut at, mut backwards) = (value, Vec::new());
        loop {
            let expr = self.cfg.expr(at);
            match expr.kind {
                ExprKind::Var(var) => {
                    backwards.reverse();
                    return Some(Path { var: self.var(var), fields: backwards });
                }
                ExprKind::Seen(inner, _) => at = inner,
                ExprKind::Cast(inner) if self.keeps_value(at, inner) => at = inner,
                ExprKind::Load(address) if backwards.len() < LONGEST_PATH => {
                    let (base, offset, name) = based(self.cfg, address)?;
                    backwards.push(self.field(offset, expr.ty, name)?);
                    at = base;
                }
                ExprKind::Const(_) | ExprKind::Any(_) | ExprKind::Address(_) => return None,
                ExprKind::AddressOf(_) | ExprKind::Inside { .. } | ExprKind::Load(_) => return None,
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) => return None,
            }
        }
    }

    /// Returns the place in memory at an address. `None` if its object or its field is not known.
    fn memory(&mut self, address: ExprId, ty: Type) -> Option<Path> {
        let (base, offset, name) = based(self.cfg, address)?;
        let mut path = self.place(base)?;
        path.fields.push(self.field(offset, ty, name)?);
        Some(path)
    }

    fn keeps_value(&self, cast: ExprId, inner: ExprId) -> bool {
        match (self.cfg.expr(inner).ty, self.cfg.expr(cast).ty) {
            (Type::Pointer, Type::Pointer) => true,
            (Type::Int(from), Type::Int(to)) => to.min() <= from.min() && from.max() <= to.max(),
            _ => false,
        }
    }

    /// Returns the possible values of an expression that is neither a constant nor a place.
    fn approximated(&self, value: ExprId) -> Value {
        if self.cfg.expr(value).kind.as_comparison().is_none() {
            return Value::outside();
        }
        let mut truth = Value::number(0);
        truth.include(&Value::number(1));
        truth
    }

    /// Returns the commands by which objects escape because an expression computes with their addresses.
    fn leaks(&mut self, value: ExprId) -> Vec<Command> {
        let cfg = self.cfg;
        let (mut everything, mut pointers) = (false, false);
        let mut open = vec![value];
        while let Some(at) = open.pop() {
            let expr = cfg.expr(at);
            let is_float = matches!(expr.ty, Type::Float(_));
            match expr.kind {
                ExprKind::Binary(op, ..) if op.is_comparison() => continue,
                // A number that is read from memory is no address, whatever its own address is.
                ExprKind::Load(_) if expr.ty.as_int().is_some() => continue,
                ExprKind::Any(_) => everything |= expr.ty.as_int().is_none() && !is_float,
                ExprKind::Cast(inner) if cfg.expr(inner).ty.as_int().is_some() => {
                    everything |= expr.ty.as_int().is_none();
                }
                ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Load(_) | ExprKind::Inside { .. } => {}
                ExprKind::Address(_) | ExprKind::AddressOf(_) => {}
                ExprKind::Unary(..) | ExprKind::Binary(..) => {}
                ExprKind::Cast(_) | ExprKind::Seen(..) => {}
            }
            pointers |= expr.ty.as_int().is_none() && !is_float;
            open.extend(cfg.exprs.operands(at));
        }
        if everything {
            vec![Command::EscapeAll]
        } else if pointers {
            vec![self.escape(&[value])]
        } else {
            Vec::new()
        }
    }

    /// Returns the command that lets the objects escape to which these expressions point.
    fn escape(&mut self, values: &[ExprId]) -> Command {
        let unknown = |value: &ExprId| {
            let mut found = false;
            self.cfg.exprs.walk(*value, |_, expr| {
                found |= matches!(expr.kind, ExprKind::Any(_)) && expr.ty.as_int().is_none();
            });
            found
        };
        if values.iter().any(unknown) { Command::EscapeAll } else { Command::Escape(self.mentioned(values)) }
    }

    /// Returns the variables in some expressions.
    fn mentioned(&mut self, values: &[ExprId]) -> Vec<VarIndex> {
        let mut found: Vec<VarId> = Vec::new();
        for value in values {
            self.cfg.exprs.walk(*value, |_, expr| {
                if let ExprKind::Var(var) = expr.kind {
                    found.push(var);
                }
            });
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|var| self.var(var)).collect()
    }

    fn set(&mut self, var: VarId, value: Value) -> Command {
        Command::Set(self.var(var), Source::Constant(value))
    }

    fn var(&mut self, var: VarId) -> VarIndex {
        position(&mut self.vars, var, |known| *known == var)
    }

    /// Returns the number of a field. `None` if its type is neither an integer nor a pointer.
    fn field(&mut self, offset: u64, ty: Type, name: String) -> Option<FieldId> {
        if !matches!(ty, Type::Int(_) | Type::Pointer) {
            return None;
        }
        let field = Field { offset, ty, name };
        Some(position(&mut self.fields, field.clone(), |known| known.is_same(&field)))
    }
}

/// Returns the position of the item that `is_it` accepts. If there is none, `one` is added at the end.
fn position<T>(all: &mut Vec<T>, one: T, is_it: impl Fn(&T) -> bool) -> usize {
    all.iter().position(is_it).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

fn zero() -> Source {
    Source::Constant(Value::number(0))
}

/// Returns whether an expression is a comparison or a negation `!x`. The value of both is 0 or 1.
fn is_truth(cfg: &Cfg, expr: ExprId) -> bool {
    cfg.expr(expr).kind.is_truth()
}
