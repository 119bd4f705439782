//! Finds the reasons in a function to expect that an index or size lies outside its bounds. A loop that goes
//! one step too far is a reason, a parameter used as an index is none.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{Assigns, Because, Cfg, EdgeId, ExprId, MisuseKind, VarId};

use super::{
    outside::from_outside,
    question::SizeQuestion,
    remainder::lets_through,
    starts::of_topic,
    statement::{Said, Terms},
};
use crate::automaton::{Constrainer, Linear, Quantity, QuantityId, quantity_range, value_program};

/// The largest number of reasons that are kept for a function.
pub(super) const MAX_REASONS: usize = 60;

/// The most work for all places that are asked about. Each place counts as the square of the number of edges:
/// paths as long as the function are searched for it.
const MAX_WORK: usize = 60_000_000;

/// A reason to expect a misuse of a size, before the misuses have edges. Its questions are indices into the
/// list of all questions about sizes.
#[derive(Debug)]
pub(super) struct Draft {
    pub because: Because,
    pub start: EdgeId,
    pub questions: Vec<usize>,
    /// The indices of the questions about a copy of the value that may lie outside its bounds.
    pub copied: Vec<usize>,
    pub ends: Vec<EdgeId>,
    /// The edges of which at least one must be taken before the value lies outside its bounds. Empty if none
    /// is needed.
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

/// The subject that questions share: a sum of quantities, and the kind of misuse.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Topic {
    pub(super) terms: Terms,
    pub(super) kind: MisuseKind,
}

/// A question about a topic (see `Topic`).
pub(super) struct Asked {
    /// The index of the question in the list of all questions about sizes.
    pub(super) question: usize,
    /// The edge after which the question is asked.
    pub(super) place: EdgeId,
    /// The values of the topic's sum for which the misuse happens.
    pub(super) bad: Interval,
    /// The edges that copy the topic's variable to the one that the question names. Empty if the two are the
    /// same.
    pub(super) handed: Vec<EdgeId>,
}

/// Finds the reasons for the questions, and selects the questions that are asked. None if no question is
/// asked.
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
        question.limit.is_evident =
            question.limit.is_above && lets_through(constrainer, &stated.terms, stated.allowed);
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
        if drafts.len() < MAX_REASONS {
            from_outside(constrainer, &questions, &possible, &mut drafts);
        }
    }
    drafts.truncate(MAX_REASONS);
    let edges = constrainer.cfg.edges.len();
    let room = (MAX_WORK / (edges * edges).max(1)).max(1);
    let asked = asked(&questions, &possible, &drafts, room);
    asked.contains(&true).then_some(SelectedQuestions { questions, asked, drafts })
}

/// Returns whether a condition can be true at all, given the types of the quantities in it. `known` bounds
/// one variable more closely.
pub(super) fn may_hold(constrainer: &Constrainer, cond: ExprId, known: Option<(VarId, Interval)>) -> bool {
    holds_for(constrainer, cond, |quantity| match (known, quantity) {
        (Some((var, values)), Quantity::Var(of)) if var == *of => values,
        _ => Interval::TOP,
    })
}

/// Returns whether a condition can be true if each quantity in it has one of the values that `known` gives.
pub(super) fn holds_for(
    constrainer: &Constrainer,
    cond: ExprId,
    known: impl Fn(&Quantity) -> Interval,
) -> bool {
    let program = value_program(constrainer.cfg, &constrainer.quantities, cond, constrainer.wrapv);
    let read = |id: QuantityId| {
        let quantity = constrainer.quantities.get(id);
        quantity_range(constrainer.cfg, quantity).meet(known(quantity))
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
    let (mut terms, mut bad, mut handed, mut seen) = (terms, bad, Vec::new(), Vec::new());
    while let Some((of, values, edges)) = handed_once(constrainer, copies, (&terms, bad), &mut seen) {
        (terms, bad, handed) = (of, values, edges);
    }
    (terms, bad, handed)
}

/// Rewrites a question about a copy as one about the variable that was copied, which is added to those that
/// were `seen`. `None` if no variable of the question is a copy, apart from those.
fn handed_once(
    constrainer: &mut Constrainer,
    copies: &Copies,
    (terms, bad): (&Terms, Interval),
    seen: &mut Vec<VarId>,
) -> Option<(Terms, Interval, Vec<EdgeId>)> {
    for at in 0..terms.len() {
        let Quantity::Var(var) = *constrainer.quantities.get(terms[at].0) else { continue };
        let Some((value, handed)) = copies.get(&var).filter(|_| !seen.contains(&var)) else { continue };
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
        seen.push(var);
        let (terms, divisor) = sum.primitive_terms();
        return Some((terms, bad.sub(Interval::point(offset)).divide_inward(divisor), handed.clone()));
    }
    None
}

/// The variables that are only ever assigned one and the same expression, with the edges that do so.
type Copies = FxHashMap<VarId, (ExprId, Vec<EdgeId>)>;

fn copies(cfg: &Cfg) -> Copies {
    let mut copies = Copies::default();
    let mut others: FxHashSet<VarId> = cfg.var_ids().filter(|var| cfg.var(*var).exposed).collect();
    for id in cfg.edge_ids() {
        let effects = cfg.edge(id).effects();
        others.extend(effects.writes.vars());
        match effects.assigns {
            Assigns::Value { var, value } => {
                let (known, handed) = copies.entry(var).or_insert_with(|| (value, Vec::new()));
                handed.push(id);
                if *known != value {
                    others.insert(var);
                }
            }
            Assigns::Nothing | Assigns::Undefined { .. } => {}
            Assigns::Null { var }
            | Assigns::Failure { var, .. }
            | Assigns::Fresh { var }
            | Assigns::Handle { var, .. }
            | Assigns::Result { var, .. }
            | Assigns::Any { var } => others.extend([var]),
        }
    }
    copies.retain(|var, _| !others.contains(var));
    copies
}

/// Returns for each question whether it is asked. A place with a reason or a certain misuse is asked all of
/// its possible questions, but only the first `room` places are. Questions whether the sizes of the objects
/// accessed there overflow are asked too.
fn asked(questions: &[SizeQuestion], possible: &[bool], drafts: &[Draft], room: usize) -> Vec<bool> {
    let mut wanted: Vec<EdgeId> = drafts
        .iter()
        .flat_map(|draft| draft.questions.iter().chain(&draft.copied))
        .map(|index| questions[*index].edge)
        .collect();
    wanted.extend(
        questions.iter().filter(|question| question.limit.needs_no_reason()).map(|question| question.edge),
    );
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
