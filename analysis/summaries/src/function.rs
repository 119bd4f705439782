//! Computes the summary of a function from its graph, by a forward analysis that keeps apart what callers can
//! tell apart.
//!
//! States with the same [`Key`] are joined, others are not. So what was done to the parameters and what is
//! returned stay related (property simulation, [ESP]). Values are intervals, which are widened where a loop
//! joins states too often.

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    fixpoint::{Chains, Limits, NEVER, Order, Plan, Stop, Transfer, solve},
};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{Action, Cfg, EdgeId, ExprKind, VarId};
use csieve_lowering::summary::Summary;
use csieve_modelcheck::model::{Function, live};

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

/// The largest number of states at one location.
const MAX_STATES: usize = 16;
/// The largest number of times in all that a state is taken along an edge.
const MAX_STEPS: u32 = 30_000;
/// The same for an analysis that keeps states apart for many reasons. If it does not reach a fixpoint, another one keeps
/// them apart for the most important reasons only.
const FINE_STEPS: u32 = 12_000;
/// The number of times after which such an analysis keeps states apart for the most important reasons only.
const FINEST_STEPS: u32 = 6_000;
/// The largest number of constants of one variable that keep states apart.
const MAX_CONSTANTS: usize = 4;
/// The number of times that joining changes a state before the state is widened.
const PATIENCE: u32 = 3;

/// The states at a location, none at one inside a chain.
pub(crate) struct Node {
    /// What keeps states apart here: an index in [`Pass::levels`]. It grows if there are too many states.
    level: usize,
    /// The states: key and facts, with the number of times that joining changed the facts.
    pub states: Vec<(Key, Facts, u32)>,
}

/// Returns the summary of a function; `None` if the function is too large to be summarised, or if its
/// parameters cannot be counted. `is_file_variable` says whether a variable with static storage is one that
/// the file declares.
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
    let live: Vec<FixedBitSet> = deciding.iter().map(|var| live(&function, *var)).collect();
    let finest = Apart { deciding: &deciding, live: None, constants: &constants, outs: most, memory: false };
    // What callers see counts for more than what the function has forgotten.
    let read = Apart { live: Some(&live), ..finest };
    let levels = [
        conditions.keep_apart().then_some(Apart { memory: true, ..finest }),
        Some(finest),
        Some(read),
        (most > 1).then_some(Apart { outs: 1, ..read }),
        (most > 0).then_some(Apart { outs: 0, ..finest }),
        Some(Apart { deciding: first, outs: 0, ..finest }),
        Some(Apart { deciding: first, constants: &[], outs: 0, ..finest }),
    ];
    let levels: Vec<Apart> = levels.into_iter().flatten().collect();
    let coarsest = levels.len() - 1;
    let nodes = match explore(&stepper, params.len(), &levels, FINE_STEPS) {
        Err(Stop::Exhausted) => explore(&stepper, params.len(), &levels[coarsest..], MAX_STEPS),
        explored => explored,
    };
    let nodes = nodes.ok()?;
    cases(&stepper, &nodes, is_file_variable)
}

/// The properties that keep states apart, in addition to what was freed and written.
#[derive(Clone, Copy)]
struct Apart<'a> {
    /// The variables whose signs keep states apart.
    deciding: &'a [VarId],
    /// The locations at which each of these variables may be read before it is written: elsewhere, its sign keeps nothing
    /// apart. `None` if all signs do everywhere.
    live: Option<&'a [FixedBitSet]>,
    /// The constants of the first deciding variable: states in which it equals different ones are kept apart.
    constants: &'a [i128],
    /// The number of parameters for which states are kept apart by the sign of the value that was written to
    /// the object to which the parameter points.
    outs: usize,
    /// Whether answers about memory at entry keep states apart.
    memory: bool,
}

/// Returns the states at the locations between chains at the fixpoint. Fails if there are too many states or steps.
fn explore(stepper: &Stepper, params: usize, levels: &[Apart], max_steps: u32) -> Result<Vec<Node>, Stop> {
    let cfg = stepper.function.cfg;
    let mut kept: FixedBitSet = returns(cfg).map(|edge| cfg.edge(edge).from.index()).collect();
    kept.extend([cfg.entry.index()]);
    let chains = Chains::of(&cfg.flow(), |node| kept.contains(node));
    let order = cfg.flow_order(chains.graph());
    let mut pass = Pass { stepper, params, levels, chains: &chains, order: &order, taken: 0 };
    let mut steps = Steps::new(max_steps);
    // The pass itself widens each state after it was joined too often, so the solver never widens.
    let plan = Plan { delay: NEVER, narrowing: 0 };
    let graph = (chains.graph(), &order);
    solve(graph, plan, &mut pass, [cfg.entry.index()], &mut Limits::of(&mut steps))
}

/// The forward analysis of a function.
struct Pass<'s, 'a> {
    stepper: &'s Stepper<'a>,
    params: usize,
    /// The properties that keep states apart, the finest first. Each keeps apart less than the one before.
    levels: &'s [Apart<'s>],
    chains: &'s Chains,
    order: &'s Order,
    /// How many times a state was taken along an edge so far.
    taken: u32,
}

impl Apart<'_> {
    /// Returns the key of a state at a location, from a finer key or one of before, and the facts that hold now.
    fn key(&self, stepper: &Stepper, node: usize, before: Key, facts: &Facts) -> Key {
        let mut key = Key { signs: Default::default(), outs: Default::default(), ..before };
        let is_live = |at: usize| self.live.is_none_or(|live| live[at].contains(node));
        for (at, var) in self.deciding.iter().enumerate().filter(|(at, _)| is_live(*at)) {
            key.signs[at] = facts.sign_of(stepper.automaton, *var);
        }
        if let Some(var) = self.deciding.first()
            && is_live(0)
            && let Some(value) = facts.value(stepper.automaton, (*var).into()).as_point()
            && self.constants.contains(&value)
        {
            key.signs[0] = Sign::Is(value);
        }
        key.outs[..self.outs].copy_from_slice(&before.outs[..self.outs]);
        key.outs = stepper.outs.signs(facts, key.outs, self.outs);
        key.held = if self.memory { stepper.conditions.apart(facts.held) } else { Held::default() };
        key
    }
}

impl Transfer for Pass<'_, '_> {
    type State = Node;
    type Change = Vec<(Key, Facts)>;

    fn start(&self, node: usize) -> Node {
        let is_entry = node == self.stepper.function.cfg.entry.index();
        let state = is_entry.then(|| (Key::default(), Facts::at_entry(self.params), 0));
        Node { level: 0, states: state.into_iter().collect() }
    }

    fn along(
        &mut self,
        chain: usize,
        from: &Node,
        limits: &mut Limits,
    ) -> Result<Option<Self::Change>, Stop> {
        let mut comes = from.states.iter().map(|(key, facts, _)| (*key, facts.clone())).collect::<Vec<_>>();
        for edge in self.chains.edges(chain).map(|edge| EdgeId(edge as u32)) {
            if matches!(self.stepper.function.cfg.edge(edge).action, Action::Return(_)) {
                return Ok(None);
            }
            limits.take(comes.len())?;
            self.taken += comes.len() as u32;
            comes.retain_mut(|(key, facts)| self.stepper.step(key, facts, edge));
        }
        Ok(Some(comes))
    }

    /// Widens at heads of loops only: after a loop, tests narrow values again.
    fn join(&mut self, node: usize, known: &mut Node, comes: Self::Change) -> Result<bool, Stop> {
        let mut is_new = false;
        for (key, facts) in comes {
            let key = self.levels[known.level].key(self.stepper, node, key, &facts);
            is_new |= known.join(self.stepper, key, facts, self.order.is_head(node));
            while known.states.len() > MAX_STATES {
                self.coarsen(node, known)?;
            }
        }
        // The rest of the steps must do for a fixpoint of few states.
        let coarsest = self.levels.len() - 1;
        if self.taken > FINEST_STEPS && known.level < coarsest {
            let before = known.states.len();
            known.level = coarsest - 1;
            self.coarsen(node, known)?;
            is_new |= known.states.len() < before;
        }
        Ok(is_new)
    }
}

impl Pass<'_, '_> {
    /// Joins states of a location that the next level does not keep apart. Fails if there is none.
    fn coarsen(&self, node: usize, known: &mut Node) -> Result<(), Stop> {
        known.level += 1;
        let apart = self.levels.get(known.level).ok_or(Stop::TooLarge)?;
        for (key, facts, joins) in std::mem::take(&mut known.states) {
            let key = apart.key(self.stepper, node, key, &facts);
            match known.states.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, same, before)) => {
                    same.join(self.stepper.automaton, &facts, false);
                    *before = joins.max(*before);
                }
                None => known.states.push((key, facts, joins)),
            }
        }
        Ok(())
    }
}

impl Node {
    /// Adds a state to the location, and returns whether that changed anything.
    fn join(&mut self, stepper: &Stepper, key: Key, facts: Facts, is_head: bool) -> bool {
        if let Some((_, known, joins)) = self.states.iter_mut().find(|(known, ..)| *known == key) {
            let changed = known.join(stepper.automaton, &facts, is_head && *joins >= PATIENCE);
            *joins += u32::from(changed);
            return changed;
        }
        self.states.push((key, facts, 0));
        true
    }
}

/// Returns the constants other than 0 that are assigned to a variable; no constants if there are more than
/// [`MAX_CONSTANTS`].
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

/// Returns the variables whose signs keep states apart: first the variable that most `return` statements
/// return, then the tested results of calls, then the tested parameters.
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

/// Returns the edges that return from the function, ascending.
pub(crate) fn returns(cfg: &Cfg) -> impl Iterator<Item = EdgeId> + '_ {
    cfg.edge_ids().filter(|id| matches!(cfg.edge(*id).action, Action::Return(_)))
}
