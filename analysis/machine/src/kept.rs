//! What initialisers of objects with static storage store, kept for further runs.
//!
//! Many runs read the same big tables. An initialiser is plain if what it stores depends on nothing but itself: on
//! numbers, and on which objects its addresses stand for. The first run executes it and keeps the contents of the
//! object; in further runs, each address still finds or makes its object, but the contents are copied.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::{cells::Cells, inputs::Host, library::Table, state::Machine, value::ObjectId};
use csieve_graph::{Cfg, ExprId, ExprKind, Meant, Type, Writes};

/// The first values of an object with static storage.
#[derive(Clone, Copy, Debug)]
pub struct FirstValues<'a> {
    /// A graph that stores the first values into the object, which is the only one in the graph's `statics.own`.
    pub graph: &'a Cfg,
    /// What runs that have executed the graph keep for others. All runs with these graphs agree on `wrapv`.
    pub kept: &'a Kept,
}

/// The contents that an initialiser gives its object, if a run has executed it.
#[derive(Debug, Default)]
pub struct Kept(OnceCell<Option<Contents>>);

impl Kept {
    /// Returns whether a run has kept what the initialiser stores.
    #[cfg(test)]
    pub(crate) fn is_filled(&self) -> bool {
        matches!(self.0.get(), Some(Some(_)))
    }
}

/// What a plain initialiser has stored.
#[derive(Debug)]
struct Contents {
    /// What was known of the object before: its size, and its type if it is a scalar.
    before: (Option<i128>, Option<Type>),
    /// The addresses in the order in which the run came to them.
    addresses: Vec<ExprId>,
    /// The cells. They number the objects to which pointers lead: 0 is the initialised object itself, and each
    /// address counts one more.
    cells: Cells<()>,
}

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Gives an object what its initialiser stores.
    pub(crate) fn initialise_with(&mut self, FirstValues { graph, kept }: FirstValues<'g>, id: ObjectId) {
        let object = self.memory.get(id);
        let before = (object.size, object.scalar);
        if let Some(Some(contents)) = kept.0.get()
            && contents.before == before
            && object.cells.all().is_empty()
        {
            return self.copy_contents(graph, contents, id);
        }
        let shared = self.memory.shared;
        self.met.clear();
        self.push(graph, None);
        if self.execute_initialiser(graph, id).is_err() {
            self.memory.get_mut(id).cells.clear();
        } else {
            // An unknown value may lead to any object of the run.
            let is_known = self.memory.shared == shared;
            kept.0.get_or_init(|| if is_known && is_plain(graph) { self.contents(before, id) } else { None });
        }
        self.frames.pop();
    }

    /// Returns what the initialiser that has just been executed has stored; `None` if a pointer leads elsewhere.
    fn contents(&self, before: (Option<i128>, Option<Type>), id: ObjectId) -> Option<Contents> {
        let named = &self.frame().named;
        let met = self.met.iter().filter_map(|address| named.get(address));
        let numbers: FxHashMap<ObjectId, ObjectId> =
            [&id].into_iter().chain(met).zip(0..).map(|(id, number)| (*id, ObjectId(number))).collect();
        let cells = self.memory.get(id).cells.mapped(|led| numbers.get(&led).copied())?;
        Some(Contents { before, addresses: self.met.clone(), cells })
    }

    /// Does what executing a plain initialiser does.
    fn copy_contents(&mut self, graph: &'g Cfg, contents: &Contents, id: ObjectId) {
        self.may_lose |= !graph.initials.is_empty();
        let mut objects = vec![id];
        if contents.addresses.is_empty() {
            self.counts.frames += 1;
        } else {
            self.push(graph, None);
            self.name_initialised(graph, id);
            for address in &contents.addresses {
                if let ExprKind::Address(name) = &graph.expr(*address).kind {
                    objects.push(self.addressed(*address, name));
                }
            }
            self.frames.pop();
        }
        let extent = own(graph).and_then(|own| graph.sizes.extent(own));
        let object = self.memory.get_mut(id);
        object.size = object.size.or(extent.map(i128::from));
        if let Some(cells) = contents.cells.mapped(|number| objects.get(number.index()).copied()) {
            object.cells = cells;
        }
    }

    /// Lets the address of the initialised object in the graph stand for it.
    pub(crate) fn name_initialised(&mut self, graph: &Cfg, id: ObjectId) {
        if let Some(own) = own(graph) {
            self.frame_mut().named.insert(own, id);
        }
    }
}

/// Returns the expression that stands for the initialised object.
fn own(graph: &Cfg) -> Option<ExprId> {
    match graph.statics.own.as_slice() {
        [own] => Some(*own),
        _ => None,
    }
}

/// Returns whether an initialiser stores only numbers and addresses, and only into its own object.
fn is_plain(graph: &Cfg) -> bool {
    let plain = plain_values(graph);
    let is_plain = |value: ExprId| plain[value.0 as usize].is_some();
    let stores =
        |place: ExprId, value: ExprId| leads_to_own(graph, place) && is_plain(place) && is_plain(value);
    graph.automatic.is_empty()
        && graph.edge_ids().all(|id| {
            let effects = graph.edge(id).effects();
            let (pointer, value) = match effects.writes {
                Writes::Object { pointer, value } => (pointer, value),
                Writes::Nothing => return effects.is_nothing(),
                Writes::Region { .. } | Writes::Memory { .. } | Writes::Anything { .. } => return false,
            };
            let Some(initial) = graph.initials.get(&id) else { return stores(pointer, value) };
            let mut all = initial.constants.iter().chain(&initial.strings);
            leads_to_own(graph, pointer)
                && is_plain(pointer)
                && all.all(|(place, value)| stores(*place, *value))
        })
}

fn leads_to_own(graph: &Cfg, pointer: ExprId) -> bool {
    own(graph) == Some(graph.exprs.root(pointer))
}

/// What is known of an expression: `None` if it is neither a number nor a pointer that nothing is computed with, else
/// whether it may be a pointer.
type Plain = Option<bool>;

/// Returns what is known of each expression of a graph.
fn plain_values(graph: &Cfg) -> Vec<Plain> {
    // Operands come before the expressions around them.
    let mut known: Vec<Plain> = Vec::with_capacity(graph.exprs.len());
    for id in graph.expr_ids() {
        let expr = graph.expr(id);
        let of = |operand: &ExprId| known.get(operand.0 as usize).copied().flatten();
        let number = |operand: &ExprId| of(operand).filter(|points| !points);
        let plain = match &expr.kind {
            ExprKind::Const(_) => Some(false),
            ExprKind::Address(name) => Table::named(name).is_none().then_some(true),
            ExprKind::Inside { base, index: None, .. } => of(base),
            ExprKind::Inside { base, index: Some(index), .. } => number(index).and(of(base)),
            ExprKind::Seen(inner, _) => of(inner),
            ExprKind::Unary(_, operand) => number(operand),
            ExprKind::Binary(_, a, b) => number(a).and(number(b)),
            ExprKind::Cast(inner) => {
                let keeps = expr.ty.keeps_pointer(graph.model);
                of(inner).filter(|points| keeps || !points)
            }
            ExprKind::Any(_) => match graph.concrete.values.get(&id) {
                Some(Meant::Value(value)) => of(value),
                Some(Meant::Real(_)) => Some(false),
                Some(Meant::Bits(_) | Meant::Result(_) | Meant::Argument(_) | Meant::Object { .. }) => None,
                Some(Meant::Elements { .. } | Meant::Exact { .. }) | None => None,
            },
            ExprKind::Var(_) | ExprKind::AddressOf(_) | ExprKind::Load(_) => None,
        };
        known.push(plain);
    }
    known
}
