//! The control-flow graph of one function, with one action per edge.
//!
//! A [`Cfg`] has locations ([`Loc`]), edges ([`Edge`]), scalar variables ([`Var`]) and expressions
//! ([`Expr`]). Every edge has exactly one [`Action`]: an assignment, a condition, a call, a memory access, a
//! misuse. It is the *interval automaton* of [PR] definition 1, kept one step closer to C.
//! `csieve_dataflow::automaton` derives the interval updates from it.
//!
//! The lowering (`csieve-lowering`) makes the graph edge by edge with a [`CfgBuilder`]. Later passes reopen a
//! finished graph to add edges: misuses of sizes, bodies of callees. The model checker, the refuters, the
//! summaries and the machine read it.
//!
//! What always holds:
//! - Everything that can go wrong is explicit. A dereference, a division and a `free` have a separate edge
//!   for the bad operand. A misuse ends the run, so every later edge may assume that it did not happen.
//! - An edge that writes or assumes is the only edge into its target location.
//! - What an action does is said once, as a small closed set ([`Effects`]): what it reads, tests, writes, assigns, frees and
//!   calls. No match over an enum has `_`, so that what is added is answered everywhere.
//! - Expressions have no effects. They are hash-consed: equal expressions have the same id, and operands have
//!   smaller ids than the expressions that contain them.
//! - Spans are byte offsets relative to the start of the function, so a graph stays valid when the text
//!   before the function changes.
//! - A construct that the lowering does not understand has any value, and is listed in [`Cfg::abstracted`].

#![warn(clippy::wildcard_enum_match_arm)]

mod action;
mod assertion;
mod build;
mod comparison;
mod concrete;
mod copies;
mod dump;
mod effect;
mod expanded;
mod expr;
mod flow;
mod gaps;
mod inferred;
mod known;
mod limit;
mod marks;
mod meaning;
mod model;
#[cfg(any(test, feature = "mutation"))]
mod mutation;
mod names;
mod order;
mod reach;
mod sizes;
mod source;
mod statics;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod way;
mod written;

pub use action::{
    Access, Action, CallTarget, Edge, Freeing, Inside, InsideStep, MisuseKind, Positions, When, Word,
};
pub use assertion::{fails_an_assertion, is_failure};
pub use build::CfgBuilder;
pub use concrete::{ArgumentList, Bits, Concrete, CopiedString, Layout, ListStep, Meant};
pub use copies::{Copy, add_source_places, copies, source_place};
pub use dump::{action_text, dump};
pub use effect::{Assigns, Calls, Effects, Frees, Reads, Tests, Writes};
pub use expanded::Expanded;
pub use expr::{BinaryOp, Comparator, Expr, ExprArena, ExprId, ExprKind, UnaryOp};
pub use gaps::{Gap, Gaps};
pub use inferred::Inferred;
pub use known::CalledLibrary;
pub use limit::{Because, Limit, Limits, Place, Reason};
pub use marks::{Mark, Marked, MarkedObject};
pub use meaning::{Distance, Domain, Index, Part, meaning, total_meaning};
pub use sizes::{Allocated, Bytes, Reach, SizedUse, Sizes, UseKind, outermost, reaches};
pub use source::{condition_of, condition_text, edge_text, source};
pub use statics::{Initial, Statics};
pub use text::{cell_text, expr_text, operator_text};
pub use types::{IntType, Type};
pub use way::{Level, way};
pub use written::Invocations;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use csieve_base::{model::DataModel, text::Span};

/// Index of a location (a node) of a [`Cfg`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc(pub u32);

/// Index of an edge of a [`Cfg`]. A *word* is a sequence of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub u32);

/// Index of a scalar variable of a [`Cfg`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

impl Loc {
    /// The location's index in vectors such as [`Cfg::successors`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EdgeId {
    /// The edge's index in [`Cfg::edges`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl VarId {
    /// The variable's index in [`Cfg::vars`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The origin of a variable. It decides which other code may write the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// A scalar with automatic storage.
    Local,
    /// A parameter of the function.
    Param,
    /// A scalar with static storage, visible to other functions.
    Global,
    /// A value that the lowering had to name: the result of a call, of `i++`, or of `a && b` used as a value.
    Temp,
    /// The unknown truth value of one preprocessor condition, the same wherever the condition is tested.
    Config,
}

/// A scalar variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// The variable's name in the source, or a readable description of a temporary.
    pub name: String,
    /// The variable's C type, as far as it is known.
    pub ty: Type,
    /// The origin of the variable.
    pub kind: VarKind,
    /// Whether stores and calls may write the variable: it is global, or `&v` occurs in the function.
    pub exposed: bool,
}

impl Var {
    /// Returns whether the variable has a name in the source.
    pub fn is_named(&self) -> bool {
        matches!(self.kind, VarKind::Local | VarKind::Param | VarKind::Global)
    }
}

/// The control-flow graph of one function. All spans are byte offsets relative to the start of the
/// function's definition, so that a result stays valid when text before the function changes.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Cfg {
    /// The name of the function.
    pub function: String,
    /// Whether only the function's own file can call it by name. Then few callers decide its arguments.
    pub is_internal: bool,
    /// Whether conditional compilation decides what the function does, or what a callee does whose result the
    /// function uses.
    pub varies: bool,
    /// Whether the function takes `argc` and `argv` as `main` does. Its return value is then the program's
    /// exit status.
    pub is_program: bool,
    /// The edges on which control returns a second time from a call such as `setjmp`, because of a `longjmp`.
    pub jumps_back: Vec<EdgeId>,
    /// The edges on which a disabled `assert` would fail, ascending.
    pub denied: Vec<EdgeId>,
    /// The edges that say what holds in every run of the program, whatever path leads to them, ascending.
    pub always: Vec<EdgeId>,
    /// The edges that write memory, with the loads that they do not change, ascending. Nothing says so but that the program
    /// has no code for it: such a graph is made for doubts only.
    pub steady: Vec<(EdgeId, ExprId)>,
    /// The indices of edges whose condition is only one operand of `&&`, `||` or `?:`, not the whole
    /// condition.
    pub parts: FixedBitSet,
    /// The pairs of a function that allocates memory and a function that frees memory of another kind, by the
    /// names of callees in this graph.
    pub mismatched: Vec<(String, String)>,
    /// The callees in this graph that free memory and surely nothing else, such as `free`.
    pub frees_memory: Vec<String>,
    /// All scalar variables of the function, indexed by [`VarId`].
    pub vars: Vec<Var>,
    /// All expressions of the function, hash-consed.
    pub exprs: ExprArena,
    /// All edges of the graph, indexed by [`EdgeId`].
    pub edges: Vec<Edge>,
    /// The outgoing edges of every location, in source order; indexed by [`Loc`].
    pub successors: Vec<SmallVec<[EdgeId; 2]>>,
    /// The location where a run of the function starts.
    pub entry: Loc,
    /// The location where a run ends by returning. A call that never returns leads to another location, one
    /// without successors.
    pub exit: Loc,
    /// The variables of the parameters, in order. An entry is `None` if its parameter has no name or lives in
    /// memory. The list is `None` if the parameters cannot be counted, as in a definition in K&R style.
    pub params: Option<Vec<Option<VarId>>>,
    /// Whether callers may pass more arguments than there are parameters.
    pub variadic: bool,
    /// The constructs that the lowering could not express exactly and widened to "any value", listed for the
    /// user.
    pub abstracted: Vec<Abstraction>,
    /// The return type of the function.
    pub returns: Type,
    /// How the target represents types.
    pub model: DataModel,
    /// The addresses of objects in memory whose lifetime ends when the function returns.
    pub automatic: Vec<ExprId>,
    /// The pointers that calls take, to objects whose pointers lead to what other code may know from then on.
    pub handed_out: Vec<ExprId>,
    /// The source ranges of the author's assumptions, such as `// csieve: assume n > 0`.
    pub assumptions: Vec<Span>,
    /// Sentences for the user, each with the place in the source that it is about.
    pub remarks: Vec<(Span, String)>,
    /// Pairs of an edge of a condition and the place of the token that tests the condition: `&&`, `if` and
    /// the like. Places are in the text that was lowered.
    questions: Vec<(EdgeId, Span)>,
    /// The statements that follow jumps directly and are never reached, for the user.
    pub behind: Vec<Behind>,
    /// The known sizes of objects, and the memory accesses and allocations whose sizes are checked.
    pub sizes: Sizes,
    /// The entries of library tables that apply to calls in the function.
    pub known: CalledLibrary,
    /// The edges of misuses of sizes (such as an index out of bounds), with the reasons to report each
    /// misuse.
    pub limits: Limits,
    /// The objects with static storage whose values at the start of the program cannot be read from the
    /// graph.
    pub statics: Statics,
    /// The constants that initialisers give to objects in memory. The key is the edge on which the
    /// initialised object first gets any value.
    pub initials: FxHashMap<EdgeId, Initial>,
    /// What the program does where the graph has any value.
    pub concrete: Concrete,
    /// The events of rules of users, ascending by edge.
    pub marks: Vec<Mark>,
    /// What syntax errors hide of the function. None in the graph of a function that can be read.
    pub gaps: Gaps,
}

/// A statement that no run reaches, because a jump or a call that does not return is right before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    /// The statement that is not reached.
    pub span: Span,
    /// The jump before the unreached statement, such as `return x;`, or a call that does not return.
    pub jump: Span,
    /// Whether a macro produced the unreached statement or the jump.
    pub expanded: bool,
}

/// A construct that was widened to "any value".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abstraction {
    /// The place of the construct.
    pub span: Span,
    /// The construct, as a noun phrase: "inline assembly", "the result of `get`".
    pub what: String,
}

impl Cfg {
    /// Gives back the room that was kept for more edges and expressions, before the graph is kept for long.
    pub fn shrink(&mut self) {
        self.edges.shrink_to_fit();
        self.successors.shrink_to_fit();
        self.vars.shrink_to_fit();
        self.exprs.shrink();
    }

    /// Replaces every span. `map` gets a span of the text that was lowered and returns the range of the file
    /// that the user sees. If that range is a macro invocation, `map` also returns the expanded text.
    pub fn relocate(&mut self, map: impl Fn(Span) -> (Span, Option<Expanded>)) {
        for edge in &mut self.edges {
            (edge.span, edge.expanded) = map(edge.span);
            edge.asked_by = edge.asked_by.map(|by| map(by).0);
        }
        for (edge, by) in std::mem::take(&mut self.questions) {
            let (by, text) = map(by);
            let asked_by = &mut self.edges[edge.index()].asked_by;
            *asked_by = asked_by.or(text.map(|_| by));
        }
        for abstraction in &mut self.abstracted {
            abstraction.span = map(abstraction.span).0;
        }
        let remarks = self.remarks.iter_mut().map(|(span, _)| span);
        for span in self.assumptions.iter_mut().chain(remarks) {
            *span = map(*span).0;
        }
        for gap in &mut self.gaps.all {
            gap.span = map(gap.span).0;
        }
        for behind in &mut self.behind {
            let ((span, by_macro), (jump, macro_jumps)) = (map(behind.span), map(behind.jump));
            let expanded = by_macro.is_some() || macro_jumps.is_some() || span.start <= jump.start;
            *behind = Behind { span, jump, expanded };
        }
    }

    /// Renames every temporary. A temporary is named after the text that it was lowered from.
    pub fn rename_temporaries(&mut self, rename: impl Fn(&str) -> String) {
        for var in self.vars.iter_mut().filter(|var| !var.is_named()) {
            var.name = rename(&var.name);
        }
    }

    /// Returns whether a place lies within an assumption of the author.
    pub fn is_assumed(&self, span: Span) -> bool {
        self.assumptions.iter().any(|assumption| assumption.contains(span))
    }

    /// Returns whether an edge says what holds in every run of the program.
    pub fn is_always(&self, edge: EdgeId) -> bool {
        self.always.binary_search(&edge).is_ok()
    }

    /// Returns the events of rules of users on an edge.
    pub fn marks_at(&self, edge: EdgeId) -> &[Mark] {
        let first = self.marks.partition_point(|mark| mark.edge < edge);
        let here = self.marks[first..].iter().take_while(|mark| mark.edge == edge).count();
        &self.marks[first..first + here]
    }

    /// Returns the variable of a parameter, by its position from 0. `None` if it has no name or lives in memory.
    pub fn param(&self, at: u32) -> Option<VarId> {
        self.params.as_ref()?.get(at as usize).copied().flatten()
    }

    /// Returns the edge with this id.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    /// Returns the variable with this id.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// Returns the expression with this id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        self.exprs.get(id)
    }

    /// Returns all edge ids, ascending.
    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }

    /// Returns all edges that start at the location where the edge `id` starts, `id` included.
    pub fn siblings(&self, id: EdgeId) -> &[EdgeId] {
        &self.successors[self.edge(id).from.index()]
    }

    /// Returns whether an edge starts at the same location as a misuse edge. Such a condition comes from an
    /// access or a division, and is no branch of the program.
    pub fn is_implied(&self, id: EdgeId) -> bool {
        self.siblings(id).iter().any(|other| matches!(self.edge(*other).action, Action::Misuse { .. }))
    }

    /// Returns all variable ids, ascending.
    pub fn var_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.vars.len() as u32).map(VarId)
    }

    /// Returns all expression ids, ascending.
    pub fn expr_ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    /// Returns the number of locations.
    pub fn location_count(&self) -> usize {
        self.successors.len()
    }
}
