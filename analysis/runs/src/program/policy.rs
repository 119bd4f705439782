//! Decides which misuses in runs of a program are reported.

use rustc_hash::FxHashSet;

use csieve_base::{hints::is_program, options::Options, rule::Rule};
use csieve_graph::{Action, CallTarget, Cfg, Edge, EdgeId, ExprId, ExprKind, VarId};
use csieve_machine::{
    Callee, Chosen, End, Graphs, InputObject, Misuse, Source, Subject,
    concolic::{Asked, Taken, Trace},
};
use csieve_modelcheck::checks::declaration;
use csieve_reduction::plausibility::comment_on_loss;

use crate::confirm::{are_stored, is_condition, steps};

use super::{File, World, reasons::tests};

/// Returns whether a misuse that happened in a run is one that the check for its rule would report.
pub(super) fn counts(file: File, world: &World, options: &Options, trace: &Trace, misuse: &Misuse) -> bool {
    options.rules.contains(&misuse.rule)
        && declaration(misuse.rule).in_runs.is_some()
        && trace.asked.iter().all(is_possible)
        && (world.is_of_program() || are_stored(world.graphs(), world.start(), &trace.asked))
        && !goes_on_behind_an_end(world, trace)
        && !fails_without_an_error(trace)
        && !is_unused_copy(world, misuse)
        && !is_about_start(misuse)
        && !is_denied(world, trace, misuse)
        && !may_have_ended(world, trace, misuse)
        && !(declaration(misuse.rule).is_loss() && is_meant(file, world, trace, misuse))
}

/// Returns whether a function gives another result after its last one, as if `fgetc` read on behind the end of a
/// file.
fn goes_on_behind_an_end(world: &World, trace: &Trace) -> bool {
    let mut ended: FxHashSet<&str> = FxHashSet::default();
    trace.asked.iter().any(|asked| {
        let (Source::Result { function, .. }, Chosen::Number(number)) = (&asked.source, &asked.chosen) else {
            return false;
        };
        let is_last = world.is_last(function, *number);
        if is_last {
            ended.insert(function);
        }
        !is_last && ended.contains(&**function)
    })
}

/// Returns whether `errno` is 0 in the run after an operation that failed. The system says why, with another number.
fn fails_without_an_error(trace: &Trace) -> bool {
    let mut has_failed = false;
    trace.asked.iter().any(|asked| {
        if asked.source.is_outcome() {
            has_failed = asked.chosen == Chosen::Number(0);
        }
        let (Source::Global(name) | Source::Memory { object: InputObject::Global(name), .. }) = &asked.source
        else {
            return false;
        };
        has_failed && **name == *"errno" && asked.chosen == Chosen::Number(0)
    })
}

/// Returns whether a misuse only copies an element of an array, or another object in memory, that has no value yet,
/// and nothing behind it uses the copy. Such bytes may be copied: parsers made by bison do so in every run.
fn is_unused_copy(world: &World, misuse: &Misuse) -> bool {
    let Some((function, edge)) = misuse.frames.last().filter(|_| misuse.rule == Rule::UninitializedRead)
    else {
        return false;
    };
    let Callee::Graph(cfg) = world.graph(function) else { return false };
    let is_load = |value: ExprId| matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind, ExprKind::Load(_));
    let var = match cfg.edge(*edge).action {
        Action::Store { value, .. } => return is_load(value),
        Action::Assign { var, value } if is_load(value) => var,
        _ => return false,
    };
    let start = cfg.edge(*edge).to;
    let reached = cfg.reached_along(start, |edge| cfg.edge(edge).assigned() != Some(var));
    !reached.ones().flat_map(|loc| &cfg.successors[loc]).any(|edge| uses(cfg, cfg.edge(*edge), var))
}

/// Returns whether an edge does more with a variable than copy its value.
fn uses(cfg: &Cfg, edge: &Edge, var: VarId) -> bool {
    let is_it = |expr: ExprId| cfg.expr(cfg.exprs.strip_casts(expr)).kind == ExprKind::Var(var);
    let is_copied = |read: ExprId| match edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => read == value && is_it(value),
        _ => false,
    };
    edge.reads().filter(|read| !is_copied(*read)).any(|read| cfg.exprs.mentions(read, var))
}

/// Returns whether a program can get an input: `argc` counts the name of the program, so it is at least 1.
fn is_possible(asked: &Asked) -> bool {
    match (&asked.source, &asked.chosen) {
        (Source::Param(0), Chosen::Number(number)) => *number > 0,
        _ => true,
    }
}

/// Returns whether a function from elsewhere may have ended the run before the misuse. Programs call such
/// functions when something fails, so this is assumed of all calls after the first choice, and of calls with a
/// condition as an argument, which may be assertions. Any other call happens in every run, and a program that
/// always ended there would have no use for what follows.
fn may_have_ended(world: &World, trace: &Trace, misuse: &Misuse) -> bool {
    let is_choice = |asked: &&Asked| match (&asked.source, &asked.chosen) {
        // What callers pass is a choice when the function tests it.
        (Source::Param(_) | Source::Global(_) | Source::Memory { .. }, _) if !world.is_of_program() => false,
        (source, Chosen::Number(number)) => !source.is_outcome() || *number == 0,
        _ => false,
    };
    let chosen = trace.asked.iter().filter(is_choice).map(|asked| asked.at);
    let all: Vec<&Taken> = trace.taken.iter().collect();
    let tested = tests(world, trace, &all).first().map(|test| test.taken.step);
    let first = chosen.chain(tested).min();
    let mut passed = before(world, trace, misuse).peekable();
    while let Some((cfg, taken)) = passed.next() {
        let depth = passed.peek().map_or(misuse.frames.len() - 1, |(_, next)| next.depth);
        let Action::Call { target, args, .. } = &cfg.edge(taken.edge).action else { continue };
        let is_foreign = match target {
            CallTarget::Named(name) => world.is_foreign(name),
            _ => true,
        };
        let is_chosen = first.is_some_and(|first| taken.step + 1 >= first);
        if is_foreign && depth <= taken.depth && (is_chosen || args.iter().any(|arg| is_condition(cfg, *arg)))
        {
            return true;
        }
    }
    false
}

/// Returns whether a misuse rests on where a pointer parameter points into its object. A run lets it point to
/// the start, but callers may pass a pointer to any place.
fn is_about_start(misuse: &Misuse) -> bool {
    matches!(misuse.subject, Subject::Input(InputObject::Fresh(_)))
        && matches!(misuse.rule, Rule::OutOfBounds | Rule::InvalidFree)
}

/// Returns the edges that a run took before a misuse, with the graphs of their functions.
pub(super) fn before<'t, 'g>(
    world: &'g World,
    trace: &'t Trace,
    misuse: &Misuse,
) -> impl Iterator<Item = (&'g Cfg, &'t Taken)> {
    let after = misuse.after;
    steps(world, trace).take_while(move |(_, taken)| taken.step < after)
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
/// is the main function of one of several programs in one, a comment mentions the leak, or a descriptor may be
/// wanted for its number only.
fn is_meant(file: File, world: &World, trace: &Trace, misuse: &Misuse) -> bool {
    let Some((function, edge)) = misuse.frames.last() else { return true };
    let Callee::Graph(cfg) = world.graph(function) else { return true };
    let depth = misuse.frames.len() - 1;
    let mut later = trace.taken.iter().skip_while(|taken| taken.step < misuse.after);
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
    let is_for_its_number = |(function, at): &(String, EdgeId)| match world.graph(function) {
        Callee::Graph(cfg) => cfg.known.function(*at).is_some_and(|entry| entry.for_its_number),
        _ => false,
    };
    spoken_of(&(function.clone(), *edge))
        || made.is_some_and(|made| spoken_of(made) || is_for_its_number(made))
}
