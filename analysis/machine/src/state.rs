//! The state of a run.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    code::{Code, Codes, Found},
    evaluate::Values,
    inputs::{Graphs, Host},
    kept::FirstValues,
    locks::Locks,
    marks::Marks,
    memory::Memory,
    outcome::{Misuse, ProgramPoint, Release, Subject},
    quick::{Registers, Slots, Word},
    value::{Known, ObjectId},
};
use csieve_base::rule::Rule;
use csieve_graph::{Cfg, EdgeId, ExprId, Loc, VarId};

/// The largest number of releases that a run records.
const MOST_RELEASES: usize = 64;

/// A call that has not returned.
pub(crate) struct Frame<'g> {
    /// The graph of the function that is called.
    pub cfg: &'g Cfg,
    /// The location in the graph that the call has reached.
    pub at: Loc,
    /// The edge that is being taken, or tried.
    pub edge: EdgeId,
    /// The ids of the objects of the function's variables; `None` for a variable that the call has not used
    /// yet.
    pub vars: Vec<Option<ObjectId>>,
    /// The ids of the objects for which address expressions of the function stand, if the call has used them.
    pub named: FxHashMap<ExprId, ObjectId>,
    /// The ids of objects that were made again, as memory of `alloca` in a loop is.
    pub older: Vec<ObjectId>,
    /// The variable of the caller that receives the result of this call; `None` if the result is not used.
    pub result: Option<VarId>,
    /// The objects with the structures that calls on edges of the function returned.
    pub returned: FxHashMap<EdgeId, ObjectId>,
    /// The object with the variable arguments of the call, if it has some.
    pub extra: Option<ObjectId>,
    /// The number of calls before this one in the run.
    pub serial: u32,
    /// The object that a reallocation under way has freed and whose contents the new object gets.
    pub moved: Option<ObjectId>,
    /// Whether it is decided already that the next allocation, the second part of a reallocation, succeeds.
    pub granted: bool,
    /// The values of variables that are not in memory yet.
    pub slots: Slots,
    /// What is prepared of the graph.
    pub code: Rc<Code<'g>>,
    /// What the run has found for all calls of the function.
    pub found: Rc<Found>,
}

impl<'g> Frame<'g> {
    /// Creates a call that has reached the entry of a function.
    pub(crate) fn new(code: Rc<Code<'g>>, found: Rc<Found>, result: Option<VarId>) -> Self {
        let cfg = code.cfg;
        Self {
            cfg,
            at: cfg.entry,
            edge: EdgeId(0),
            vars: vec![None; cfg.vars.len()],
            named: FxHashMap::default(),
            returned: FxHashMap::default(),
            older: Vec::new(),
            result,
            extra: None,
            serial: 0,
            moved: None,
            granted: false,
            slots: Slots::new(cfg.vars.len()),
            code,
            found,
        }
    }

    /// Returns whether the call has no objects but those that its function shows.
    pub(crate) fn has_only_variables(&self) -> bool {
        self.extra.is_none() && self.returned.is_empty() && self.older.is_empty()
    }

    /// Returns the same as [`Self::new`], made from a call that has returned.
    pub(crate) fn renewed(mut self, code: Rc<Code<'g>>, found: Rc<Found>, result: Option<VarId>) -> Self {
        let cfg = code.cfg;
        self.vars.clear();
        self.vars.resize(cfg.vars.len(), None);
        self.named.clear();
        self.returned.clear();
        self.older.clear();
        self.slots.renew(cfg.vars.len());
        let (at, edge) = (cfg.entry, EdgeId(0));
        Self { cfg, at, edge, result, extra: None, moved: None, granted: false, code, found, ..self }
    }
}

/// The numbers of operations of a run so far. They tell inputs of one kind apart ([`super::Source`]).
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub frames: u32,
    pub allocations: u32,
    pub openings: u32,
    /// The resources that were opened: a call may open several.
    pub opened: u32,
    pub closings: u32,
    pub lockings: u32,
    /// The arguments with which a function without a graph may have written memory in a way that the run does not
    /// show.
    pub written: u32,
    /// The values of memory to which the run wrote nothing that the host was asked for.
    pub read: u32,
    pub calls: FxHashMap<String, u32>,
}

/// A run in progress.
pub(crate) struct Machine<'g, 'h, H: Host> {
    pub graphs: &'g dyn Graphs,
    pub host: &'h mut H,
    /// Whether signed overflow wraps around.
    pub wrapv: bool,
    pub memory: Memory<H::Shadow>,
    /// The calls on the stack, outermost first.
    pub frames: Vec<Frame<'g>>,
    /// Calls that have returned, whose room can be used again.
    pub spare: Vec<Frame<'g>>,
    pub misuses: Vec<Misuse>,
    /// What the program still held when it ended, as in [`super::Run::held`].
    pub held: Vec<Misuse>,
    /// The releases so far, as in [`super::Run::releases`].
    pub releases: Vec<Release>,
    pub counts: Counts,
    /// The objects with static storage that have initialisers that the run executes.
    pub initialised: FxHashSet<ObjectId>,
    /// The initialisers that have yet to be executed, and whether one is being executed.
    pub initialisers: (Vec<(FirstValues<'g>, ObjectId)>, bool),
    /// The addresses to which the initialiser that is being executed has come, in order.
    pub met: Vec<ExprId>,
    /// The place where the next call of `strtok` goes on.
    pub rest_of_tokens: Known,
    /// Whether the run has called a function that may return twice, such as `setjmp`.
    pub sets_jump: bool,
    pub locks: Locks,
    /// The result of the call that the general form returned from last.
    pub returned: Known,
    /// The object `errno`, if the run has used it.
    pub errno: Option<ObjectId>,
    /// Whether an object may have become unreachable since the last search for leaks: a pointer that led to more than
    /// something known otherwise was overwritten, or an object that may hold a pointer is gone.
    pub may_lose: bool,
    /// What the last search for leaks has reached.
    pub marks: Marks,
    pub steps: u32,
    /// What searches for leaks took, in steps, since the budget was last charged with it.
    pub work: u32,
    /// The number of cells that were copied or filled since the budget was last charged with them.
    pub handled: u32,
    /// What is prepared of graphs, perhaps by earlier runs.
    pub prepared: &'h Codes<'g>,
    /// What is prepared of the graphs that the run has entered, with what it has found for them, by the address of the
    /// graph.
    pub codes: FxHashMap<usize, (Rc<Code<'g>>, Rc<Found>)>,
    /// Room for the values of the parts of an expression.
    pub values: Values<H::Shadow>,
    /// The registers of quick forms.
    pub registers: Registers,
    /// The values of several expressions of a quick form.
    pub words: Vec<Word>,
}

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Counts cells that are copied or filled, for which the budget pays: big objects have many. Searches for
    /// leaks count as `work`, which the quick and the general form of a run may do at other times.
    pub(crate) fn handles(&mut self, cells: usize) {
        self.handled = self.handled.saturating_add(u32::try_from(cells).unwrap_or(u32::MAX));
    }

    /// Returns the innermost call.
    #[inline]
    pub(crate) fn frame(&self) -> &Frame<'g> {
        self.frames.last().expect("a run has a function")
    }

    /// Returns the innermost call, to change it.
    #[inline]
    pub(crate) fn frame_mut(&mut self) -> &mut Frame<'g> {
        self.frames.last_mut().expect("a run has a function")
    }

    /// Returns the graph of the innermost call.
    #[inline]
    pub(crate) fn cfg(&self) -> &'g Cfg {
        self.frame().cfg
    }

    /// Returns how many callers are around the innermost call.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// Returns the functions on the stack with their edges, outermost first.
    pub(crate) fn places(&self) -> Vec<ProgramPoint> {
        self.frames.iter().map(|frame| (frame.cfg.function.clone(), frame.edge)).collect()
    }

    /// Records a misuse at the current edge.
    pub(crate) fn note(&mut self, rule: Rule, subject: Subject) {
        let frames = self.places();
        self.misuses.push(Misuse { rule, frames, subject, after: self.steps });
    }

    /// Records that an object is released at the current edge.
    pub(crate) fn note_release(&mut self, id: ObjectId) {
        let (Some(outermost), made) = (self.frames.first(), &self.memory.get(id).made) else { return };
        let during = outermost.edge;
        let is_known = self.releases.iter().any(|known| known.during == during && known.made == *made);
        if !is_known && !made.is_empty() && self.releases.len() < MOST_RELEASES {
            self.releases.push(Release { made: made.clone(), during });
        }
    }

    /// Tells the host that a value decided whether an edge can be taken.
    pub(crate) fn decided(&mut self, edge: EdgeId, value: &super::Value<H::Shadow>, holds: bool) {
        let (cfg, depth) = (self.cfg(), self.depth());
        self.host.branch(cfg, edge, depth, value, holds);
    }
}
