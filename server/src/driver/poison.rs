//! Reads of variables without a value: sanitizers do not see them, so the variable is poisoned where it comes to life.
//! Nothing is written between that and the read, or there would be no misuse, so the first access is the read.

use csieve_analysis::{
    cfg::{Action, Cfg, EdgeId, ExprKind},
    checks::{Instrument, declaration},
    machine::{Callee, Subject as About},
};

use super::{
    Impossible, Scene,
    code::{Insertion, span_of},
};

/// What poisoning a variable takes.
pub(super) struct Poison {
    /// What comes before the text under test.
    pub before: String,
    /// What goes into it.
    pub insertion: Insertion,
}

/// How the misuse of a run is made visible; none if it is of another kind.
///
/// # Errors
/// If there is no place for it.
pub(super) fn poison(scene: &Scene) -> Result<Option<Poison>, Impossible> {
    let misuse = &scene.replay.misuse;
    if declaration(misuse.rule).driver.instrument != Instrument::Poison {
        return Ok(None);
    }
    let (About::Variable(name), Some((function, read))) = (&misuse.subject, misuse.frames.last()) else {
        return Err(Impossible::new("what is read without a value is no variable"));
    };
    let Callee::Graph(cfg) = scene.graphs.graph(function) else {
        return Err(Impossible::new(format!("`{function}` cannot be run")));
    };
    let declared = &scene.replay.seen.declared;
    let is_it = |(of, edge, depth): &&(String, EdgeId, usize)| {
        of == function && *depth == misuse.frames.len() - 1 && declares(cfg, *edge, name, *read)
    };
    let Some(last) = declared.iter().rposition(|one| is_it(&one)) else {
        return Err(Impossible::new(format!("the run jumps past the declaration of `{name}`")));
    };
    let edge = declared[last].1;
    let nth = declared[..=last].iter().filter(|(of, other, _)| of == function && *other == edge).count();
    let inserted = format!(", *csieve_poisoned = csieve_poison(&{name}, sizeof {name})");
    let span = span_of(scene, function, edge).filter(|_| cfg.edge(edge).expanded.is_none());
    let text = span.and_then(|span| scene.subject.source.text().get(span.range()));
    let own = name.split('.').next().unwrap_or(name);
    if own != name && !is_whole_word(cfg, edge) {
        return Err(Impossible::new(format!(
            "`{name}` is a small part of a structure, and sanitizers cannot tell when it alone is read"
        )));
    }
    match (span, text) {
        (Some(span), Some(text)) if text.contains(own) => {
            Ok(Some(Poison { before: before(nth), insertion: Insertion { at: span.end, text: inserted } }))
        }
        _ => Err(Impossible::new(format!("a macro declares `{name}`"))),
    }
}

/// Whether an edge declares the variable with a name that another edge reads.
fn declares(cfg: &Cfg, edge: EdgeId, name: &str, read: EdgeId) -> bool {
    let Action::Declare(var) = cfg.edge(edge).action else { return false };
    let mut is_read = false;
    for expr in cfg.edge(read).reads() {
        cfg.exprs.walk(expr, |_, expr| is_read |= expr.kind == ExprKind::Var(var));
    }
    cfg.var(var).name == name && is_read
}

/// Whether a variable takes all of the eight bytes for which sanitizers keep one state.
fn is_whole_word(cfg: &Cfg, edge: EdgeId) -> bool {
    matches!(cfg.edge(edge).action, Action::Declare(var) if cfg.var(var).ty.can_point())
}

fn before(nth: usize) -> String {
    format!(
        "void __asan_poison_memory_region(void const volatile *, __SIZE_TYPE__);\n\
         /* The variable that is read comes to life for the {nth}. time. */\n\
         static void *csieve_poison(void const volatile *variable, __SIZE_TYPE__ size)\n{{\n    \
             static int count;\n    \
             if (++count == {nth})\n        \
                 __asan_poison_memory_region(variable, size);\n    \
             return 0;\n}}\n\
         #define register\n"
    )
}
