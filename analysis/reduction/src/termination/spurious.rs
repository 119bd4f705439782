//! Refuted findings of endless loops: loops of which every lasso is spurious, because no run follows the
//! lasso for ever.

use csieve_base::{
    budget::Steps,
    rule::Rule,
    text::{Line, Sentence, sentence},
};
use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, Cfg, EdgeId, Loc, Type, VarId, condition_of, edge_text};
use csieve_proof as proof;
use csieve_reports::finding::{
    Conflict, Equation, Finding, ObserverEdge, ObserverGraph, Refuted, Round, Step, StepKind, Verdict,
};

use crate::reduce::{FindingWords, Reduction};

use super::{
    concern::{asked, asks, is_own},
    ranking::{Argument, LOOP_STEPS, Ranking, Sum, Unwinding, Why, ranked},
    rounds::{RoundWord, rounds},
    slice::{KeptEdge, Slice},
};

/// The largest number of sums that are tried as rankings.
const SUMS: usize = 10;

/// The command between two scripts, by which a solver drops all assertions.
const NEXT_SCRIPT: &str = "(reset)\n";

/// Returns the refuted finding of a loop of which every lasso is spurious. `None` if no proof of that is
/// found. `exits` are the ways out of the loop, and `first` is the first condition that was written to end
/// the loop.
pub fn refuted(
    reduction: &Reduction,
    one: &Loop,
    all: &[Loop],
    exits: &[EdgeId],
    first: EdgeId,
) -> Option<Finding> {
    let cfg = reduction.function.cfg;
    // The second attempt uses all conditions in the loop, because an earlier one may decide whether an exit
    // is taken. Signed numbers wrap in this attempt: the overflow of a counter that no exit tests ends no
    // loop in practice, so the proof must not rest on it.
    let inside = one.edges(cfg).iter().copied().filter(|id| asks(cfg, *id));
    let wide: Vec<EdgeId> = exits.iter().copied().chain(inside).collect();
    let attempts = [(exits, reduction.options.wrapv), (&wide, true)];
    let (words, arguments) = attempts.into_iter().find_map(|attempt| ending(reduction, one, all, attempt))?;
    let conflict = conflict(reduction, first, &words, &arguments);
    let is_checked =
        || conflict.certificate.as_ref().is_some_and(|certificate| proof::check(certificate.text()).is_ok());
    if reduction.options.checks_proofs && !is_checked() {
        return None;
    }
    let path = witness(reduction, one, first)?;
    let message = sentence!("this loop may run for ever: only `{}` ends it", condition_of(cfg, first));
    let span = cfg.edge(first).span;
    let words = FindingWords { span, message, subject: condition_of(cfg, first) };
    let rounds = vec![Round { path: path.clone(), conflicts: vec![conflict], opinions: Vec::new() }];
    let finding = reduction.stated(Rule::InfiniteLoop, words, path, rounds);
    Some(Finding { verdict: Verdict::Refuted(Refuted::default()), ..finding })
}

/// Returns the rounds of the loop's slice for some conditions, with arguments that each kind of round is
/// taken finitely often. `None` if no such proof is found.
fn ending(
    reduction: &Reduction,
    one: &Loop,
    all: &[Loop],
    (conditions, wrapv): (&[EdgeId], bool),
) -> Option<(Vec<RoundWord>, Vec<Argument>)> {
    let function = reduction.function;
    let slice = Slice::of(function, one, conditions)?;
    let words = rounds(function.cfg, one, all, &slice)?;
    let sums = sums(reduction, one, conditions, &slice);
    let mut budget = Steps::new(LOOP_STEPS);
    let arguments = ranked(function, wrapv, &words, &sums, &mut budget, reduction.cancel)?;
    Some((words, arguments))
}

/// Returns the candidates for rankings: variables that conditions read and the loop writes, their negatives,
/// and differences and sums of two variables that one condition reads.
fn sums(reduction: &Reduction, one: &Loop, conditions: &[EdgeId], slice: &Slice) -> Vec<Sum> {
    let cfg = reduction.function.cfg;
    let is_written = |var: &VarId| one.edges(cfg).iter().any(|id| cfg.edge(*id).assigned() == Some(*var));
    let is_number = |var: &VarId| is_own(cfg, *var) && matches!(cfg.var(*var).ty, Type::Int(_));
    let moved: Vec<VarId> =
        slice.asked.iter().copied().filter(|var| is_number(var) && is_written(var)).collect();
    let mut sums: Vec<Sum> = moved.iter().flat_map(|var| [vec![(*var, -1)], vec![(*var, 1)]]).collect();
    for cond in conditions.iter().filter_map(|exit| asked(cfg, *exit)) {
        let vars = &reduction.function.dependencies(cond).vars;
        let both: Vec<VarId> = moved.iter().copied().filter(|var| vars.contains(var)).collect();
        if let &[a, b] = both.as_slice() {
            sums.extend([vec![(a, 1), (b, -1)], vec![(b, 1), (a, -1)]]);
            // Each round may decrease only one of the two.
            sums.push(vec![(a, 1), (b, 1)]);
        }
    }
    sums.truncate(SUMS);
    sums
}

/// Returns the proof that a loop ends in the form that is shown to readers.
fn conflict(reduction: &Reduction, first: EdgeId, words: &[RoundWord], arguments: &[Argument]) -> Conflict {
    let cfg = reduction.function.cfg;
    let mut equations: Vec<Equation> = Vec::new();
    for argument in arguments {
        for round in &argument.rounds {
            let edge = decisive(cfg, &words[*round], &argument.why).unwrap_or(first);
            let row = Equation {
                span: cfg.edge(edge).span,
                text: edge_text(cfg, reduction.text, edge),
                equation: effect(cfg, &argument.why),
                assumed: false,
                always: false,
                solution: String::new(),
            };
            if !equations.contains(&row) {
                equations.push(row);
            }
        }
    }
    if let Some(last) = equations.last_mut() {
        "∅".clone_into(&mut last.solution);
    }
    let scripts: Vec<&str> = arguments.iter().flat_map(|one| &one.scripts).map(String::as_str).collect();
    let is_unwound = arguments.iter().all(|argument| argument.why == Why::Last);
    Conflict {
        refuter: if is_unwound { Unwinding::DECLARATION.id } else { Ranking::DECLARATION.id },
        sentence: sentence(cfg, first, arguments),
        observer: drawing(&equations),
        equations,
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: Some(scripts.join(NEXT_SCRIPT).into()),
    }
}

/// Returns the sentence of the proof, for example "no run goes round for ever on line 4: every round makes
/// `hi - lo` smaller".
fn sentence(cfg: &Cfg, first: EdgeId, arguments: &[Argument]) -> Sentence {
    let mut said: Vec<String> = arguments.iter().map(|argument| effect(cfg, &argument.why)).collect();
    said.dedup();
    let line = Line(cfg.edge(first).span.start);
    sentence!("no run goes round for ever on line {}: every round {}", line, said.join(", or else "))
}

/// Returns why a loop ends, as a phrase whose subject is "every round": "makes `n` smaller".
fn effect(cfg: &Cfg, why: &Why) -> String {
    let name = |var: &VarId| &cfg.var(*var).name;
    match why {
        Why::Last => "is the last".to_owned(),
        Why::Falls(sum) => match sum.as_slice() {
            [(var, -1)] => format!("makes `{}` greater", name(var)),
            [(var, _)] => format!("makes `{}` smaller", name(var)),
            [(a, _), rest @ ..] => {
                let signed = |(var, factor): &(VarId, i64)| {
                    format!("{} {}", if *factor > 0 { '+' } else { '-' }, name(var))
                };
                let rest: Vec<String> = rest.iter().map(signed).collect();
                format!("makes `{} {}` smaller", name(a), rest.join(" "))
            }
            [] => String::new(),
        },
    }
}

/// Returns the statement that is shown for the argument about a round: the last statement that changes the
/// ranking sum or, if no round can follow this one, the last statement of the round.
fn decisive(cfg: &Cfg, word: &RoundWord, why: &Why) -> Option<EdgeId> {
    let mut whole = word.iter().filter_map(|kept| match kept {
        KeptEdge::Whole(id) => Some(*id),
        KeptEdge::Write(_) => None,
    });
    let Why::Falls(sum) = why else { return whole.next_back() };
    let moves =
        |id: &EdgeId| cfg.edge(*id).assigned().is_some_and(|to| sum.iter().any(|(var, _)| *var == to));
    whole.rev().find(moves)
}

fn drawing(equations: &[Equation]) -> ObserverGraph {
    let edges = equations.iter().map(|row| ObserverEdge {
        from: 0,
        to: 0,
        label: format!("{}: {}", row.text, row.equation.replace('`', "")),
        span: Some(row.span),
    });
    let ever = ObserverEdge { from: 0, to: 1, label: "for ever".to_owned(), span: None };
    ObserverGraph {
        states: vec!["a round begins".to_owned(), "cannot happen".to_owned()],
        edges: edges.chain([ever]).collect(),
    }
}

/// Returns the steps of a shortest lasso: a shortest path to the loop head and a shortest round.
fn witness(reduction: &Reduction, one: &Loop, first: EdgeId) -> Option<Vec<Step>> {
    let cfg = reduction.function.cfg;
    let stem = shortest(cfg, cfg.entry, one.head, |_| true)?;
    let round = one
        .back
        .ones()
        .map(|back| EdgeId(back as u32))
        .filter_map(|back| {
            let inside = |id: EdgeId| one.body.contains(cfg.edge(id).to.index());
            let mut round = shortest(cfg, one.head, cfg.edge(back).from, inside)?;
            round.push(back);
            Some(round)
        })
        .min_by_key(Vec::len)?;
    let mut steps = reduction.witness(&stem);
    let cycle = reduction.witness(&[stem.as_slice(), &round].concat()).split_off(steps.len());
    steps.push(turns_round(cfg, first));
    steps.extend(cycle);
    Some(steps)
}

/// Returns the step of a witness that separates the stem of a lasso from its cycle.
pub fn turns_round(cfg: &Cfg, first: EdgeId) -> Step {
    Step {
        kind: StepKind::Branch,
        span: cfg.edge(first).span,
        text: "then for ever:".to_owned(),
        invocation: None,
        values: Vec::new(),
        way: None,
        decisive: true,
        callee: None,
    }
}

/// Returns a shortest path from one location to another along edges that `is_open` accepts and that are no
/// misuses. `None` if there is no such path.
fn shortest(cfg: &Cfg, from: Loc, to: Loc, is_open: impl Fn(EdgeId) -> bool) -> Option<Vec<EdgeId>> {
    let mut by: Vec<Option<EdgeId>> = vec![None; cfg.location_count()];
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(loc) = open.pop_front() {
        if loc == to {
            break;
        }
        for &id in &cfg.successors[loc.index()] {
            let next = cfg.edge(id).to;
            let is_misuse = matches!(cfg.edge(id).action, Action::Misuse { .. });
            if next != from && by[next.index()].is_none() && !is_misuse && is_open(id) {
                by[next.index()] = Some(id);
                open.push_back(next);
            }
        }
    }
    let mut word = Vec::new();
    let mut at = to;
    while at != from {
        let id = by[at.index()]?;
        word.push(id);
        at = cfg.edge(id).from;
    }
    word.reverse();
    Some(word)
}
