//! The sharing of objects: sets of pointers that point to one object on a path.

use csieve_graph::{Action, Edge, ExprId, ExprKind, Type, VarId};

use crate::model::{Function, Holder, Holders, holder, strip_pointer_casts};

/// An object to which more than one pointer expression may point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Object {
    /// The places that are known to point to the object.
    holders: Holders,
    /// The variables that pointed to the object until they were set to NULL, ascending.
    nulled: Vec<VarId>,
}

/// All objects with several names at the end of a path. A pointer that points to none of them has an object
/// of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sharing {
    /// The shared objects, in the order of their fields. No name belongs to two objects.
    objects: Vec<Object>,
}

impl Object {
    /// Returns whether a place points to the object or, if `exactly`, to the start of the object.
    fn is_at(&self, place: Holder, exactly: bool) -> bool {
        self.holders.has(place) || !exactly && self.holders.all().any(|holder| holder == place)
    }

    fn names(&self) -> impl Iterator<Item = Holder> + '_ {
        self.holders.all().chain(self.nulled.iter().map(|var| Holder::Var(*var)))
    }

    fn is_shared(&self) -> bool {
        !self.holders.is_empty() && self.names().nth(1).is_some()
    }

    /// Updates the object along an edge.
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
    /// Returns the other names of the object that a place points to. If `exactly`, the place counts only if
    /// it points to the start of the object.
    pub(super) fn others(&self, place: Holder, exactly: bool) -> impl Iterator<Item = Holder> {
        let here = self.objects.iter().filter(move |object| object.is_at(place, exactly));
        here.flat_map(Object::names).filter(move |name| *name != place)
    }

    /// Returns whether a place names an object only because it pointed to the object until it was set to
    /// NULL.
    pub(super) fn is_nulled(&self, place: Holder) -> bool {
        let is_place = |var: &VarId| Holder::Var(*var) == place;
        self.objects.iter().any(|object| object.nulled.iter().any(is_place))
    }

    /// Returns the sharing after an edge: copies are added, overwritten places are removed.
    #[must_use]
    pub(super) fn after(&self, function: &Function, edge: &Edge) -> Self {
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

/// Returns the place whose pointer an edge copies, or from which it computes a pointer into the same object.
/// `None` if the edge copies no pointer.
fn copied(function: &Function, edge: &Edge) -> Option<Holder> {
    let (Action::Assign { value, .. } | Action::Store { value, .. }) = edge.action else { return None };
    let base = root(function, value);
    holder(function, base).filter(|_| may_point(function, base))
}

/// Returns the pointer from which a pointer into an object is computed.
pub(super) fn root(function: &Function, pointer: ExprId) -> ExprId {
    let mut root = strip_pointer_casts(function, pointer);
    while let ExprKind::Inside { base, .. } = function.cfg.expr(root).kind {
        root = strip_pointer_casts(function, base);
    }
    root
}

/// Returns whether the value of an expression may be a pointer.
pub(super) fn may_point(function: &Function, expr: ExprId) -> bool {
    matches!(function.cfg.expr(expr).ty, Type::Pointer | Type::Unknown)
}

fn is_constant(function: &Function, edge: &Edge) -> bool {
    let Action::Assign { value, .. } = edge.action else { return false };
    matches!(function.cfg.expr(function.cfg.exprs.strip_casts(value)).kind, ExprKind::Const(_))
}
