//! The edges at which a reason to ask about a size starts.

use csieve_domains::interval::Interval;
use csieve_graph::{Because, Calls, Cfg, EdgeId, IntType, VarId};

use super::{
    computed::at_the_ends,
    outside::dependencies,
    reason::{Asked, Draft, MAX_REASONS, Topic},
    statement::Said,
    weak,
    write::may_write,
};
use crate::automaton::{Constrainer, Quantity, QuantityId};

/// How far from the end of a type a value may be that counts as one at the end.
const NEAR: i128 = 4096;

pub(super) fn about(constrainer: &Constrainer, said: &Said, topic: &Topic, asked: &[Asked]) -> About {
    let mut about = said.about(&topic.terms);
    if let [(quantity, 1)] = topic.terms.as_slice()
        && variable(constrainer, *quantity)
            .is_some_and(|var| said.has_step(var) && !said.has_unknown_values(constrainer.cfg, var))
    {
        // A bound through another variable (`i < n` with `n <= 10`) counts only if it ends at the first bad
        // value or just before it: any other is rarely meant for this object.
        let missed = |allowed: Interval, asked: &Asked| {
            let (high, low) =
                (allowed.bounds().map(|bounds| bounds.1), asked.bad.bounds().map(|bounds| bounds.0));
            goes_up(asked.bad) && low.zip(high).is_some_and(|(low, high)| high == low || high == low - 1)
        };
        let through = said.through(constrainer, *quantity).into_iter();
        let through = through.filter(|(_, allowed)| asked.iter().any(|asked| missed(*allowed, asked)));
        about.extend(through.map(|(edge, allowed)| (edge, allowed, None)));
    }
    about
}

/// Returns the edges where conditions, assigned constants and steps leave room for values of the topic's sum
/// that are bad for a question.
pub(super) fn starts(
    constrainer: &Constrainer,
    said: &Said,
    topic: &Topic,
    asked: &[Asked],
    about: &About,
) -> Vec<Start> {
    let own: Vec<VarId> = topic.terms.iter().filter_map(|term| variable(constrainer, term.0)).collect();
    let is_counted = own.iter().any(|var| said.is_counted(*var));
    let mut starts: Vec<Start> = Vec::new();
    let mut start = |edge: EdgeId, because: Because, admits: &dyn Fn(Interval) -> bool| {
        let admitted: Vec<usize> =
            asked.iter().filter(|asked| admits(asked.bad)).map(|asked| asked.question).collect();
        if !admitted.is_empty() {
            starts.push(Start { edge, because, questions: admitted, armed: Vec::new() });
        }
    };
    for (edge, allowed, excluded) in about {
        start(*edge, Because::Condition, &|bad| {
            let is_reached = match topic.terms.as_slice() {
                [(quantity, 1)] => said.may_reach(constrainer, *quantity, allowed.meet(bad)),
                _ => true,
            };
            is_reached && is_meant(*allowed, bad) && !is_extreme(*allowed) && admits(*allowed, bad, *allowed)
                || is_counted && excluded.is_some_and(|end| goes_up(bad) && bad.contains(end - 1))
        });
    }
    if let [(quantity, factor)] = topic.terms.as_slice() {
        for (edge, var, values) in &said.assigned {
            if QuantityId::from(*var) == *quantity {
                let values = values.mul_const(*factor);
                start(*edge, Because::Assigned(*var), &|bad| admits(values, bad, values));
            }
        }
    }
    for (edge, values) in at_the_ends(constrainer, said, &topic.terms) {
        start(edge, Because::Condition, &|bad| values.is_subset(bad) && is_meant(values, bad));
    }
    for (edge, var, step) in &said.steps {
        let Some((_, factor)) = topic.terms.iter().find(|term| term.0 == QuantityId::from(*var)) else {
            continue;
        };
        let by = Interval::point(step.saturating_mul(*factor));
        for (at, allowed, _) in about {
            let leaves = |asked: &&Asked| {
                allowed.meet(asked.bad).is_empty()
                    && !allowed.is_empty()
                    && admits(*allowed, asked.bad, allowed.add(by))
            };
            let questions: Vec<usize> = asked.iter().filter(leaves).map(|asked| asked.question).collect();
            match starts.iter_mut().find(|start| start.edge == *at && !start.armed.is_empty()) {
                _ if questions.is_empty() => {}
                Some(start) => start.armed.push(*edge),
                None => {
                    let because = Because::Moved(*var);
                    starts.push(Start { edge: *at, because, questions, armed: vec![*edge] });
                }
            }
        }
    }
    starts
}

/// Returns whether a condition only allows values at the upper end of a type: `n < LONG_MAX - 32` is false. Such a
/// test guards arithmetic, and no run comes to its other side.
fn is_extreme(allowed: Interval) -> bool {
    let ends = [IntType::INT, IntType::UINT, IntType::LONG, IntType::ULONG].map(IntType::max);
    allowed.bounds().is_some_and(|(low, _)| ends.iter().any(|end| (end - NEAR..*end).contains(&low)))
}

/// Returns whether the bound `allowed` of a condition may be meant for the object. A bound that is many times
/// too large serves another purpose.
pub(super) fn is_meant(allowed: Interval, bad: Interval) -> bool {
    match (allowed.bounds(), bad.bounds()) {
        (Some((_, high)), Some((low, _))) if goes_up(bad) && high != Interval::POS_INFINITY => {
            low <= 0 || high <= low.saturating_mul(4).saturating_add(16)
        }
        _ => true,
    }
}

/// Adds the reasons that conditions, constants and steps give for the questions of one topic, as far as there
/// is room for them.
pub(super) fn of_topic(
    constrainer: &Constrainer,
    said: &Said,
    topic: &Topic,
    asked: &[Asked],
    drafts: &mut Vec<Draft>,
) {
    let cfg = constrainer.cfg;
    if drafts.len() >= MAX_REASONS {
        return;
    }
    let about = about(constrainer, said, topic, asked);
    let mut starts = starts(constrainer, said, topic, asked, &about);
    if about.is_empty() {
        counted(constrainer, said, topic, asked, &mut starts);
    }
    if starts.is_empty() {
        return;
    }
    let on = dependencies(constrainer, &topic.terms);
    let writes: Vec<EdgeId> = cfg.edge_ids().filter(|id| may_write(cfg, cfg.edge(*id), &on)).collect();
    for Start { edge, because, questions, armed } in starts {
        if drafts.len() >= MAX_REASONS {
            return;
        }
        let own = asked.iter().filter(|asked| questions.contains(&asked.question));
        let own: Vec<Interval> = own.map(|asked| asked.bad).collect();
        let excludes = |allowed: &Interval| own.iter().all(|bad| allowed.meet(*bad).is_empty());
        let mut ends = writes.clone();
        ends.extend(about.iter().filter(|(_, allowed, _)| excludes(allowed)).map(|entry| entry.0));
        ends.extend(weak::nearest_excluded(&about, &own));
        let is_own_bound =
            said.conditions.iter().any(|(at, stated)| *at == edge && stated.terms == topic.terms);
        let is_moved = is_own_bound && matches!(because, Because::Moved(_));
        ends.extend(weak::otherwise_tested(said, &topic.terms, is_moved));
        let is_beyond = |allowed: &Interval| own.iter().all(|bad| allowed.is_subset(*bad));
        let mut because = because;
        if because == Because::Condition
            && about.iter().any(|(at, allowed, _)| *at == edge && is_beyond(allowed))
        {
            // A value in memory that is tested before its use is more often right than wrong.
            if topic.terms.iter().any(|term| variable(constrainer, term.0).is_none()) {
                continue;
            }
            because = Because::Beyond;
            // After a value is found to be too large, the function may call another one that never returns.
            ends.extend(
                cfg.edge_ids().filter(|id| matches!(cfg.edge(*id).effects().calls, Calls::Unknown { .. })),
            );
            // Any other test on the way to the misuse may imply that the value is not too large.
            let places: Vec<EdgeId> = asked.iter().map(|asked| asked.place).collect();
            ends.extend(weak::deciding(cfg, edge, &places, &ends));
        }
        if let Because::Assigned(var) = because
            && said.has_other_values(cfg, edge, var)
        {
            // A loop may replace the assigned value in every run, so any test ends this reason.
            ends.extend(weak::tests(cfg));
        }
        ends.sort_unstable();
        ends.dedup();
        drafts.push(draft(Start { edge, because, questions, armed }, asked, ends));
    }
}

/// Returns the draft of a reason, with its questions split into those about the value itself and those about
/// copies of it.
fn draft(start: Start, asked: &[Asked], ends: Vec<EdgeId>) -> Draft {
    let Start { edge, because, questions, armed } = start;
    let own = |is_copied: bool| {
        let own = asked.iter().filter(|asked| questions.contains(&asked.question));
        own.filter(move |asked| asked.handed.is_empty() != is_copied)
    };
    let copied = own(true).map(|asked| asked.question).collect();
    let mut handed: Vec<EdgeId> = own(true).flat_map(|asked| asked.handed.clone()).collect();
    handed.sort_unstable();
    handed.dedup();
    let questions = own(false).map(|asked| asked.question).collect();
    Draft { because, start: edge, questions, copied, ends, armed, handed }
}

/// Adds reasons for a counter that is never compared with the size that limits it, if a condition states a
/// least value of that size: `if (!n) return; p = malloc(n); p[i++] = 1; p[i++] = 2;`
pub(super) fn counted(
    constrainer: &Constrainer,
    said: &Said,
    topic: &Topic,
    asked: &[Asked],
    starts: &mut Vec<Start>,
) {
    let [one, two] = topic.terms.as_slice() else { return };
    for (counter, size) in [(one, two), (two, one)] {
        let (Some(var), Some(of)) = (variable(constrainer, counter.0), variable(constrainer, size.0)) else {
            continue;
        };
        let has_start =
            said.assigned.iter().any(|(_, assigned, values)| *assigned == var && values.as_point().is_some());
        let has_least = said.conditions.iter().any(|(_, stated)| {
            stated.terms == [(of.into(), 1)]
                && (stated.excluded == Some(0) || stated.allowed.bounds().is_some_and(|(low, _)| low > 0))
        });
        if counter.1 * size.1 > 0 || !has_start || !has_least {
            continue;
        }
        for (edge, stepped, by) in &said.steps {
            let runs_out = |asked: &&Asked| goes_up(asked.bad) == (by * counter.1 > 0);
            let admitted: Vec<usize> = asked.iter().filter(runs_out).map(|asked| asked.question).collect();
            if *stepped == var && !admitted.is_empty() && !is_repeated(constrainer.cfg, *edge) {
                starts.push(Start {
                    edge: *edge,
                    because: Because::Moved(var),
                    questions: admitted,
                    armed: Vec::new(),
                });
            }
        }
    }
}

/// Returns whether a run may take an edge more than once.
pub(super) fn is_repeated(cfg: &Cfg, edge: EdgeId) -> bool {
    let mut seen = fixedbitset::FixedBitSet::with_capacity(cfg.location_count());
    let mut pending = vec![cfg.edge(edge).to];
    while let Some(loc) = pending.pop() {
        if loc == cfg.edge(edge).from {
            return true;
        }
        if !seen.put(loc.index()) {
            pending.extend(cfg.successors[loc.index()].iter().map(|next| cfg.edge(*next).to));
        }
    }
    false
}

/// Returns whether a statement about a value leaves room for bad values. The statement must have a bound on
/// the side of the bad values, or allow only bad ones.
pub(super) fn admits(stated: Interval, bad: Interval, allowed: Interval) -> bool {
    let (Some((low, high)), false) = (stated.bounds(), allowed.meet(bad).is_empty()) else { return false };
    let bounded = if goes_up(bad) { high != Interval::POS_INFINITY } else { low != Interval::NEG_INFINITY };
    bounded || allowed.is_subset(bad)
}

pub(super) fn goes_up(bad: Interval) -> bool {
    bad.bounds().is_some_and(|(_, high)| high == Interval::POS_INFINITY)
}

pub(super) fn variable(constrainer: &Constrainer, quantity: QuantityId) -> Option<VarId> {
    if let Quantity::Var(var) = constrainer.quantities.get(quantity) { Some(*var) } else { None }
}

/// The statements about a sum, or about a counter and the value that it is compared with. Each has an edge,
/// the values that it allows, and a value that it excludes.
pub(super) type About = Vec<(EdgeId, Interval, Option<i128>)>;

/// A reason and the edge at which it starts. Its questions have no misuse edges yet.
pub(super) struct Start {
    edge: EdgeId,
    because: Because,
    questions: Vec<usize>,
    armed: Vec<EdgeId>,
}
