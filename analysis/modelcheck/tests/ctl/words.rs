//! The paths that show a formula by definition. The shortest length is found by trying all paths.

use csieve_modelcheck::ctl::{Evidence, Kripke};

use super::shape::Shape::{self, Af, Ag, And, Au, Ax, Ef, Eg, Eu, Ex, Implies, Label, Not, Or, True};

/// The states at which a formula holds (or fails), and whether labels alone decide the formula.
pub(crate) struct Known {
    truth: Vec<bool>,
    plain: bool,
}

/// The paths that show a formula.
pub(crate) enum Paths {
    /// The paths that end at once.
    Stay(Known),
    /// The given paths, as far as they start in a state at which another formula is true too.
    Where(Known, Box<Paths>),
    Either(Box<Paths>, Box<Paths>),
    Next(Box<Paths>),
    Until(Known, Box<Paths>),
    Always(Known),
}

fn known(shape: &Shape, holds: bool, kripke: &Kripke) -> Known {
    let truth = shape.truth(kripke).into_iter().map(|truth| truth == holds).collect();
    Known { truth, plain: is_plain(shape) }
}

fn is_plain(shape: &Shape) -> bool {
    match shape {
        True | Label(_) => true,
        Not(a) => is_plain(a),
        And(a, b) | Or(a, b) | Implies(a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// Returns the paths that show that a formula holds, or fails.
pub(crate) fn paths(shape: &Shape, holds: bool, kripke: &Kripke) -> Paths {
    let part = |shape: &Shape, holds: bool| Box::new(paths(shape, holds, kripke));
    let known = |shape: &Shape, holds: bool| known(shape, holds, kripke);
    let stay = || Paths::Stay(known(shape, holds));
    let both = |(a, a_holds): (&Shape, bool), (b, b_holds): (&Shape, bool)| {
        let (first, second) = (part(a, a_holds), part(b, b_holds));
        match (&*first, &*second) {
            (Paths::Stay(_), Paths::Stay(_)) => stay(),
            (Paths::Stay(_), _) => Paths::Where(known(a, a_holds), second),
            _ => Paths::Where(known(b, b_holds), first),
        }
    };
    let either = |first: Box<Paths>, second: Box<Paths>| match (&*first, &*second) {
        (Paths::Stay(_), Paths::Stay(_)) => stay(),
        _ => Paths::Either(first, second),
    };
    match (shape, holds) {
        (Not(a), _) => *part(a, !holds),
        (And(a, b), true) => both((a, true), (b, true)),
        (And(a, b), false) => either(part(a, false), part(b, false)),
        (Or(a, b), true) => either(part(a, true), part(b, true)),
        (Or(a, b), false) => both((a, false), (b, false)),
        (Implies(a, b), true) => either(part(a, false), part(b, true)),
        (Implies(a, b), false) => both((a, true), (b, false)),
        (Ex(a), true) | (Ax(a), false) => Paths::Next(part(a, holds)),
        (Ef(a), true) | (Ag(a), false) => Paths::Until(known(&True, true), part(a, holds)),
        (Eu(a, b), true) => Paths::Until(known(a, true), part(b, true)),
        (Eg(a), true) | (Af(a), false) => Paths::Always(known(a, holds)),
        (Au(a, b), false) => {
            let broken = both((a, false), (b, false));
            let broken = if let Paths::Stay(_) = broken {
                let neither = And(Box::new(Not(a.clone())), Box::new(Not(b.clone())));
                Paths::Stay(known(&neither, true))
            } else {
                broken
            };
            let breaks = Paths::Until(known(b, false), Box::new(broken));
            Paths::Either(Box::new(breaks), Box::new(Paths::Always(known(b, false))))
        }
        _ => stay(),
    }
}

impl Paths {
    /// Returns whether one of these paths starts in a state and has exactly `steps` steps.
    pub(crate) fn any_of(&self, steps: usize, state: usize, kripke: &Kripke) -> bool {
        let mut successors = kripke.successors(state).iter();
        match self {
            Self::Stay(known) => steps == 0 && known.truth[state],
            Self::Where(known, shown) => known.truth[state] && shown.any_of(steps, state, kripke),
            Self::Either(a, b) => a.any_of(steps, state, kripke) || b.any_of(steps, state, kripke),
            Self::Next(then) => steps > 0 && successors.any(|next| then.any_of(steps - 1, *next, kripke)),
            Self::Until(before, end) => {
                end.any_of(steps, state, kripke)
                    || steps > 0
                        && before.truth[state]
                        && successors.any(|next| self.any_of(steps - 1, *next, kripke))
            }
            Self::Always(known) => laps(known, steps, &mut vec![state], kripke),
        }
    }

    /// Returns whether the rest of a path, from a position on, is one of these paths. If `strictly`, every
    /// part that the path does not show must be decided by labels.
    pub(crate) fn have(&self, path: &Evidence, at: usize, strictly: bool, kripke: &Kripke) -> bool {
        let Some(&state) = path.states.get(at) else { return false };
        let says = |known: &Known, state: usize| known.truth[state] && (known.plain || !strictly);
        match self {
            Self::Stay(known) => at + 1 == path.states.len() && path.loops_to.is_none() && says(known, state),
            Self::Where(known, shown) => says(known, state) && shown.have(path, at, strictly, kripke),
            Self::Either(a, b) => a.have(path, at, strictly, kripke) || b.have(path, at, strictly, kripke),
            Self::Next(then) => then.have(path, at + 1, strictly, kripke),
            Self::Until(before, end) => (at..path.states.len()).any(|last| {
                path.states[at..last].iter().all(|state| says(before, *state))
                    && end.have(path, last, strictly, kripke)
            }),
            Self::Always(known) => {
                let last = path.states[path.states.len() - 1];
                let returns = |to: usize| to >= at && kripke.successors(last).contains(&path.states[to]);
                path.states[at..].iter().all(|state| says(known, *state))
                    && path.loops_to.is_some_and(returns)
            }
        }
    }
}

/// Returns whether a path through distinct states can be continued by `steps` steps, the last of which leads
/// back to a state of the path.
fn laps(known: &Known, steps: usize, path: &mut Vec<usize>, kripke: &Kripke) -> bool {
    let last = path[path.len() - 1];
    known.truth[last]
        && steps > 0
        && kripke.successors(last).iter().any(|next| {
            if path.contains(next) {
                return steps == 1;
            }
            path.push(*next);
            let found = laps(known, steps - 1, path, kripke);
            path.pop();
            found
        })
}
