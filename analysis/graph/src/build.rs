//! Builds a [`Cfg`] edge by edge.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{
    Abstraction, Action, Behind, CalledLibrary, Cfg, Concrete, Edge, EdgeId, Expanded, ExprArena, ExprId,
    ExprKind, Gaps, Inferred, Initial, Inside, Limits, Loc, Mark, Marked, MarkedObject, Positions, Sizes,
    Statics, Type, Var, VarId, VarKind, expr_text,
};
use csieve_base::{model::DataModel, text::Span};

/// A [`Cfg`] under construction.
#[derive(Debug)]
pub struct CfgBuilder {
    cfg: Cfg,
}

impl CfgBuilder {
    /// Makes a graph for the usual target that has only an entry and an exit location.
    pub fn new(function: impl Into<String>) -> Self {
        Self::on(DataModel::default(), function)
    }

    /// Makes a graph for a target that has only an entry and an exit location.
    pub fn on(model: DataModel, function: impl Into<String>) -> Self {
        Self {
            cfg: Cfg {
                function: function.into(),
                vars: Vec::new(),
                exprs: ExprArena::default(),
                edges: Vec::new(),
                successors: vec![SmallVec::new(), SmallVec::new()],
                entry: Loc(0),
                exit: Loc(1),
                is_internal: false,
                varies: false,
                is_program: false,
                jumps_back: Vec::new(),
                denied: Vec::new(),
                always: Vec::new(),
                steady: Vec::new(),
                mismatched: Vec::new(),
                frees_memory: Vec::new(),
                parts: FixedBitSet::new(),
                params: Some(Vec::new()),
                variadic: false,
                abstracted: Vec::new(),
                returns: Type::Unknown,
                model,
                automatic: Vec::new(),
                handed_out: Vec::new(),
                assumptions: Vec::new(),
                remarks: Vec::new(),
                questions: Vec::new(),
                behind: Vec::new(),
                sizes: Sizes::default(),
                known: CalledLibrary::default(),
                limits: Limits::default(),
                statics: Statics::default(),
                initials: FxHashMap::default(),
                concrete: Concrete::default(),
                marks: Vec::new(),
                gaps: Gaps::default(),
            },
        }
    }

    /// Opens a finished graph, so that edges can be added to it.
    pub fn reopen(cfg: Cfg) -> Self {
        Self { cfg }
    }

    /// Returns the location where a run starts.
    pub fn entry(&self) -> Loc {
        self.cfg.entry
    }

    /// Returns the location where a run ends by returning.
    pub fn exit(&self) -> Loc {
        self.cfg.exit
    }

    /// Adds a location.
    pub fn location(&mut self) -> Loc {
        self.cfg.successors.push(SmallVec::new());
        Loc(self.cfg.successors.len() as u32 - 1)
    }

    /// Adds a variable. A global variable is exposed at once: stores and calls may write it.
    pub fn var(&mut self, name: impl Into<String>, ty: Type, kind: VarKind) -> VarId {
        self.cfg.vars.push(Var { name: name.into(), ty, kind, exposed: kind == VarKind::Global });
        VarId(self.cfg.vars.len() as u32 - 1)
    }

    /// Adds the next parameter with its variable; `None` if the parameter has no name or lives in memory.
    pub fn parameter(&mut self, var: Option<VarId>) {
        if let Some(params) = &mut self.cfg.params {
            params.push(var);
        }
        self.cfg.concrete.params.push(None);
    }

    /// Records that the parameters cannot be counted.
    pub fn forget_parameters(&mut self) {
        self.cfg.params = None;
    }

    /// Records that callers may pass more arguments than there are parameters.
    pub fn variadic(&mut self) {
        self.cfg.variadic = true;
    }

    /// Records that the function takes its arguments as `main` does.
    pub fn program(&mut self) {
        self.cfg.is_program = true;
    }

    /// Records that control returns a second time along an edge because of a `longjmp`.
    pub fn jumps_back(&mut self, edge: EdgeId) {
        self.cfg.jumps_back.push(edge);
    }

    /// Records that an assertion of the author does not hold on an edge.
    pub fn denied(&mut self, edge: EdgeId) {
        self.cfg.denied.push(edge);
    }

    /// Records that an edge says what holds in every run of the program.
    pub fn always(&mut self, edge: EdgeId) {
        self.cfg.always.push(edge);
    }

    /// Records an event of a rule of a user on an edge. Edges must be recorded in ascending order.
    /// `is_inside` says whether the event happens in a callee.
    pub fn mark(
        &mut self,
        edge: EdgeId,
        (of, name): (Marked, Arc<str>),
        object: MarkedObject,
        is_inside: bool,
    ) {
        self.cfg.marks.push(Mark { edge, of, name, object, is_inside });
    }

    /// Returns what syntax errors hide of the function, for adding to it.
    pub fn gaps(&mut self) -> &mut Gaps {
        &mut self.cfg.gaps
    }

    /// Returns the variable with this id.
    pub fn var_info(&self, var: VarId) -> &Var {
        &self.cfg.vars[var.index()]
    }

    /// Marks a variable as exposed: stores and calls may write it.
    pub fn expose(&mut self, var: VarId) {
        self.cfg.vars[var.index()].exposed = true;
    }

    /// Returns the graph's expressions, for adding to them.
    pub fn exprs(&mut self) -> &mut ExprArena {
        &mut self.cfg.exprs
    }

    /// Returns the graph's expressions, for reading.
    pub fn exprs_ref(&self) -> &ExprArena {
        &self.cfg.exprs
    }

    /// Returns an expression as C spells it.
    pub fn expr_text(&self, id: ExprId) -> String {
        expr_text(&self.cfg, id)
    }

    /// Adds an edge between two locations.
    pub fn edge(&mut self, from: Loc, to: Loc, action: Action, span: Span) -> EdgeId {
        let id = EdgeId(self.cfg.edges.len() as u32);
        let promised = Positions::default();
        let (expanded, asked_by, inside, inferred, told) = (None, None, None, None, None);
        let edge = Edge { from, to, action, span, expanded, asked_by, inside, promised, inferred, told };
        self.cfg.edges.push(edge);
        self.cfg.successors[from.index()].push(id);
        id
    }

    /// Adds an edge to a new location and returns that location.
    pub fn step(&mut self, from: Loc, action: Action, span: Span) -> Loc {
        let to = self.location();
        self.edge(from, to, action, span);
        to
    }

    /// Returns the action of an edge.
    pub fn action(&self, edge: EdgeId) -> &Action {
        &self.cfg.edges[edge.index()].action
    }

    /// Returns the number of edges, which is the index of the next edge.
    pub fn edge_count(&self) -> usize {
        self.cfg.edges.len()
    }

    /// Attaches to all edges from `edges.start` on an account of what happens inside the callee. Edges that
    /// already have an account keep it.
    pub fn explain(&mut self, edges: std::ops::RangeFrom<usize>, inside: &Arc<Inside>) {
        for edge in &mut self.cfg.edges[edges] {
            edge.inside.get_or_insert_with(|| Arc::clone(inside));
        }
    }

    /// Records the place of the token (`if`, `&&`) that tests the condition of all edges from `edges.start`
    /// on.
    pub fn asked(&mut self, edges: std::ops::RangeFrom<usize>, by: Span) {
        let all = self.cfg.edges.len();
        self.cfg.questions.extend((edges.start..all).map(|edge| (EdgeId(edge as u32), by)));
    }

    /// Adds an edge that every run takes first. Edges that lead back to the entry skip the new edge.
    pub fn first(&mut self, action: Action, span: Span) {
        let (entry, next) = (self.cfg.entry, self.location());
        let moved = std::mem::take(&mut self.cfg.successors[entry.index()]);
        for id in &moved {
            self.cfg.edges[id.index()].from = next;
        }
        self.cfg.successors[next.index()] = moved;
        for edge in self.cfg.edges.iter_mut().filter(|edge| edge.to == entry) {
            edge.to = next;
        }
        self.edge(entry, next, action, span);
    }

    /// Records that all edges from `edges.start` on decide only a part of a condition, such as one operand of
    /// `&&`.
    pub fn parts(&mut self, edges: std::ops::RangeFrom<usize>) {
        self.cfg.parts.grow(self.cfg.edges.len());
        self.cfg.parts.insert_range(edges.start..self.cfg.edges.len());
    }

    /// Splits an edge by a new location before its end. Returns the new location and the span of the edge.
    pub fn lengthen(&mut self, edge: EdgeId) -> (Loc, Span) {
        let between = self.location();
        let Edge { to, span, .. } = &mut self.cfg.edges[edge.index()];
        let (end, span) = (std::mem::replace(to, between), *span);
        self.edge(between, end, Action::Skip, span);
        (between, span)
    }

    /// Replaces an edge by one without effect that leads to a new location. Returns the new location and the
    /// location where the edge ended before.
    pub fn replace(&mut self, edge: EdgeId) -> (Loc, Loc) {
        let next = self.location();
        self.cfg.known.set(edge, None);
        let Edge { to, action, .. } = &mut self.cfg.edges[edge.index()];
        *action = Action::Skip;
        (next, std::mem::replace(to, next))
    }

    /// Marks a variable as not exposed: only edges that name it write it.
    pub fn hide(&mut self, var: VarId) {
        self.cfg.vars[var.index()].exposed = false;
    }

    /// Adds assignments of unknown values to variables directly after an edge.
    pub fn forget_behind(&mut self, edge: EdgeId, vars: &[VarId]) {
        for &var in vars {
            let ty = self.cfg.vars[var.index()].ty;
            let value = self.cfg.exprs.any(ty);
            let (between, span) = self.lengthen(edge);
            // `lengthen` added the last edge, which starts at `between` and has no effect yet.
            let last = self.last_edge();
            let next = self.location();
            let end = std::mem::replace(&mut self.cfg.edges[last.index()].to, next);
            self.cfg.edges[last.index()].action = Action::Assign { var, value };
            debug_assert_eq!(self.cfg.edges[last.index()].from, between);
            self.edge(next, end, Action::Skip, span);
        }
    }

    /// Sets the statement text and the account of an edge that is a copy of code in another function. The
    /// edge's span stays that of the call.
    pub fn within(&mut self, edge: EdgeId, text: Option<String>, inside: Option<&Arc<Inside>>) {
        let edge = &mut self.cfg.edges[edge.index()];
        edge.expanded = text.map(Expanded::plain);
        edge.inside = inside.cloned();
    }

    /// Says that the library function of a call tests the condition of an edge.
    pub fn asked_by(&mut self, edge: EdgeId, call: Span) {
        self.cfg.edges[edge.index()].asked_by = Some(call);
    }

    /// Records that other code may know, after a call, what the pointers in the object behind an argument lead to.
    pub fn hand_out(&mut self, argument: ExprId) {
        if !self.cfg.handed_out.contains(&argument) {
            self.cfg.handed_out.push(argument);
        }
    }

    /// Says of which arguments a call promises to leave the objects as they are.
    pub fn promise(&mut self, call: EdgeId, promised: Positions) {
        self.cfg.edges[call.index()].promised = promised;
    }

    /// Records what is only inferred of the result of the call on an edge.
    pub fn infer(&mut self, call: EdgeId, inferred: Inferred) {
        self.cfg.edges[call.index()].inferred = Some(Arc::new(inferred));
    }

    /// Records that an edge reads because an attribute of a function says that the function does.
    pub fn tell(&mut self, read: EdgeId, function: &str) {
        self.cfg.edges[read.index()].told = Some(function.into());
    }

    /// Inserts an edge at a location, before the edges that leave it.
    pub fn insert_at(&mut self, at: Loc, action: Action, span: Span) {
        let next = self.location();
        let moved = std::mem::take(&mut self.cfg.successors[at.index()]);
        for id in &moved {
            self.cfg.edges[id.index()].from = next;
        }
        self.cfg.successors[next.index()] = moved;
        self.edge(at, next, action, span);
    }

    /// Gives an edge another action.
    pub fn set_action(&mut self, edge: EdgeId, action: Action) {
        self.cfg.edges[edge.index()].action = action;
    }

    /// Inserts edges with these actions after an edge that has its target location to itself, in sequence.
    pub fn insert_steps(&mut self, edge: EdgeId, actions: Vec<Action>) {
        let mut before = edge;
        for action in actions {
            let at = self.location();
            let Edge { to, span, expanded, .. } = &mut self.cfg.edges[before.index()];
            let (end, span, expanded) = (std::mem::replace(to, at), *span, expanded.clone());
            before = self.edge(at, end, action, span);
            self.cfg.edges[before.index()].expanded = expanded;
        }
    }

    /// Inserts misuse edges after an edge, in sequence. Each misuse comes with the action for the edge that
    /// passes it; `None` means no effect. Returns the misuse edges.
    pub fn insert_after(&mut self, edge: EdgeId, misuses: Vec<(Action, Option<Action>)>) -> Vec<EdgeId> {
        if misuses.is_empty() {
            return Vec::new();
        }
        let mut at = self.location();
        let before = &mut self.cfg.edges[edge.index()];
        let (end, span, expanded) =
            (std::mem::replace(&mut before.to, at), before.span, before.expanded.clone());
        let first = self.cfg.edges.len();
        let mut added = Vec::new();
        let last = misuses.len() - 1;
        for (index, (misuse, otherwise)) in misuses.into_iter().enumerate() {
            let nowhere = self.location();
            added.push(self.edge(at, nowhere, misuse, span));
            let next = if index == last { end } else { self.location() };
            self.edge(at, next, otherwise.unwrap_or(Action::Skip), span);
            at = next;
        }
        for edge in &mut self.cfg.edges[first..] {
            edge.expanded.clone_from(&expanded);
        }
        added
    }

    /// Returns the edge that was added last.
    pub fn last_edge(&self) -> EdgeId {
        EdgeId(self.cfg.edges.len().saturating_sub(1) as u32)
    }

    /// Returns the objects with static storage whose first values need care, for adding to them.
    pub fn statics(&mut self) -> &mut Statics {
        &mut self.cfg.statics
    }

    /// Returns the constants that initialisers give to objects in memory, for adding to them.
    pub fn initials(&mut self) -> &mut FxHashMap<EdgeId, Initial> {
        &mut self.cfg.initials
    }

    /// Returns what the program does where the graph has any value, for adding to it.
    pub fn concrete(&mut self) -> &mut Concrete {
        &mut self.cfg.concrete
    }

    /// Returns the known sizes and the places where sizes are checked, for adding to them.
    pub fn sizes(&mut self) -> &mut Sizes {
        &mut self.cfg.sizes
    }

    /// Returns the entries of library tables for the calls in the graph, for adding to them.
    pub fn known_functions(&mut self) -> &mut CalledLibrary {
        &mut self.cfg.known
    }

    /// Returns the graph as built so far.
    pub fn so_far(&self) -> &Cfg {
        &self.cfg
    }

    /// Records a construct that was widened to "any value".
    pub fn abstracted(&mut self, span: Span, what: impl Into<String>) {
        self.cfg.abstracted.push(Abstraction { span, what: what.into() });
    }

    /// Records the place of an assumption of the author.
    pub fn assumption(&mut self, span: Span) {
        self.cfg.assumptions.push(span);
    }

    /// Records a sentence for the user about a place.
    pub fn remark(&mut self, span: Span, sentence: impl Into<String>) {
        self.cfg.remarks.push((span, sentence.into()));
    }

    /// Sets the return type of the function.
    pub fn returns(&mut self, ty: Type) {
        self.cfg.returns = ty;
    }

    /// Adds an object in memory whose lifetime ends when the function returns. Returns its address.
    pub fn automatic(&mut self, name: String) -> ExprId {
        let address = self.cfg.exprs.add(ExprKind::Address(name), Type::Pointer);
        self.cfg.automatic.push(address);
        address
    }

    /// Records a statement right after a jump.
    pub fn behind(&mut self, span: Span, jump: Span) {
        self.cfg.behind.push(Behind { span, jump, expanded: false });
    }

    /// Returns the finished graph.
    pub fn finish(self) -> Cfg {
        self.cfg
    }
}
