//! Runs a program once more on the inputs of a symbolic run, with the machine, which shares nothing with symbolic runs.

use csieve_base::{budget::Steps, rule::Rule};
use csieve_lowering::unit::START;
use csieve_machine::{Callee, End, Graphs, Run, run};

use crate::{
    endless::endless,
    inputs::{Inputs, Spot},
    question::{Answer, Candidate, Happened, Property, Query, Violation},
};

/// How many steps of the machine take as long as one step of a symbolic run.
const QUICKER: u64 = 100;

/// Runs a program on the inputs of a candidate. Returns how the run violates the property; `None` if it does not.
pub(crate) fn replay(graphs: &dyn Graphs, query: &Query, candidate: &Candidate) -> Option<Violation> {
    if query.property == Property::Termination {
        return endless(graphs, query, candidate);
    }
    let mut host = Inputs::new(&candidate.given, &query.errors);
    let property = query.property;
    let wrapv = property != Property::NoOverflow;
    let run = run(graphs, START, &mut host, wrapv, &mut Steps::new(query.limits.run_steps));
    let here = host.here();
    let (happened, place) = match property {
        Property::UnreachCall => (Happened::ErrorCall, host.error?),
        Property::NoOverflow => {
            let overflows = matches!(run.end, End::Undefined("a signed number overflows"));
            (Happened::Overflow, here.filter(|_| overflows)?)
        }
        Property::ValidMemsafety => misused(graphs, &run)?,
        Property::Termination => return None,
    };
    Some(Violation { happened, function: place.0, span: place.1, inputs: host.taken })
}

/// Returns the answer about a program that gets nothing from outside, because its only run shows it. `None` if that run
/// cannot be followed to its end.
pub(crate) fn only_run(graphs: &dyn Graphs, query: &Query) -> Option<Answer> {
    let property = query.property;
    let steps = query.limits.steps.saturating_mul(QUICKER);
    let mut steps = Steps::new(u32::try_from(steps).unwrap_or(u32::MAX));
    let mut host = Inputs::new(&[], &query.errors);
    host.strictly = Some(graphs);
    let wrapv = property != Property::NoOverflow;
    let run = run(graphs, START, &mut host, wrapv, &mut steps);
    if let (Property::UnreachCall, Some((function, span)), false) = (property, host.error, host.lacks) {
        let happened = Happened::ErrorCall;
        return Some(Answer::False(Box::new(Violation { happened, function, span, inputs: Vec::new() })));
    }
    let is_whole = matches!(run.end, End::Returned | End::NeverReturns) && !host.lacks;
    let keeps = property != Property::ValidMemsafety || run.misuses.is_empty() && run.held.is_empty();
    (is_whole && keeps).then_some(Answer::True)
}

/// Returns the misuse of memory in a run, with its place.
fn misused(graphs: &dyn Graphs, run: &Run) -> Option<(Happened, Spot)> {
    run.misuses.iter().find_map(|misuse| {
        let happened = match misuse.rule {
            Rule::NullDereference | Rule::UseAfterFree | Rule::OutOfBounds => Happened::Dereference,
            Rule::DoubleFree | Rule::InvalidFree => Happened::Free,
            Rule::MemoryLeak => Happened::Leak,
            Rule::UninitializedRead | Rule::DivisionByZero | Rule::IntegerOverflow => return None,
            Rule::ResourceLeak | Rule::DoubleClose | Rule::MismatchedClose => return None,
            Rule::DoubleLock | Rule::MissingUnlock | Rule::UnlockWithoutLock => return None,
            Rule::StackAddressEscape | Rule::UnreachableCode | Rule::InfiniteLoop => return None,
            Rule::AssertionFailure | Rule::Own(_) => return None,
        };
        let (function, edge) = misuse.frames.last()?;
        let Callee::Graph(cfg) = graphs.graph(function) else { return None };
        Some((happened, (function.clone(), cfg.edge(*edge).span)))
    })
}
