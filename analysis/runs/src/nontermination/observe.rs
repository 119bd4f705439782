//! Records what a run sees in a loop.

use std::collections::BTreeMap;

use csieve_base::budget::Steps;
use csieve_dataflow::ranges::Loop;
use csieve_graph::{Cfg, EdgeId, ExprId, Loc, Type, VarId};
use csieve_machine::{Chosen, End, Graphs, Host, Known, Source, concolic::Asked, run};

use csieve_reduction::termination::LoopCone;

/// A moment at which a run was at a location of the observed loop.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// The location of the loop at which the run was.
    pub at: Loc,
    /// The number of edges of the loop's function that the run had taken before, an index into
    /// [`Observed::word`].
    pub position: usize,
    /// The values of the observed expressions, in the order of [`Observed::exprs`].
    pub values: Vec<Known>,
}

/// The record of a run since it last entered a loop, which it never left again.
#[derive(Clone, Debug)]
pub(super) struct Observed {
    /// The expressions whose values are observed.
    pub exprs: Vec<ExprId>,
    /// The variables whose values are observed: the first expressions in `exprs` read them, in this order.
    pub vars: Vec<VarId>,
    /// The sights of locations of the loop, in order.
    pub sights: Vec<Sight>,
    /// The edges that the run took in the loop's function, in order, without the edges of callees.
    pub word: Vec<EdgeId>,
}

impl Observed {
    /// Returns the sights of a location of the loop, in order.
    pub(super) fn at(&self, loc: Loc) -> impl Iterator<Item = &Sight> {
        self.sights.iter().filter(move |sight| sight.at == loc)
    }

    /// Returns the value of an expression at a sight; unknown if the expression is not observed.
    pub(super) fn value(&self, sight: &Sight, expr: ExprId) -> Known {
        let index = self.exprs.iter().position(|asked| *asked == expr);
        index.and_then(|index| sight.values.get(index)).copied().unwrap_or(Known::Nothing)
    }

    /// Returns the value of a variable at a sight; unknown if the variable is not observed.
    pub(super) fn variable(&self, sight: &Sight, var: VarId) -> Known {
        let index = self.vars.iter().position(|asked| *asked == var);
        index.and_then(|index| sight.values.get(index)).copied().unwrap_or(Known::Nothing)
    }

    /// Returns the record of only the second half of the loop's rounds; `None` if there were fewer than
    /// `least` rounds.
    pub(super) fn late(&self, head: Loc, least: usize) -> Option<Self> {
        let heads: Vec<usize> =
            (0..self.sights.len()).filter(|index| self.sights[*index].at == head).collect();
        (heads.len() >= least)
            .then(|| Self { sights: self.sights[heads[heads.len() / 2]..].to_vec(), ..self.clone() })
    }
}

/// A host that gives the machine the inputs of an earlier run and records what the run sees in a loop.
struct Watcher<'a> {
    chosen: BTreeMap<&'a Source, &'a Chosen>,
    lacks: bool,
    one: &'a Loop,
    observed: Observed,
}

impl Host for Watcher<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, ()) {
        let chosen = self.chosen.get(source).map(|chosen| Chosen::clone(chosen));
        self.lacks |= chosen.is_none();
        (chosen.unwrap_or(Chosen::Nothing), ())
    }

    fn order(&mut self, _function: &Cfg, _first: EdgeId, _ways: u32) -> u32 {
        // What one order proves of the loop, another one may not.
        self.lacks = true;
        0
    }

    fn visit(&mut self, cfg: &Cfg, edge: EdgeId, depth: usize) {
        if depth == 0 {
            self.observed.word.push(edge);
            if !self.one.body.contains(cfg.edge(edge).to.index()) {
                self.observed.sights.clear();
            }
        }
    }

    fn asks(&self, _cfg: &Cfg, at: Loc, depth: usize) -> Vec<ExprId> {
        let is_inside = depth == 0 && self.one.body.contains(at.index());
        if is_inside { self.observed.exprs.clone() } else { Vec::new() }
    }

    fn sees(&mut self, at: Loc, values: &[(ExprId, Known)]) {
        let values = values.iter().map(|(_, value)| *value).collect();
        self.observed.sights.push(Sight { at, position: self.observed.word.len(), values });
    }
}

/// Runs a function on listed inputs and records the values of expressions in one of its loops. `None` if the
/// run asks for other inputs, or if the run ends before its steps are used up.
pub(super) fn observed(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    (one, concern): (&Loop, &LoopCone),
    wrapv: bool,
    steps: u32,
) -> Option<Observed> {
    let chosen = asked.iter().map(|asked| (&asked.source, &asked.chosen)).collect();
    let vars = concern.vars.iter().map(|(var, _)| *var).collect();
    let observed = Observed { exprs: concern.exprs(), vars, sights: Vec::new(), word: Vec::new() };
    let mut watcher = Watcher { chosen, lacks: false, one, observed };
    let run = run(graphs, function, &mut watcher, wrapv, &mut Steps::new(steps));
    (run.end == End::Steps && !watcher.lacks).then_some(watcher.observed)
}
