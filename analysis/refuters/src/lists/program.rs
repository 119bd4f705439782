//! The statements of a function as commands on heap graphs.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_base::budget::Steps;
use csieve_domains::heap::{Command, FieldId, Graph, Heaps, Kept, Scope, VarIndex};
use csieve_graph::{Action, Cfg, Edge, EdgeId, ExprId, ExprKind, Type, VarId};

use super::{compile::Compiler, fields::Field};

/// Most cases of one graph that are followed.
const MOST_CASES: usize = 64;

/// What some edges of a function do to heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// The variables that the edges name, by their [`VarIndex`].
    pub vars: Vec<VarId>,
    /// The fields that they name, by their [`FieldId`].
    pub fields: Vec<Field>,
    /// Who else may write what.
    pub scope: Scope,
    /// The commands of every edge.
    pub commands: FxHashMap<EdgeId, Vec<Command>>,
}

impl Program {
    /// The program of some edges.
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
        Self { scope: Scope { exposed, clashes }, vars, fields, commands }
    }

    /// What an edge does.
    pub(super) fn commands(&self, edge: EdgeId) -> &[Command] {
        self.commands.get(&edge).map_or(&[], Vec::as_slice)
    }

    /// What a graph becomes along an edge; none if that takes too long.
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

    /// What heaps become along an edge; none if that takes too long.
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

    /// The variables that are read before they are written, where these are read behind some commands.
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

    /// The name of a variable.
    pub(super) fn var_name<'c>(&self, cfg: &'c Cfg, var: VarIndex) -> &'c str {
        &cfg.var(self.vars[var]).name
    }

    /// The name of a field.
    pub(super) fn field_name(&self, field: FieldId) -> &str {
        &self.fields[field].name
    }
}

/// Whether a path is worth a look: it makes objects, and goes to others or writes pointers through their
/// fields.
pub(super) fn concerns(cfg: &Cfg, edges: &[EdgeId]) -> bool {
    let is_link = |address: ExprId, ty: Type| {
        ty == Type::Pointer && matches!(cfg.expr(address).kind, ExprKind::Inside { .. })
    };
    let links = |edge: &Edge| match edge.action {
        Action::Store { pointer, value } => is_link(pointer, cfg.expr(value).ty),
        Action::Assign { value: read, .. } | Action::Assume { cond: read, .. } => {
            let mut found = false;
            cfg.exprs.walk(read, |_, expr| {
                if let ExprKind::Load(address) = expr.kind {
                    found |= is_link(address, expr.ty);
                }
            });
            found
        }
        _ => false,
    };
    let edges = || edges.iter().map(|edge| cfg.edge(*edge));
    edges().any(|edge| matches!(edge.action, Action::Alloc { .. })) && edges().any(links)
}
