//! The values that the integers and pointers in `static` arrays and structures have in every run. The elements of an array
//! count as one.

use std::sync::Arc;

use csieve_dataflow::{
    automaton::{automaton, dependencies},
    ranges::Ranges,
};
use csieve_domains::interval::Interval;
use csieve_graph::{
    Action, BinaryOp, Cfg, CfgBuilder, EdgeId, ExprId, ExprKind, IntType, Level, Loc, Type, VarKind, way,
};
use csieve_lowering::{project::Basis, unit::MOST_WRITERS};
use csieve_reports::finding::Looked;

use crate::graphs::plain_graph;

use super::{Invariant, Program, facts::fact_of, least::least};

/// The largest number of edges of a function, and of steps of one pass over it.
const MOST_EDGES: usize = 4_000;
const MAX_STEPS: u32 = 200_000;

/// Returns the invariant of the integer or pointer of a type at an offset in bytes in a `static` object of the file in which
/// runs begin. `None` if there is none that says more than the type.
pub fn part_at(program: Program, object: &str, offset: u64, ty: Type) -> Option<Invariant> {
    let way = program.files.unit().way_to(object, offset, ty)?;
    part_invariant(program, object, way, ty)
}

/// Returns the invariant of the integers or pointers of a type to which a way leads in a `static` object of the file in
/// which runs begin. `None` if there is none that says more than the type.
pub fn part_invariant(program: Program, object: &str, way: &[Level], ty: Type) -> Option<Invariant> {
    let kept = program.files.kept();
    let names = way.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(".");
    // No object has a name with a space.
    let key = format!("{object} {names} {ty:?}");
    let found = kept.invariant(&key).unwrap_or_else(|| {
        let found = sought(program, object, way, ty).map(|values| (values, Basis::AllStores));
        kept.put_invariant(&key, found);
        found
    });
    let (values, basis) = found?;
    Some(Invariant { values, basis, looked: (object.to_owned(), Looked::Callers) })
}

fn sought(program: Program, object: &str, way: &[Level], ty: Type) -> Option<Interval> {
    let unit = program.files.unit();
    let (low, high) = unit.first_of_parts(object, way, ty)?;
    let functions = unit.assigning_parts(object)?;
    if functions.len() > MOST_WRITERS {
        return None;
    }
    let storing = functions.into_iter().map(|place| Storing::of(program, place, object, way, ty));
    let storing: Vec<Storing> = storing.collect::<Option<_>>()?;
    let first = Interval::new(low, high);
    let bounds: Vec<i128> = storing.iter().flat_map(|one| one.constants.iter().copied()).collect();
    least(first, ty, &bounds, &|known| {
        let each = storing.iter().map(|one| one.stored(known, program.wrapv));
        each.collect::<Option<Vec<_>>>().map(|each| each.into_iter().fold(Interval::EMPTY, Interval::hull))
    })
}

/// A function that assigns to parts of an object.
struct Storing {
    cfg: Arc<Cfg>,
    ty: Type,
    /// The edges that assign to the part.
    edges: Vec<EdgeId>,
    /// The reads of the part.
    reads: Vec<ExprId>,
    /// The constants with which the function compares anything, and their neighbours.
    constants: Vec<i128>,
}

impl Storing {
    /// Prepares a function, by its place in the file. `None` if it may store into the part what its graph does not show.
    fn of(
        Program { files, library, wrapv }: Program,
        place: usize,
        object: &str,
        part: &[Level],
        ty: Type,
    ) -> Option<Self> {
        let cfg = plain_graph(files, library, wrapv, (None, place)).ok()?;
        if cfg.edges.len() > MOST_EDGES {
            return None;
        }
        let mut edges = Vec::new();
        for id in cfg.edge_ids() {
            let Action::Store { pointer, value } = cfg.edge(id).action else { continue };
            match led((&cfg, pointer), object, part) {
                Led::Elsewhere => {}
                Led::There if cfg.expr(value).ty == ty => edges.push(id),
                Led::There | Led::Perhaps => return None,
            }
        }
        let reads = reads(&cfg, object, part, ty);
        let constants = cfg.expr_ids().filter_map(|expr| match cfg.expr(expr).kind {
            ExprKind::Const(value) => Some([value - 1, value, value + 1]),
            _ => None,
        });
        let constants = constants.flatten().collect();
        Some(Self { cfg, ty, edges, reads, constants })
    }

    /// Returns the values that the function stores if the part always lies in an interval. `None` if that takes too many
    /// steps.
    fn stored(&self, known: Interval, wrapv: bool) -> Option<Interval> {
        let facts: Vec<_> = self.reads.iter().map(|read| (*read, known)).collect();
        let mut graph = CfgBuilder::reopen(keeping(Cfg::clone(&self.cfg), &facts));
        // The value gets a name of its own, by which it is known behind the store.
        let stored = graph.var("what is stored", self.ty, VarKind::Local);
        let stored_value = graph.exprs().var(stored, self.ty);
        for id in &self.edges {
            let edge = graph.so_far().edge(*id).action.clone();
            let Action::Store { pointer, value } = edge else { return None };
            graph.set_action(*id, Action::Assign { var: stored, value });
            graph.insert_steps(*id, vec![Action::Store { pointer, value: stored_value }]);
        }
        let cfg = graph.finish();
        let automaton = automaton(&cfg, &dependencies(&cfg), wrapv);
        Ranges::values_after((&cfg, &automaton), stored, &self.edges, MAX_STEPS)
    }
}

/// Whether a pointer leads to a part of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Led {
    There,
    Elsewhere,
    Perhaps,
}

/// Returns whether a pointer leads to the part of an object to which a way leads.
pub(crate) fn led((cfg, pointer): (&Cfg, ExprId), object: &str, part: &[Level]) -> Led {
    let is_object = |at: ExprId| matches!(&cfg.expr(at).kind, ExprKind::Address(name) if name == object);
    // No other pointer leads into the object: its address is not passed on.
    if !is_object(cfg.exprs.root(pointer)) {
        return Led::Elsewhere;
    }
    let (base, other) = way(&cfg.exprs, pointer);
    if !is_object(base) {
        return Led::Perhaps;
    }
    let is_same = other.iter().zip(part).all(|(one, other)| one.0 == other.0);
    match other.len() == part.len() {
        _ if !is_same => Led::Elsewhere,
        true => Led::There,
        false => Led::Perhaps,
    }
}

/// Returns the reads of a part of an object in a graph.
fn reads(cfg: &Cfg, object: &str, part: &[Level], ty: Type) -> Vec<ExprId> {
    let is_read = |id: &ExprId| match cfg.expr(*id).kind {
        ExprKind::Load(pointer) => cfg.expr(*id).ty == ty && led((cfg, pointer), object, part) == Led::There,
        _ => false,
    };
    cfg.expr_ids().filter(is_read).collect()
}

/// Returns the reads of parts of `static` objects in a graph, each with the object and the way: as many as `most`.
pub(super) fn parts_read(cfg: &Cfg, most: usize) -> Vec<(ExprId, String, Vec<Level>)> {
    let read = |id: ExprId| {
        let expr = cfg.expr(id);
        let ExprKind::Load(pointer) = expr.kind else { return None };
        let (base, way) = way(&cfg.exprs, pointer);
        let ExprKind::Address(object) = &cfg.expr(base).kind else { return None };
        let is_own = cfg.statics.own.contains(&base) || cfg.automatic.contains(&base);
        let is_scalar = matches!(expr.ty, Type::Int(_) | Type::Pointer);
        (is_scalar && !is_own && pointer != base).then(|| (id, object.clone(), way))
    };
    cfg.expr_ids().filter_map(read).take(most).collect()
}

/// Returns a graph in which values that are read from memory lie in intervals wherever an edge evaluates them.
pub(super) fn keeping(cfg: Cfg, known: &[(ExprId, Interval)]) -> Cfg {
    let mut graph = CfgBuilder::reopen(cfg);
    let count = graph.so_far().edges.len() as u32;
    for &(read, values) in known {
        let Some(fact) = fact_of(&mut graph, read, values) else { continue };
        let having = having(graph.so_far(), read);
        let cfg = graph.so_far();
        let evaluates = |id: &EdgeId| {
            let effects = cfg.edge(*id).effects();
            effects.evaluated().any(|expr| having.get(expr.0 as usize) == Some(&true))
        };
        let mut before: Vec<(Loc, EdgeId)> =
            (0..count).map(EdgeId).filter(evaluates).map(|id| (cfg.edge(id).from, id)).collect();
        before.sort_unstable_by_key(|(loc, id)| (loc.index(), id.0));
        before.dedup_by_key(|(loc, _)| *loc);
        for (loc, id) in before {
            let span = graph.so_far().edge(id).span;
            graph.insert_at(loc, fact.clone(), span);
            graph.always(graph.last_edge());
        }
    }
    graph.finish()
}

/// Returns for each expression of a graph whether a part of it is a given one.
fn having(cfg: &Cfg, read: ExprId) -> Vec<bool> {
    // Operands come before the expressions around them.
    let mut having = Vec::with_capacity(cfg.exprs.len());
    for id in cfg.expr_ids() {
        let has = id == read || cfg.exprs.operands(id).any(|operand| having[operand.0 as usize]);
        having.push(has);
    }
    having
}

/// Returns the action that says that a pointer is NULL, or that it is not.
pub(super) fn about_pointer(graph: &mut CfgBuilder, value: ExprId, is_null: bool) -> Action {
    let null = graph.exprs().null();
    let cond = graph.exprs().binary(BinaryOp::Eq, value, null, Type::Int(IntType::INT));
    Action::Assume { cond, holds: is_null }
}
