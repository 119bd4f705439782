//! What a run sees in a loop.

use std::collections::BTreeMap;

use csieve_base::budget::Steps;
use csieve_dataflow::ranges::Loop;
use csieve_graph::{Cfg, EdgeId, ExprId, Loc, Type, VarId};
use csieve_machine::{Chosen, End, Graphs, Host, Known, Source, concolic::Asked, run};

use csieve_reduction::termination::Concern;

/// A location of the loop when the run came there.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// The location.
    pub at: Loc,
    /// How many edges of the function were taken before.
    pub position: usize,
    /// The values of the expressions that were asked for, in their order.
    pub values: Vec<Known>,
}

/// What a run saw since it last came into a loop that it is still in at its end.
#[derive(Clone, Debug)]
pub(super) struct Observed {
    /// What was asked for.
    pub exprs: Vec<ExprId>,
    /// The variables that the first of these read.
    pub vars: Vec<VarId>,
    /// In order.
    pub sights: Vec<Sight>,
    /// The edges of the function that were taken, in order, without those of its callees.
    pub word: Vec<EdgeId>,
}

impl Observed {
    /// The sights of a location.
    pub(super) fn at(&self, loc: Loc) -> impl Iterator<Item = &Sight> {
        self.sights.iter().filter(move |sight| sight.at == loc)
    }

    /// The value of an expression in a sight.
    pub(super) fn value(&self, sight: &Sight, expr: ExprId) -> Known {
        let index = self.exprs.iter().position(|asked| *asked == expr);
        index.and_then(|index| sight.values.get(index)).copied().unwrap_or(Known::Nothing)
    }

    /// The value of a variable in a sight, if it was asked for.
    pub(super) fn variable(&self, sight: &Sight, var: VarId) -> Known {
        let index = self.vars.iter().position(|asked| *asked == var);
        index.and_then(|index| sight.values.get(index)).copied().unwrap_or(Known::Nothing)
    }

    /// The second half of the rounds; none if there were less than so many in all.
    pub(super) fn late(&self, head: Loc, least: usize) -> Option<Self> {
        let heads: Vec<usize> =
            (0..self.sights.len()).filter(|index| self.sights[*index].at == head).collect();
        (heads.len() >= least)
            .then(|| Self { sights: self.sights[heads[heads.len() / 2]..].to_vec(), ..self.clone() })
    }
}

/// Gives the machine what it was given before, and looks at a loop of the function that it runs.
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

/// Runs a function on inputs, and on nothing else, and looks at expressions in one of its loops; none if it needs others
/// besides, or if it does not use up its steps.
pub(super) fn observed(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    (one, concern): (&Loop, &Concern),
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
