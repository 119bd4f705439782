//! Refutes findings with the constants and addresses that the function's callers pass, if all callers are known.
//!
//! Unlike the graphs of callers, this serves rules whose misuses have no edges of their own, such as a double
//! free: the function keeps its own graph, which only begins with what one of the calls passes.

mod calls;
mod pointers;

use csieve_base::{
    cancel::Cancelled,
    text::{Span, sentence},
};
use csieve_graph::{Action, BinaryOp, Cfg, CfgBuilder, IntType, Type, VarId};
use csieve_reports::finding::{Doubt, Finding, HintId};

use self::calls::{Passed, Way, entrances};
use super::{
    Subject,
    notebook::Notebook,
    proof::{doubted_again, refuted_again, unrefuted},
};

/// Refutes findings that no run reaches with the constants that the calls of the function pass. If other files,
/// which are not checked, may call the function as well, or if a pointer is only NULL in a wrong caller, the findings
/// become doubtful. `known` is the function's graph with what else is known of all runs.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    known: Cfg,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.function(&subject.cfg.function) else { return Ok(()) };
    let Some(entrances) = entrances(subject, notebook) else { return Ok(()) };
    let text = subject.text(own);
    let mut left = match entrances.certain() {
        Some(ways) => refuted_again(subject, (&entered(known.clone(), ways), text), findings)?,
        None => unrefuted(findings),
    };
    if entrances.is_guess() && !left.is_empty() {
        let doubt = doubt(&subject.cfg.function, entrances.calls);
        let cfg = entered(known, entrances.ways);
        doubted_again(subject, (&cfg, text), &mut left, &doubt)?;
    }
    Ok(())
}

/// Returns the doubt about a finding that no call in the checked files leads to.
fn doubt(function: &str, calls: usize) -> Doubt {
    let sentence = match calls {
        1 => sentence!("the only call of `{}` in the checked files passes other values", function),
        _ => sentence!("all {} calls of `{}` in the checked files pass other values", calls, function),
    };
    Doubt::new(HintId::OtherArguments, sentence)
}

/// Returns the graph of a function that begins with what one of these calls passes.
fn entered(own: Cfg, ways: Vec<Way>) -> Cfg {
    let mut graph = CfgBuilder::reopen(own);
    let place = Span { start: 0, end: 0 };
    graph.first(Action::Skip, place);
    let (fork, begin) = graph.replace(graph.last_edge());
    for way in ways {
        let mut at = fork;
        for (param, passed) in way.passed {
            let text = format!("{} passes {} {}", way.caller, graph.var_info(param).name, text(passed));
            let action = fact(&mut graph, param, passed);
            at = graph.step(at, action, place);
            graph.within(graph.last_edge(), Some(text), None);
        }
        graph.edge(at, begin, Action::Skip, place);
    }
    graph.finish()
}

/// Returns the action that says what a parameter is.
fn fact(graph: &mut CfgBuilder, param: VarId, passed: Passed) -> Action {
    let ty = graph.var_info(param).ty;
    let value = graph.exprs().var(param, ty);
    match passed {
        Passed::Number(number) => Action::Learn { value, low: number, high: number },
        Passed::Null | Passed::Address | Passed::Valid => {
            let null = graph.exprs().null();
            let cond = graph.exprs().binary(BinaryOp::Eq, value, null, Type::Int(IntType::INT));
            Action::Assume { cond, holds: passed == Passed::Null }
        }
    }
}

/// Returns what is passed, for the reader.
fn text(passed: Passed) -> String {
    match passed {
        Passed::Number(number) => format!("= {number}"),
        Passed::Null => "= NULL".to_owned(),
        Passed::Address | Passed::Valid => "!= NULL".to_owned(),
    }
}
