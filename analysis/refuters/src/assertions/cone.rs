//! The cone of influence of the end of a path: the places (variables and memory) on which the last edge may
//! depend.

use rustc_hash::FxHashSet;

use csieve_graph::{Action, Cfg, ExprId, ExprKind};

use crate::{CounterexamplePath, bits::SymbolSubject};

/// The greatest depth of nested operators to which an expression is read.
const DEPTH: u32 = 12;

/// The places that the last edge of a path reads, and all places that occur in an assignment or condition of
/// the path together with a place of the cone.
#[derive(Clone, Debug, Default)]
pub(super) struct Cone {
    /// The places of the cone, those nearest to the end of the path first.
    pub places: Vec<SymbolSubject>,
    known: FxHashSet<SymbolSubject>,
}

impl Cone {
    /// Returns the cone of the end of a path, with at most `most` places.
    pub(super) fn of(path: &CounterexamplePath, most: usize) -> Self {
        let mut cone = Self::default();
        let Some((&last, before)) = path.word.split_last() else { return cone };
        cone.add(about(path, last), most);
        // A condition can become relevant through one that is earlier on the path, so this repeats until no
        // place is new.
        loop {
            let size = cone.places.len();
            for &edge in before.iter().rev() {
                let places = about(path, edge);
                if places.iter().any(|place| cone.known.contains(place)) {
                    cone.add(places, most);
                }
            }
            if cone.places.len() == size || size >= most {
                return cone;
            }
        }
    }

    /// Returns whether a place is in the cone.
    pub(super) fn has(&self, place: SymbolSubject) -> bool {
        self.known.contains(&place)
    }

    fn add(&mut self, places: Vec<SymbolSubject>, most: usize) {
        for place in places {
            if self.places.len() < most && self.known.insert(place) {
                self.places.push(place);
            }
        }
    }
}

/// Returns the places that the action of an edge reads or writes.
fn about(path: &CounterexamplePath, edge: csieve_graph::EdgeId) -> Vec<SymbolSubject> {
    let cfg = path.function.cfg;
    let mut places = Vec::new();
    match &cfg.edge(edge).action {
        Action::Assume { cond: expr, .. }
        | Action::Misuse { operand: expr, .. }
        | Action::AssumeNone { value: expr, .. }
        | Action::Learn { value: expr, .. }
        | Action::Deref { pointer: expr, .. }
        | Action::Free { pointer: expr, .. }
        | Action::FreeNull { pointer: expr } => read(cfg, *expr, &mut places, DEPTH),
        Action::Assign { var, value } => {
            places.push(SymbolSubject::Var(*var));
            read(cfg, *value, &mut places, DEPTH);
        }
        Action::Store { pointer, value } => {
            read(cfg, *value, &mut places, DEPTH);
            let ty = cfg.expr(*value).ty;
            let is_cell =
                |id: &ExprId| cfg.expr(*id).kind == ExprKind::Load(*pointer) && cfg.expr(*id).ty == ty;
            places.extend(cfg.expr_ids().find(is_cell).map(SymbolSubject::Value));
        }
        _ => {}
    }
    places
}

/// Returns the variables and the memory that an expression reads.
fn read(cfg: &Cfg, expr: ExprId, places: &mut Vec<SymbolSubject>, depth: u32) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match cfg.expr(expr).kind {
        ExprKind::Var(var) => places.push(SymbolSubject::Var(var)),
        ExprKind::Load(_) => places.push(SymbolSubject::Value(expr)),
        ExprKind::Cast(inner) | ExprKind::Seen(inner, _) | ExprKind::Unary(_, inner) => {
            read(cfg, inner, places, depth);
        }
        ExprKind::Binary(_, a, b) => {
            read(cfg, a, places, depth);
            read(cfg, b, places, depth);
        }
        _ => {}
    }
}
