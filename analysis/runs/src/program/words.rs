//! Describes a misuse in a run of a program.

use csieve_base::text::{Line, Sentence, sentence};
use csieve_graph::{Action, Cfg, Edge, ExprId, cell_text, expr_text, source};
use csieve_lowering::project::plain;
use csieve_machine::{Callee, Graphs, Misuse, Subject};
use csieve_modelcheck::checks::{InRuns, RunMisuse, RunSubject, declaration};

use super::{File, World};

/// The texts of a finding that was made from a run.
pub(super) struct FindingWords {
    /// One plain sentence. Line references in it are offsets in the function in which the misuse happens.
    pub message: Sentence,
    /// The variable or expression that is misused.
    pub subject: String,
}

/// Returns the texts for a misuse; `None` if the check for its rule reports nothing from runs.
pub(super) fn words(file: File, world: &World, misuse: &Misuse) -> Option<FindingWords> {
    let InRuns { subject, message } = declaration(misuse.rule).in_runs?;
    let (function, edge) = misuse.frames.last()?;
    let cfg = &*world.graphs().in_words(function)?;
    let edge = cfg.edge(*edge);
    let statement = source(file.text_of(function), edge.span).trim_end_matches(';').to_owned();
    let object = named(&misuse.subject);
    let operand = || used(cfg, edge).or_else(|| object.clone()).unwrap_or_else(|| statement.clone());
    let subject = match subject {
        RunSubject::Operand => operand(),
        RunSubject::Variable => object.clone().unwrap_or_else(operand),
        RunSubject::Named(name) => name.to_owned(),
    };
    let made = made(file, world, function, &misuse.subject);
    let from = made.as_ref().map(|made| sentence!(" from {}", made)).unwrap_or_default();
    let object = object.map(|name| sentence!("`{}`", name));
    let object = object.or(made.map(|made| sentence!("the memory from {}", made)));
    let object = object.unwrap_or_else(|| "its object".into());
    let misuse = RunMisuse { subject, statement, from, object };
    let mut message = message(&misuse);
    if let Some((path, line)) = file.elsewhere(function, edge.span) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        message = sentence!("{} (in `{}`, {}:{})", message, plain(function), name, line);
    }
    Some(FindingWords { message, subject: misuse.subject })
}

/// Returns the operand that an edge uses, such as an accessed pointer or a closed handle, as the source
/// writes it.
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
        Subject::Variable(name) | Subject::Named(name) => Some(plain(name).into_owned()),
        Subject::Made(_) | Subject::Input(_) | Subject::Nothing => None,
    }
}

/// Returns where the object of a misuse was allocated or opened: "`malloc` on line 3", "`malloc` in `push`".
fn made(file: File, world: &World, home: &str, subject: &Subject) -> Option<Sentence> {
    let Subject::Made(frames) = subject else { return None };
    let (function, edge) = frames.last()?;
    let Callee::Graph(maker) = world.graph(function) else { return None };
    let edge = maker.edge(*edge);
    let (Action::Alloc { callee, .. } | Action::Open { callee, .. }) = &edge.action else { return None };
    Some(if function == home && !file.is_elsewhere(home) {
        sentence!("`{}` on line {}", callee, Line(edge.span.start))
    } else {
        sentence!("`{}` in `{}`", callee, plain(function))
    })
}
