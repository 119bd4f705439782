//! Derives the events of the interval automaton from the actions of the CFG's edges.

use std::cell::LazyCell;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use csieve_graph::{Assigns, BinaryOp, Cfg, ExprId, ExprKind, VarId, VarKind};

use super::{
    Automaton, Dependencies, Quantities, Quantity,
    conditions::Conditions,
    constrain::{Constrainer, is_address, unconverted},
    dependents::Dependents,
    deriver::{Deriver, comparisons, equality},
    kept_sums::KeptSums,
    quantity_range,
    said::saying,
    trust::Cells,
};

/// Derives the interval automaton of a function. With `wrapv`, signed overflow wraps.
pub fn automaton(cfg: &Cfg, dependencies: &[Dependencies], wrapv: bool) -> Automaton {
    derived(cfg, dependencies, wrapv, false)
}

/// Derives the automaton of a function under an unsound assumption: writes and calls change only what they
/// plainly name (module `trust`). It must not be used to refute a path.
pub fn trusting_automaton(cfg: &Cfg, dependencies: &[Dependencies], wrapv: bool) -> Automaton {
    derived(cfg, dependencies, wrapv, true)
}

fn derived(cfg: &Cfg, dependencies: &[Dependencies], wrapv: bool, trusts: bool) -> Automaton {
    let (quantities, kept) = (Quantities::new(cfg), KeptSums::default());
    let mut constrainer = Constrainer { cfg, dependencies, quantities, wrapv, kept };
    // A first pass over the edges names every quantity. The second pass then recognises an expression as a
    // quantity wherever it occurs.
    let mut asked = FixedBitSet::with_capacity(cfg.vars.len());
    let mut conditions = Conditions::default();
    for edge in &cfg.edges {
        for restriction in conditions.of_edge(&mut constrainer, edge).iter() {
            asked.grow_and_insert(restriction.target.index());
        }
    }
    let shared = read_again(cfg);
    let saying = saying(cfg, dependencies);
    let kept: Vec<_> = cfg
        .edge_ids()
        .map(|id| {
            let edge = cfg.edge(id);
            match edge.effects().assigns {
                Assigns::Value { var, value } => constrainer.kept_sum(var, value, &asked, &shared),
                Assigns::Result { var, .. } => constrainer.kept_result(var, *saying.get(&id)?),
                Assigns::Nothing
                | Assigns::Null { .. }
                | Assigns::Failure { .. }
                | Assigns::Fresh { .. }
                | Assigns::Handle { .. }
                | Assigns::Any { .. }
                | Assigns::Undefined { .. } => None,
            }
        })
        .collect();
    name_copies(cfg, &mut constrainer.quantities);
    let mut conditions = Conditions::default();
    let restrictions: Vec<_> =
        cfg.edges.iter().map(|edge| conditions.of_edge(&mut constrainer, edge)).collect();
    let quantities = constrainer.quantities;
    let ranges = quantities.ids().map(|id| quantity_range(cfg, quantities.get(id))).collect();
    let cells: Option<Vec<Cells>> =
        trusts.then(|| quantities.ids().map(|id| Cells::of(cfg, &quantities, id)).collect());
    let dependents = Dependents::new(cfg, dependencies, &quantities, cells.as_deref());
    let comparisons = comparisons(cfg, &quantities);
    let mut deriver = Deriver {
        cells,
        cfg,
        dependencies,
        quantities: &quantities,
        dependents: &dependents,
        wrapv,
        updates: Vec::new(),
        kept: &kept,
        comparisons: &comparisons,
        saying: &saying,
    };
    let events = cfg.edge_ids().zip(restrictions).map(|(id, own)| deriver.edge(id, &own)).collect();
    let updates = deriver.updates;
    Automaton { quantities, ranges, updates, events }
}

/// Returns the load expressions that several assignments copy, or that one assignment in a loop copies.
fn read_again(cfg: &Cfg) -> FxHashSet<ExprId> {
    let (mut once, mut again) = (FxHashSet::default(), FxHashSet::default());
    let cyclic = LazyCell::new(|| cfg.cyclic());
    for edge in &cfg.edges {
        let Assigns::Value { value, .. } = edge.effects().assigns else { continue };
        let read = unconverted(cfg, value);
        if matches!(cfg.expr(read).kind, ExprKind::Load(_))
            && (!once.insert(read) || cyclic.contains(edge.from.index()))
        {
            again.insert(read);
        }
    }
    again
}

/// Returns the parameters that are neither written nor exposed. They keep the caller's value, so none of them
/// points to a variable of this call.
pub(super) fn given(cfg: &Cfg) -> FixedBitSet {
    let is_param = |var: &VarId| cfg.var(*var).kind == VarKind::Param && !cfg.var(*var).exposed;
    let mut given: FixedBitSet = cfg.var_ids().filter(is_param).map(VarId::index).collect();
    for edge in &cfg.edges {
        for var in edge.effects().sets() {
            if var.index() < given.len() {
                given.set(var.index(), false);
            }
        }
    }
    given
}

/// The longest chain of copies that is followed back to its source.
const MAX_COPIES: usize = 4;

/// Names comparisons of temporaries with addresses of objects. In `p = small ? buffer : malloc(n)` the value
/// passes through a temporary. If `p` is compared with `buffer`, the comparison of the temporary with
/// `buffer` becomes a quantity too.
fn name_copies(cfg: &Cfg, quantities: &mut Quantities) {
    let mut compared: Vec<_> =
        quantities.ids().filter_map(|id| address_comparison(cfg, quantities.get(id))).collect();
    for _ in 0..MAX_COPIES {
        if compared.is_empty() {
            return;
        }
        let mut sources = Vec::new();
        for edge in &cfg.edges {
            let Assigns::Value { var, value } = edge.effects().assigns else { continue };
            let copied = unconverted(cfg, value);
            let ExprKind::Var(from) = cfg.expr(copied).kind else { continue };
            if cfg.var(from).kind == VarKind::Temp {
                for (_, address) in compared.iter().filter(|(own, _)| *own == var) {
                    quantities.add(equality(copied, *address));
                    sources.push((from, *address));
                }
            }
        }
        compared = sources;
    }
}

/// Returns the variable and the address of an object that a quantity compares with `==`. None for other
/// quantities.
pub(super) fn address_comparison(cfg: &Cfg, quantity: &Quantity) -> Option<(VarId, ExprId)> {
    let Quantity::Truth(BinaryOp::Eq, a, b) = *quantity else { return None };
    let (a, b) = (unconverted(cfg, a), unconverted(cfg, b));
    let (own, address) = if is_address(cfg, a) { (b, a) } else { (a, b) };
    let var = cfg.expr(own).kind.as_var()?;
    is_address(cfg, address).then_some((var, address))
}
