//! Facts about a function that properties look up, computed once.

use std::sync::OnceLock;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use csieve_base::text::Span;
use csieve_dataflow::{
    automaton::{Dependencies, dependencies},
    bounds::brought,
};
use csieve_graph::{
    Action, CallTarget, Cfg, Edge, EdgeId, ExprId, ExprKind, Invocations, Loc, MisuseKind, Place, Var, VarId,
    VarKind,
};

use super::{
    blank::Blank,
    candidates::Reach,
    contexts::Contexts,
    holders::{Holder, holder},
    live::live,
    local_objects::LocalObjects,
    switched_off::released_nowhere,
};

/// A function's graph with the facts that every property needs.
#[derive(Debug)]
pub struct Function<'a> {
    /// The control-flow graph.
    pub cfg: &'a Cfg,
    /// The variables and memory that every expression depends on, indexed by [`ExprId`].
    pub dependencies: Vec<Dependencies>,
    reads: Vec<Vec<VarId>>,
    addresses: Vec<Vec<VarId>>,
    // The following facts are computed at the first use, because few checks need them and summaries do not.
    // For most functions they are empty.
    contexts: OnceLock<Contexts>,
    released_nowhere: OnceLock<Vec<VarId>>,
    has_exposed_pointer: OnceLock<bool>,
    divisors_from_outside: OnceLock<Vec<(EdgeId, Holder)>>,
    blank: OnceLock<Blank>,
    local_objects: OnceLock<LocalObjects>,
    copied: OnceLock<FixedBitSet>,
    assigned: OnceLock<FixedBitSet>,
    first_into: OnceLock<Vec<Option<EdgeId>>>,
    read: OnceLock<FixedBitSet>,
    releases: OnceLock<Vec<EdgeId>>,
    divisors: OnceLock<Vec<ExprId>>,
    reach: OnceLock<Reach>,
    macros: OnceLock<Invocations>,
    live: OnceLock<Box<[OnceLock<FixedBitSet>]>>,
}

impl<'a> Function<'a> {
    /// Computes the dependencies of every expression, and what every edge reads.
    pub fn new(cfg: &'a Cfg) -> Self {
        let dependencies = dependencies(cfg);
        let reads = cfg.edges.iter().map(|edge| {
            let mut vars: Vec<VarId> = Vec::new();
            for expr in edge.reads() {
                vars.extend_from_slice(&dependencies[expr.0 as usize].vars);
            }
            sorted(vars)
        });
        let reads = reads.collect();
        let addresses = cfg.edges.iter().map(|edge| {
            let mut vars = Vec::new();
            for expr in mentioned(&edge.action) {
                cfg.exprs.walk(expr, |_, expr| {
                    if let ExprKind::AddressOf(var) = expr.kind {
                        vars.push(var);
                    }
                });
            }
            sorted(vars)
        });
        let addresses = addresses.collect();
        Self {
            cfg,
            dependencies,
            reads,
            addresses,
            contexts: OnceLock::new(),
            released_nowhere: OnceLock::new(),
            has_exposed_pointer: OnceLock::new(),
            divisors_from_outside: OnceLock::new(),
            blank: OnceLock::new(),
            local_objects: OnceLock::new(),
            copied: OnceLock::new(),
            assigned: OnceLock::new(),
            first_into: OnceLock::new(),
            read: OnceLock::new(),
            releases: OnceLock::new(),
            divisors: OnceLock::new(),
            reach: OnceLock::new(),
            macros: OnceLock::new(),
            live: OnceLock::new(),
        }
    }

    /// Returns the calls that allocate from a context.
    pub fn contexts(&self) -> &Contexts {
        self.contexts.get_or_init(|| Contexts::new(self.cfg))
    }

    /// Returns whether other code may have the address of some pointer variable of the function.
    pub fn has_exposed_pointer(&self) -> bool {
        *self.has_exposed_pointer.get_or_init(|| {
            let is_one =
                |var: &Var| var.exposed && var.kind != VarKind::Global && var.ty.can_point(self.cfg.model);
            self.cfg.vars.iter().any(is_one)
        })
    }

    /// Returns whether code frees or closes the object of a variable, but all this code is unreachable.
    pub fn is_released_nowhere(&self, var: VarId) -> bool {
        self.released_nowhere.get_or_init(|| released_nowhere(self.cfg)).binary_search(&var).is_ok()
    }

    /// Returns the objects on the stack that no pointer leads to.
    pub fn local_objects(&self) -> &LocalObjects {
        self.local_objects.get_or_init(|| LocalObjects::new(self.cfg))
    }

    /// Returns the objects in memory that the function declares without a value.
    pub fn blank(&self) -> &Blank {
        self.blank.get_or_init(|| Blank::new(self.cfg, || self.local_objects()))
    }

    /// Returns the first place to which a call brings a value from outside the program that may be 0, and
    /// which is a part of a divisor.
    pub fn divisor_from_outside(&self, edge: EdgeId) -> Option<Holder> {
        let brought = self.divisors_from_outside.get_or_init(|| divisors_from_outside(self));
        brought.iter().find(|(at, _)| *at == edge).map(|(_, place)| *place)
    }

    /// Returns the variables whose value an edge reads, ascending.
    pub fn reads(&self, edge: EdgeId) -> &[VarId] {
        &self.reads[edge.index()]
    }

    /// Returns whether the function reads a variable, or other code may read it through its address.
    pub fn is_looked_at(&self, var: VarId) -> bool {
        let read = || self.reads.iter().flatten().map(|var| var.index()).collect();
        self.cfg.var(var).exposed || self.read.get_or_init(read).contains(var.index())
    }

    /// Returns whether what a variable holds at a location may still be read.
    pub fn is_live(&self, var: VarId, at: Loc) -> bool {
        let all = self.live.get_or_init(|| self.cfg.var_ids().map(|_| OnceLock::new()).collect());
        all[var.index()].get_or_init(|| live(self, var)).contains(at.index())
    }

    /// Returns whether another variable or memory cell may get the value of a variable.
    pub fn is_copied(&self, var: VarId) -> bool {
        self.copied.get_or_init(|| copied(self.cfg)).contains(var.index())
    }

    /// Returns whether some edge assigns a variable.
    pub fn is_assigned(&self, var: VarId) -> bool {
        let assigned = || self.cfg.edges.iter().filter_map(Edge::assigned).map(VarId::index).collect();
        self.assigned.get_or_init(assigned).contains(var.index())
    }

    /// Returns the first edge that enters a location.
    pub fn first_into(&self, loc: Loc) -> Option<EdgeId> {
        let edges = self.first_into.get_or_init(|| {
            let mut edges = vec![None; self.cfg.location_count()];
            for id in self.cfg.edge_ids() {
                edges[self.cfg.edge(id).to.index()].get_or_insert(id);
            }
            edges
        });
        edges[loc.index()]
    }

    /// Returns the edges that free memory or close something, ascending.
    pub fn releases(&self) -> &[EdgeId] {
        let is_release =
            |id: &EdgeId| matches!(self.cfg.edge(*id).action, Action::Free { .. } | Action::Close { .. });
        self.releases.get_or_init(|| self.cfg.edge_ids().filter(is_release).collect())
    }

    /// Returns what the searches for candidates of all properties share.
    pub(super) fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Reach::of(self.cfg))
    }

    /// Returns whether a span is a macro's invocation or lies within one.
    pub fn is_in_macro(&self, span: Span) -> bool {
        self.macros.get_or_init(|| Invocations::of(self.cfg)).contain(span)
    }

    /// Returns the divisors that may be 0, in the order of edges.
    pub fn divisors(&self) -> &[ExprId] {
        let divisor = |edge: &Edge| match edge.action {
            Action::Misuse { kind: MisuseKind::DivisionByZero, operand } => Some(operand),
            _ => None,
        };
        self.divisors.get_or_init(|| self.cfg.edges.iter().filter_map(divisor).collect())
    }

    /// Returns the variables whose address an edge takes, ascending.
    pub fn addresses(&self, edge: EdgeId) -> &[VarId] {
        &self.addresses[edge.index()]
    }

    /// Returns the variables and memory that an expression depends on.
    pub fn dependencies(&self, expr: ExprId) -> &Dependencies {
        &self.dependencies[expr.0 as usize]
    }
}

/// Returns the places that get values from outside the program which may be 0, as far as the function divides
/// by them, with the edges of the calls.
fn divisors_from_outside(function: &Function) -> Vec<(EdgeId, Holder)> {
    let cfg = function.cfg;
    let divisors = function.divisors();
    if divisors.is_empty() {
        return Vec::new();
    }
    let mut parts = FxHashSet::default();
    for divisor in divisors {
        cfg.exprs.walk(*divisor, |expr, _| {
            parts.extend(holder(function, expr));
        });
    }
    let place = |place| match place {
        Place::Var(var) => Holder::Var(var),
        Place::Cell(address) => Holder::Cell(address),
    };
    let brought = brought(cfg).into_iter().filter(|one| one.values.contains(0));
    brought.map(|one| (one.edge, place(one.place))).filter(|(_, place)| parts.contains(place)).collect()
}

/// Returns the variables that are copied: another variable or memory cell may get their value.
fn copied(cfg: &Cfg) -> FixedBitSet {
    let mut copied = FixedBitSet::with_capacity(cfg.vars.len());
    for edge in &cfg.edges {
        let (to, value) = match edge.action {
            Action::Assign { var, value } => (Some(var), value),
            Action::Store { value, .. } => (None, value),
            _ => continue,
        };
        if let ExprKind::Var(var) = cfg.expr(cfg.exprs.root(value)).kind
            && to != Some(var)
        {
            copied.insert(var.index());
        }
    }
    copied
}

/// Every expression that an action mentions. The arguments of a macro are not read, but their addresses may
/// be taken.
fn mentioned(action: &Action) -> Vec<ExprId> {
    match action {
        Action::Call { target: CallTarget::MaybeMacro(_) | CallTarget::Named(_), args, .. }
        | Action::LibraryCall { args, .. } => args.clone(),
        Action::Call { target: CallTarget::Pointer(callee), args, .. } => {
            std::iter::once(*callee).chain(args.iter().copied()).collect()
        }
        Action::Assign { value, .. } | Action::AssumeNone { value, .. } | Action::Return(Some(value)) => {
            vec![*value]
        }
        // A fact about a value (`Learn`) does not read the value.
        Action::Learn { .. } => Vec::new(),
        Action::Assume { cond, .. } => vec![*cond],
        Action::Store { pointer, value } => vec![*pointer, *value],
        Action::Deref { pointer, .. } | Action::Free { pointer, .. } | Action::FreeNull { pointer } => {
            vec![*pointer]
        }
        Action::Misuse { operand, .. } => vec![*operand],
        Action::Close { handle, .. } | Action::CloseFail { handle } => vec![*handle],
        Action::Lock { lock, .. } | Action::LockFail { lock } | Action::Unlock { lock, .. } => vec![*lock],
        Action::Skip
        | Action::Declare(_)
        | Action::Alloc { .. }
        | Action::AllocFail { .. }
        | Action::Open { .. }
        | Action::OpenFail { .. }
        | Action::Opaque { .. }
        | Action::Return(None) => Vec::new(),
    }
}

fn sorted(mut vars: Vec<VarId>) -> Vec<VarId> {
    vars.sort_unstable();
    vars.dedup();
    vars
}
