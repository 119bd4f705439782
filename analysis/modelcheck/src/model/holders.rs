//! Holders: the variables and memory cells that are known to hold the value that a property follows (must
//! information).

use csieve_graph::{Action, Cfg, Edge, ExprId, ExprKind, VarId};

use smallvec::{SmallVec, smallvec};

use super::Function;

/// A place that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Holder {
    /// The variable with this id.
    Var(VarId),
    /// The memory cell at an address. Two occurrences of the address denote one value until memory is
    /// written.
    Cell(ExprId),
}

/// The relation of an expression to the followed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The value of the expression is the followed value.
    Exact,
    /// The expression points into the object that the followed value points to.
    Inside,
}

/// All places that are known to hold a value. A place that only may hold the value is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Holders {
    /// The places that hold the value itself, ascending.
    exact: Places,
    /// The places that hold a pointer into the object of the value, ascending.
    inside: Places,
}

/// A list of places. Hardly any value is held by more than two, and searches copy states at every edge.
type Places = SmallVec<[Holder; 2]>;

/// Returns the place that an expression reads. `None` if the expression is more than a read of one place.
pub fn holder(function: &Function, expr: ExprId) -> Option<Holder> {
    match function.cfg.expr(strip_pointer_casts(function, expr)).kind {
        ExprKind::Var(var) => Some(Holder::Var(var)),
        ExprKind::Load(address) if !function.dependencies(address).unstable => Some(Holder::Cell(address)),
        _ => None,
    }
}

/// Returns the expression without conversions that keep a pointer whole.
pub fn strip_pointer_casts(function: &Function, mut expr: ExprId) -> ExprId {
    loop {
        let outer = function.cfg.expr(expr);
        expr = match outer.kind {
            ExprKind::Cast(inner) if outer.ty.keeps_pointer(function.cfg.model) => inner,
            ExprKind::Seen(inner, _) => inner,
            _ => return expr,
        };
    }
}

impl Holders {
    /// Returns the holders of a value that one place holds.
    pub fn one(holder: Holder) -> Self {
        Self { exact: smallvec![holder], inside: Places::new() }
    }

    /// Returns the places that hold the value, and those that hold a pointer into its object, both ascending.
    pub fn parts(&self) -> (&[Holder], &[Holder]) {
        (&self.exact, &self.inside)
    }

    /// Makes holders of the places that hold a value and of those that hold a pointer into its object. Both
    /// must be ascending.
    pub fn from_parts(exact: Vec<Holder>, inside: Vec<Holder>) -> Self {
        Self { exact: exact.into(), inside: inside.into() }
    }

    /// Returns whether no known place holds the value or a pointer into its object.
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.inside.is_empty()
    }

    /// Returns whether no known place holds the value itself.
    pub fn none_exact(&self) -> bool {
        self.exact.is_empty()
    }

    /// Returns whether a place is known to hold the value itself.
    pub fn has(&self, holder: Holder) -> bool {
        self.exact.binary_search(&holder).is_ok()
    }

    /// Returns the places that hold the value itself, ascending.
    pub fn exact(&self) -> &[Holder] {
        &self.exact
    }

    /// Returns the places that hold the followed value, and those that hold a pointer into the object that it
    /// points to.
    pub fn all(&self) -> impl Iterator<Item = Holder> + '_ {
        self.exact.iter().chain(&self.inside).copied()
    }

    /// Returns the relation of an expression to the followed value. `None` if no relation is known.
    pub fn relation(&self, function: &Function, expr: ExprId) -> Option<Relation> {
        let (mut expr, mut inside) = (expr, false);
        loop {
            expr = strip_pointer_casts(function, expr);
            if let Some(place) = holder(function, expr) {
                return match () {
                    () if self.inside.binary_search(&place).is_ok() => Some(Relation::Inside),
                    () if !self.has(place) => None,
                    () if inside => Some(Relation::Inside),
                    () => Some(Relation::Exact),
                };
            }
            let ExprKind::Inside { base, .. } = function.cfg.expr(expr).kind else { return None };
            (expr, inside) = (base, true);
        }
    }

    /// Returns whether an expression contains the value or a pointer into its object. An address that is only
    /// used to load from memory does not count.
    pub fn occurs_in(&self, function: &Function, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if let Some(place) = holder(function, expr)
                && self.all().any(|holder| holder == place)
            {
                return true;
            }
            if !matches!(function.cfg.expr(expr).kind, ExprKind::Load(_)) {
                pending.extend(function.cfg.exprs.operands(expr));
            }
        }
        false
    }

    /// Returns the holders after an edge: places that get a copy of the value are added, overwritten ones are
    /// removed.
    #[must_use]
    pub fn after(&self, function: &Function, edge: &Edge) -> Self {
        let gained = match edge.action {
            Action::Assign { var, value } => {
                self.relation(function, value).map(|relation| (Holder::Var(var), relation))
            }
            Action::Store { pointer, value } if is_stable_address(function, pointer) => {
                self.relation(function, value).map(|relation| (Holder::Cell(pointer), relation))
            }
            _ => None,
        };
        let is_kept = |holder: Holder| match holder {
            Holder::Cell(address) => {
                let of_address = &function.dependencies(address).vars;
                of_address.is_empty() && function.local_objects().keeps(function.cfg, edge, address)
            }
            Holder::Var(_) => false,
        };
        let keeps = |holder: &Holder| !is_written(function, edge, *holder) || is_kept(*holder);
        let mut next = self.clone();
        next.exact.retain(|place| keeps(place));
        next.inside.retain(|place| keeps(place));
        match gained {
            Some((place, Relation::Exact)) => insert(&mut next.exact, place),
            Some((place, Relation::Inside)) => insert(&mut next.inside, place),
            None => {}
        }
        next
    }
}

fn insert(places: &mut Places, place: Holder) {
    if let Err(at) = places.binary_search(&place) {
        places.insert(at, place);
    }
}

/// Returns whether a store to an address surely leaves the value of the address expression unchanged.
pub fn is_stable_address(function: &Function, pointer: ExprId) -> bool {
    let address = function.dependencies(pointer);
    !address.memory && !address.unstable && address.vars.iter().all(|var| !function.cfg.var(*var).exposed)
}

/// Returns whether an edge may change the value of a place.
pub fn is_written(function: &Function, edge: &Edge, holder: Holder) -> bool {
    let effects = edge.effects();
    let writes_memory = effects.writes.is_any();
    let by_name = |var: VarId| effects.sets_var(var);
    match holder {
        Holder::Var(var) => by_name(var) || (writes_memory && function.cfg.var(var).exposed),
        Holder::Cell(address) => {
            writes_memory && !is_apart(function, edge, address)
                || effects.assigns.var().is_some_and(|var| function.cfg.var(var).exposed)
                || function.dependencies(address).vars.iter().any(|var| by_name(*var))
        }
    }
}

/// Returns whether an edge only writes another member of the structure that the cell is a member of. False if
/// the write may change the address of the cell.
fn is_apart(function: &Function, edge: &Edge, cell: ExprId) -> bool {
    let Action::Store { pointer, .. } = edge.action else { return false };
    are_other_members(function.cfg, pointer, cell) && is_stable_address(function, cell)
}

/// Returns whether two addresses are those of different members of one structure. Members of a union share
/// bytes, but the analysis knows no values of them, so they need no exception.
pub fn are_other_members(cfg: &Cfg, one: ExprId, other: ExprId) -> bool {
    match (&cfg.expr(one).kind, &cfg.expr(other).kind) {
        (
            ExprKind::Inside { base, path, index: None },
            ExprKind::Inside { base: other_base, path: other_path, index: None },
        ) => base == other_base && path != other_path && !path.is_empty() && !other_path.is_empty(),
        _ => false,
    }
}
