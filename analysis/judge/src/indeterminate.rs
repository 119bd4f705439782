//! The property of reading a variable that may have no value, whatever the way by which it got none.

use fixedbitset::FixedBitSet;

use csieve_base::rule::Rule;
use csieve_graph::{Action, Edge, EdgeId, ExprId, VarId, VarKind};
use csieve_modelcheck::model::{Function, Holder, Holders, Mark, Move, Phase, Property, Tracked};

/// Follows values without a value of their own to reads of some variables. A variable has none from its declaration
/// until it is assigned; what is computed of such a value has none either. Memory may always hold such values.
pub(crate) struct Indeterminate {
    /// The variables whose reads count, ascending.
    subjects: Vec<VarId>,
    /// The variables whose values may get into the subjects.
    relevant: FixedBitSet,
    /// Whether values of memory may get into the subjects.
    reads_memory: bool,
    /// Whether parameters may have no value, because the path of the report begins in a caller.
    is_entered: bool,
}

impl Indeterminate {
    /// Makes the property for reads of these variables.
    pub(crate) fn new(function: &Function, subjects: Vec<VarId>, is_entered: bool) -> Self {
        let mut relevant = FixedBitSet::with_capacity(function.cfg.vars.len());
        let mut reads_memory = false;
        let mut pending = subjects.clone();
        while let Some(var) = pending.pop() {
            if relevant.put(var.index()) {
                continue;
            }
            reads_memory |= function.cfg.var(var).exposed;
            for edge in function.cfg.edges.iter().filter(|edge| edge.assigned() == Some(var)) {
                for value in values(edge) {
                    let on = function.dependencies(value);
                    reads_memory |= on.memory;
                    pending.extend(&on.vars);
                }
            }
        }
        Self { subjects, relevant, reads_memory, is_entered }
    }

    fn state(&self, mut vars: Vec<VarId>, memory: bool) -> Tracked {
        vars.retain(|var| self.relevant.contains(var.index()));
        vars.sort_unstable();
        vars.dedup();
        let holders = Holders::from_parts(vars.into_iter().map(Holder::Var).collect(), Vec::new());
        Tracked { phase: Phase::default().with_if(memory, Mark::InMemory), holders }
    }
}

impl Property for Indeterminate {
    fn rule(&self) -> Rule {
        Rule::UninitializedRead
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        let cfg = function.cfg;
        let mut states = Vec::new();
        if self.reads_memory {
            states.push(self.state(Vec::new(), true));
        }
        if self.is_entered {
            let params = cfg.var_ids().filter(|var| cfg.var(*var).kind == VarKind::Param);
            states.extend(params.map(|var| self.state(vec![var], false)));
        }
        states
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            Action::Declare(var) if self.relevant.contains(var.index()) => {
                Some(Move::To(self.state(vec![var], false)))
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, id: EdgeId) -> Move {
        let edge = function.cfg.edge(id);
        let mut vars: Vec<VarId> = without_value(tracked).collect();
        let in_memory = tracked.phase.has(Mark::InMemory);
        let is_exposed = |var: &VarId| function.cfg.var(*var).exposed;
        let memory = in_memory || vars.iter().any(is_exposed);
        let has_none = |value: ExprId| {
            let on = function.dependencies(value);
            on.memory && memory || on.vars.iter().any(|var| vars.contains(var))
        };
        let is_read = self
            .subjects
            .iter()
            .any(|var| vars.contains(var) && function.reads(id).binary_search(var).is_ok());
        let flows = values(edge).into_iter().any(has_none);
        if let Some(var) = edge.assigned() {
            vars.retain(|known| *known != var);
            if flows {
                vars.push(var);
            }
        }
        if flows && matches!(edge.action, Action::Store { .. }) {
            // The pointer may lead to any variable whose address is known elsewhere.
            vars.extend(function.cfg.var_ids().filter(is_exposed));
        }
        let next = self.state(vars, in_memory || flows && edge.writes_memory());
        match () {
            () if is_read => Move::Perhaps(next),
            () if next.holders.is_empty() && !next.phase.has(Mark::InMemory) => Move::Gone,
            () => Move::To(next),
        }
    }
}

/// Returns the variables that have no value in a state.
fn without_value(tracked: &Tracked) -> impl Iterator<Item = VarId> + '_ {
    tracked.holders.exact().iter().filter_map(|holder| match holder {
        Holder::Var(var) => Some(*var),
        Holder::Cell(_) => None,
    })
}

/// Returns the expressions whose values an edge may hand on.
fn values(edge: &Edge) -> Vec<ExprId> {
    match &edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => vec![*value],
        Action::Call { args, .. } | Action::LibraryCall { args, .. } => args.clone(),
        _ => Vec::new(),
    }
}
