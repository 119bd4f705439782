//! Which edits are safe: no run of the program that is free of the misuse does anything else with them.
//!
//! That the finding is gone is tried by whoever offers an edit. Whether the edit changes anything else is decided here, on
//! the graph of the function, and only where the graph shows it. Everything else is unsafe, which is no reproach: most of
//! what an engineer would write is.

use csieve_base::{library::Library, text::Span};
use csieve_graph::{
    Action, CallTarget, Cfg, Edge, EdgeId, ExprId, ExprKind, Loc, Type, VarId, VarKind, expr_text,
};

use fixedbitset::FixedBitSet;

use crate::Subject;

/// A variable of the function that only its own code reads and writes.
pub(crate) struct OwnVariable<'a> {
    cfg: &'a Cfg,
    var: VarId,
}

impl<'a> OwnVariable<'a> {
    /// Returns the only local variable or parameter of a name, if its address is taken nowhere.
    pub(crate) fn of(cfg: &'a Cfg, name: &str) -> Option<Self> {
        let mut named = cfg.var_ids().filter(|var| cfg.var(*var).is_named() && cfg.var(*var).name == name);
        let var = named.next()?;
        let is_own = matches!(cfg.var(var).kind, VarKind::Local | VarKind::Param) && !cfg.var(var).exposed;
        (is_own && named.next().is_none()).then_some(Self { cfg, var })
    }

    /// Returns whether the variable never holds anything but NULL (or what stands for a failure) and what edges of a kind
    /// give it.
    pub(crate) fn only_holds(&self, is_origin: impl Fn(&Action) -> bool) -> bool {
        if self.cfg.var(self.var).kind != VarKind::Local {
            return false;
        }
        let sets = self.cfg.edges.iter().filter(|edge| edge.effects().sets_var(self.var));
        sets.map(|edge| &edge.action).all(|action| match action {
            Action::Declare(_) | Action::AllocFail { .. } | Action::OpenFail { .. } => true,
            Action::Assign { value, .. } => self.is_failure(*value),
            Action::Alloc { .. } | Action::Open { .. } => is_origin(action),
            _ => false,
        })
    }

    fn is_failure(&self, value: ExprId) -> bool {
        matches!(self.cfg.exprs.as_constant(self.cfg.exprs.strip_casts(value)), Some(0 | -1))
    }

    /// Returns whether nothing else ever gets the value of the variable: no other variable, no memory, no callee that could
    /// keep it, no caller.
    pub(crate) fn stays(&self) -> bool {
        self.cfg.edges.iter().all(|edge| !self.leaves_on(edge))
    }

    /// Returns whether nothing else gets the value of the variable on any way to some places.
    pub(crate) fn stays_until(&self, places: &[Loc]) -> bool {
        let mut leaving = self.cfg.edges.iter().filter(|edge| self.leaves_on(edge));
        leaving.all(|edge| {
            let reached = self.cfg.reached_from(edge.to);
            places.iter().all(|place| !reached.contains(place.index()))
        })
    }

    fn leaves_on(&self, edge: &Edge) -> bool {
        match &edge.action {
            Action::Assign { value, .. } | Action::Store { value, .. } | Action::Return(Some(value)) => {
                self.is_in(*value)
            }
            Action::Call { target, args, .. } => {
                let through = match target {
                    CallTarget::Pointer(callee) => Some(*callee),
                    CallTarget::Named(_) | CallTarget::MaybeMacro(_) => None,
                };
                args.iter().copied().chain(through).any(|arg| self.is_in(arg))
            }
            // The result may point to what the argument does.
            Action::LibraryCall { args, result, .. } => {
                let is_pointer = result.is_some_and(|result| self.cfg.var(result).ty == Type::Pointer);
                is_pointer && args.iter().any(|arg| self.is_in(*arg))
            }
            Action::Opaque { vars } => vars.contains(&self.var),
            _ => false,
        }
    }

    /// Returns whether the value of an expression is made from that of the variable; what memory at the variable holds does
    /// not count.
    fn is_in(&self, expr: ExprId) -> bool {
        let arena = &self.cfg.exprs;
        match &arena.get(expr).kind {
            ExprKind::Var(var) => *var == self.var,
            ExprKind::Load(_) => false,
            _ => arena.operands(expr).any(|operand| self.is_in(operand)),
        }
    }

    /// Returns whether the program never asks for the value of the variable behind some places, but to release what it
    /// points to, unless it gets another value before.
    pub(crate) fn is_forgotten_behind(&self, starts: impl IntoIterator<Item = Loc>) -> bool {
        starts.into_iter().all(|start| {
            let open = |edge: EdgeId| !self.cfg.edge(edge).effects().sets_var(self.var);
            let reached = self.cfg.reached_along(start, open);
            let behind = self.cfg.edges.iter().filter(|edge| reached.contains(edge.from.index()));
            behind.filter(|edge| !is_release(edge)).all(|edge| !self.is_read_on(edge))
        })
    }

    fn is_read_on(&self, edge: &Edge) -> bool {
        let is_named = match &edge.action {
            Action::Opaque { vars } => vars.contains(&self.var),
            _ => false,
        };
        is_named || edge.reads().any(|read| self.cfg.exprs.mentions(read, self.var))
    }

    /// Returns whether the variable gets a value anywhere in a part of the text.
    pub(crate) fn is_set_within(&self, span: Span) -> bool {
        let within = self.cfg.edges.iter().filter(|edge| span.contains(edge.span));
        within
            .filter(|edge| !matches!(edge.action, Action::Declare(_)))
            .any(|edge| edge.effects().sets_var(self.var))
    }
}

fn is_release(edge: &Edge) -> bool {
    matches!(
        edge.action,
        Action::Free { .. } | Action::FreeNull { .. } | Action::Close { .. } | Action::CloseFail { .. }
    )
}

/// Returns whether lines that release what a variable holds do so by a function of the library and do nothing else.
pub(crate) fn is_of_library(library: &Library, lines: &[String]) -> bool {
    let call = lines.last().and_then(|line| line.trim().split_once('('));
    call.is_some_and(|(callee, _)| library.function(callee.trim()).is_some())
}

/// Returns the locations in front of what a part of the text does.
pub(crate) fn begins(cfg: &Cfg, span: Span) -> Vec<Loc> {
    let within = |edge: &&Edge| span.contains(edge.span);
    cfg.edges.iter().filter(within).map(|edge| edge.from).collect()
}

/// Returns whether every run that goes on behind a part of the text with NULL in a place uses the place before it does
/// anything that somebody could notice, so that it could only be a run with the misuse.
pub(crate) fn is_used_at_once(subject: &Subject, span: Span, place: &str) -> bool {
    let cfg = subject.cfg;
    let is_within = |edge: EdgeId| span.contains(cfg.edge(edge).span);
    let ends = cfg.edge_ids().filter(|edge| is_within(*edge)).map(|edge| cfg.edge(edge).to);
    let mut waiting: Vec<Loc> =
        ends.filter(|end| !cfg.successors[end.index()].iter().all(|edge| is_within(*edge))).collect();
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    if waiting.is_empty() {
        return false;
    }
    while let Some(at) = waiting.pop() {
        if seen.put(at.index()) {
            continue;
        }
        let next: Vec<EdgeId> =
            cfg.successors[at.index()].iter().copied().filter(|edge| !is_within(*edge)).collect();
        if next.is_empty() {
            return false;
        }
        for edge in next {
            match &cfg.edge(edge).action {
                Action::Misuse { .. } => {}
                Action::Deref { pointer, .. } if expr_text(cfg, *pointer) == place => {}
                Action::Skip | Action::Declare(_) | Action::Assign { .. } | Action::Assume { .. } => {
                    waiting.push(cfg.edge(edge).to);
                }
                _ => return false,
            }
        }
    }
    true
}
