//! Why a value may lie outside: what the function itself says of it. A bare parameter as an index is no
//! reason, a loop that goes one step too far is.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    question::Question,
    source::Source,
    statement::{Said, Terms},
    text::Texts,
    weak,
    write::may_write,
};
use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{Action, Because, Cfg, EdgeId, ExprId, ExprKind, MisuseKind, VarId};

use crate::automaton::{Compiler, Constrainer, Dependencies, Linear, Quantity, QuantityId, quantity_range};

/// Most reasons of a function.
const MAX_REASONS: usize = 60;

/// What the places that are asked about may cost together: each is searched for along paths as long as the
/// function.
const MAX_WORK: usize = 60_000_000;

/// A reason, with the questions it is one for.
#[derive(Debug)]
pub(super) struct Draft {
    pub because: Because,
    pub start: EdgeId,
    pub questions: Vec<usize>,
    /// Those about a copy of the value.
    pub copied: Vec<usize>,
    pub ends: Vec<EdgeId>,
    /// The edges of which one must be taken before the value lies outside, if there are any.
    pub armed: Vec<EdgeId>,
    pub handed: Vec<EdgeId>,
}

/// The questions that are worth asking.
#[derive(Debug)]
pub(super) struct Found {
    pub questions: Vec<Question>,
    /// For each question, whether it is asked.
    pub asked: Vec<bool>,
    pub drafts: Vec<Draft>,
}

/// Where a reason starts.
struct Start {
    edge: EdgeId,
    because: Because,
    questions: Vec<usize>,
    armed: Vec<EdgeId>,
}

/// What a question asks of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Topic {
    terms: Terms,
    kind: MisuseKind,
}

/// A question of a topic.
struct Asked {
    /// Its index.
    question: usize,
    /// The edge behind which it is asked.
    place: EdgeId,
    /// Where the sum must not lie.
    bad: Interval,
    /// The edges that hand the value on to the variable that the question names.
    handed: Vec<EdgeId>,
}

/// The reasons for the questions; nothing if there is none.
pub(super) fn reasons(constrainer: &mut Constrainer, mut questions: Vec<Question>) -> Option<Found> {
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
    asked.contains(&true).then_some(Found { questions, asked, drafts })
}

/// Whether a condition can hold at all, by the types of what it is about; one variable may be known better.
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

/// The same question about what a copy was made from, and the edges that hand it on.
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

/// The variables that only ever get one value, with the edges that give it.
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

/// What a sum is known by: conditions on it, or on a counter and what it is compared with.
pub(super) type About = Vec<(EdgeId, Interval, Option<i128>)>;

fn about(constrainer: &Constrainer, said: &Said, topic: &Topic, asked: &[Asked]) -> About {
    let mut about = said.about(&topic.terms);
    if let [(quantity, 1)] = topic.terms.as_slice()
        && variable(constrainer, *quantity)
            .is_some_and(|var| said.has_step(var) && !said.has_unknown_values(constrainer.cfg, var))
    {
        // Other bounds than one that is missed by one are rarely meant for this object.
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

/// Where conditions, constants and steps leave room for bad values.
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

/// Whether a bound may be meant for the object: one that is many times too wide is there for something else.
fn is_meant(allowed: Interval, bad: Interval) -> bool {
    match (allowed.bounds(), bad.bounds()) {
        (Some((_, high)), Some((low, _))) if goes_up(bad) && high != Interval::POS_INFINITY => {
            low <= 0 || high <= low.saturating_mul(4).saturating_add(16)
        }
        _ => true,
    }
}

/// The reasons that the function itself gives.
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
            // A member that is looked at first is more often known to be right than wrong.
            if topic.terms.iter().any(|term| variable(constrainer, term.0).is_none()) {
                continue;
            }
            because = Because::Beyond;
            // Where a value is found to be too large, what is called may never return.
            ends.extend(cfg.edge_ids().filter(|id| matches!(cfg.edge(*id).action, Action::Call { .. })));
            // What else must be so may well say that it is not too large.
            let places: Vec<EdgeId> = asked.iter().map(|asked| asked.place).collect();
            ends.extend(weak::deciding(cfg, edge, &places, &ends));
        }
        if let Because::Assigned(var) = because
            && said.has_other_values(cfg, edge, var)
        {
            // A first value, which some round of a loop may surely replace.
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

/// A counter that is never compared with the size it runs against, of which a least value is said:
/// `if (!n) return; p = malloc(n); p[i++] = 1; p[i++] = 2;`
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

/// Whether a run may come back to an edge.
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

/// Whether values that something is said of leave room for bad ones: all are, or the bound on that side is
/// too wide.
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

/// Values from outside that nobody looked at.
fn from_outside(
    constrainer: &Constrainer,
    questions: &[Question],
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
            let is_concerned = |question: &Question| {
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

/// The variables that may get a value computed from that of a variable.
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

/// A place is asked about as a whole, or not at all; and the size of an object counts only where it is right.
fn asked(questions: &[Question], possible: &[bool], drafts: &[Draft], room: usize) -> Vec<bool> {
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
    let is_asked =
        |question: &Question| wanted.binary_search(&question.edge).is_ok() || needed.contains(&question.edge);
    questions.iter().zip(possible).map(|(question, possible)| *possible && is_asked(question)).collect()
}
