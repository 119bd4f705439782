//! Which pointers share an object on a path.

use csieve_graph::{Action, Edge, ExprId, ExprKind, Type, VarId};

use crate::model::{Function, Holder, Holders, holder, strip_pointer_casts};

/// An object that more than one name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Object {
    /// The places that certainly point to it.
    holders: Holders,
    /// The variables that pointed to it until they were set to NULL, ascending.
    nulled: Vec<VarId>,
}

/// All shared objects where a path stands. A pointer to none of them has an object to itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sharing {
    /// In the order of their parts; no name stands for two of them.
    objects: Vec<Object>,
}

impl Object {
    /// Whether a place points to it, or to its very start.
    fn is_at(&self, place: Holder, exactly: bool) -> bool {
        self.holders.has(place) || !exactly && self.holders.all().any(|holder| holder == place)
    }

    fn names(&self) -> impl Iterator<Item = Holder> + '_ {
        self.holders.all().chain(self.nulled.iter().map(|var| Holder::Var(*var)))
    }

    fn is_shared(&self) -> bool {
        !self.holders.is_empty() && self.names().nth(1).is_some()
    }

    /// Follows it along an edge.
    fn step(&mut self, function: &Function, edge: &Edge) {
        let nulled = edge
            .assigned()
            .filter(|var| is_constant(function, edge) && self.names().any(|name| name == Holder::Var(*var)));
        self.nulled.retain(|var| !Holders::one(Holder::Var(*var)).after(function, edge).is_empty());
        self.nulled.extend(nulled);
        self.nulled.sort_unstable();
        self.holders = self.holders.after(function, edge);
    }
}

impl Sharing {
    /// What else stands for the object that a place points to, or points to the start of.
    pub fn others(&self, place: Holder, exactly: bool) -> impl Iterator<Item = Holder> {
        let here = self.objects.iter().filter(move |object| object.is_at(place, exactly));
        here.flat_map(Object::names).filter(move |name| *name != place)
    }

    /// Whether a place names an object only because it pointed to it until it was set to NULL.
    pub fn is_nulled(&self, place: Holder) -> bool {
        let is_place = |var: &VarId| Holder::Var(*var) == place;
        self.objects.iter().any(|object| object.nulled.iter().any(is_place))
    }

    /// After an edge: copies join, overwritten places leave.
    #[must_use]
    pub fn after(&self, function: &Function, edge: &Edge) -> Self {
        let mut next = self.clone();
        if let Some(source) = copied(function, edge)
            && !next.objects.iter().any(|object| object.is_at(source, false))
        {
            next.objects.push(Object { holders: Holders::one(source), nulled: Vec::new() });
        }
        for object in &mut next.objects {
            object.step(function, edge);
        }
        next.objects.retain(Object::is_shared);
        next.objects.sort_unstable_by(|a, b| a.holders.parts().cmp(&b.holders.parts()));
        next
    }
}

/// The place whose pointer an edge copies, or makes a pointer into the same object of.
fn copied(function: &Function, edge: &Edge) -> Option<Holder> {
    let (Action::Assign { value, .. } | Action::Store { value, .. }) = edge.action else { return None };
    let base = root(function, value);
    holder(function, base).filter(|_| may_point(function, base))
}

/// What a pointer into an object was derived from.
pub(super) fn root(function: &Function, pointer: ExprId) -> ExprId {
    let mut root = strip_pointer_casts(function, pointer);
    while let ExprKind::Inside { base, .. } = function.cfg.expr(root).kind {
        root = strip_pointer_casts(function, base);
    }
    root
}

/// Whether the value of an expression may be a pointer.
pub(super) fn may_point(function: &Function, expr: ExprId) -> bool {
    matches!(function.cfg.expr(expr).ty, Type::Pointer | Type::Unknown)
}

fn is_constant(function: &Function, edge: &Edge) -> bool {
    let Action::Assign { value, .. } = edge.action else { return false };
    matches!(function.cfg.expr(function.cfg.exprs.strip_casts(value)).kind, ExprKind::Const(_))
}
