//! The state of a run.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{
    inputs::{Graphs, Host},
    locks::Locks,
    memory::Memory,
    outcome::{Misuse, Place, Subject},
    value::ObjectId,
};
use csieve_base::rule::Rule;
use csieve_graph::{Cfg, EdgeId, ExprId, Loc, VarId};

/// A call that has not returned.
#[derive(Debug)]
pub(crate) struct Frame<'g> {
    /// What is called.
    pub cfg: &'g Cfg,
    /// Where it is.
    pub at: Loc,
    /// The edge that is taken, or may be.
    pub edge: EdgeId,
    /// The objects of its variables, as far as it has come across them.
    pub vars: Vec<Option<ObjectId>>,
    /// The objects behind its addresses, likewise.
    pub named: FxHashMap<ExprId, ObjectId>,
    /// Where the caller wants the result.
    pub result: Option<VarId>,
    /// An object that was freed to be made again with another size.
    pub moved: Option<ObjectId>,
    /// That the next allocation succeeds is decided.
    pub granted: bool,
    /// Which sizes matter behind which edge, as indices.
    pub uses: Rc<FxHashMap<EdgeId, Vec<usize>>>,
}

/// How often something was done that has a number in [`super::Source`].
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub allocations: u32,
    pub openings: u32,
    pub closings: u32,
    pub lockings: u32,
    pub calls: FxHashMap<String, u32>,
}

/// A run.
pub(crate) struct Machine<'g, 'h, H: Host> {
    pub graphs: &'g dyn Graphs,
    pub host: &'h mut H,
    /// Signed numbers wrap.
    pub wrapv: bool,
    pub memory: Memory<H::Shadow>,
    /// Outermost first.
    pub frames: Vec<Frame<'g>>,
    pub misuses: Vec<Misuse>,
    pub counts: Counts,
    pub locks: Locks,
    /// A pointer was overwritten, or something that may hold one is gone.
    pub may_lose: bool,
    pub steps: u32,
    /// Which sizes matter in the functions that were called.
    pub uses: FxHashMap<String, Rc<FxHashMap<EdgeId, Vec<usize>>>>,
}

impl<'g, H: Host> Machine<'g, '_, H> {
    /// The innermost call.
    pub(crate) fn frame(&self) -> &Frame<'g> {
        self.frames.last().expect("a run has a function")
    }

    /// The same, to change it.
    pub(crate) fn frame_mut(&mut self) -> &mut Frame<'g> {
        self.frames.last_mut().expect("a run has a function")
    }

    /// The graph of the innermost call.
    pub(crate) fn cfg(&self) -> &'g Cfg {
        self.frame().cfg
    }

    /// How many callers are around the innermost call.
    pub(crate) fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// Where the run is.
    pub(crate) fn places(&self) -> Vec<Place> {
        self.frames.iter().map(|frame| (frame.cfg.function.clone(), frame.edge)).collect()
    }

    /// Notes a misuse.
    pub(crate) fn note(&mut self, rule: Rule, subject: Subject) {
        let frames = self.places();
        self.misuses.push(Misuse { rule, frames, subject, after: self.steps });
    }

    /// A value decided whether an edge can be taken.
    pub(crate) fn decided(&mut self, edge: EdgeId, value: &super::Value<H::Shadow>, holds: bool) {
        let (cfg, depth) = (self.cfg(), self.depth());
        self.host.branch(cfg, edge, depth, value, holds);
    }
}
