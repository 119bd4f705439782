//! Lowering a whole function: the state during lowering, and the entry points.

use std::{ops::Range, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Lowered, SYNTAX_ERROR, Skipped, UnitContext,
    calls::Untold,
    contents,
    context::FunctionInfo,
    convert::Value,
    ctype::CType,
    effects::Early,
    extremes::has_extremes,
    marks::Events,
    order,
    scope::Scopes,
    statements::{Gaps, Jumps, Labels},
    twice::SecondReturn,
    types::{Environment, Listed, TypeReader},
    usage::{Callees, Usage},
};
use csieve_base::{library::Library, text::Span};
use csieve_frontend::syntax::{Field, FunctionItem, Kind, Node, Unit};
use csieve_graph::{Action, Cfg, CfgBuilder, ExprId, Loc, VarId, VarKind, add_source_places};

use crate::summary::Summaries;

/// The maximum nesting depth of statements and expressions.
const MAX_DEPTH: u32 = 150;

/// The number of errors of a function up to which it is lowered around them.
const MOST_ERRORS: usize = 16;

/// The state of lowering one function.
pub(super) struct Lowering<'a> {
    /// The text that contains the function.
    pub text: &'a str,
    /// The offset in bytes at which the function starts in `text`.
    pub base: usize,
    pub context: &'a UnitContext,
    /// The table of library functions.
    pub library: &'a Library,
    /// The summaries of functions that the function may call.
    pub summaries: &'a Summaries,
    pub graph: CfgBuilder,
    /// The location where the next edge starts.
    pub here: Loc,
    /// Whether no path leads to `here`.
    pub dead: bool,
    /// The join locations that some path leads to.
    pub reached: FxHashSet<Loc>,
    pub scopes: Scopes,
    pub usage: Usage,
    /// Functions that are declared inside the function.
    pub prototypes: FxHashMap<String, FunctionInfo>,
    pub jumps: Jumps,
    pub labels: Labels<'a>,
    pub second_returns: Vec<SecondReturn>,
    pub returns: CType,
    /// The number of objects in memory that were declared so far with each name.
    pub objects: FxHashMap<String, u32>,
    /// The objects that are never written, by their addresses, with the values of the integers in them.
    pub tables: FxHashMap<ExprId, Arc<Listed>>,
    /// Values that were saved before later operands of the same expression were evaluated. Those of the
    /// innermost expression come last.
    pub early: Vec<Early>,
    /// The values of operands that were evaluated ahead of their turn, by their ranges in `text`.
    pub foreseen: FxHashMap<Range<usize>, Value>,
    /// The number of lists of operands around, in each of which the order is open.
    pub nested_orders: u32,
    /// The number of steps that may be added in paths for other orders of operands.
    pub order_steps: usize,
    /// Whether the function has numbers that can be extreme, so that its arithmetic is asked about.
    pub has_extremes: bool,
    /// Whether the syntax tree contains errors. All of them are of kinds that the lowering handles.
    pub has_errors: bool,
    /// The events of rules of users, if there are such rules.
    pub events: Option<Box<Events>>,
    /// The innermost call that is being lowered of what nothing declares.
    pub untold: Option<Untold<'a>>,
    /// What syntax errors hide of the function.
    pub gaps: Gaps,
    depth: u32,
}

/// Lowers one function of a unit to its control-flow graph. Uses the built-in library table and no summaries.
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub fn lower_function(unit: &Unit, context: &UnitContext, function: &FunctionItem) -> Result<Cfg, Skipped> {
    lower_with(unit, context, Library::built_in(), &Summaries::default(), function)
}

/// Lowers one function of a unit to its control-flow graph, with a library table and the summaries of
/// callees.
///
/// # Errors
/// [`Skipped`] if the function cannot be lowered without guessing.
pub fn lower_with(
    unit: &Unit,
    context: &UnitContext,
    library: &Library,
    summaries: &Summaries,
    function: &FunctionItem,
) -> Result<Cfg, Skipped> {
    let start = Start { unit, context, library, summaries };
    let (lowering, node) = Lowering::of(start, function)?;
    lowering.check_syntax(node)?;
    lowering.complete(&function.name, node)
}

/// Lowers one function in which somebody types: what syntax errors hide of it become gaps of the graph
/// ([`csieve_graph::Gaps`]).
///
/// # Errors
/// [`Skipped`] if it is not certain what is hidden, or if the function cannot be lowered for other reasons.
pub(crate) fn lower_half_typed(start: Start, function: &FunctionItem) -> Result<Cfg, Skipped> {
    let mut text = start.unit.text().to_owned();
    let mut gaps = Gaps::default();
    for _ in 0..MOST_ERRORS {
        let unit = Unit::parse(text.as_str());
        let of_place = |item: &FunctionItem| item.span.start == function.span.start;
        let item = unit.functions().into_iter().find(of_place).unwrap_or_else(|| function.clone());
        let (mut lowering, node) = Lowering::of(Start { unit: &unit, ..start }, &item)?;
        let Some(hidden) = lowering.hidden(node)? else {
            lowering.gaps = gaps;
            return lowering.complete(&function.name, node);
        };
        if !gaps.add(&hidden, &mut text) {
            break;
        }
    }
    Err(Skipped { what: SYNTAX_ERROR.to_owned(), at: Some(0) })
}

fn definition<'t>(unit: &'t Unit, function: &FunctionItem) -> Option<Node<'t>> {
    let range = function.span.range();
    let mut node = unit.root().descendant_for_byte_range(range.start, range.end)?;
    while node.kind() != Kind::FunctionDefinition || node.byte_range() != range {
        node = node.parent()?;
    }
    Some(node)
}

/// What is known before a text is lowered.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub unit: &'a Unit,
    pub context: &'a UnitContext,
    pub library: &'a Library,
    pub summaries: &'a Summaries,
}

impl<'a> Lowering<'a> {
    /// Returns the state before a function is lowered, and the function.
    fn of(start: Start<'a>, function: &FunctionItem) -> Lowered<(Self, Node<'a>)> {
        let node = definition(start.unit, function).ok_or_else(|| Skipped {
            what: format!("`{}` was not found in the file", function.name),
            at: None,
        })?;
        Ok((Self::start(start, &function.name, node), node))
    }

    /// Lowers the function to its graph.
    fn complete(mut self, name: &str, node: Node<'a>) -> Lowered<Cfg> {
        let body = node.field(Field::Body).ok_or_else(|| self.skipped("no body", node))?;
        self.scopes.open();
        self.signature(name, node)?;
        self.block(body)?;
        self.finish_jumps(node)?;
        if !self.dead {
            let end = self.span(body).end;
            let exit = self.graph.exit();
            let closing = Span { start: end.saturating_sub(1), end };
            self.graph.edge(self.here, exit, Action::Return(None), closing);
        }
        self.finish_second_returns();
        self.note_inputs();
        contents::state(&mut self.graph);
        self.learn_indices();
        let returns = self.returns.ty();
        self.graph.returns(returns);
        let mut graph = self.graph.finish();
        add_source_places(&mut graph);
        Ok(graph)
    }

    /// Returns the state before `node`, a function or a declaration, is lowered to a graph with this name.
    pub(super) fn start(start: Start<'a>, name: &str, node: Node<'a>) -> Self {
        let Start { unit, context, library, summaries } = start;
        let graph = CfgBuilder::on(context.model, name);
        let usage = Usage::of(node, unit.text(), Callees { context, library, summaries });
        let labels = if usage.has_labels { Labels::of(node, unit.text()) } else { Labels::default() };
        Self {
            text: unit.text(),
            base: node.start_byte(),
            context,
            library,
            summaries,
            here: graph.entry(),
            graph,
            dead: false,
            reached: FxHashSet::default(),
            scopes: Scopes::new(),
            usage,
            prototypes: FxHashMap::default(),
            jumps: Jumps::default(),
            labels,
            second_returns: Vec::new(),
            returns: CType::UNKNOWN,
            objects: FxHashMap::default(),
            tables: FxHashMap::default(),
            early: Vec::new(),
            foreseen: FxHashMap::default(),
            nested_orders: 0,
            order_steps: order::MOST_STEPS,
            has_extremes: has_extremes(&unit.text()[node.byte_range()], library, context.model),
            has_errors: node.has_error(),
            events: events(library, unit.text()),
            untold: None,
            gaps: Gaps::default(),
            depth: 0,
        }
    }
}

/// Returns the events of rules of users in a text; `None` if there are no such rules.
fn events(library: &Library, text: &str) -> Option<Box<Events>> {
    (!library.own().is_empty()).then(|| Box::new(Events::new(library.own().matches(text))))
}

impl Lowering<'_> {
    /// Records which global variables of the C library lead to strings from outside the program, such as
    /// `environ`.
    fn note_inputs(&mut self) {
        let graph = self.graph.so_far();
        let is_input = |var: &VarId| {
            let is_input = self.library.variable(&graph.var(*var).name).is_some_and(|of| of.is_input);
            is_input && graph.var(*var).kind == VarKind::Global
        };
        let inputs = graph.var_ids().filter(is_input).collect();
        self.graph.known_functions().inputs = inputs;
    }

    /// Returns a reader for types that looks names up in the current scope.
    pub(super) fn type_reader(&mut self) -> TypeReader<'_> {
        let env = Environment::Function { scopes: &mut self.scopes, context: self.context };
        TypeReader::new(self.text, env)
    }

    /// Enters one level of nesting; fails if there are more than [`MAX_DEPTH`]. `leave` must be called
    /// afterwards.
    pub(super) fn enter(&mut self, node: Node<'_>) -> Lowered<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.skipped("nested too deeply", node)) } else { Ok(()) }
    }

    /// Leaves one level of nesting.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}
