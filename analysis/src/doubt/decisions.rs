//! Paths that take two decisions on what the function cannot see.
//!
//! `if (s->has_name) n = s->name; ... if (s->named) use(n);` leaves `n` without a value only if `s->named` without
//! `s->has_name` is possible, and who wrote it knows that it is not. One such decision is evidence: the function then
//! has a case that it does not handle. A second one, past which the misuse would not happen, makes it a guess.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::{
    automaton::{Automaton, Environment},
    cfg::{Action, EdgeId, ExprId, Loc},
    checks::{Check, Decisions, Rule},
    finding::line_of,
    model::{Counterexample, Function, Move, Observation, Observer, ObserverState, Tracked},
};

use super::{
    Doubt,
    follow::{Place, along, hopeful, leads_to},
    seen::Seen,
};

/// The doubt about a counterexample with two such decisions. The automaton is that of somebody who trusts the program: what
/// it settles is no decision.
pub fn unseen_decisions<'a>(
    function: &'a Function<'a>,
    automaton: &Automaton,
    check: &dyn Check,
    targets: &FixedBitSet,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let (mut first, one_is_enough) = match check.decisions(function, found) {
        Decisions::Certain => return None,
        Decisions::Unfounded => return found.origin().map(|origin| doubt(function, origin, origin)),
        Decisions::After(position) => (Some(found.word[position]), true),
        Decisions::AfterOne => (None, true),
        Decisions::AfterFirst => (None, false),
    };
    let sides = Sides::of(function, check, targets, found)?;
    let seen = Seen::new(function);
    let mut known = Environment::default();
    for (position, &edge) in found.word.iter().enumerate() {
        let question = question(function, edge);
        if question.is_some_and(|question| match question {
            Question::Of(asked) => seen.is_foreign(asked),
            // What a callee frees on some way is what its callers have to reckon with.
            Question::InCallee => {
                matches!(check.rule(), Rule::UninitializedRead | Rule::NullDereference)
            }
        }) {
            let side = sides.besides(position, edge, |other| {
                known.after(automaton, &automaton.events[other.index()]).is_some()
            });
            match (side, first) {
                (Side::Without, _)
                    if one_is_enough
                        && found.start.is_some_and(|start| position > start)
                        && question != Some(Question::InCallee)
                        && !is_asked_again(function, &found.word[position + 1..], question) =>
                {
                    return Some(doubt(function, edge, edge));
                }
                (Side::Without, None) => first = Some(edge),
                // The same question again: who asks twice expects another answer.
                (Side::Elsewhere, Some(first)) if is_another(self::question(function, first), question) => {
                    return Some(doubt(function, first, edge));
                }
                _ => {}
            }
        }
        known = known.after(automaton, &automaton.events[edge.index()]).unwrap_or_default();
    }
    None
}

/// What decides which way a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The value of an expression.
    Of(ExprId),
    /// What happens inside a callee.
    InCallee,
}

/// What an edge decides by, if it is a side of a condition or a switch, or a way through a callee.
fn question(function: &Function, edge: EdgeId) -> Option<Question> {
    let cfg = function.cfg;
    let from = cfg.edge(edge).from;
    match cfg.edge(edge).action {
        Action::Assume { cond, .. } => Some(Question::Of(cond)),
        Action::AssumeNone { value, .. } => Some(Question::Of(value)),
        _ if cfg.edge(edge).inside.is_some() && cfg.successors[from.index()].len() > 1 => {
            Some(Question::InCallee)
        }
        _ => None,
    }
}

/// Whether a question is asked again, or another one of the same variables: who asks twice expects another answer, and
/// how the answers go together is known.
fn is_asked_again(function: &Function, word: &[EdgeId], asked: Option<Question>) -> bool {
    word.iter().any(|edge| {
        let other = question(function, *edge);
        other == asked || is_of_same(function, other, asked)
    })
}

fn is_of_same(function: &Function, one: Option<Question>, two: Option<Question>) -> bool {
    let (Some(Question::Of(one)), Some(Question::Of(two))) = (one, two) else { return false };
    let (one, two) = (function.dependencies(one), function.dependencies(two));
    one == two && !one.vars.is_empty() && !one.memory && !one.unstable
}

/// Whether two questions are not the same.
fn is_another(one: Option<Question>, two: Option<Question>) -> bool {
    one != two || one == Some(Question::InCallee)
}

/// Where the other sides of a decision lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// There is no other, or the misuse may happen there too.
    Same,
    /// To the place of the misuse, but there is none then.
    Without,
    /// Not to that place.
    Elsewhere,
}

/// What decides where the other sides of a counterexample's decisions lead.
struct Sides<'a> {
    function: &'a Function<'a>,
    check: &'a dyn Check,
    /// What is followed before each edge.
    followed: Vec<Option<Tracked>>,
    /// From where the misuse may still happen.
    hopeful: FxHashSet<Place>,
    /// From where what is followed may still begin.
    to_origin: FixedBitSet,
    /// From where the place of the misuse can be reached.
    to_place: FixedBitSet,
}

impl<'a> Sides<'a> {
    fn of(
        function: &'a Function<'a>,
        check: &'a dyn Check,
        targets: &FixedBitSet,
        found: &Counterexample,
    ) -> Option<Self> {
        let followed = along(function, check, found);
        let first = followed.iter().position(Option::is_some)?;
        let start = (function.cfg.edge(found.word[first]).from, followed[first].clone()?);
        let hopeful = hopeful(function, check, targets, start)?;
        let mut origin = FixedBitSet::with_capacity(function.cfg.edges.len());
        origin.extend(found.origin().map(EdgeId::index));
        let (to_origin, to_place) = (leads_to(function, &origin), leads_to(function, targets));
        Some(Self { function, check, followed, hopeful, to_origin, to_place })
    }

    /// Where the sides lead that a run may take instead of an edge of the word.
    fn besides(&self, position: usize, edge: EdgeId, may_be: impl Fn(EdgeId) -> bool) -> Side {
        let cfg = self.function.cfg;
        let mut side = Side::Same;
        for &other in &cfg.successors[cfg.edge(edge).from.index()] {
            if other == edge || !may_be(other) {
                continue;
            }
            let to = cfg.edge(other).to;
            let is_hopeful = match &self.followed[position] {
                None => self.to_origin.contains(to.index()),
                Some(tracked) => match self.check.step(self.function, tracked, other) {
                    Move::To(next) | Move::Perhaps(next) => self.hopeful.contains(&(to, next)),
                    Move::Gone | Move::Misuse { .. } => false,
                },
            };
            match side {
                _ if is_hopeful => return Side::Same,
                _ if self.to_place.contains(to.index()) => side = Side::Without,
                Side::Same => side = Side::Elsewhere,
                _ => {}
            }
        }
        // Handing memory on is what succeeding means; only a free that this side never gets to is one that it skips.
        if side == Side::Without && matches!(self.check.rule(), Rule::MemoryLeak | Rule::ResourceLeak) {
            let own = releases_from(self.function, cfg.edge(edge).to);
            let siblings = cfg.successors[cfg.edge(edge).from.index()].iter().filter(|other| **other != edge);
            let mut releases = siblings.flat_map(|other| releases_from(self.function, cfg.edge(*other).to));
            if !releases.any(|release| !own.contains(&release)) {
                side = Side::Elsewhere;
            }
        }
        // What a run avoids before anything is followed is no decision about it.
        match self.followed[position] {
            None if side == Side::Elsewhere => Side::Same,
            _ => side,
        }
    }
}

/// The frees and closes that a location leads to.
fn releases_from(function: &Function, from: Loc) -> Vec<EdgeId> {
    let cfg = function.cfg;
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    let mut pending = vec![from];
    let mut found = Vec::new();
    while let Some(loc) = pending.pop() {
        if seen.put(loc.index()) {
            continue;
        }
        for &edge in &cfg.successors[loc.index()] {
            if matches!(cfg.edge(edge).action, Action::Free { .. } | Action::Close { .. }) {
                found.push(edge);
            }
            pending.push(cfg.edge(edge).to);
        }
    }
    found
}

fn doubt<'a>(function: &'a Function<'a>, first: EdgeId, second: EdgeId) -> Doubt<'a> {
    let line = |edge: EdgeId| line_of(function.cfg.edge(edge).span.start);
    let sentence = if first == second {
        format!("line {} decides it by what the function cannot see, and perhaps never so", line(first))
    } else {
        format!(
            "lines {} and {} decide it by what the function cannot see; perhaps these go together",
            line(first),
            line(second)
        )
    };
    Doubt { sentence, observers: vec![Box::new(BothTaken { first, second })] }
}

/// Rejects words that take one edge, and later another.
struct BothTaken {
    first: EdgeId,
    second: EdgeId,
}

impl Observer for BothTaken {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        match state {
            [] if edge == self.first && edge == self.second => Observation::Reject,
            [] if edge == self.first => Observation::To(Box::new([1])),
            [_] if edge == self.second => Observation::Reject,
            _ => Observation::Stay,
        }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}
