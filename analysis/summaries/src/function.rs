//! From a graph to a summary: a forward analysis that keeps apart what callers can tell apart.
//!
//! States with the same [`Key`] are joined, others are not, so that what was done to the parameters and what is
//! returned stay related (property simulation; Das, Lerner, Seigle, *ESP*, 2002). Values are intervals, widened
//! where a loop joins them too often.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use csieve_dataflow::automaton::automaton;
use csieve_graph::{Action, Cfg, EdgeId, ExprKind, VarId};
use csieve_lowering::summary::Summary;
use csieve_modelcheck::model::Function;

use super::{
    cases::cases,
    conditions::{Conditions, Held},
    counters::Counters,
    outs::Outs,
    params::Flow,
    state::{Facts, Key, MAX_DECIDING, MAX_OUTS, Sign},
    step::Stepper,
    targets::Targets,
};

/// Most states of one location.
const MAX_STATES: usize = 16;
/// Most edges that are gone along.
const MAX_STEPS: usize = 30_000;
/// Most constants of one variable that keep states apart.
const MAX_CONSTANTS: usize = 4;
/// How often a location's facts are joined before moving bounds are given up.
const PATIENCE: u32 = 3;

/// The states of a location.
#[derive(Default)]
pub struct Node {
    /// Each with how often it was joined.
    pub states: Vec<(Key, Facts, u32)>,
}

/// The summary of a function; none if it is too large to be summarised, or its parameters cannot be counted.
/// `is_file_variable` says whether a variable with static storage is one that the file declares.
pub fn summary(cfg: &Cfg, wrapv: bool, is_file_variable: &dyn Fn(&str) -> bool) -> Option<Summary> {
    let params = cfg.params.as_ref()?;
    let function = Function::new(cfg);
    let mut automaton = automaton(cfg, &function.dependencies, wrapv);
    let counters = Counters::new(cfg, &mut automaton);
    let flow = Flow::new(&function, params);
    let targets = Targets::new(&function, &flow);
    let outs = Outs::new(&function, &automaton, &flow, params.len());
    let conditions = Conditions::new(&function, &automaton, &flow);
    let stepper = Stepper {
        function: &function,
        automaton: &automaton,
        flow: &flow,
        outs: &outs,
        counters: &counters,
        targets: &targets,
        conditions: &conditions,
        wrapv,
    };
    let deciding = deciding_variables(&stepper);
    let constants = deciding.first().map(|var| constants(cfg, *var)).unwrap_or_default();
    let first = deciding.get(..1).unwrap_or_default();
    let most = outs.len().min(MAX_OUTS);
    let finest = Apart { deciding: &deciding, constants: &constants, outs: most, memory: false };
    let coarser = [
        Some(finest),
        (most > 1).then_some(Apart { outs: 1, ..finest }),
        (most > 0).then_some(Apart { outs: 0, ..finest }),
        Some(Apart { deciding: first, outs: 0, ..finest }),
        Some(Apart { deciding: first, constants: &[], outs: 0, ..finest }),
    ];
    let with_memory = conditions.keep_apart().then_some(Apart { memory: true, ..finest });
    let mut tries = [with_memory].into_iter().chain(coarser).flatten();
    let nodes = tries.find_map(|apart| explore(&stepper, params.len(), apart))?;
    cases(&stepper, &nodes, is_file_variable)
}

/// What keeps states apart besides what was done to the parameters.
#[derive(Clone, Copy)]
struct Apart<'a> {
    /// The signs of these variables.
    deciding: &'a [VarId],
    /// Which of these the first of them is.
    constants: &'a [i128],
    /// The signs of what was written to the objects of so many parameters.
    outs: usize,
    /// What held of memory when the function was called.
    memory: bool,
}

/// The states of all locations, once nothing changes any more.
fn explore(stepper: &Stepper, params: usize, apart: Apart) -> Option<Vec<Node>> {
    let Apart { deciding, constants, outs, memory } = apart;
    let cfg = stepper.function.cfg;
    let order = cfg.ranks(&cfg.reverse_postorder());
    let mut nodes: Vec<Node> = cfg.successors.iter().map(|_| Node::default()).collect();
    let heads = loop_heads(cfg, &order);
    nodes[cfg.entry.index()].states.push((Key::default(), Facts::at_entry(params), 0));
    let mut pending = BTreeSet::from([(order[cfg.entry.index()], cfg.entry)]);
    let mut steps = 0;
    while let Some((_, loc)) = pending.pop_first() {
        for &id in &cfg.successors[loc.index()] {
            let to = cfg.edge(id).to;
            if matches!(cfg.edge(id).action, Action::Return(_)) {
                continue;
            }
            for at in 0..nodes[loc.index()].states.len() {
                steps += 1;
                if steps > MAX_STEPS {
                    return None;
                }
                let (mut key, mut facts) = {
                    let (key, facts, _) = &nodes[loc.index()].states[at];
                    (*key, facts.clone())
                };
                if !stepper.step(&mut key, &mut facts, id) {
                    continue;
                }
                for (known, var) in key.signs.iter_mut().zip(deciding) {
                    *known = facts.sign_of(stepper.automaton, *var);
                }
                if let Some(value) =
                    deciding.first().and_then(|var| facts.value(stepper.automaton, (*var).into()).as_point())
                    && constants.contains(&value)
                {
                    key.signs[0] = Sign::Is(value);
                }
                key.outs = stepper.outs.signs(&facts, key.outs, outs);
                key.held = if memory { stepper.conditions.apart(facts.held) } else { Held::default() };
                if nodes[to.index()].join(stepper, key, facts, heads.contains(to.index()))? {
                    pending.insert((order[to.index()], to));
                }
            }
        }
    }
    Some(nodes)
}

/// The locations that are led back to. Every loop has one, and only there are bounds given up: past the loop, tests say
/// more.
fn loop_heads(cfg: &Cfg, order: &[u32]) -> FixedBitSet {
    let mut heads = FixedBitSet::with_capacity(order.len());
    for edge in &cfg.edges {
        if order[edge.from.index()] >= order[edge.to.index()] {
            heads.insert(edge.to.index());
        }
    }
    heads
}

impl Node {
    /// Adds a state; says whether that changed anything. None if there are too many.
    fn join(&mut self, stepper: &Stepper, key: Key, facts: Facts, is_head: bool) -> Option<bool> {
        if let Some((_, known, joins)) = self.states.iter_mut().find(|(known, ..)| *known == key) {
            let changed = known.join(stepper.automaton, &facts, is_head && *joins >= PATIENCE);
            *joins += u32::from(changed);
            return Some(changed);
        }
        self.states.push((key, facts, 0));
        (self.states.len() <= MAX_STATES).then_some(true)
    }
}

/// The constants but 0 that are assigned to a variable; none if there are many.
fn constants(cfg: &Cfg, of: VarId) -> Vec<i128> {
    let mut found = Vec::new();
    for edge in &cfg.edges {
        if let Action::Assign { var, value } = edge.action
            && var == of
            && let ExprKind::Const(value) = cfg.expr(value).kind
            && value != 0
            && !found.contains(&value)
        {
            found.push(value);
        }
    }
    if found.len() > MAX_CONSTANTS { Vec::new() } else { found }
}

/// The variables whose signs keep states apart: the one that most returns return, then results of calls that are
/// tested, then parameters that are.
fn deciding_variables(stepper: &Stepper) -> Vec<VarId> {
    let cfg = stepper.function.cfg;
    let mut counts: Vec<(VarId, usize)> = Vec::new();
    let mut results: Vec<VarId> = Vec::new();
    let mut tested: Vec<VarId> = Vec::new();
    let is_param = |var: VarId| cfg.params.iter().flatten().any(|param| *param == Some(var));
    for edge in &cfg.edges {
        match edge.action {
            Action::Return(Some(value)) => {
                if let Some(var) = stepper.var(value).filter(|var| !is_param(*var)) {
                    match counts.iter_mut().find(|(known, _)| *known == var) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((var, 1)),
                    }
                }
            }
            Action::Assume { cond, .. } => tested.extend(&stepper.function.dependencies(cond).vars),
            _ if edge.inside.is_some() => results.extend(edge.assigned()),
            _ => {}
        }
    }
    let most = counts.into_iter().max_by_key(|(var, count)| (*count, std::cmp::Reverse(*var)));
    let mut deciding: Vec<VarId> = most.into_iter().map(|(var, _)| var).collect();
    let params = cfg.params.iter().flatten().flatten().copied().filter(|var| stepper.flow.is_param(*var));
    for var in results.into_iter().chain(params) {
        if deciding.len() < MAX_DECIDING && tested.contains(&var) && !deciding.contains(&var) {
            deciding.push(var);
        }
    }
    deciding
}

/// The edges that return, ascending.
pub fn returns(cfg: &Cfg) -> impl Iterator<Item = EdgeId> + '_ {
    cfg.edge_ids().filter(|id| matches!(cfg.edge(*id).action, Action::Return(_)))
}
