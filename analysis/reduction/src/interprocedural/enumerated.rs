//! Doubts about paths on which a parameter has a value that its enumeration does not name.

use csieve_base::{
    cancel::Cancelled,
    text::{Span, sentence},
};
use csieve_graph::{Action, Cfg, CfgBuilder, Type, VarId};
use csieve_reports::finding::{Doubt, Finding, HintId};

use super::{Subject, proof::doubted_again};

/// The largest number of ranges of values of an enumeration: a path is sought for each.
const MOST_RANGES: usize = 12;

/// Makes findings doubtful that no run reaches if each parameter that is an enumeration has a value that the enumeration names.
/// `known` is the function's graph, perhaps with more that is known.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(subject: Subject, known: &Cfg, findings: &mut [&mut Finding]) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    for (var, ranges) in enumerated(known) {
        let sentence =
            sentence!("only if `{}` is none of the values of its enumeration", known.var(var).name);
        let cfg = within(known, var, &ranges);
        let doubt = Doubt::new(HintId::OtherArguments, sentence);
        let mut open: Vec<&mut Finding> =
            findings.iter_mut().map(|one| &mut **one).filter(|one| one.doubt().is_none()).collect();
        if !open.is_empty() {
            doubted_again(subject, (&cfg, subject.text_of(own)), &mut open, &doubt)?;
        }
    }
    Ok(())
}

/// Returns the parameters that are enumerations, each with the ranges of the values that its enumeration names.
fn enumerated(cfg: &Cfg) -> Vec<(VarId, Vec<(i128, i128)>)> {
    let params = cfg.params.as_deref().unwrap_or_default();
    let mut positions: Vec<u32> = cfg.concrete.enumerators.keys().copied().collect();
    positions.sort_unstable();
    let ranges = |position: u32| {
        let var = params.get(position as usize).copied().flatten()?;
        let ranges = ranges(&cfg.concrete.enumerators[&position]);
        (matches!(cfg.var(var).ty, Type::Int(_)) && ranges.len() <= MOST_RANGES).then_some((var, ranges))
    };
    positions.into_iter().filter_map(ranges).collect()
}

/// Returns the ranges of values without gaps, ascending.
fn ranges(values: &[i128]) -> Vec<(i128, i128)> {
    let mut ranges: Vec<(i128, i128)> = Vec::new();
    for value in values {
        match ranges.last_mut() {
            Some((_, high)) if *high + 1 == *value => *high = *value,
            _ => ranges.push((*value, *value)),
        }
    }
    ranges
}

/// Returns the graph in which a variable begins in one of several ranges.
fn within(cfg: &Cfg, var: VarId, ranges: &[(i128, i128)]) -> Cfg {
    let mut graph = CfgBuilder::reopen(cfg.clone());
    let value = graph.exprs().var(var, cfg.var(var).ty);
    let span = Span { start: 0, end: 0 };
    let fact = |&(low, high): &(i128, i128)| Action::Learn { value, low, high };
    if let Some((first, others)) = ranges.split_first() {
        graph.first(fact(first), span);
        let (entry, next) = {
            let edge = graph.so_far().edge(graph.last_edge());
            (edge.from, edge.to)
        };
        for range in others {
            graph.edge(entry, next, fact(range), span);
        }
    }
    graph.finish()
}
