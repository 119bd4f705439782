//! Tests that make a reason too weak. They lie between the start of the reason and the misuse, and may well
//! have been written to prevent the misuse.

use super::{starts::About, statement::Said};
use csieve_domains::interval::Interval;
use csieve_graph::{Cfg, EdgeId, ExprId, Tests, VarId};
use fixedbitset::FixedBitSet;

use crate::automaton::QuantityId;

/// Returns the tests that exclude the first bad value, as `i != n` does if values from `n` up are bad. A
/// counter that stops at its bound does not jump over it.
pub(super) fn nearest_excluded<'a>(
    about: &'a About,
    bad: &'a [Interval],
) -> impl Iterator<Item = EdgeId> + 'a {
    let nearest = |bad: &Interval| {
        let (low, high) = bad.bounds()?;
        Some(if high == Interval::POS_INFINITY { low } else { high })
    };
    about.iter().filter_map(move |(edge, _, excluded)| {
        let excluded = (*excluded)?;
        bad.iter().all(|bad| nearest(bad) == Some(excluded)).then_some(*edge)
    })
}

/// A test that states more about variables than bounds of sums.
#[derive(Debug)]
pub(super) struct Other {
    edge: EdgeId,
    /// The variables of the test that occur in no bound, but in bits, quotients or wrapped values.
    plain: Vec<VarId>,
    /// The variables on which the address of a load in the test depends.
    loaded: Vec<VarId>,
}

impl Other {
    /// Returns the part of a condition that is no bound of a sum. None if there is no such part.
    pub(super) fn of(
        cfg: &Cfg,
        edge: EdgeId,
        cond: ExprId,
        is_stated: impl Fn(VarId) -> bool,
    ) -> Option<Self> {
        let (mut plain, mut loaded) = (Vec::new(), Vec::new());
        let mut pending = vec![(cond, false)];
        while let Some((expr, is_loaded)) = pending.pop() {
            let kind = &cfg.expr(expr).kind;
            match kind.as_var() {
                Some(var) if is_loaded => loaded.push(var),
                Some(var) => plain.extend((!is_stated(var)).then_some(var)),
                None => {
                    let is_loaded = is_loaded || kind.as_load().is_some();
                    pending.extend(cfg.exprs.operands(expr).map(|of| (of, is_loaded)));
                }
            }
        }
        let says_more = !plain.is_empty() || !loaded.is_empty();
        says_more.then_some(Self { edge, plain, loaded })
    }
}

/// Returns the tests of the variables of a sum that state no bound of the sum. For a variable `i` that is
/// moved by steps, tests of memory such as `a[i] != 0` count as well: the end of the loop may rely on them.
pub(super) fn otherwise_tested(said: &Said, own: &[(QuantityId, i128)], is_moved: bool) -> Vec<EdgeId> {
    let names =
        |vars: &[VarId]| vars.iter().any(|var| own.iter().any(|term| term.0 == QuantityId::from(*var)));
    let others = said.others.iter();
    let others = others.filter(|other| names(&other.plain) || is_moved && names(&other.loaded));
    others.map(|other| other.edge).collect()
}

/// Returns the tests that can lead away from `places`: on another branch of the test, no run comes to any of
/// the places without taking an edge of `ends` or `start` first.
pub(super) fn deciding(cfg: &Cfg, start: EdgeId, places: &[EdgeId], ends: &[EdgeId]) -> Vec<EdgeId> {
    let places = places.iter().map(|place| cfg.edge(*place).from);
    let mut closed: FixedBitSet = ends.iter().map(|end| end.index()).collect();
    closed.grow_and_insert(start.index());
    let reaching = cfg.leading_to(places, |id| !closed.contains(id.index()));
    let leads_away = |id: &EdgeId| {
        let from = cfg.edge(*id).from;
        let mut others = cfg.successors[from.index()].iter().filter(|other| *other != id);
        others.any(|other| !reaching.contains(cfg.edge(*other).to.index()))
    };
    tests(cfg).filter(|id| *id != start && leads_away(id)).collect()
}

/// Returns all tests of a graph.
pub(super) fn tests(cfg: &Cfg) -> impl Iterator<Item = EdgeId> + '_ {
    cfg.edge_ids().filter(|id| matches!(cfg.edge(*id).effects().tests, Tests::Condition { .. }))
}
