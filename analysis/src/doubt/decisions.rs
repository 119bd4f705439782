//! Paths that take decisions on what the function cannot see.
//!
//! `if (s->has_name) n = s->name; use(n);` leaves `n` without a value only if `s->has_name` may be false here, and who wrote it
//! knows whether it may. Such a decision skips what would prevent the misuse. Where that is evidence all the same,
//! because freed memory is used behind it, a second one that leads to the misuse makes it a guess
//! ([`Check::decisions`]).

use crate::{
    automaton::Environment,
    cfg::{Action, BinaryOp, EdgeId, ExprId, ExprKind, Loc, VarKind},
    checks::{Check, Decisions, Rule},
    finding::line_of,
    model::{Counterexample, Function, Holder, Move, Tracked, holder},
};
use std::cell::LazyCell;

use fixedbitset::FixedBitSet;

use super::{
    Doubt, Trusting,
    follow::{Hope, along},
    observers::{NotBoth, Without},
};

/// Most edges without an action that are followed.
const MAX_SKIPS: usize = 16;

/// The doubt about a counterexample with such decisions. What somebody who trusts the program can settle is none.
pub fn unseen_decisions<'a>(
    function: &'a Function<'a>,
    trusting: &Trusting,
    check: &dyn Check,
    targets: &FixedBitSet,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let (mut first, one_is_enough, strict) = match check.decisions(function, found) {
        Decisions::Certain => return None,
        Decisions::Unfounded => return found.origin().map(|origin| doubt_of_one(function, origin)),
        Decisions::After(position) => (Some(found.word[position]), true, None),
        Decisions::AfterAny(position) => (None, true, Some((position, true))),
        Decisions::AfterForeign(position) => (None, true, Some((position, false))),
        Decisions::AfterOne => (None, true, None),
        Decisions::AfterFirst => (None, false, None),
    };
    let may_be_another = LazyCell::new(|| may_be_another(function, trusting, found));
    let sides = Sides::of(function, check, targets, found)?;
    let automaton = &trusting.automaton;
    let mut known = Environment::default();
    for (position, &edge) in found.word.iter().enumerate() {
        let question = question(function, edge);
        let is_foreign = question.is_some_and(|question| match question {
            Question::Of(asked) => {
                trusting.seen.is_foreign(function, asked) || is_of_an_option(function, asked)
            }
            // What a callee frees on some way is what its callers have to reckon with.
            Question::InCallee => {
                matches!(check.rule(), Rule::UninitializedRead | Rule::NullDereference)
            }
        });
        let counts = strict.is_some_and(|(start, any)| position > start && (any || is_foreign));
        if is_foreign || counts && question.is_some() {
            let side = sides.besides(position, edge, |other| {
                known.after(automaton, &automaton.events[other.index()]).is_some()
            });
            match (side, first) {
                (Side::Without, _) if counts && question != Some(Question::InCallee) => {
                    return Some(doubt_of_one(function, edge));
                }
                (Side::Elsewhere, _) if counts && *may_be_another => {
                    return Some(doubt_of_one(function, edge));
                }
                _ if !is_foreign => {}
                (Side::Without, _)
                    if one_is_enough
                        && found.start.is_some_and(|start| position > start)
                        && question != Some(Question::InCallee)
                        && !is_asked_again(function, &found.word[position + 1..], edge) =>
                {
                    return Some(doubt_of_one(function, edge));
                }
                (Side::Without, None) => first = Some(edge),
                // The same question again: who asks twice expects another answer.
                (Side::Elsewhere, Some(first)) if is_another(self::question(function, first), question) => {
                    let is_one = first == edge;
                    return Some(if is_one {
                        doubt_of_one(function, edge)
                    } else {
                        doubt_of_two(function, first, edge)
                    });
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

/// Whether the variable that is misused may have got another value on its way there than the one that is followed.
fn may_be_another(function: &Function, trusting: &Trusting, found: &Counterexample) -> bool {
    let cfg = function.cfg;
    let Action::Misuse { operand, .. } = cfg.edge(found.misuse()).action else { return true };
    let Some(Holder::Var(var)) = holder(function, operand) else { return true };
    let before = cfg.leading_to([cfg.edge(found.misuse()).from], |_| true);
    cfg.edge_ids().any(|id| {
        let edge = cfg.edge(id);
        let is_value = match edge.action {
            Action::Declare(_) | Action::AllocFail { .. } | Action::OpenFail { .. } => false,
            Action::Assign { value, .. } => cfg.expr(cfg.exprs.strip_casts(value)).kind != ExprKind::Const(0),
            _ => true,
        };
        is_value && edge.assigned() == Some(var) && before.contains(edge.to.index()) && trusting.takes(id)
    })
}

/// Whether a question is about a bit of a parameter: few sets of options make sense together, and callers know which.
fn is_of_an_option(function: &Function, asked: ExprId) -> bool {
    let cfg = function.cfg;
    let plain = |expr| &cfg.expr(cfg.exprs.strip_casts(expr)).kind;
    let ExprKind::Binary(BinaryOp::BitAnd, value, mask) = *plain(asked) else { return false };
    let is_param = matches!(*plain(value), ExprKind::Var(var) if cfg.var(var).kind == VarKind::Param);
    is_param && matches!(*plain(mask), ExprKind::Const(mask) if mask > 0 && mask & (mask - 1) == 0)
}

/// Whether a question is asked again, or another one of the same variables: who asks twice expects another answer, and
/// how the answers go together is known.
fn is_asked_again(function: &Function, word: &[EdgeId], decision: EdgeId) -> bool {
    let asked = question(function, decision);
    word.iter().any(|edge| {
        let other = question(function, *edge);
        other == asked && is_other_side(function, *edge, decision)
            || other != asked && is_of_same(function, other, asked)
    })
}

/// Whether two edges answer the same question in different ways.
fn is_other_side(function: &Function, one: EdgeId, two: EdgeId) -> bool {
    match (&function.cfg.edge(one).action, &function.cfg.edge(two).action) {
        (Action::Assume { holds: one, .. }, Action::Assume { holds: two, .. }) => one != two,
        _ => one != two,
    }
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
    hope: Hope,
    /// Where what is followed begins.
    origin: Option<Loc>,
    /// The places of the misuse.
    places: Vec<Loc>,
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
        let from = |edge: EdgeId| function.cfg.edge(edge).from;
        let hope = Hope::of(function, check, targets, (from(found.word[first]), followed[first].clone()?))?;
        let places = targets.ones().map(|target| from(EdgeId(target as u32))).collect();
        Some(Self { function, check, followed, hope, origin: found.origin().map(from), places })
    }

    /// Where the sides lead that a run may take instead of an edge of the word: in the end, and if that is everywhere, as
    /// in most loops, until the same question comes again.
    fn besides(&self, position: usize, edge: EdgeId, may_be: impl Fn(EdgeId) -> bool) -> Side {
        let from = self.function.cfg.edge(edge).from;
        let others = self.function.cfg.successors[from.index()].iter().copied();
        let others: Vec<EdgeId> = others
            .filter(|other| *other != edge && self.lands(*other) != self.lands(edge) && may_be(*other))
            .collect();
        if others.is_empty() {
            return Side::Same;
        }
        let mut side = self.side(position, &others, None);
        if side == Side::Same {
            side = self.side(position, &others, Some(from));
        }
        let is_loss = matches!(self.check.rule(), Rule::MemoryLeak | Rule::ResourceLeak);
        if side == Side::Without && is_loss && !self.skips_a_release(edge) {
            side = Side::Elsewhere;
        }
        // What a run avoids before anything is followed is no decision about it.
        match self.followed[position] {
            None if side == Side::Elsewhere => Side::Same,
            _ => side,
        }
    }

    /// Where edges lead, without passing a location.
    fn side(&self, position: usize, edges: &[EdgeId], without: Option<Loc>) -> Side {
        let cfg = self.function.cfg;
        let leads = |edge: EdgeId, ends: &[Loc]| {
            let before = cfg.leading_to(ends.iter().copied(), |next| Some(cfg.edge(next).from) != without);
            before.contains(cfg.edge(edge).to.index())
        };
        let is_hopeful = |edge: EdgeId| match &self.followed[position] {
            None => self.origin.is_some_and(|origin| leads(edge, &[origin])),
            Some(tracked) => match self.check.step(self.function, tracked, edge) {
                Move::To(next) | Move::Perhaps(next) => {
                    self.hope.is_left(&(cfg.edge(edge).to, next), without)
                }
                Move::Gone | Move::Misuse { .. } => false,
            },
        };
        if edges.iter().any(|edge| is_hopeful(*edge)) {
            Side::Same
        } else if edges.iter().any(|edge| leads(*edge, &self.places)) {
            Side::Without
        } else if without.is_none() || edges.iter().any(|edge| leads(*edge, &[cfg.exit])) {
            Side::Elsewhere
        } else {
            // One more round, and the same question.
            Side::Same
        }
    }

    /// Where an edge leads to, past everything that does nothing: cases of a `switch` that stand together are one side.
    fn lands(&self, edge: EdgeId) -> Loc {
        let cfg = self.function.cfg;
        let mut loc = cfg.edge(edge).to;
        for _ in 0..MAX_SKIPS {
            match cfg.successors[loc.index()].as_slice() {
                [only] if cfg.edge(*only).action == Action::Skip => loc = cfg.edge(*only).to,
                _ => break,
            }
        }
        loc
    }

    /// Whether another side than an edge leads to a free or close that the edge does not lead to. Handing memory on is what
    /// succeeding means, and no release.
    fn skips_a_release(&self, edge: EdgeId) -> bool {
        let cfg = self.function.cfg;
        let own = cfg.reached_from(cfg.edge(edge).to);
        let others = cfg.successors[cfg.edge(edge).from.index()].iter().filter(|other| **other != edge);
        let others: Vec<FixedBitSet> = others.map(|other| cfg.reached_from(cfg.edge(*other).to)).collect();
        cfg.edges.iter().any(|release| {
            let from = release.from.index();
            matches!(release.action, Action::Free { .. } | Action::Close { .. })
                && !own.contains(from)
                && others.iter().any(|other| other.contains(from))
        })
    }
}

/// The doubt about words that take one decision.
fn doubt_of_one<'a>(function: &'a Function<'a>, decision: EdgeId) -> Doubt<'a> {
    let line = line_of(function.cfg.edge(decision).span.start);
    Doubt {
        sentence: format!("line {line} decides it by what the function cannot see, and perhaps never so"),
        observers: vec![Box::new(Without(decision))],
    }
}

/// The doubt about words that take two decisions.
fn doubt_of_two<'a>(function: &'a Function<'a>, first: EdgeId, second: EdgeId) -> Doubt<'a> {
    let [one, two] = [first, second].map(|edge| line_of(function.cfg.edge(edge).span.start));
    Doubt {
        sentence: format!(
            "lines {one} and {two} decide it by what the function cannot see; perhaps these go together"
        ),
        observers: vec![Box::new(NotBoth { first, second })],
    }
}
