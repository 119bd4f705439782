//! Turns words into steps with values.

use std::sync::Arc;

use csieve_base::text::Span;
use csieve_dataflow::automaton::Automaton;
use csieve_graph::{Action, Cfg, EdgeId, ExprId, Inside, MisuseKind, cell_text, expr_text};
use csieve_refuters::{PathIntervals, Scope};

use crate::finding::{Callee, Step, StepKind};

use super::{values::values, way::way};
use csieve_graph::{condition_text, edge_text, source};

/// The most decisive steps of a path.
const MAX_DECISIVE: usize = 12;

/// Returns the steps of a word. Steps at the positions of the word in `moves`, conditions near the end, and
/// the last step are decisive.
pub fn steps(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    word: &[EdgeId],
    moves: &[usize],
) -> Vec<Step> {
    steps_from(cfg, automaton, function_text, (word, moves), PathIntervals::default())
}

/// Does the same for a word before which some intervals are known.
pub fn steps_from(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    (word, moves): (&[EdgeId], &[usize]),
    mut known: PathIntervals,
) -> Vec<Step> {
    let mut steps: Vec<(Step, bool)> = Vec::new();
    for (position, &id) in word.iter().enumerate() {
        let way = way(cfg, automaton, &known, id);
        for event in &automaton.events[id.index()] {
            known.apply(automaton, event, Scope::All);
        }
        let is_last = position + 1 == word.len();
        let moved = is_last || moves.contains(&position);
        let happens = nested(cfg, word, position);
        if let Some(inside) = happens {
            enter(inside, 1, moved, &mut steps);
        }
        let step = step(cfg, function_text, id, is_last).or_else(|| marked(cfg, function_text, id, moved));
        let Some(step) = step else {
            steps.extend(inferred(cfg, id, moved));
            continue;
        };
        let values = values(cfg, automaton, &known, id);
        steps.push((Step { values, way, decisive: moved, ..step }, moved));
        steps.extend(inferred(cfg, id, moved));
    }
    mark_decisions(&mut steps);
    let mut steps: Vec<Step> = steps.into_iter().map(|(step, _)| step).collect();
    // The steps of all rounds are kept to the end, and they are in the room that the search for them took.
    steps.shrink_to_fit();
    steps
}

/// Returns the step that says on which evidence the finding rests, if the property follows what is only inferred of the
/// call on an edge.
fn inferred(cfg: &Cfg, id: EdgeId, moved: bool) -> Option<(Step, bool)> {
    let edge = cfg.edge(id);
    let inferred = edge.inferred.as_ref().filter(|_| moved)?;
    let step = Step {
        kind: StepKind::Inferred,
        span: edge.span,
        text: format!("`{}` may return NULL: {}", inferred.callee, inferred.evidence),
        invocation: None,
        values: Vec::new(),
        way: None,
        decisive: true,
        callee: None,
    };
    Some((step, true))
}

/// Returns the step of an event of a rule of a user, if it moves the property.
fn marked(cfg: &Cfg, function_text: &str, id: EdgeId, moved: bool) -> Option<Step> {
    let labels: Vec<&str> =
        cfg.marks_at(id).iter().map(|mark| &*mark.name).filter(|name| !name.is_empty()).collect();
    if !moved || labels.is_empty() {
        return None;
    }
    let written = edge_text(cfg, function_text, id);
    Some(Step {
        kind: StepKind::Call,
        span: cfg.edge(id).span,
        text: format!("`{written}`: {}", labels.join(", ")),
        invocation: cfg.edge(id).expanded.is_some().then(|| source(function_text, cfg.edge(id).span)),
        values: Vec::new(),
        way: None,
        decisive: true,
        callee: None,
    })
}

/// Returns the steps inside a callee that an edge of a word stands for. Readers see these steps before the
/// effect of the call. None if the edge has no such steps, or other edges of the call show them.
fn nested<'a>(cfg: &'a Cfg, word: &[EdgeId], position: usize) -> Option<&'a Inside> {
    let edge = cfg.edge(word[position]);
    let inside = edge.inside.as_deref()?;
    let before = || position.checked_sub(1).map(|before| cfg.edge(word[before]));
    match edge.action {
        Action::Deref { .. }
        | Action::Misuse { .. }
        | Action::Free { .. }
        | Action::Alloc { .. }
        | Action::AllocFail { .. }
        | Action::Lock { .. }
        | Action::Unlock { .. }
        | Action::Assign { .. } => Some(inside),
        // The callee's steps are listed under a fact about the result, which comes after the call, and not
        // under a fact about an argument, which comes before the call.
        Action::Learn { .. } => before().is_some_and(|before| is_call(&before.action)).then_some(inside),
        _ => None,
    }
}

fn is_call(action: &Action) -> bool {
    matches!(action, Action::Call { .. } | Action::LibraryCall { .. })
}

/// Adds the steps inside a callee. The steps inside a deeper call come before the step of that call.
fn enter(inside: &Inside, depth: u32, decisive: bool, steps: &mut Vec<(Step, bool)>) {
    for inner in &inside.steps {
        if let Some(deeper) = &inner.inside {
            enter(deeper, depth + 1, false, steps);
        }
        let elsewhere = inside.file.clone().zip(inner.line);
        let callee = Some(Callee { function: Arc::clone(&inside.function), depth, elsewhere });
        let step = Step {
            kind: StepKind::Call,
            span: inner.span,
            text: inner.text.clone(),
            invocation: None,
            values: Vec::new(),
            way: None,
            decisive,
            callee,
        };
        steps.push((step, decisive));
    }
}

/// Returns the step of an edge. `is_last` says that the edge is the misuse. None if the edge tells readers
/// nothing.
pub fn step(cfg: &Cfg, function_text: &str, edge: EdgeId, is_last: bool) -> Option<Step> {
    let (kind, text) = phrase(cfg, function_text, edge, is_last)?;
    let span = cfg.edge(edge).span;
    let invocation = cfg.edge(edge).expanded.is_some().then(|| source(function_text, span));
    Some(Step {
        kind,
        span,
        text,
        invocation,
        values: Vec::new(),
        way: None,
        decisive: is_last,
        callee: None,
    })
}

/// Marks conditions as decisive, the nearest to the misuse first. A condition that a loop repeats is marked
/// once. The flag next to a step says that the step is decisive already; such steps count towards
/// `MAX_DECISIVE`.
pub fn mark_decisions(steps: &mut [(Step, bool)]) {
    let mut room = MAX_DECISIVE.saturating_sub(steps.iter().filter(|(_, moved)| *moved).count());
    let mut seen: Vec<(Span, String)> = Vec::new();
    for (step, _) in steps.iter_mut().rev() {
        let condition = (step.span, step.text.clone());
        if room > 0 && step.kind == StepKind::Branch && !step.decisive && !seen.contains(&condition) {
            step.decisive = true;
            seen.push(condition);
            room -= 1;
        }
    }
}

fn phrase(cfg: &Cfg, function_text: &str, id: EdgeId, is_last: bool) -> Option<(StepKind, String)> {
    let edge = cfg.edge(id);
    let written = || edge_text(cfg, function_text, id);
    Some(match &edge.action {
        Action::Skip => return None,
        Action::Declare(var) => (StepKind::Declare, format!("`{}` has no value yet", cfg.var(*var).name)),
        Action::Assign { var, .. } if !cfg.var(*var).is_named() && !is_last => return None,
        Action::Assign { .. } | Action::Store { .. } => (StepKind::Assign, format!("`{}`", written())),
        // A division implies that its divisor is not 0, an access that its pointer is not NULL. Neither is a
        // branch of the program.
        Action::Assume { cond, holds } if cfg.is_implied(id) => {
            if !is_last {
                return None;
            }
            (StepKind::Branch, format!("`{}`", condition_text(cfg, *cond, *holds)))
        }
        // What holds in every run says nothing of this one.
        Action::Learn { .. } if cfg.is_always(id) && !is_last => return None,
        // A fact from the summary of a callee, about its arguments or its result.
        Action::Learn { .. } => (StepKind::Call, format!("`{}`", written())),
        Action::Assume { .. } | Action::AssumeNone { .. } => (StepKind::Branch, format!("`{}`", written())),
        Action::Deref { pointer, .. } => {
            (StepKind::Access, format!("`{}` is accessed", expr_text(cfg, *pointer)))
        }
        Action::Alloc { var, callee } => {
            (StepKind::Alloc, format!("`{callee}` gives `{}` memory", cfg.var(*var).name))
        }
        Action::AllocFail { var, callee } => {
            (StepKind::Alloc, format!("`{callee}` fails: `{}` is NULL", cfg.var(*var).name))
        }
        Action::Free { pointer, .. } => (StepKind::Free, format!("`{}` is freed", expr_text(cfg, *pointer))),
        Action::Open { var, callee, .. } => {
            (StepKind::Alloc, format!("`{callee}` opens `{}`", cfg.var(*var).name))
        }
        Action::OpenFail { var, callee, resource } => {
            let value = if resource.is_pointer { "NULL" } else { "-1" };
            (StepKind::Alloc, format!("`{callee}` fails: `{}` is {value}", cfg.var(*var).name))
        }
        Action::Close { handle, .. } => (StepKind::Free, format!("`{}` is closed", expr_text(cfg, *handle))),
        Action::CloseFail { handle } => {
            (StepKind::Free, format!("closing `{}` fails", expr_text(cfg, *handle)))
        }
        Action::Lock { lock, callee, .. } => {
            (StepKind::Call, format!("`{callee}` takes {}", lock_text(cfg, *lock)))
        }
        Action::LockFail { lock } => (StepKind::Call, format!("{} is not taken", lock_text(cfg, *lock))),
        Action::Unlock { lock, callee, .. } => {
            (StepKind::Call, format!("`{callee}` releases {}", lock_text(cfg, *lock)))
        }
        Action::FreeNull { pointer } => {
            (StepKind::Call, format!("`{}` is NULL, freeing it does nothing", expr_text(cfg, *pointer)))
        }
        Action::Call { .. } | Action::LibraryCall { .. } => (StepKind::Call, format!("`{}`", written())),
        Action::Opaque { .. } if is_last => (StepKind::Call, format!("`{}`", written())),
        Action::Opaque { .. } => return None,
        Action::Misuse { kind, operand } => (StepKind::Misuse, misuse_text(cfg, id, *kind, *operand)),
        Action::Return(_) => (StepKind::Return, format!("`{}`", written())),
    })
}

/// Returns the phrase for an edge that stands for a misuse.
fn misuse_text(cfg: &Cfg, id: EdgeId, kind: MisuseKind, operand: ExprId) -> String {
    let what = expr_text(cfg, operand);
    match kind {
        MisuseKind::NullDereference => format!("`{what}` is accessed while it is NULL"),
        MisuseKind::DivisionByZero => format!("division by `{what}`, which is 0"),
        MisuseKind::OutOfBounds | MisuseKind::IntegerOverflow => {
            cfg.limits.of.get(&id).map_or(what, |limit| limit.certain.clone())
        }
    }
}

fn lock_text(cfg: &Cfg, lock: ExprId) -> String {
    format!("`{}`", cell_text(cfg, lock))
}

/// Returns the expressions on a word that the analysis takes for any value, as noun phrases, each once.
pub fn abstracted(cfg: &Cfg, word: &[EdgeId]) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    for &id in word {
        let span = cfg.edge(id).span;
        let here =
            cfg.abstracted.iter().filter(|note| span.start <= note.span.start && note.span.end <= span.end);
        for note in here {
            if !phrases.contains(&note.what) {
                phrases.push(note.what.clone());
            }
        }
    }
    phrases
}
