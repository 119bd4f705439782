//! Runs a function once more on inputs that a search found, and on nothing else.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::{
    budget::Steps,
    cancel::{Cancel, Never},
};
use csieve_graph::{Cfg, EdgeId, ExprId, Loc, Type};
use csieve_machine::{
    Chosen, Graphs, Host, Known, Listed, Run, Source,
    concolic::{Asked, LONG_STEP},
    run,
};

use super::{
    orders::{Orders, keep_common},
    progress::Progress,
};

/// A host that gives the machine the inputs of an earlier run.
struct Inputs<'a> {
    chosen: Listed<'a>,
    /// Whether the run asked for an input that the earlier one did not have.
    lacks: bool,
    /// The inputs that an entry for later calls gave, each as that of the first call.
    later: FxHashSet<Source>,
    /// The expressions whose values are wanted at locations of the function itself. `None` if its edges are
    /// not wanted either.
    wanted: Option<&'a FxHashMap<Loc, Vec<ExprId>>>,
    /// The edges that the run took in the function itself, if they are wanted.
    passed: Vec<Passed>,
    /// The number of edges that the run took.
    taken: u32,
    /// The wanted values at the current location.
    seen: Vec<(ExprId, Known)>,
    /// What a long run took so far; `None` if the run is none.
    progress: Option<Progress>,
    /// Whether functions outside the checked files leave all objects as they are.
    keeps: bool,
    /// The orders of operands that the run follows.
    orders: Orders,
    /// What the budget counts for a step that takes long.
    general_step: u32,
    cancel: &'a dyn Cancel,
}

impl Host for Inputs<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, ()) {
        let chosen = self.chosen.own(source).or_else(|| {
            let (first, chosen) = self.chosen.later(source)?;
            self.later.insert(first);
            Some(chosen)
        });
        self.lacks |= chosen.is_none();
        (chosen.cloned().unwrap_or(Chosen::Nothing), ())
    }

    fn keeps(&self) -> bool {
        self.keeps
    }

    fn order(&mut self, function: &Cfg, first: EdgeId, ways: u32) -> u32 {
        self.orders.choose(function, first, ways)
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        if let Some(progress) = &mut self.progress {
            progress.visit(function, edge);
        }
        if self.wanted.is_some() && depth == 0 {
            self.passed.push(Passed { edge, after: self.taken, objects: std::mem::take(&mut self.seen) });
        }
        self.taken += 1;
    }

    fn asks(&self, _function: &Cfg, at: Loc, depth: usize) -> Vec<ExprId> {
        let wanted = self.wanted.filter(|_| depth == 0).and_then(|wanted| wanted.get(&at));
        wanted.cloned().unwrap_or_default()
    }

    fn sees(&mut self, _at: Loc, values: &[(ExprId, Known)]) {
        self.seen = values.to_vec();
    }

    fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled() || self.progress.as_ref().is_some_and(Progress::is_stuck)
    }

    fn general_step(&self) -> u32 {
        self.general_step
    }
}

/// Returns the run of a function on listed inputs; `None` if the run also asks for other inputs. A long run ends early if
/// `cancel` asks to stop. The run has only misuses that happen in whatever order operands are evaluated.
pub fn replayed(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    wrapv: bool,
    steps: u32,
    cancel: &dyn Cancel,
) -> Option<Run> {
    let inputs = || Inputs::new(asked, 1, cancel);
    let (run, Inputs { orders, .. }) = inputs().run(graphs, function, wrapv, steps)?;
    Some(in_all_orders(graphs, run, &orders, |orders| {
        Inputs { orders, ..inputs() }.run_again(graphs, function, wrapv, steps).0
    }))
}

/// Returns a run without the misuses that it does not have if operands are evaluated in other orders.
fn in_all_orders(graphs: &dyn Graphs, mut run: Run, orders: &Orders, other: impl Fn(Orders) -> Run) -> Run {
    if orders.is_empty() || run.misuses.is_empty() && run.held.is_empty() {
        return run;
    }
    match orders.others() {
        Some(others) => {
            for others in others {
                keep_common(graphs, (&mut run, orders), &other(others));
            }
        }
        None => (run.misuses, run.held) = (Vec::new(), Vec::new()),
    }
    run
}

/// An edge that a run took in the function itself.
pub(super) struct Passed {
    /// The edge.
    pub edge: EdgeId,
    /// The number of edges that the run took before this one, those in callees too.
    pub after: u32,
    /// The values before the edge of the expressions that were asked for there.
    pub objects: Vec<(ExprId, Known)>,
}

/// Returns the edges that a run on listed inputs takes in the function itself, with the values of the
/// expressions that `wanted` has for the locations before them: one list for each order in which operands may be
/// evaluated. `None` if the first run also asks for other inputs, or if the graph lacks an order.
pub(super) fn passed(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    (wrapv, steps): (bool, u32),
    wanted: &FxHashMap<Loc, Vec<ExprId>>,
) -> Option<Vec<Vec<Passed>>> {
    let inputs = || Inputs { wanted: Some(wanted), ..Inputs::new(asked, 1, &Never) };
    let (_, Inputs { passed, orders, .. }) = inputs().run(graphs, function, wrapv, steps)?;
    let others = if orders.is_empty() { Vec::new() } else { orders.others()? };
    let run = |orders| Inputs { orders, ..inputs() }.run_again(graphs, function, wrapv, steps).1.passed;
    Some(std::iter::once(passed).chain(others.into_iter().map(run)).collect())
}

/// Returns the run of a function on listed inputs with the edges that it takes in the function itself. `None` if the run also
/// asks for other inputs.
pub(super) fn walked(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    (wrapv, steps): (bool, u32),
) -> Option<(Run, Vec<Passed>)> {
    let nothing = FxHashMap::default();
    let inputs = Inputs { wanted: Some(&nothing), ..Inputs::new(asked, 1, &Never) };
    let (run, Inputs { passed, .. }) = inputs.run(graphs, function, wrapv, steps)?;
    Some((run, passed))
}

/// Returns the long run of a function on listed inputs, with those of the inputs that it asked for. Of
/// entries for later calls, only those are returned that gave an input. `None` if the run also asks for other
/// inputs. The run ends early if it is stuck ([`Progress`]), or if `cancel` asks to stop.
pub(super) fn long(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    wrapv: bool,
    steps: u32,
    cancel: &dyn Cancel,
) -> Option<(Run, Vec<Asked>)> {
    let inputs = || Inputs { progress: Some(Progress::default()), ..Inputs::new(asked, LONG_STEP, cancel) };
    let (run, Inputs { later, orders, .. }) = inputs().run(graphs, function, wrapv, steps)?;
    let run = in_all_orders(graphs, run, &orders, |orders| {
        Inputs { orders, ..inputs() }.run_again(graphs, function, wrapv, steps).0
    });
    let is_used = |asked: &&Asked| match &asked.source {
        Source::Later(of) => of.of_call().is_some_and(|(first, _)| later.contains(&first)),
        _ => true,
    };
    let asked = asked.iter().filter(is_used).cloned().collect();
    Some((run, asked))
}

impl<'a> Inputs<'a> {
    fn new(asked: &'a [Asked], general_step: u32, cancel: &'a dyn Cancel) -> Self {
        let chosen = asked.iter().map(|asked| (&asked.source, &asked.chosen)).collect();
        Self {
            chosen,
            lacks: false,
            later: FxHashSet::default(),
            wanted: None,
            passed: Vec::new(),
            taken: 0,
            seen: Vec::new(),
            progress: None,
            keeps: false,
            orders: Orders::default(),
            general_step,
            cancel,
        }
    }

    /// Returns the run on the inputs, with what was noted of it. `None` if the run asks for other inputs.
    fn run(mut self, graphs: &dyn Graphs, function: &str, wrapv: bool, steps: u32) -> Option<(Run, Self)> {
        let run = run(graphs, function, &mut self, wrapv, &mut Steps::new(steps));
        (!self.lacks).then_some((run, self))
    }

    /// Returns the run on the inputs in another order of operands, with what was noted of it. There it may come to calls
    /// that the first run did not come to: other inputs that it asks for can be anything, and what functions outside do
    /// may be nothing.
    fn run_again(mut self, graphs: &dyn Graphs, function: &str, wrapv: bool, steps: u32) -> (Run, Self) {
        self.keeps = true;
        let run = run(graphs, function, &mut self, wrapv, &mut Steps::new(steps));
        (run, self)
    }
}
