//! The labels that an edge has for a rule, as seen from the object that is followed.

use csieve_base::{
    hints::LockHint,
    own::{Automaton, Event, Happening, OwnRule, Source, States},
};
use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, Marked, MarkedObject};

use crate::{
    checks::{is_left_to, may_stay},
    model::{Function, Holder, Relation},
};

use super::{Identity, Thread};

/// Sets of labels of a rule, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Labels {
    /// Labels of events about the followed object.
    pub mine: u64,
    /// Labels of events about no object.
    pub general: u64,
    /// Labels of events about an object that has another name. It may still be the same object.
    pub others: u64,
    /// Labels of events about an object that has no name.
    pub unknown: u64,
}

impl Labels {
    /// Returns the labels that the edge surely has for the followed object.
    pub(super) fn certain(self) -> u64 {
        self.mine | self.general
    }

    /// Returns the labels that the edge may have besides.
    pub(super) fn possible(self) -> u64 {
        self.others | self.unknown
    }

    /// Returns the states of an automaton after an event that surely has some labels, and whether the event may
    /// be the misuse.
    pub(super) fn after(automaton: &Automaton, states: States, labels: u64) -> (States, bool) {
        automaton.after(states, &|label| labels >> label & 1 == 1)
    }

    fn add(&mut self, label: usize, of: Whose) {
        let bits = match of {
            Whose::Mine => &mut self.mine,
            Whose::General => &mut self.general,
            Whose::Other => &mut self.others,
            Whose::Unknown => &mut self.unknown,
        };
        *bits |= 1 << label;
    }
}

#[derive(Clone, Copy)]
enum Whose {
    Mine,
    General,
    Other,
    Unknown,
}

/// Returns the labels of an edge for a rule, and the objects that they are about.
pub(super) fn named(cfg: &Cfg, rule: &OwnRule, edge: EdgeId) -> Vec<(usize, MarkedObject)> {
    let mut found = Vec::new();
    let marks = cfg.marks_at(edge);
    for (index, (_, source)) in rule.labels.iter().enumerate() {
        match source {
            Source::Marked(id) => {
                let here = marks.iter().filter(|mark| mark.of == Marked::Label(*id));
                let here = here.filter(|mark| !mark.is_inside || sees_inside(rule));
                found.extend(here.map(|mark| (index, mark.object)));
            }
            Source::Shown(Event::Return) => {
                if matches!(cfg.edge(edge).action, Action::Return(_)) {
                    found.push((index, MarkedObject::None));
                }
            }
            Source::Shown(Event::Of(what)) => {
                found.extend(shown(cfg, *what, edge).map(|object| (index, MarkedObject::Is(object))));
            }
        }
    }
    found
}

/// Returns whether a rule sees what happens in callees: it has labels of calls and queries only. Otherwise it is not known
/// in which order the events of a call happen.
pub(super) fn sees_inside(rule: &OwnRule) -> bool {
    !rule.labels.iter().any(|(_, source)| matches!(source, Source::Shown(Event::Of(_))))
}

/// Returns the labels of an edge for a rule, as seen from a thread.
pub(super) fn labels(function: &Function, rule: &OwnRule, edge: EdgeId, thread: &Thread) -> Labels {
    let mut labels = Labels::default();
    for (index, object) in named(function.cfg, rule, edge) {
        labels.add(
            index,
            match object {
                MarkedObject::None => Whose::General,
                MarkedObject::Unknown => Whose::Unknown,
                MarkedObject::Is(expr) if thread.is_object(function, expr) => Whose::Mine,
                MarkedObject::Is(expr) if is_apart(function, thread, expr) => continue,
                MarkedObject::Is(_) => Whose::Other,
            },
        );
    }
    for (index, (_, source)) in rule.labels.iter().enumerate() {
        let Source::Shown(Event::Of(what)) = source else { continue };
        if follows(function, *what, edge, thread) {
            labels.add(index, Whose::Mine);
        }
    }
    labels
}

/// Returns the object that something happens to on an edge, if the edge alone tells it.
fn shown(cfg: &Cfg, what: Happening, edge: EdgeId) -> Option<ExprId> {
    let result = |var| cfg.exprs.find(ExprKind::Var(var), cfg.var(var).ty);
    match (what, &cfg.edge(edge).action) {
        (Happening::Locked, Action::Lock { lock, .. })
        | (Happening::Shared, Action::Lock { lock, shared: true, .. })
        | (Happening::Waits, Action::Lock { lock, waits: true, .. })
        | (Happening::Unlocked, Action::Unlock { lock, .. }) => Some(*lock),
        (Happening::Allocated, Action::Alloc { var, .. }) | (Happening::Opened, Action::Open { var, .. }) => {
            result(*var)
        }
        (Happening::Freed, Action::Free { pointer, .. }) => Some(*pointer),
        (Happening::Closed, Action::Close { handle, .. }) => Some(*handle),
        _ => None,
    }
}

/// Returns whether something happens to the followed object on an edge that only a state of the search tells.
fn follows(function: &Function, what: Happening, edge: EdgeId, thread: &Thread) -> bool {
    let at = function.cfg.edge(edge);
    let lock = || lock_of(function, thread);
    match what {
        Happening::Entrusted => {
            return lock().is_some_and(|lock| is_left_to(function, lock, at, LockHint::Releases));
        }
        Happening::Left => return lock().is_some_and(|lock| may_stay(function, lock, at)),
        _ if thread.identity != Identity::Value => return false,
        _ => {}
    }
    match (what, &at.action) {
        (Happening::Tested, Action::Assume { cond: value, .. } | Action::AssumeNone { value, .. }) => {
            !function.cfg.is_implied(edge) && thread.holders.occurs_in(function, *value)
        }
        (Happening::Dereferenced, Action::Deref { pointer, .. }) => {
            matches!(thread.holders.relation(function, *pointer), Some(Relation::Exact | Relation::Inside))
        }
        _ => false,
    }
}

/// Returns the followed object as the lock of an event: an expression that points to it.
fn lock_of(function: &Function, thread: &Thread) -> Option<ExprId> {
    let cfg = function.cfg;
    let read = |place: &Holder| match place {
        Holder::Var(var) => cfg.exprs.find(ExprKind::Var(*var), cfg.var(*var).ty),
        Holder::Cell(_) => None,
    };
    thread.address().or_else(|| thread.holders.exact().iter().find_map(read))
}

/// Returns whether an expression surely is not the followed object: both are addresses of different
/// variables.
fn is_apart(function: &Function, thread: &Thread, expr: ExprId) -> bool {
    let of = |expr: ExprId| match &function.cfg.expr(function.cfg.exprs.strip_casts(expr)).kind {
        kind @ (ExprKind::Address(_) | ExprKind::AddressOf(_)) => Some(kind.clone()),
        _ => None,
    };
    thread.address().and_then(of).zip(of(expr)).is_some_and(|(one, other)| one != other)
}
