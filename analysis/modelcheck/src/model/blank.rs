//! Objects in memory that are declared without a value: arrays, structures and unions on the stack. They are
//! followed, whole or by a member or element, as long as only the function itself gets at them.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_graph::{Action, Cfg, Edge, EdgeId, ExprId, ExprKind, Loc, Type, outermost};

/// The most members and elements that are followed in one object.
const MOST: usize = 8;

/// The number of bytes of the widest scalar.
const WIDEST: i128 = 16;

/// What a function reads of its objects that are declared without a value.
#[derive(Debug, Default)]
pub struct Blank {
    /// The addresses that are followed from the edges on: those of the whole object that begins to live
    /// there, and of members and elements at a constant place in it, ascending.
    begun: FxHashMap<Loc, Vec<ExprId>>,
    /// The objects, by their addresses.
    objects: FxHashSet<ExprId>,
    /// The widest loads from the addresses, in bytes.
    widths: FxHashMap<ExprId, i128>,
    /// The addresses in the objects from which an edge loads.
    loads: FxHashMap<EdgeId, Vec<ExprId>>,
}

/// What an edge does to the bytes at an address that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It leaves them as they are.
    Nothing,
    /// It reads them, or a part of the whole object.
    Read,
    /// It may write some of them, or lets other code get at them.
    Perhaps,
    /// It certainly writes all of them.
    Written,
}

impl Blank {
    /// Finds the objects of a function, and what it reads of them.
    pub fn new(cfg: &Cfg) -> Self {
        let objects: FxHashSet<ExprId> = cfg.concrete.blank.keys().copied().collect();
        let mut blank = Self { objects, ..Self::default() };
        if blank.objects.is_empty() {
            return blank;
        }
        for id in cfg.edge_ids() {
            let edge = cfg.edge(id);
            if matches!(edge.action, Action::Misuse { .. }) {
                continue;
            }
            for read in edge.reads() {
                cfg.exprs.walk(read, |_, expr| {
                    if let ExprKind::Load(address) = expr.kind
                        && blank.objects.contains(&root(cfg, address))
                    {
                        blank.loads.entry(id).or_default().push(address);
                        let widest = blank.widths.entry(address).or_default();
                        *widest = width(expr.ty).max(*widest);
                    }
                });
            }
        }
        for (object, loc) in &cfg.concrete.blank {
            let of_object = |load: &&ExprId| root(cfg, **load) == *object;
            let mut read: Vec<ExprId> = blank.loads.values().flatten().filter(of_object).copied().collect();
            if read.is_empty() {
                continue;
            }
            read.sort_unstable();
            read.dedup();
            read.retain(|address| *address != *object && place(cfg, *address).is_some());
            read.truncate(MOST);
            let begun = blank.begun.entry(*loc).or_default();
            begun.push(*object);
            begun.extend(read);
            begun.sort_unstable();
        }
        blank
    }

    /// Returns the addresses of bytes without a value that are followed from an edge on, before the edge does
    /// anything.
    pub fn begun_at(&self, edge: &Edge) -> &[ExprId] {
        self.begun.get(&edge.from).map_or(&[], Vec::as_slice)
    }

    /// Returns the addresses in the objects from which an edge loads.
    pub fn loads(&self, edge: EdgeId) -> &[ExprId] {
        self.loads.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// Returns what an edge does to the bytes at a followed address.
    pub fn touch(&self, cfg: &Cfg, followed: ExprId, id: EdgeId) -> Touch {
        let object = root(cfg, followed);
        let is_whole = self.objects.contains(&followed);
        let is_read = |load: &ExprId| *load == followed || is_whole && root(cfg, *load) == object;
        if self.loads(id).iter().any(is_read) {
            return Touch::Read;
        }
        let edge = cfg.edge(id);
        if hands_on(cfg, edge, object) {
            return Touch::Perhaps;
        }
        match edge.action {
            Action::Store { pointer, value } if root(cfg, pointer) == object => match () {
                // An initialiser gives all bytes of its object a value.
                () if pointer == object && cfg.initials.contains_key(&id) => Touch::Written,
                () if pointer == followed && !is_whole => Touch::Written,
                () if is_whole || !self.are_apart(cfg, (pointer, width(cfg.expr(value).ty)), followed) => {
                    Touch::Perhaps
                }
                () => Touch::Nothing,
            },
            Action::Opaque { .. } => Touch::Perhaps,
            _ => Touch::Nothing,
        }
    }

    /// Returns whether the bytes of a store, given by its address and its width, are others than those at a
    /// followed address in the same object.
    fn are_apart(&self, cfg: &Cfg, (pointer, written): (ExprId, i128), followed: ExprId) -> bool {
        let (Some(from), Some(to)) = (place(cfg, pointer), place(cfg, followed)) else { return false };
        let read = self.widths.get(&followed).copied().unwrap_or(WIDEST);
        from + written <= to || to + read <= from
    }
}

/// Returns the pointer to the whole object into which a pointer leads.
fn root(cfg: &Cfg, mut pointer: ExprId) -> ExprId {
    loop {
        pointer = match cfg.expr(pointer).kind {
            ExprKind::Inside { base, .. } => base,
            ExprKind::Seen(inner, _) | ExprKind::Cast(inner) => inner,
            _ => return pointer,
        };
    }
}

/// Returns the distance in bytes of an address from the start of its object. `None` if it is not constant, or
/// the address is that of a bit-field.
fn place(cfg: &Cfg, address: ExprId) -> Option<i128> {
    let reach = outermost(&cfg.exprs, &cfg.sizes, address)?;
    (reach.parts.is_empty() && !cfg.concrete.bits.contains_key(&address)).then_some(reach.constant)
}

/// Returns the number of bytes of a value of a type. Types of unknown size count as the widest.
fn width(ty: Type) -> i128 {
    match ty {
        Type::Int(int) => i128::from(int.bits.div_ceil(8)),
        Type::Pointer => 8,
        _ => WIDEST,
    }
}

/// Returns whether an edge lets other places or other code get the address of an object.
fn hands_on(cfg: &Cfg, edge: &Edge, object: ExprId) -> bool {
    let values: &[ExprId] = match &edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => std::slice::from_ref(value),
        Action::Call { args, .. } | Action::LibraryCall { args, .. } => args,
        _ => return false,
    };
    values.iter().any(|value| names(cfg, *value, object))
}

/// Returns whether the value of an expression may lead into an object. What is loaded from there does not.
fn names(cfg: &Cfg, expr: ExprId, object: ExprId) -> bool {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        if expr == object {
            return true;
        }
        if !matches!(cfg.expr(expr).kind, ExprKind::Load(_)) {
            pending.extend(cfg.exprs.operands(expr));
        }
    }
    false
}
