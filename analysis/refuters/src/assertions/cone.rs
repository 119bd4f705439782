//! The cone of influence of the end of a path: the places (variables and memory) on which the last edge may
//! depend.

use rustc_hash::FxHashSet;

use csieve_graph::{Assigns, Cfg, EdgeId, ExprId, ExprKind, Tests, Writes};

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
        cone.close(path, before, most);
        cone
    }

    /// Returns the cone of the end of a path with the places on whose conditions the path depends as well
    /// (control dependence). Those nearest to the end come first. There are at most `most` places.
    pub(super) fn with_control(path: &CounterexamplePath, most: usize) -> Self {
        let mut cone = Self::of(path, most);
        let cfg = path.function.cfg;
        let before = path.word.split_last().map_or(&[][..], |(_, before)| before);
        let mut seen = FxHashSet::default();
        for &edge in before.iter().rev().filter(|edge| seen.insert(**edge)) {
            if matches!(cfg.edge(edge).effects().tests, Tests::Condition { .. }) {
                cone.add(about(path, edge), most);
            }
        }
        cone.close(path, before, most);
        cone
    }

    /// Adds the places that occur on some edges together with a place of the cone. A condition can become
    /// relevant through one that is earlier on the path, so this repeats until no place is new.
    pub(super) fn close(&mut self, path: &CounterexamplePath, before: &[EdgeId], most: usize) {
        loop {
            let size = self.places.len();
            for &edge in before.iter().rev() {
                let places = about(path, edge);
                if places.iter().any(|place| self.known.contains(place)) {
                    self.add(places, most);
                }
            }
            if self.places.len() == size || size >= most {
                return;
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
fn about(path: &CounterexamplePath, edge: EdgeId) -> Vec<SymbolSubject> {
    let cfg = path.function.cfg;
    let mut places = Vec::new();
    let effects = cfg.edge(edge).effects();
    match effects.tests {
        Tests::Condition { cond: expr, .. }
        | Tests::Misuse { operand: expr, .. }
        | Tests::NoneOf { value: expr, .. }
        | Tests::Within { value: expr, .. }
        | Tests::Pointer { pointer: expr, .. } => read(cfg, expr, &mut places, DEPTH),
        Tests::Handle { .. } | Tests::Nothing => {}
    }
    if let Assigns::Value { var, value } = effects.assigns {
        places.push(SymbolSubject::Var(var));
        read(cfg, value, &mut places, DEPTH);
    }
    if let Writes::Object { pointer, value } = effects.writes {
        read(cfg, value, &mut places, DEPTH);
        let ty = cfg.expr(value).ty;
        let is_cell = |id: &ExprId| cfg.expr(*id).kind == ExprKind::Load(pointer) && cfg.expr(*id).ty == ty;
        places.extend(cfg.expr_ids().find(is_cell).map(SymbolSubject::Value));
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
        ExprKind::Const(_) | ExprKind::Any(_) => {}
        ExprKind::Inside { .. } | ExprKind::Address(_) | ExprKind::AddressOf(_) => {}
    }
}
