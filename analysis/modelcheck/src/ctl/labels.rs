//! Labels of edges, computed from their actions.

use rustc_hash::FxHashSet;

use super::sharing::{Sharing, may_point, root};
use csieve_graph::{Action, CallTarget, Edge, ExprId, ExprKind, cell_text, expr_text};

use crate::model::{Function, Holder, holder, strip_pointer_casts};

/// Labels the edges of one function.
pub(super) struct Labels<'a> {
    function: &'a Function<'a>,
    /// Whether a variable is a temporary that gets a newly allocated object, indexed by variable.
    fresh: Vec<bool>,
}

impl<'a> Labels<'a> {
    /// Finds the temporaries that get a newly allocated object. Visits every edge once, in the order of
    /// evaluation.
    pub(super) fn new(function: &'a Function<'a>) -> Self {
        let mut labels = Self { function, fresh: vec![false; function.cfg.vars.len()] };
        for edge in &function.cfg.edges {
            let var = match edge.action {
                Action::Alloc { var, .. } => var,
                Action::Assign { var, value } if labels.is_fresh(value) => var,
                _ => continue,
            };
            labels.fresh[var.index()] = !function.cfg.var(var).is_named();
        }
        labels
    }

    /// Returns the labels of an edge, given the sharing of pointers before the edge. A label may occur twice.
    pub(super) fn of(&self, edge: &Edge, sharing: &Sharing) -> Vec<String> {
        let mut labels = Vec::new();
        let mut add = |kind: &str, names: Vec<String>| {
            labels.extend(names.into_iter().map(|name| format!("{kind}_{name}")));
        };
        match edge.action {
            // A variable that was set to NULL still names the object that it pointed to, but no run frees or
            // accesses the object through it.
            Action::Free { pointer, .. } | Action::Deref { pointer, .. }
                if self.is_nulled(pointer, sharing) => {}
            Action::Free { pointer, .. } => add("free", self.pointed(pointer, true, sharing)),
            Action::Deref { pointer, .. } => {
                add("accessed", self.pointed(pointer, false, sharing));
                add("used", self.pointed(pointer, false, sharing));
            }
            _ => add("used", self.passed_on(edge, sharing)),
        }
        if let Some(target) = self.target(edge) {
            let is_new = match edge.action {
                Action::Alloc { .. } => true,
                Action::Assign { value, .. } | Action::Store { value, .. } => self.is_fresh(value),
                _ => false,
            };
            add("malloc", is_new.then(|| target.clone()).into_iter().collect());
            add("assign", vec![target]);
        }
        labels
    }

    fn is_nulled(&self, pointer: ExprId, sharing: &Sharing) -> bool {
        let place = holder(self.function, root(self.function, pointer));
        place.is_some_and(|place| sharing.is_nulled(place))
    }

    /// Returns the name of the place that an edge assigns. `None` if the edge assigns none.
    fn target(&self, edge: &Edge) -> Option<String> {
        match edge.action {
            Action::Store { pointer, .. } => Some(cell_text(self.function.cfg, pointer)),
            _ => edge.assigned().map(|var| self.function.cfg.var(var).name.clone()),
        }
    }

    /// Returns whether a value is a temporary with a newly allocated object.
    fn is_fresh(&self, value: ExprId) -> bool {
        let value = strip_pointer_casts(self.function, value);
        matches!(self.function.cfg.expr(value).kind, ExprKind::Var(var) if self.fresh[var.index()])
    }

    /// Returns the names of the object that a pointer points to. If `exactly`, the pointer counts only if it
    /// points to the start of the object.
    fn pointed(&self, pointer: ExprId, exactly: bool, sharing: &Sharing) -> Vec<String> {
        let function = self.function;
        let pointer = if exactly { strip_pointer_casts(function, pointer) } else { root(function, pointer) };
        let names = holder(function, pointer).map(|place| self.names(place, exactly, sharing));
        names
            .filter(|names| !names.is_empty())
            .unwrap_or_else(|| vec![expr_text(function.cfg, function.cfg.exprs.strip_casts(pointer))])
    }

    /// Returns the names of the object that a place points to. If `exactly`, the pointer counts only if it
    /// points to the start of the object.
    fn names(&self, place: Holder, exactly: bool, sharing: &Sharing) -> Vec<String> {
        let cfg = self.function.cfg;
        let name = |place: Holder| match place {
            Holder::Var(var) => cfg.var(var).is_named().then(|| cfg.var(var).name.clone()),
            Holder::Cell(address) => Some(cell_text(cfg, address)),
        };
        std::iter::once(place).chain(sharing.others(place, exactly)).filter_map(name).collect()
    }

    /// Returns the names of the pointers whose values an edge copies, computes with, passes to a function or
    /// returns.
    fn passed_on(&self, edge: &Edge, sharing: &Sharing) -> Vec<String> {
        let mut names = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = match &edge.action {
            Action::Assign { value, .. } | Action::Store { value, .. } => vec![*value],
            Action::Call { target: CallTarget::Pointer(_) | CallTarget::Named(_), .. }
            | Action::LibraryCall { .. }
            | Action::Return(_) => edge.reads().collect(),
            Action::Opaque { vars } => {
                return vars.iter().flat_map(|var| self.names(Holder::Var(*var), false, sharing)).collect();
            }
            _ => Vec::new(),
        };
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match holder(self.function, expr) {
                Some(place) if may_point(self.function, expr) => {
                    names.extend(self.names(place, false, sharing));
                }
                // A load from memory is an access, and has an edge of its own.
                _ if matches!(self.function.cfg.expr(expr).kind, ExprKind::Load(_)) => {}
                _ => pending.extend(self.function.cfg.exprs.operands(expr)),
            }
        }
        names
    }
}
