//! Refutes findings with what two objects with static storage never are at once.
//!
//! The path of a finding may begin with two objects of which one is 0 and the other is not, though all code that stores into
//! them sets both together. Which two is read off the values with which a run could take the path. That no call of a function
//! begins so is an invariant like that of a class: it holds when the program starts, and each function that stores into one of
//! the two leaves it true wherever other code goes on, if it finds it true. Path reduction proves this, function by function.

mod kept;

use csieve_base::{
    cancel::Cancelled,
    text::{Sentence, Span, sentence},
};
use csieve_graph::{Action, BinaryOp, Cfg, CfgBuilder, EdgeId, IntType, Type, VarId};
use csieve_lowering::project::Basis;
use csieve_reports::finding::{Doubt, Finding, HintId, Looked};

use super::{
    Subject,
    notebook::Notebook,
    proof::{doubted_again, refuted_again, unrefuted},
};
use crate::invariants::object;

/// The largest number of pairs that are tried for the findings of a function.
const MOST_TIES: usize = 6;

/// What is asked of an object with static storage, by its name as in [`crate::invariants`].
#[derive(Clone, Debug, PartialEq, Eq)]
struct Half {
    object: String,
    ty: Type,
    /// Whether the object is 0 or NULL. Otherwise it is anything else.
    is_zero: bool,
}

/// Two halves that never hold at once where a function is entered.
type Tie = [Half; 2];

/// The variable that an object is in a graph, and whether it is asked to be 0.
type Asked = (VarId, bool);

/// Refutes findings whose paths begin with what two objects never are at once. If code in files that are not checked may
/// store something else, the findings become doubtful. Returns the function's graph with what holds in all runs.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    known: Cfg,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<Cfg, Cancelled> {
    let Some(own) = subject.own() else { return Ok(known) };
    let (mut certain, mut likely) = (Vec::new(), Vec::new());
    for tie in ties(subject.cfg, findings) {
        let Some(basis) = kept::basis(subject, &tie)? else { continue };
        let looked = if basis == Basis::AllStores { Looked::Callers } else { Looked::Calls };
        for half in &tie {
            notebook.looks(subject, name(half), looked);
        }
        if basis == Basis::AllStores { certain.push(tie) } else { likely.push(tie) }
    }
    let text = subject.text_of(own);
    let entered = |cfg: Cfg, ties: &[Tie]| ties.iter().fold(cfg, beginning);
    let known = entered(known, &certain);
    let mut left = if certain.is_empty() {
        unrefuted(findings)
    } else {
        refuted_again(subject, (&known, text), findings)?
    };
    if let Some(first) = likely.first().filter(|_| !left.is_empty()) {
        let doubt = Doubt::new(HintId::OtherStores, said(first));
        let cfg = entered(known.clone(), &likely);
        doubted_again(subject, (&cfg, text), &mut left, &doubt)?;
    }
    Ok(known)
}

/// Returns the pairs of objects with which paths of findings begin.
fn ties(cfg: &Cfg, findings: &[&mut Finding]) -> Vec<Tie> {
    let mut ties: Vec<Tie> = Vec::new();
    for finding in findings {
        let Some(trail) = finding.verdict.candidate().and_then(|candidate| candidate.trail.as_ref()) else {
            continue;
        };
        let half = |(name, bits): &(String, u128)| {
            let mut all = cfg.var_ids().filter(|id| cfg.var(*id).name == *name);
            let (object, ty) = all.find_map(|id| Some((object(cfg, id)?, cfg.var(id).ty)))?;
            Some(Half { object, ty, is_zero: *bits == 0 })
        };
        let halves: Vec<Half> = trail.globals.iter().filter_map(half).collect();
        for (at, one) in halves.iter().enumerate() {
            for other in &halves[at + 1..] {
                let tie = [one.clone(), other.clone()];
                if !ties.contains(&tie) {
                    ties.push(tie);
                }
            }
        }
    }
    ties.truncate(MOST_TIES);
    ties
}

/// Returns the name of an object in the source.
fn name(half: &Half) -> &str {
    half.object.rsplit('.').next().unwrap_or(&half.object)
}

/// Returns what a tie says, for the reader.
fn said([one, other]: &Tie) -> Sentence {
    let is = |half: &Half| match (half.ty, half.is_zero) {
        (Type::Pointer, true) => "NULL",
        (Type::Pointer, false) => "not NULL",
        (_, true) => "0",
        (_, false) => "not 0",
    };
    sentence!(
        "the checked files never leave `{}` {} while `{}` is {}",
        name(one),
        is(one),
        name(other),
        is(other)
    )
}

/// Returns a graph in which a tie holds at the entry.
fn beginning(cfg: Cfg, tie: &Tie) -> Cfg {
    let Some(asked) = kept::asked_in(&cfg, tie) else { return cfg };
    let mut graph = CfgBuilder::reopen(cfg);
    let first = graph.edge_count();
    entering(&mut graph, asked);
    for edge in first..graph.edge_count() {
        graph.always(EdgeId(edge as u32));
    }
    graph.finish()
}

/// Lets all runs begin with two halves that do not both hold.
fn entering(graph: &mut CfgBuilder, asked: [Asked; 2]) {
    graph.first(Action::Skip, Span { start: 0, end: 0 });
    split(graph, graph.last_edge(), asked);
}

/// Splits an edge without effect in two ways, on which two halves do not both hold.
fn split(graph: &mut CfgBuilder, edge: EdgeId, [one, other]: [Asked; 2]) {
    let span = graph.so_far().edge(edge).span;
    let (fork, end) = graph.replace(edge);
    let ways = [vec![(one, false)], vec![(one, true), (other, false)]];
    for way in ways {
        let mut at = fork;
        for (half, holds) in way {
            let assumed = condition(graph, half, holds);
            at = graph.step(at, assumed, span);
        }
        graph.edge(at, end, Action::Skip, span);
    }
}

/// Returns the action that a half holds, or does not.
fn condition(graph: &mut CfgBuilder, (var, is_zero): Asked, holds: bool) -> Action {
    let ty = graph.var_info(var).ty;
    let value = graph.exprs().var(var, ty);
    let zero = match ty {
        Type::Int(int) => graph.exprs().constant(0, int),
        _ => graph.exprs().null(),
    };
    let cond = graph.exprs().binary(BinaryOp::Eq, value, zero, Type::Int(IntType::INT));
    Action::Assume { cond, holds: is_zero == holds }
}
