//! Structures that are assigned as a whole: the places in the target and in the source that belong together.

use super::{Cfg, EdgeId, ExprArena, ExprId, ExprKind, Meant, Type, Writes};

/// An assignment of a whole structure or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copy {
    /// The edge of the assignment.
    pub edge: EdgeId,
    /// The address of the object that is written.
    pub to: ExprId,
    /// The address of the object that is read.
    pub from: ExprId,
}

/// The most rounds in which places are taken over from one object to another: copies of copies of copies.
const ROUNDS: usize = 3;

/// Returns the assignments of a graph that copy one object on the stack, or a part of it, to another.
pub fn copies(cfg: &Cfg) -> Vec<Copy> {
    let is_automatic = |pointer: ExprId| cfg.automatic.contains(&cfg.exprs.root(pointer));
    let copy = |edge: EdgeId| {
        let Writes::Object { pointer, value } = cfg.edge(edge).effects().writes else { return None };
        let Meant::Object { pointer: from, .. } = cfg.concrete.values.get(&value)? else { return None };
        let is_copy = is_automatic(pointer) && is_automatic(*from);
        is_copy.then_some(Copy { edge, to: pointer, from: *from })
    };
    cfg.edge_ids().filter_map(copy).collect()
}

/// Adds the addresses of those places in the sources of copies that belong to places in their targets which
/// the function reads. [`source_place`] finds them.
pub fn add_source_places(cfg: &mut Cfg) {
    let copies = copies(cfg);
    if copies.is_empty() {
        return;
    }
    let mut places: Vec<ExprId> = cfg.expr_ids().filter_map(|expr| cfg.expr(expr).kind.as_load()).collect();
    for _ in 0..ROUNDS {
        let mut added = Vec::new();
        for copy in &copies {
            for place in &places {
                let (start, steps) = way(&cfg.exprs, *place, |at| at == copy.to);
                if start != copy.to {
                    continue;
                }
                let mut at = copy.from;
                for step in steps.iter().rev() {
                    let (kind, ty) = moved(&cfg.exprs, *step, at);
                    at = cfg.exprs.add(kind, ty);
                    if let Some(bytes) = cfg.sizes.stride(*step) {
                        cfg.sizes.set_stride(at, bytes);
                    }
                    if let Some(bits) = cfg.concrete.bits.get(step).copied() {
                        cfg.concrete.bits.insert(at, bits);
                    }
                }
                added.push(at);
            }
        }
        places = added;
    }
}

/// Returns the address of the place in the source of a copy that belongs to a place in its target. `None` if
/// the address is not that of a place in the target, or if the graph does not name the place in the source.
pub fn source_place(cfg: &Cfg, copy: Copy, place: ExprId) -> Option<ExprId> {
    let (start, steps) = way(&cfg.exprs, place, |at| at == copy.to);
    if start != copy.to {
        return None;
    }
    steps.iter().rev().try_fold(copy.from, |at, step| {
        let (kind, ty) = moved(&cfg.exprs, *step, at);
        cfg.exprs.find(kind, ty)
    })
}

/// Returns the pointer from which an address was derived, at most back to one that `is_end`, and the pointers
/// on the way to it, the address first.
fn way(exprs: &ExprArena, address: ExprId, is_end: impl Fn(ExprId) -> bool) -> (ExprId, Vec<ExprId>) {
    let (mut at, mut steps) = (address, Vec::new());
    while !is_end(at) {
        let kind = &exprs.get(at).kind;
        let Some(next) = kind.as_inside().or(kind.as_conversion()) else { break };
        steps.push(at);
        at = next;
    }
    (at, steps)
}

/// Returns one step of an address, taken from another pointer.
fn moved(exprs: &ExprArena, step: ExprId, from: ExprId) -> (ExprKind, Type) {
    let expr = exprs.get(step).clone();
    let kind = match expr.kind {
        ExprKind::Inside { path, index, .. } => ExprKind::Inside { base: from, path, index },
        ExprKind::Seen(_, name) => ExprKind::Seen(from, name),
        ExprKind::Cast(_) => ExprKind::Cast(from),
        other @ (ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Any(_)
        | ExprKind::Address(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Load(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)) => other,
    };
    (kind, expr.ty)
}
