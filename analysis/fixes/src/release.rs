//! How what a function holds is released.

use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, Cfg, Edge, cell_text, expr_text};

use crate::{Subject, written::Written};

/// The most ways to release that are tried.
const MOST: usize = 2;

/// Words in the name of a function that gives back what it is given.
const GIVES_BACK: [&str; 8] = ["free", "release", "destroy", "delete", "close", "unref", "put", "dispose"];

/// Returns the ways to release what the place `name` holds, each as lines of code, the best first: those of the function
/// itself, then those of the library. A handle that may be NULL is tested.
pub(crate) fn releases(subject: &Subject, written: &Written, name: &str) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut add = |statement: String| {
        if !found.iter().any(|lines| lines.last().is_some_and(|last| *last == statement)) {
            found.push(vec![statement]);
        }
    };
    for edge in &subject.cfg.edges {
        if released(subject.cfg, edge).is_some_and(|place| place == name)
            && let Some(call) = call_statement(written, edge)
        {
            add(written.of(call).to_owned());
        }
    }
    for call in written.all(Kind::ExpressionStatement).filter_map(|node| gives_back(written, node, name)) {
        add(call);
    }
    for function in of_library(subject, name) {
        add(format!("{function}({name});"));
    }
    found.truncate(MOST);
    let guarded = found.first().filter(|_| is_handle(subject, name)).map(|lines| {
        lines.iter().map(|line| format!("\t{line}")).collect::<Vec<_>>()
    });
    found.extend(guarded.map(|lines| [vec![format!("if ({name})")], lines].concat()));
    found
}

/// Returns whether a place holds a handle that is a pointer, which no function may be given that is NULL.
fn is_handle(subject: &Subject, name: &str) -> bool {
    subject.cfg.edges.iter().any(|edge| match &edge.action {
        Action::Open { var, resource, .. } => resource.is_pointer && subject.cfg.var(*var).name == name,
        _ => false,
    })
}

/// Returns the place whose memory, handle or lock an edge releases.
fn released(cfg: &Cfg, edge: &Edge) -> Option<String> {
    match edge.action {
        Action::Free { pointer, .. } => Some(expr_text(cfg, pointer)),
        Action::Close { handle, .. } => Some(expr_text(cfg, handle)),
        Action::Unlock { lock, .. } => Some(cell_text(cfg, lock)),
        _ => None,
    }
}

/// Returns the statement that only consists of the call on an edge.
fn call_statement<'t>(written: &'t Written, edge: &Edge) -> Option<Node<'t>> {
    let statement = written.statement(edge.span)?;
    let call = statement.named_child(0)?;
    let is_call = statement.kind() == Kind::ExpressionStatement && call.kind() == Kind::CallExpression;
    is_call.then_some(statement)
}

/// Returns a call such as `queue_destroy(name);` whose callee says that it gives back its argument.
fn gives_back(written: &Written, statement: Node, name: &str) -> Option<String> {
    let call = statement.named_child(0).filter(|call| call.kind() == Kind::CallExpression)?;
    let function = call.field(Field::Function).filter(|function| function.kind() == Kind::Identifier)?;
    let arguments = call.field(Field::Arguments)?;
    let callee = written.of(function).to_ascii_lowercase();
    let is_given = arguments.named_child_count() == 1
        && arguments.named_child(0).is_some_and(|argument| written.of(argument) == name);
    let parts = callee.split('_');
    let says_so = parts.into_iter().any(|part| GIVES_BACK.iter().any(|word| part.ends_with(word)));
    (is_given && says_so).then(|| written.of(statement).to_owned())
}

/// Returns the library's functions that release what the function obtained and a variable holds.
fn of_library(subject: &Subject, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for edge in &subject.cfg.edges {
        let is_held = |var| subject.cfg.var(var).name == name;
        match &edge.action {
            Action::Alloc { var, callee } if is_held(*var) => found.extend(of_allocator(subject, callee)),
            Action::Open { var, resource, .. } if is_held(*var) => {
                found.extend(subject.library.closing(&resource.name).into_iter().map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

/// Returns the functions that free what an allocator made.
pub(crate) fn of_allocator(subject: &Subject, callee: &str) -> Vec<String> {
    match subject.library.function(callee) {
        Some(entry) => match &entry.family {
            Some(family) => subject.library.freeing(family).into_iter().map(str::to_owned).collect(),
            None => vec!["free".to_owned()],
        },
        // A wrapper of an allocator makes plain memory; a maker of objects need not.
        None if ["alloc", "dup", "printf"].iter().any(|part| callee.contains(part)) => {
            vec!["free".to_owned()]
        }
        None => Vec::new(),
    }
}
