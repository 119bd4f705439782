//! Decides which misuses in runs of a program are reported.

use csieve_base::{hints::is_program, options::Options};
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_machine::{
    Callee, Chosen, End, Graphs, Misuse, Source, Subject,
    concolic::{Asked, Taken, Trace},
};
use csieve_modelcheck::checks::declaration;
use csieve_reduction::plausibility::comment_on_loss;

use super::{File, World};

/// Returns whether a misuse that happened in a run is one that the check for its rule would report.
pub(super) fn counts(file: File, world: &World, options: &Options, trace: &Trace, misuse: &Misuse) -> bool {
    options.rules.contains(&misuse.rule)
        && declaration(misuse.rule).in_runs.is_some()
        && trace.asked.iter().all(is_possible)
        && !is_denied(world, trace, misuse)
        && !(declaration(misuse.rule).is_loss() && is_meant(file, world, trace, misuse))
}

/// Returns whether a program can get an input: `argc` counts the name of the program, so it is at least 1.
fn is_possible(asked: &Asked) -> bool {
    match (&asked.source, &asked.chosen) {
        (Source::Param(0), Chosen::Number(number)) => *number > 0,
        _ => true,
    }
}

/// Returns the edges that a run took before a misuse, with the graphs of their functions.
pub(super) fn before<'t, 'g>(
    world: &'g World,
    trace: &'t Trace,
    misuse: &Misuse,
) -> impl Iterator<Item = (&'g Cfg, &'t Taken)> {
    let graphs: Vec<Option<&Cfg>> = trace
        .functions
        .iter()
        .map(|name| match world.graph(name) {
            Callee::Graph(cfg) => Some(cfg),
            _ => None,
        })
        .collect();
    let taken = trace.taken.iter().take(misuse.after as usize);
    taken.filter_map(move |taken| Some((graphs[taken.function as usize]?, taken)))
}

/// Returns whether the run contradicts the author of the program: an `assert` that is switched off would fail
/// in the run, or the misuse happens in an assumption of the author.
fn is_denied(world: &World, trace: &Trace, misuse: &Misuse) -> bool {
    let is_assumed = misuse.frames.last().is_some_and(|(function, edge)| match world.graph(function) {
        Callee::Graph(cfg) => cfg.is_assumed(cfg.edge(*edge).span),
        _ => true,
    });
    is_assumed
        || before(world, trace, misuse).any(|(cfg, taken)| cfg.denied.binary_search(&taken.edge).is_ok())
}

/// Returns whether a leak is intended or harmless: the program ends before the function returns, the function
/// is the main function of one of several programs in one, or a comment mentions the leak.
fn is_meant(file: File, world: &World, trace: &Trace, misuse: &Misuse) -> bool {
    let Some((function, edge)) = misuse.frames.last() else { return true };
    let Callee::Graph(cfg) = world.graph(function) else { return true };
    let depth = misuse.frames.len() - 1;
    let mut later = trace.taken.iter().skip(misuse.after as usize);
    let is_left = matches!(cfg.edge(*edge).action, Action::Return(_))
        || trace.run.end == End::Returned
        || later.any(|taken| taken.depth < depth);
    if !is_left && trace.run.end == End::NeverReturns || is_program(function) {
        return true;
    }
    let spoken_of = |(function, at): &(String, EdgeId)| {
        let Callee::Graph(cfg) = world.graph(function) else { return false };
        let edge = cfg.edge(*at);
        let var = edge.assigned().filter(|var| cfg.var(*var).is_named());
        let name = var.map(|var| cfg.var(var).name.as_str());
        comment_on_loss(file.text_of(function), [edge.span, edge.span], name).is_some()
    };
    let made = match &misuse.subject {
        Subject::Made(frames) => frames.last(),
        _ => None,
    };
    spoken_of(&(function.clone(), *edge)) || made.is_some_and(spoken_of)
}
