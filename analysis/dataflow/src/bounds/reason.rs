//! Finds the reasons to expect that a value lies outside its bounds, as far as the function itself gives
//! them. A loop that goes one step too far is a reason, a parameter used as an index is none.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    question::SizeQuestion,
    source::Source,
    statement::{Said, Terms},
    text::Texts,
    weak,
    write::may_write,
};
use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{Action, Because, Cfg, EdgeId, ExprId, ExprKind, MisuseKind, VarId};

use crate::automaton::{Compiler, Constrainer, Dependencies, Linear, Quantity, QuantityId, quantity_range};

/// The most reasons of a function.
const MAX_REASONS: usize = 60;

/// The most work for all places that are asked about. Each place counts as the square of the number of edges:
/// paths as long as the function are searched for it.
const MAX_WORK: usize = 60_000_000;

/// A reason to expect a misuse of a size, with the indices of the questions for which it is one.
#[derive(Debug)]
pub(super) struct Draft {
    pub because: Because,
    pub start: EdgeId,
    pub questions: Vec<usize>,
    /// The questions about a copy of the value, by index.
    pub copied: Vec<usize>,
    pub ends: Vec<EdgeId>,
    /// The edges of which at least one must be taken before the value lies outside. Empty if none is needed.
    pub armed: Vec<EdgeId>,
    pub handed: Vec<EdgeId>,
}

/// The questions about sizes, with the reasons to ask them.
#[derive(Debug)]
pub(super) struct SelectedQuestions {
    pub questions: Vec<SizeQuestion>,
    /// Whether each question is asked, indexed as `questions`.
    pub asked: Vec<bool>,
    pub drafts: Vec<Draft>,
}

/// The edge at which a reason starts, before the misuses of its questions are known.
struct Start {
    edge: EdgeId,
    because: Because,
    questions: Vec<usize>,
    armed: Vec<EdgeId>,
}

/// The subject that questions share: a sum of quantities, and the kind of misuse.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Topic {
    terms: Terms,
    kind: MisuseKind,
}

/// A question about a topic.
struct Asked {
    /// The index of the question.
    question: usize,
    /// The edge behind which the question is asked.
    place: EdgeId,
    /// The values of the sum for which the misuse happens.
    bad: Interval,
    /// The edges that copy the value to the variable that the question names.
    handed: Vec<EdgeId>,
}

/// Finds the reasons for the questions, and selects the questions that are asked. None if no question is.
pub(super) fn reasons(
    constrainer: &mut Constrainer,
    mut questions: Vec<SizeQuestion>,
) -> Option<SelectedQuestions> {
    let mut topics: Vec<(Topic, Vec<Asked>)> = Vec::new();
    let mut by_topic: FxHashMap<Topic, usize> = FxHashMap::default();
    let mut possible = vec![false; questions.len()];
    let copies = copies(constrainer.cfg);
    for (index, question) in questions.iter_mut().enumerate() {
        let Some(stated) = constrainer.stated(question.cond, true) else { continue };
        question.limit.is_certain = stated.is_certain;
        possible[index] = stated.is_certain;
        if stated.terms.is_empty() || !may_hold(constrainer, question.cond, None) {
            continue;
        }
        possible[index] = true;
        let (terms, bad, handed) = handed_on(constrainer, &copies, stated.terms, stated.allowed);
        let topic = Topic { terms, kind: question.kind };
        let at = *by_topic.entry(topic.clone()).or_insert_with(|| {
            topics.push((topic, Vec::new()));
            topics.len() - 1
        });
        topics[at].1.push(Asked { question: index, place: question.edge, bad, handed });
    }
    for (question, _) in questions.iter_mut().zip(&possible).filter(|(_, possible)| **possible) {
        question.limit.vars = super::write::depends(constrainer.cfg, &[question.cond]).vars;
    }
    let mut drafts = Vec::new();
    if !topics.is_empty() {
        let said = Said::of(constrainer);
        for (topic, asked) in &topics {
            of_topic(constrainer, &said, topic, asked, &mut drafts);
        }
        from_outside(constrainer, &questions, &possible, &mut drafts);
    }
    drafts.truncate(MAX_REASONS);
    let edges = constrainer.cfg.edges.len();
    let room = (MAX_WORK / (edges * edges).max(1)).max(1);
    let asked = asked(&questions, &possible, &drafts, room);
    asked.contains(&true).then_some(SelectedQuestions { questions, asked, drafts })
}

/// Returns whether a condition can be true at all, given the types of the quantities in it. `known` bounds
/// one variable more closely.
fn may_hold(constrainer: &Constrainer, cond: ExprId, known: Option<(VarId, Interval)>) -> bool {
    let compiler =
        Compiler { cfg: constrainer.cfg, quantities: &constrainer.quantities, wrapv: constrainer.wrapv };
    let program = compiler.program(cond);
    let read = |quantity: QuantityId| {
        let range = quantity_range(constrainer.cfg, constrainer.quantities.get(quantity));
        match known {
            Some((var, values)) if QuantityId::from(var) == quantity => range.meet(values),
            _ => range,
        }
    };
    program.evaluate(&read, &mut Silent).contains(1)
}

/// Rewrites a question about a copy as one about the variable that was copied. Returns the terms, the bad
/// values of their sum, and the edges that make the copy. Without a copy, the question stays as it is.
fn handed_on(
    constrainer: &mut Constrainer,
    copies: &Copies,
    terms: Terms,
    bad: Interval,
) -> (Terms, Interval, Vec<EdgeId>) {
    for at in 0..terms.len() {
        let Quantity::Var(var) = *constrainer.quantities.get(terms[at].0) else { continue };
        let Some((value, handed)) = copies.get(&var) else { continue };
        let Some(source) = constrainer.linear(*value) else { continue };
        let is_plain = matches!(source.terms.as_slice(), [(of, 1)]
            if matches!(constrainer.quantities.get(*of), Quantity::Var(_)));
        let mut rest = terms.clone();
        let (_, factor) = rest.remove(at);
        let rest = Linear { terms: rest, offset: Interval::ZERO };
        let Some(sum) = rest.plus(factor, &source).filter(|sum| is_plain && !sum.terms.is_empty()) else {
            continue;
        };
        let Some(offset) = sum.offset.as_point() else { continue };
        let (terms, divisor) = sum.primitive_terms();
        return (terms, bad.sub(Interval::point(offset)).divide_inward(divisor), handed.clone());
    }
    (terms, bad, Vec::new())
}

/// The variables that are only ever assigned one and the same expression, with the edges that do so.
type Copies = FxHashMap<VarId, (ExprId, Vec<EdgeId>)>;

fn copies(cfg: &Cfg) -> Copies {
    let mut copies = Copies::default();
    let mut others: FxHashSet<VarId> = cfg.var_ids().filter(|var| cfg.var(*var).exposed).collect();
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        match edge.action {
            Action::Assign { var, value } => {
                let (known, handed) = copies.entry(var).or_insert_with(|| (value, Vec::new()));
                handed.push(id);
                if *known != value {
                    others.insert(var);
                }
            }
            Action::Declare(_) => {}
            Action::Opaque { ref vars } => others.extend(vars),
            _ => others.extend(edge.assigned()),
        }
    }
    copies.retain(|var, _| !others.contains(var));
    copies
}

/// The statements about a sum, or about a counter and the value that it is compared with. Each has an edge,
/// the values that it allows, and a value that it excludes.
pub(super) type About = Vec<(EdgeId, Interval, Option<i128>)>;

fn about(constrainer: &Constrainer, said: &Said, topic: &Topic, asked: &[Asked]) -> About {
    let mut about = said.about(&topic.terms);
    if let [(quantity, 1)] = topic.terms.as_slice()
        && variable(constrainer, *quantity)
            .is_some_and(|var| said.has_step(var) && !said.has_unknown_values(constrainer.cfg, var))
    {
        // A bound through another variable counts only if it is too large by one: any other is rarely meant
        // for this object.
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

/// Returns the edges where conditions, assigned constants and steps leave room for bad values.
fn starts(
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
            is_reached && is_meant(*allowed, bad) && admits(*allowed, bad, *allowed)
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

/// Returns whether a bound may be meant for the object. A bound that is many times too large serves another
/// purpose.
fn is_meant(allowed: Interval, bad: Interval) -> bool {
    match (allowed.bounds(), bad.bounds()) {
        (Some((_, high)), Some((low, _))) if goes_up(bad) && high != Interval::POS_INFINITY => {
            low <= 0 || high <= low.saturating_mul(4).saturating_add(16)
        }
        _ => true,
    }
}

/// Adds the reasons that conditions, constants and steps give for the questions of one topic.
fn of_topic(constrainer: &Constrainer, said: &Said, topic: &Topic, asked: &[Asked], drafts: &mut Vec<Draft>) {
    let cfg = constrainer.cfg;
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
        let excludes = |allowed: &Interval| {
            let mut own = asked.iter().filter(|asked| questions.contains(&asked.question));
            own.all(|asked| allowed.meet(asked.bad).is_empty())
        };
        let own: Vec<Interval> =
            asked.iter().filter(|asked| questions.contains(&asked.question)).map(|asked| asked.bad).collect();
        let mut ends = writes.clone();
        ends.extend(about.iter().filter(|(_, allowed, _)| excludes(allowed)).map(|entry| entry.0));
        ends.extend(weak::nearest_excluded(&about, &own));
        let is_own_bound =
            said.conditions.iter().any(|(at, stated)| *at == edge && stated.terms == topic.terms);
        let is_moved = is_own_bound && matches!(because, Because::Moved(_));
        ends.extend(weak::otherwise_tested(said, &topic.terms, is_moved));
        let is_beyond = |allowed: &Interval| {
            let mut own = asked.iter().filter(|asked| questions.contains(&asked.question));
            own.all(|asked| allowed.is_subset(asked.bad))
        };
        let mut because = because;
        if because == Because::Condition
            && about.iter().any(|(at, allowed, _)| *at == edge && is_beyond(allowed))
        {
            // A member that is tested before its use is more often right than wrong.
            if topic.terms.iter().any(|term| variable(constrainer, term.0).is_none()) {
                continue;
            }
            because = Because::Beyond;
            // After a value is found to be too large, the function may call another one that never returns.
            ends.extend(cfg.edge_ids().filter(|id| matches!(cfg.edge(*id).action, Action::Call { .. })));
            // Any other test on the way to the misuse may imply that the value is not too large.
            let places: Vec<EdgeId> = asked.iter().map(|asked| asked.place).collect();
            ends.extend(weak::deciding(cfg, edge, &places, &ends));
        }
        if let Because::Assigned(var) = because
            && said.has_other_values(cfg, edge, var)
        {
            // A loop may replace this first value in every run, so any test ends the reason.
            ends.extend(weak::tests(cfg));
        }
        ends.sort_unstable();
        ends.dedup();
        let own = |is_copied: bool| {
            let own = asked.iter().filter(|asked| questions.contains(&asked.question));
            own.filter(move |asked| asked.handed.is_empty() != is_copied)
        };
        let copied = own(true).map(|asked| asked.question).collect();
        let mut handed: Vec<EdgeId> = own(true).flat_map(|asked| asked.handed.clone()).collect();
        handed.sort_unstable();
        handed.dedup();
        let questions = own(false).map(|asked| asked.question).collect();
        drafts.push(Draft { because, start: edge, questions, copied, ends, armed, handed });
    }
}

/// Adds reasons for a counter that is never compared with the size that limits it, if a condition states a
/// least value of that size: `if (!n) return; p = malloc(n); p[i++] = 1; p[i++] = 2;`
fn counted(constrainer: &Constrainer, said: &Said, topic: &Topic, asked: &[Asked], starts: &mut Vec<Start>) {
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
fn is_repeated(cfg: &Cfg, edge: EdgeId) -> bool {
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
fn admits(stated: Interval, bad: Interval, allowed: Interval) -> bool {
    let (Some((low, high)), false) = (stated.bounds(), allowed.meet(bad).is_empty()) else { return false };
    let bounded = if goes_up(bad) { high != Interval::POS_INFINITY } else { low != Interval::NEG_INFINITY };
    bounded || allowed.is_subset(bad)
}

fn goes_up(bad: Interval) -> bool {
    bad.bounds().is_some_and(|(_, high)| high == Interval::POS_INFINITY)
}

fn variable(constrainer: &Constrainer, quantity: QuantityId) -> Option<VarId> {
    match constrainer.quantities.get(quantity) {
        Quantity::Var(var) => Some(*var),
        _ => None,
    }
}

fn dependencies(constrainer: &Constrainer, terms: &Terms) -> Dependencies {
    let mut all = Dependencies::default();
    for (quantity, _) in terms {
        match constrainer.quantities.get(*quantity) {
            Quantity::Var(var) => all.vars.push(*var),
            Quantity::Value(expr) => {
                let own = &constrainer.dependencies[expr.0 as usize];
                all.vars.extend_from_slice(&own.vars);
                all.memory |= own.memory;
            }
            _ => {}
        }
    }
    all.vars.sort_unstable();
    all.vars.dedup();
    all
}

/// Adds a reason for every value from outside the program on which questions depend.
fn from_outside(
    constrainer: &Constrainer,
    questions: &[SizeQuestion],
    possible: &[bool],
    drafts: &mut Vec<Draft>,
) {
    let cfg = constrainer.cfg;
    let texts = Texts::of(cfg);
    for id in cfg.edge_ids() {
        let Some(source) = Source::of(cfg, id) else { continue };
        if !source.is_from_outside(|text| texts.is_one(cfg, text)) {
            continue;
        }
        for var in source.targets(|arg| target(cfg, arg)) {
            let tainted = closure(cfg, var);
            let is_concerned = |question: &SizeQuestion| {
                question.limit.vars.iter().any(|var| tainted.contains(var))
                    && may_hold(constrainer, question.cond, Some((var, source.values())))
            };
            let concerned: Vec<usize> = (0..questions.len())
                .filter(|index| possible[*index] && !questions[*index].limit.is_certain)
                .filter(|index| is_concerned(&questions[*index]))
                .collect();
            for kind in [MisuseKind::OutOfBounds, MisuseKind::IntegerOverflow] {
                let own: Vec<usize> =
                    concerned.iter().copied().filter(|index| questions[*index].kind == kind).collect();
                if !own.is_empty() {
                    let because = Because::Outside { var, callee: source.callee.to_owned() };
                    drafts.push(Draft {
                        because,
                        start: id,
                        questions: own,
                        copied: Vec::new(),
                        ends: Vec::new(),
                        armed: Vec::new(),
                        handed: Vec::new(),
                    });
                }
            }
        }
    }
}

fn target(cfg: &Cfg, arg: ExprId) -> Option<VarId> {
    match cfg.expr(cfg.exprs.strip_casts(arg)).kind {
        ExprKind::AddressOf(var) => Some(var),
        _ => None,
    }
}

/// Returns the tainted variables: those that may be assigned a value computed from that of `from`, and
/// `from`.
fn closure(cfg: &Cfg, from: VarId) -> Vec<VarId> {
    let mut reached = vec![from];
    loop {
        let before = reached.len();
        for edge in &cfg.edges {
            if let Action::Assign { var, value } = edge.action
                && !reached.contains(&var)
            {
                let mut depends = false;
                cfg.exprs.walk(value, |_, expr| {
                    depends |= matches!(expr.kind, ExprKind::Var(read) if reached.contains(&read));
                });
                if depends {
                    reached.push(var);
                }
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

/// Selects the questions that are asked, indexed as `questions`. They belong to places with a reason or a
/// certain misuse, at most `room` of them, and a place is asked all of its questions. The size of an object
/// must not have overflowed, so the questions about that are asked too.
fn asked(questions: &[SizeQuestion], possible: &[bool], drafts: &[Draft], room: usize) -> Vec<bool> {
    let mut wanted: Vec<EdgeId> = drafts
        .iter()
        .flat_map(|draft| draft.questions.iter().chain(&draft.copied))
        .map(|index| questions[*index].edge)
        .collect();
    wanted
        .extend(questions.iter().filter(|question| question.limit.is_certain).map(|question| question.edge));
    wanted.sort_unstable();
    wanted.dedup();
    wanted.truncate(room);
    let needed: Vec<EdgeId> = questions
        .iter()
        .filter(|question| wanted.binary_search(&question.edge).is_ok())
        .filter_map(|question| question.needs)
        .collect();
    let is_asked = |question: &SizeQuestion| {
        wanted.binary_search(&question.edge).is_ok() || needed.contains(&question.edge)
    };
    questions.iter().zip(possible).map(|(question, possible)| *possible && is_asked(question)).collect()
}
