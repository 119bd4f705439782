//! A program of commands on heap graphs, made from edges of a function.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_base::budget::Steps;
use csieve_domains::heap::{Command, Feature, FieldId, Graph, Heaps, Kept, Scope, VarIndex};
use csieve_graph::{Action, Assigns, Cfg, Edge, EdgeId, ExprId, ExprKind, Tests, Type, VarId, Writes};

use super::{compile::Compiler, fields::Field, orders};

/// The largest number of heap graphs into which the commands of one edge may split a heap graph.
const MOST_CASES: usize = 64;

/// The effects of some edges of a function on heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// The variables that the edges name, by their [`VarIndex`].
    pub vars: Vec<VarId>,
    /// The fields that the edges name, by their [`FieldId`].
    pub fields: Vec<Field>,
    /// The variables that other code may write, and the fields that overlap.
    pub scope: Scope,
    /// The commands of every edge.
    pub commands: FxHashMap<EdgeId, Vec<Command>>,
}

impl Program {
    /// Translates some edges into a program.
    pub(super) fn of(cfg: &Cfg, edges: impl IntoIterator<Item = EdgeId>) -> Self {
        let mut compiler = Compiler::new(cfg);
        let mut commands = FxHashMap::default();
        for edge in edges {
            commands.entry(edge).or_insert_with(|| compiler.edge(edge));
        }
        let Compiler { vars, fields, .. } = compiler;
        let exposed = (0..vars.len()).filter(|index| cfg.var(vars[*index]).exposed).collect();
        let overlaps = |field: &Field| {
            let others =
                fields.iter().enumerate().filter(|(_, other)| *other != field && other.overlaps(field));
            others.map(|(index, _)| index).collect()
        };
        let clashes = fields.iter().map(overlaps).collect();
        let (orders, mut numbers) = orders::followed(&fields, commands.values().flatten());
        numbers.retain(|var| !cfg.var(vars[*var]).exposed);
        Self { scope: Scope { exposed, clashes, orders, numbers }, vars, fields, commands }
    }

    /// Returns the commands of an edge; empty if it has none.
    pub(super) fn commands(&self, edge: EdgeId) -> &[Command] {
        self.commands.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// Interprets the commands of an edge on a heap graph. Returns the graphs after the edge; `None` if there
    /// are too many graphs or the budget runs out.
    pub(super) fn run(&self, graph: Graph, edge: EdgeId, budget: &mut Steps) -> Option<Vec<Graph>> {
        let mut graphs = vec![graph];
        for command in self.commands(edge) {
            let steps: usize = graphs.iter().map(|graph| 1 + graph.nodes.len()).sum();
            if graphs.len() > MOST_CASES || !budget.take_many(u32::try_from(steps).unwrap_or(u32::MAX)) {
                return None;
            }
            graphs = graphs.into_iter().flat_map(|graph| self.scope.run(graph, command)).collect();
        }
        budget.take().then_some(graphs)
    }

    /// Interprets the commands of an edge on heaps. Returns the heaps after the edge. Nodes that differ in a
    /// `kept` field are not merged; `None` if there are too many graphs or the budget runs out.
    pub(super) fn behind(
        &self,
        heaps: &Heaps,
        edge: EdgeId,
        kept: &Kept,
        budget: &mut Steps,
    ) -> Option<Heaps> {
        let mut all = Heaps::default();
        for graph in heaps.graphs() {
            for graph in self.run(graph.clone(), edge, budget)? {
                all.add(graph, kept);
            }
        }
        (all.len() <= MOST_CASES).then_some(all)
    }

    /// Returns the variables that are live before some commands, computed from those that are live after
    /// them. Live variables are read before they are written.
    pub(super) fn read_before(commands: &[Command], mut behind: FixedBitSet) -> FixedBitSet {
        for command in commands.iter().rev() {
            if let Command::Set(var, _) | Command::Make(var, _) = command {
                behind.set(*var, false);
            }
            for var in command.reads() {
                behind.insert(var);
            }
        }
        behind
    }

    /// Returns the name of a variable.
    pub(super) fn var_name<'c>(&self, cfg: &'c Cfg, var: VarIndex) -> &'c str {
        &cfg.var(self.vars[var]).name
    }

    /// Returns the features in which nodes may differ, those that say most about an object first: numbers,
    /// then orders, then pointers.
    pub(super) fn features(&self) -> Vec<Feature> {
        let (numbers, pointers): (Vec<FieldId>, Vec<FieldId>) =
            (0..self.fields.len()).partition(|field| self.fields[*field].is_number());
        let orders = self.scope.orders.iter().copied().map(Feature::Order);
        let numbers = numbers.into_iter().map(Feature::Field);
        numbers.chain(orders).chain(pointers.into_iter().map(Feature::Field)).collect()
    }

    /// Returns a feature in words.
    pub(super) fn feature_name(&self, feature: Feature) -> String {
        match feature {
            Feature::Field(field) => self.field_name(field).to_owned(),
            Feature::Order(along) => {
                format!("{} along {}", self.field_name(along.number), self.field_name(along.link))
            }
        }
    }

    /// Returns the name of a field.
    pub(super) fn field_name(&self, field: FieldId) -> &str {
        &self.fields[field].name
    }
}

/// Returns whether heap graphs may say something about a path: it allocates an object, and it reads or writes
/// a pointer in a field of some object.
pub(super) fn concerns(cfg: &Cfg, edges: &[EdgeId]) -> bool {
    let is_link = |address: ExprId, ty: Type| {
        ty == Type::Pointer && matches!(cfg.expr(address).kind, ExprKind::Inside { .. })
    };
    let reads_link = |read: ExprId| {
        let mut found = false;
        cfg.exprs.walk(read, |_, expr| {
            found |= expr.kind.as_load().is_some_and(|address| is_link(address, expr.ty));
        });
        found
    };
    let links = |edge: &Edge| {
        let effects = edge.effects();
        matches!(effects.writes, Writes::Object { pointer, value } if is_link(pointer, cfg.expr(value).ty))
            || matches!(effects.assigns, Assigns::Value { value, .. } if reads_link(value))
            || matches!(effects.tests, Tests::Condition { cond, .. } if reads_link(cond))
    };
    let edges = || edges.iter().map(|edge| cfg.edge(*edge));
    edges().any(|edge| matches!(edge.action, Action::Alloc { .. })) && edges().any(links)
}
