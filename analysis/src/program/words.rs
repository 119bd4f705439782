//! What people are told of a misuse in a run.

use crate::{
    cfg::{Action, Cfg, Edge, ExprId, cell_text, expr_text, source},
    machine::{Callee, Graphs, Misuse, Subject},
    rule::Rule,
    text::line_of,
};

use super::{File, World};

/// The sentence, and what it is about.
pub struct Words {
    /// One plain sentence, with lines as placeholders for those of the function that the misuse is in.
    pub message: String,
    /// The variable or expression that is misused.
    pub subject: String,
}

/// The words for a misuse in a function with this graph.
pub fn words(file: File, world: &World, cfg: &Cfg, misuse: &Misuse) -> Option<Words> {
    let (function, edge) = misuse.frames.last()?;
    let edge = cfg.edge(*edge);
    let text = || source(file.text_of(function), edge.span).trim_end_matches(';').to_owned();
    let subject = used(cfg, edge).or_else(|| named(&misuse.subject)).unwrap_or_else(text);
    let made = made(world, cfg, &misuse.subject);
    let from = made.as_ref().map(|made| format!(" from {made}")).unwrap_or_default();
    let message = match misuse.rule {
        Rule::NullDereference => format!("`{subject}` is NULL here in a run of the program"),
        Rule::DivisionByZero => format!("the divisor `{subject}` is 0 here in a run of the program"),
        Rule::UninitializedRead => {
            let subject = named(&misuse.subject).unwrap_or(subject);
            let message = format!("`{subject}` is read here in a run of the program but has no value yet");
            return Some(Words { message, subject });
        }
        Rule::UseAfterFree => {
            format!("`{subject}` is used here in a run of the program, but its memory{from} was freed before")
        }
        Rule::DoubleFree => {
            format!(
                "`{subject}` is freed here in a run of the program, but its memory{from} was freed already"
            )
        }
        Rule::InvalidFree => {
            format!(
                "`{subject}` is freed here in a run of the program, but it does not point to the start of allocated memory"
            )
        }
        Rule::MemoryLeak => {
            let message = format!("the last pointer to memory{from} is lost here in a run of the program");
            return Some(Words { message, subject: "the memory".to_owned() });
        }
        Rule::ResourceLeak => {
            let message =
                format!("the last handle{from} is lost here in a run of the program without being closed");
            return Some(Words { message, subject: "the handle".to_owned() });
        }
        Rule::OutOfBounds => {
            let object = named(&misuse.subject).map(|name| format!("`{name}`"));
            let object = object.or(made.map(|made| format!("the memory from {made}")));
            let object = object.unwrap_or_else(|| "its object".to_owned());
            format!("`{subject}` leads outside {object} here in a run of the program")
        }
        Rule::IntegerOverflow => format!("`{}` overflows here in a run of the program", text()),
        Rule::AssertionFailure => format!("this assertion fails in a run of the program: `{}`", text()),
        Rule::DoubleClose => format!("`{subject}` is closed again here in a run of the program"),
        Rule::DoubleLock => {
            format!("`{subject}` is taken here in a run of the program, but it is held already")
        }
        _ => return None,
    };
    Some(Words { message, subject })
}

/// What an edge uses, as the source writes it.
fn used(cfg: &Cfg, edge: &Edge) -> Option<String> {
    let text = |id: ExprId| expr_text(cfg, cfg.exprs.strip_casts(id));
    match edge.action {
        Action::Misuse { kind, operand } if !kind.is_condition() => Some(text(operand)),
        Action::Deref { pointer, .. } | Action::Free { pointer, .. } => Some(text(pointer)),
        Action::Store { pointer, .. } => Some(cell_text(cfg, pointer)),
        Action::Close { handle, .. } => Some(text(handle)),
        Action::Lock { lock, .. } => Some(cell_text(cfg, lock)),
        _ => None,
    }
}

fn named(subject: &Subject) -> Option<String> {
    match subject {
        Subject::Variable(name) | Subject::Named(name) => Some(name.clone()),
        Subject::Made(_) | Subject::Input(_) | Subject::Nothing => None,
    }
}

/// Where an object was made: "`malloc` on line 3", "`malloc` in `push`".
fn made(world: &World, cfg: &Cfg, subject: &Subject) -> Option<String> {
    let Subject::Made(frames) = subject else { return None };
    let (function, edge) = frames.last()?;
    let Callee::Graph(maker) = world.graph(function) else { return None };
    let edge = maker.edge(*edge);
    let (Action::Alloc { callee, .. } | Action::Open { callee, .. }) = &edge.action else { return None };
    Some(if *function == cfg.function {
        format!("`{callee}` on line {}", line_of(edge.span.start))
    } else {
        format!("`{callee}` in `{function}`")
    })
}
