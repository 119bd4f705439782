//! Runs that begin with what objects with static storage hold when the program starts.

use csieve_graph::Type;
use csieve_machine::{
    Chosen, First, InputObject, Source,
    concolic::{Asked, Assignment, Explorer, Trace},
};

use super::{
    UnitGraphs,
    others::{MOST_RUNS, others},
};

/// Returns a run that reaches the misuse, too, and begins with what objects hold when the program starts, with its inputs.
/// `accepts` says whether a run is such evidence. `None` if none is found, or if `found`, with the inputs `assignment`, is one already.
pub(in super::super) fn begun(
    graphs: &UnitGraphs,
    explorer: &mut Explorer,
    accepts: &dyn Fn(&Trace) -> bool,
    (found, assignment): (&Trace, &Assignment),
    run_steps: u32,
) -> Option<(Trace, Assignment)> {
    let first = |asked: &Asked| Some((asked.source.clone(), first(graphs, asked)?));
    let state: Vec<_> = found.asked.iter().filter_map(first).collect();
    if state.is_empty() {
        return None;
    }
    let mut begun = assignment.clone();
    begun.extend(state);
    let numbers = found
        .asked
        .iter()
        .filter(|asked| matches!((&asked.source, asked.ty), (Source::Param(_), Type::Int(_))));
    let others =
        numbers.flat_map(|asked| others(asked, assignment).into_iter().map(move |other| (asked, other)));
    let changed = others.map(|(asked, other)| {
        let mut changed = begun.clone();
        changed.extend(other.map(|other| (asked.source.clone(), other)));
        changed
    });
    let all = std::iter::once(begun.clone()).chain(changed).take(MOST_RUNS as usize);
    let mut runs = all.map(|inputs| (explorer.run(&inputs, run_steps), inputs));
    runs.find(|(trace, _)| accepts(trace))
}

/// Returns the name of the object with static storage that an input is a part of. The parts of one are stored together.
pub(super) fn object(asked: &Asked) -> Option<&str> {
    match &asked.source {
        Source::Global(name) | Source::Memory { object: InputObject::Global(name), .. } => Some(name),
        _ => None,
    }
}

/// Returns the value with which the program starts, of an object with static storage that a run gives another one.
pub(super) fn first(graphs: &UnitGraphs, asked: &Asked) -> Option<u128> {
    let name = object(asked)?;
    let first = match (graphs.first_of_program(name), &asked.source) {
        (First::Zeros, _) => 0,
        (First::Number(number), Source::Global(_)) => number,
        _ => return None,
    };
    let is_first = match asked.chosen {
        Chosen::Number(number) => number == first,
        Chosen::Null => first == 0,
        Chosen::Object { .. } => false,
        Chosen::Nothing => true,
    };
    (!is_first).then_some(first as u128)
}
