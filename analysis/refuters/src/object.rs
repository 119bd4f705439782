//! The observer of an earlier misuse: it follows one object from its origin.

use csieve_graph::{Access, Action, EdgeId, ExprId, Loc, VarId};
use csieve_modelcheck::model::{
    Function, Holder, Holders, Move, Observation, Observer, ObserverState, Phase, Property, Tracked,
};

/// The state after a definite misuse, in which every edge is rejected.
const ENDED: u32 = u32::MAX;

/// The state after a definite misuse that is an access to write, with the pointer. The edge of the store may be next.
const WRITING: u32 = ENDED - 1;

/// Returns the pointer if an edge is an access to write what a pointer leads to.
fn written(function: &Function, edge: EdgeId) -> Option<ExprId> {
    let Action::Deref { pointer, access: Access::Write, .. } = function.cfg.edge(edge).action else {
        return None;
    };
    Some(pointer)
}

fn stores(function: &Function, edge: EdgeId, to: ExprId) -> bool {
    matches!(function.cfg.edge(edge).action, Action::Store { pointer, .. } if pointer == to)
}

/// Returns whether one edge is the access of a store that the next one makes. What is stored is evaluated before the access, as
/// C orders the operands of an assignment before its effect.
pub(crate) fn is_access_of_store(function: &Function, [access, next]: [EdgeId; 2]) -> bool {
    written(function, access).is_some_and(|pointer| stores(function, next, pointer))
}

/// Rejects all words that go on after a definite misuse of the object or value that a property starts to
/// follow on one edge, the origin. When a word takes the origin again, the observer follows the new object.
pub struct ObjectObserver<'a> {
    function: &'a Function<'a>,
    property: &'a dyn Property,
    origin: EdgeId,
}

impl<'a> ObjectObserver<'a> {
    /// Makes the observer of a property that starts to follow an object at one edge, the origin.
    pub fn new(function: &'a Function<'a>, property: &'a dyn Property, origin: EdgeId) -> Self {
        Self { function, property, origin }
    }
}

impl Observer for ObjectObserver<'_> {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        match state {
            [ENDED] => return Observation::Reject,
            [WRITING, pointer] if stores(self.function, edge, ExprId(*pointer)) => {
                return Observation::To(Box::new([ENDED]));
            }
            [WRITING, _] => return Observation::Reject,
            _ => {}
        }
        let ended = || match written(self.function, edge) {
            Some(pointer) => Observation::To(Box::new([WRITING, pointer.0])),
            None => Observation::To(Box::new([ENDED])),
        };
        let stepped = decoded(state).map(|tracked| self.property.step(self.function, &tracked, edge));
        if stepped == Some(Move::Misuse { definite: true }) {
            return ended();
        }
        let started = if edge == self.origin { self.property.start(self.function, edge) } else { None };
        match started.or(stepped) {
            Some(Move::To(tracked) | Move::Perhaps(tracked)) => Observation::To(encoded(&tracked)),
            Some(Move::Misuse { definite: true }) => ended(),
            Some(Move::Gone | Move::Misuse { definite: false }) => Observation::To(Box::new([])),
            None => Observation::Stay,
        }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}

/// Encodes the state of a property as numbers: phase, number of exact holders, exact holders, other holders.
fn encoded(tracked: &Tracked) -> ObserverState {
    let (exact, inside) = tracked.holders.parts();
    let header = [tracked.phase.code(), exact.len() as u32];
    header.into_iter().chain(exact.iter().chain(inside).map(|holder| number(*holder))).collect()
}

fn decoded(state: &[u32]) -> Option<Tracked> {
    let [phase, count, holders @ ..] = state else { return None };
    let (exact, inside) = holders.split_at((*count as usize).min(holders.len()));
    let places = |numbers: &[u32]| numbers.iter().map(|number| place(*number)).collect();
    Some(Tracked {
        phase: Phase::of_code(*phase),
        holders: Holders::from_parts(places(exact), places(inside)),
    })
}

/// Encodes a holder as a number: even for a variable, odd for a memory cell.
fn number(holder: Holder) -> u32 {
    match holder {
        Holder::Var(var) => var.0 << 1,
        Holder::Cell(address) => address.0 << 1 | 1,
    }
}

fn place(number: u32) -> Holder {
    if number & 1 == 0 { Holder::Var(VarId(number >> 1)) } else { Holder::Cell(ExprId(number >> 1)) }
}
