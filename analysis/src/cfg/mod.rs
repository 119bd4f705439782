//! The control-flow graph of one function, with one action per edge.
//!
//! This is the *interval automaton* of Fehnker, Huuck and Seefried (Definition 1), kept one step
//! closer to C: an edge carries an [`Action`] over typed expressions, and `crate::automaton` derives
//! the interval updates from it. Everything that can go wrong is explicit: a dereference, a division
//! and a `free` have an edge of their own for the bad operand, so that a misuse ends the run
//! and every later edge may assume that it did not happen.

mod action;
mod assertion;
mod build;
mod dump;
mod expr;
mod known;
mod flow;
mod limit;
mod order;
mod reach;
mod sizes;
mod source;
mod statics;
mod text;
mod types;
mod written;

pub use action::{Access, Action, CallTarget, Edge, Freeing, Inside, InsideStep, MisuseKind, Word};
pub use assertion::{fails_an_assertion, is_failure};
pub use build::CfgBuilder;
pub use dump::{action_text, dump};
pub use expr::{BinaryOp, Expr, ExprArena, ExprId, ExprKind, UnaryOp};
pub use known::Known;
pub use limit::{Because, Limit, Limits, Reason};
pub use sizes::{Allocated, Bytes, Reach, SizedUse, Sizes, UseKind, outermost, reaches};
pub use source::{condition_of, condition_text, edge_text, source};
pub use statics::{Initial, Statics};
pub use text::{cell_text, expr_text, operator_text};
pub use types::{IntType, Type};
pub use written::{in_macro, names_a_constant};

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::text::Span;

/// Index of a location (a node) of a [`Cfg`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc(pub u32);

/// Index of an edge of a [`Cfg`]; a *word* is a sequence of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub u32);

/// Index of a scalar variable of a [`Cfg`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

impl Loc {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EdgeId {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl VarId {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a variable comes from; decides who else may write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// A scalar with automatic storage.
    Local,
    /// A parameter of the function.
    Param,
    /// A scalar with static storage, visible to other functions.
    Global,
    /// A value the lowering had to name: call results, `i++`, `a && b` as a value.
    Temp,
    /// The unknown truth of one preprocessor condition, the same wherever it is tested.
    Config,
}

/// A scalar variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// The source name, or a readable description for a temporary.
    pub name: String,
    /// Its C type, as far as it is known.
    pub ty: Type,
    /// Where it comes from.
    pub kind: VarKind,
    /// `&v` occurs somewhere, or `v` is global: stores and calls may write it.
    pub exposed: bool,
}

impl Var {
    /// Whether a person would recognise the variable by its name.
    pub fn is_named(&self) -> bool {
        matches!(self.kind, VarKind::Local | VarKind::Param | VarKind::Global)
    }
}

/// The control-flow graph of one function. All spans are byte offsets relative to the start of the
/// function's definition, so that a result stays valid when text before the function changes.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Cfg {
    /// Name of the function.
    pub function: String,
    /// Only its own file can call it by name: what it is given is up to few callers.
    pub is_internal: bool,
    /// Conditional compilation decides what it does, or what callees do whose results it uses.
    pub varies: bool,
    /// It takes `argc` and `argv` as `main` does: what it returns, a program ends with.
    pub is_program: bool,
    /// Edges on which control comes back to a call that has returned before, because something jumps: `longjmp`.
    pub jumps_back: Vec<EdgeId>,
    /// Edges on which an `assert` that is switched off would fail, ascending.
    pub denied: Vec<EdgeId>,
    /// Edges that answer only a part of a question, an operand of `&&`, `||` or `?:`, by their index.
    pub parts: FixedBitSet,
    /// All scalar variables, indexed by [`VarId`].
    pub vars: Vec<Var>,
    /// All expressions, hash-consed.
    pub exprs: ExprArena,
    /// All edges, indexed by [`EdgeId`].
    pub edges: Vec<Edge>,
    /// Outgoing edges of every location, in source order; indexed by [`Loc`].
    pub successors: Vec<Vec<EdgeId>>,
    /// Where a run starts.
    pub entry: Loc,
    /// Where a run ends by returning. Calls that never return lead to locations without successors.
    pub exit: Loc,
    /// The variables of the parameters, in order; none for one without a name or one that lives in memory. Nothing
    /// at all if the parameters cannot be counted.
    pub params: Option<Vec<Option<VarId>>>,
    /// More may be passed than the parameters say.
    pub variadic: bool,
    /// What the lowering could not express exactly and widened to "any value", for the reader.
    pub abstracted: Vec<Abstraction>,
    /// What the function returns.
    pub returns: Type,
    /// The addresses of objects in memory that are gone when the function returns.
    pub automatic: Vec<ExprId>,
    /// Where the author assumes something: `// csieve: assume n > 0`.
    pub assumptions: Vec<Span>,
    /// What should be said about these places, as sentences.
    pub remarks: Vec<(Span, String)>,
    /// Where `&&`, `if` and the like stand that ask for what an edge says, in the text that was lowered.
    questions: Vec<(EdgeId, Span)>,
    /// Statements right behind jumps, for the reader.
    pub behind: Vec<Behind>,
    /// What is known of the sizes of objects, and where they matter.
    pub sizes: Sizes,
    /// What tables of library functions say of calls.
    pub known: Known,
    /// The edges of misuses of sizes.
    pub limits: Limits,
    /// What is known of the first values of objects with static storage.
    pub statics: Statics,
    /// What lists in braces give objects in memory, by the edge on which these get any value.
    pub initials: FxHashMap<EdgeId, Initial>,
}

/// A statement behind one that control does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Behind {
    /// The statement.
    pub span: Span,
    /// The one before it: `return x;`
    pub jump: Span,
    /// Whether a macro made one of them.
    pub expanded: bool,
}

/// A construct that was widened to "any value".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abstraction {
    /// Where.
    pub span: Span,
    /// What, as a noun phrase: "inline assembly", "the result of `get`".
    pub what: String,
}

impl Cfg {
    /// Replaces every span, for a function that was lowered from another text than people see: `map` gives the
    /// range they see, and the expanded text if that is not what stands there.
    pub fn relocate(&mut self, map: impl Fn(Span) -> (Span, Option<Arc<str>>)) {
        for edge in &mut self.edges {
            (edge.span, edge.expanded) = map(edge.span);
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
        for behind in &mut self.behind {
            let ((span, by_macro), (jump, macro_jumps)) = (map(behind.span), map(behind.jump));
            let expanded = by_macro.is_some() || macro_jumps.is_some() || span.start <= jump.start;
            *behind = Behind { span, jump, expanded };
        }
    }

    /// Renames the temporaries, which are called after the text they were lowered from.
    pub fn rename_temporaries(&mut self, rename: impl Fn(&str) -> String) {
        for var in self.vars.iter_mut().filter(|var| !var.is_named()) {
            var.name = rename(&var.name);
        }
    }

    /// Whether a place belongs to what the author assumes.
    pub fn is_assumed(&self, span: Span) -> bool {
        self.assumptions.iter().any(|assumption| assumption.contains(span))
    }

    /// The edge with this id.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    /// The variable with this id.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// The expression with this id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        self.exprs.get(id)
    }

    /// All edge ids.
    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + use<> {
        (0..self.edges.len() as u32).map(EdgeId)
    }

    /// The edges that leave the same place as an edge, itself included.
    pub fn siblings(&self, id: EdgeId) -> &[EdgeId] {
        &self.successors[self.edge(id).from.index()]
    }

    /// Whether an edge leaves the same place as a misuse: a condition there comes from an access or a division, and is no
    /// branch of the program.
    pub fn is_implied(&self, id: EdgeId) -> bool {
        self.siblings(id).iter().any(|other| matches!(self.edge(*other).action, Action::Misuse { .. }))
    }

    /// All variable ids.
    pub fn var_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.vars.len() as u32).map(VarId)
    }

    /// All expression ids.
    pub fn expr_ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    /// Number of locations.
    pub fn location_count(&self) -> usize {
        self.successors.len()
    }
}
