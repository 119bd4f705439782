//! Reads of variables without a value. Sanitizers do not see such reads, so the driver poisons the variable
//! where it is declared. Nothing is written to the variable between the declaration and the read, or there
//! would be no misuse. So the first access to poisoned memory is the read.

use csieve_analysis::{
    cfg::{Action, Cfg, EdgeId, ExprKind},
    checks::{Instrument, declaration},
    machine::{Callee, Subject as About},
};

use super::{
    Impossible, Scene,
    code::{Insertion, span_of},
};

/// The code that poisons a variable.
pub(super) struct Poison {
    /// The C code that stands before the text under test.
    pub before: String,
    /// The code to insert at the declaration of the variable.
    pub insertion: Insertion,
}

/// Returns the code that makes a read of a variable without a value visible; `None` if the misuse is of
/// another kind.
///
/// # Errors
/// If the source has no place for the code, or sanitizers cannot tell the variable from its neighbours.
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

/// Returns whether an edge declares the variable with this name that the edge `read` reads.
fn declares(cfg: &Cfg, edge: EdgeId, name: &str, read: EdgeId) -> bool {
    let Action::Declare(var) = cfg.edge(edge).action else { return false };
    let mut is_read = false;
    for expr in cfg.edge(read).reads() {
        cfg.exprs.walk(expr, |_, expr| is_read |= expr.kind == ExprKind::Var(var));
    }
    cfg.var(var).name == name && is_read
}

/// Returns whether the variable that an edge declares fills all eight bytes for which sanitizers keep one
/// state.
fn is_whole_word(cfg: &Cfg, edge: EdgeId) -> bool {
    matches!(cfg.edge(edge).action, Action::Declare(var) if cfg.var(var).ty.can_point(cfg.model))
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
