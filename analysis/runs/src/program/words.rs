//! What people are told of a misuse in a run.

use csieve_base::{
    rule::Rule,
    text::{Line, Sentence, sentence},
};
use csieve_graph::{Action, Cfg, Edge, ExprId, cell_text, expr_text, source};
use csieve_machine::{Callee, Graphs, Misuse, Subject};

use super::{File, World};

/// The sentence, and what it is about.
pub struct Words {
    /// One plain sentence; its lines are those of the function that the misuse is in.
    pub message: Sentence,
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
    let from = made.as_ref().map(|made| sentence!(" from {}", made)).unwrap_or_default();
    let message = match misuse.rule {
        Rule::NullDereference => sentence!("`{}` is NULL here in a run of the program", subject),
        Rule::DivisionByZero => sentence!("the divisor `{}` is 0 here in a run of the program", subject),
        Rule::UninitializedRead => {
            let subject = named(&misuse.subject).unwrap_or(subject);
            let message =
                sentence!("`{}` is read here in a run of the program but has no value yet", subject);
            return Some(Words { message, subject });
        }
        Rule::UseAfterFree => {
            sentence!(
                "`{}` is used here in a run of the program, but its memory{} was freed before",
                subject,
                from
            )
        }
        Rule::DoubleFree => {
            sentence!(
                "`{}` is freed here in a run of the program, but its memory{} was freed already",
                subject,
                from
            )
        }
        Rule::InvalidFree => {
            sentence!(
                "`{}` is freed here in a run of the program, but it does not point to the start of allocated memory",
                subject
            )
        }
        Rule::MemoryLeak => {
            let message =
                sentence!("the last pointer to memory{} is lost here in a run of the program", from);
            return Some(Words { message, subject: "the memory".to_owned() });
        }
        Rule::ResourceLeak => {
            let message = sentence!(
                "the last handle{} is lost here in a run of the program without being closed",
                from
            );
            return Some(Words { message, subject: "the handle".to_owned() });
        }
        Rule::OutOfBounds => {
            let object = named(&misuse.subject).map(|name| sentence!("`{}`", name));
            let object = object.or(made.map(|made| sentence!("the memory from {}", made)));
            let object = object.unwrap_or_else(|| "its object".into());
            sentence!("`{}` leads outside {} here in a run of the program", subject, object)
        }
        Rule::IntegerOverflow => sentence!("`{}` overflows here in a run of the program", text()),
        Rule::AssertionFailure => sentence!("this assertion fails in a run of the program: `{}`", text()),
        Rule::DoubleClose => sentence!("`{}` is closed again here in a run of the program", subject),
        Rule::DoubleLock => {
            sentence!("`{}` is taken here in a run of the program, but it is held already", subject)
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
fn made(world: &World, cfg: &Cfg, subject: &Subject) -> Option<Sentence> {
    let Subject::Made(frames) = subject else { return None };
    let (function, edge) = frames.last()?;
    let Callee::Graph(maker) = world.graph(function) else { return None };
    let edge = maker.edge(*edge);
    let (Action::Alloc { callee, .. } | Action::Open { callee, .. }) = &edge.action else { return None };
    Some(if *function == cfg.function {
        sentence!("`{}` on line {}", callee, Line(edge.span.start))
    } else {
        sentence!("`{}` in `{}`", callee, function)
    })
}
