//! Objects on the stack that live in memory, and the bytes of them that edges write.

use rustc_hash::FxHashSet;

use csieve_base::library::BufferSize;
use csieve_graph::{Action, Cfg, Edge, EdgeId, ExprId, ExprKind, Meant, Type, outermost};

/// The number of bytes of the widest scalar.
pub(super) const WIDEST: i128 = 16;

/// The objects of a function that no pointer leads to: the function uses their addresses only to access them,
/// and as arguments of calls that keep none of them.
#[derive(Debug, Default)]
pub struct LocalObjects {
    private: FxHashSet<ExprId>,
}

impl LocalObjects {
    /// Finds the objects of a function that no pointer leads to.
    pub fn new(cfg: &Cfg) -> Self {
        let mut objects = Self { private: cfg.automatic.iter().copied().collect() };
        if objects.private.is_empty() {
            return objects;
        }
        for edge in &cfg.edges {
            for value in handed_on(cfg, edge) {
                each_named(cfg, *value, |object| {
                    objects.private.remove(&object);
                });
            }
        }
        // What is read from a volatile object may be any value.
        for meant in cfg.concrete.values.values() {
            if let Meant::Value(value) = meant
                && let ExprKind::Load(address) = cfg.expr(*value).kind
            {
                objects.private.remove(&cfg.exprs.root(address));
            }
        }
        objects
    }

    /// Returns whether an address is that of a cell, at a constant place, of an object that no pointer leads to.
    pub fn has(&self, cfg: &Cfg, cell: ExprId) -> bool {
        self.private.contains(&cfg.exprs.root(cell)) && place(cfg, cell).is_some()
    }

    /// Returns whether an edge may copy or change the value of a cell of an object that no pointer leads to in
    /// a way that is not followed: it reads the whole object or an unknown part of it, gives it to a callee, or
    /// writes to a place in it that is not known.
    pub fn gives_away(&self, cfg: &Cfg, edge: &Edge, cell: ExprId) -> bool {
        let object = cfg.exprs.root(cell);
        let is_copy = |expr: ExprId| match (cfg.concrete.values.get(&expr), &cfg.expr(expr).kind) {
            (Some(Meant::Object { pointer, .. }), _) => cfg.exprs.root(*pointer) == object,
            // What is read at a place that is not known may be the value of the cell.
            (_, ExprKind::Load(address)) => {
                cfg.exprs.root(*address) == object && place(cfg, *address).is_none()
            }
            _ => false,
        };
        let mut is_copied = false;
        for read in edge.reads() {
            cfg.exprs.walk(read, |expr, _| is_copied |= is_copy(expr));
        }
        let is_named = match &edge.action {
            Action::LibraryCall { args, .. } | Action::Call { args, .. } => {
                args.iter().any(|arg| names(cfg, *arg, object))
            }
            Action::Store { pointer, .. } => {
                cfg.exprs.root(*pointer) == object && *pointer != cell && *pointer != object
            }
            Action::Return(Some(value)) => names(cfg, *value, object),
            _ => false,
        };
        is_copied || is_named && !self.keeps(cfg, edge, cell)
    }

    /// Returns whether an edge surely leaves the bytes at an address as they are: a cell of an object that no
    /// pointer leads to, which the edge does not name, or of which it writes other bytes.
    pub fn keeps(&self, cfg: &Cfg, edge: &Edge, cell: ExprId) -> bool {
        let object = cfg.exprs.root(cell);
        if !self.private.contains(&object) || place(cfg, cell).is_none() {
            return false;
        }
        match &edge.action {
            Action::Store { pointer, value } => {
                let written = width(cfg.expr(*value).ty);
                cfg.exprs.root(*pointer) != object
                    || !is_whole(cfg, edge, *pointer) && are_apart(cfg, (*pointer, written), (cell, WIDEST))
            }
            Action::Call { .. } => true,
            Action::LibraryCall { args, writes_memory, .. } => {
                let named: Vec<ExprId> =
                    args.iter().copied().filter(|arg| names(cfg, *arg, object)).collect();
                !writes_memory || named.is_empty() || writes_beside(cfg, edge, args, &named, cell)
            }
            // An assignment changes a variable, which is another object.
            _ => !edge.writes_memory(),
        }
    }
}

/// Returns whether those of the arguments of a library call that name an object begin buffers of constant
/// length that leave out a cell.
fn writes_beside(cfg: &Cfg, edge: &Edge, args: &[ExprId], named: &[ExprId], cell: ExprId) -> bool {
    let Some(entry) = id_of(cfg, edge).and_then(|id| cfg.known.function(id)) else { return false };
    let constant = |at: usize| cfg.exprs.as_constant(*args.get(at)?);
    let length = |size: &BufferSize| match size {
        BufferSize::Product { arguments, each } => {
            arguments.iter().try_fold(i128::from(*each), |product, at| product.checked_mul(constant(*at)?))
        }
        _ => None,
    };
    named.iter().all(|arg| {
        let mut buffers =
            entry.buffers.iter().filter(|buffer| args.get(buffer.argument) == Some(arg)).peekable();
        let leaves_out = |size: &BufferSize| {
            length(size).is_some_and(|bytes| bytes >= 0 && are_apart(cfg, (*arg, bytes), (cell, WIDEST)))
        };
        buffers.peek().is_some() && buffers.all(|buffer| !buffer.appends && leaves_out(&buffer.size))
    })
}

/// Returns the id of an edge.
fn id_of(cfg: &Cfg, edge: &Edge) -> Option<EdgeId> {
    let leaving = &cfg.successors[edge.from.index()];
    leaving.iter().copied().find(|id| std::ptr::eq(cfg.edge(*id), edge))
}

/// Returns the values that an edge gives to other places or other code.
fn handed_on<'c>(cfg: &Cfg, edge: &'c Edge) -> &'c [ExprId] {
    match &edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => std::slice::from_ref(value),
        Action::Call { args, .. } => args,
        // The result may lead into what an argument leads to.
        Action::LibraryCall { args, result: Some(var), .. } => match cfg.var(*var).ty {
            Type::Pointer | Type::Unknown => args,
            _ => &[],
        },
        _ => &[],
    }
}

/// Returns whether an edge gives values to a whole object or member, as an initialiser does.
fn is_whole(cfg: &Cfg, edge: &Edge, pointer: ExprId) -> bool {
    cfg.expr(pointer).ty != Type::Pointer || id_of(cfg, edge).is_some_and(|id| cfg.initials.contains_key(&id))
}

/// Returns the distance in bits of an address, or of the bit-field at a pointer, from the start of its object,
/// and the number of its bits if it is a bit-field. `None` if the distance is not constant.
pub(super) fn place(cfg: &Cfg, address: ExprId) -> Option<(i128, Option<i128>)> {
    let field = cfg.concrete.bits.get(&address);
    let start = match (field, &cfg.expr(address).kind) {
        (Some(_), ExprKind::Inside { base, .. }) => *base,
        (Some(_), _) => return None,
        (None, _) => address,
    };
    let reach = outermost(&cfg.exprs, &cfg.sizes, start).filter(|reach| reach.parts.is_empty())?;
    let first = reach.constant.checked_mul(8)?;
    Some(match field {
        Some(field) => (first + i128::from(field.first), Some(i128::from(field.width))),
        None => (first, None),
    })
}

/// Returns whether two pieces of one object, each given by its address and its length in bytes, have no bit in
/// common. False if their places are not constant.
pub(super) fn are_apart(cfg: &Cfg, one: (ExprId, i128), other: (ExprId, i128)) -> bool {
    let piece = |(address, bytes): (ExprId, i128)| {
        let (first, bits) = place(cfg, address)?;
        Some((first, first.checked_add(bits.unwrap_or(bytes.checked_mul(8)?))?))
    };
    match (piece(one), piece(other)) {
        (Some(one), Some(other)) => one.1 <= other.0 || other.1 <= one.0,
        _ => false,
    }
}

/// Returns the number of bytes of a value of a type, at most. What is no scalar, such as a structure that is
/// assigned as a whole, may be as long as any object.
pub(super) fn width(ty: Type) -> i128 {
    match ty {
        Type::Int(int) => i128::from(int.bits.div_ceil(8)),
        Type::Pointer => 8,
        Type::Float(_) => WIDEST,
        Type::Unknown | Type::Void => 1 << 60,
    }
}

/// Returns whether the value of an expression may lead into an object. What is loaded from there does not.
pub(super) fn names(cfg: &Cfg, expr: ExprId, object: ExprId) -> bool {
    let mut is_named = false;
    each_named(cfg, expr, |named| is_named |= named == object);
    is_named
}

/// Calls `visit` for every part of an expression that its value may lead to. What is loaded from memory leads
/// elsewhere.
fn each_named(cfg: &Cfg, expr: ExprId, mut visit: impl FnMut(ExprId)) {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        visit(expr);
        if !matches!(cfg.expr(expr).kind, ExprKind::Load(_)) {
            pending.extend(cfg.exprs.operands(expr));
        }
    }
}
