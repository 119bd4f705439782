//! How what a function holds is released.

use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, Cfg, Edge, cell_text, expr_text};

use crate::{
    Subject,
    assigned::{has_own_members, is_own},
    written::{Written, root_of},
};

/// The most ways to release that are tried.
const MOST: usize = 2;

/// Words in the name of a function that gives back what it is given.
const GIVES_BACK: [&str; 8] = ["free", "release", "destroy", "delete", "close", "unref", "put", "dispose"];

/// Returns the ways to release what the place `name` holds, each as lines of code, the best first: those of
/// the function itself, then those of the library. What may be NULL or another's is tested.
pub(crate) fn releases(subject: &Subject, written: &Written, name: &str) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut add = |lines: Vec<String>| {
        if !found.contains(&lines) {
            found.push(lines);
        }
    };
    let is_own = is_own(written, name);
    let by_effect = subject.cfg.edges.iter().filter_map(|edge| {
        released(subject.cfg, edge).filter(|place| place == name)?;
        call_statement(written, edge)
    });
    let by_name = written.all(Kind::ExpressionStatement).filter(|node| gives_back(written, *node, name));
    for call in by_effect.chain(by_name) {
        if is_own {
            add(vec![written.of(call).to_owned()]);
        } else if let Some(test) = guard(written, call, name) {
            add(vec![format!("if {test}"), format!("\t{}", written.of(call))]);
        }
    }
    // What points to memory of its own is more than what a function of the library frees.
    if is_own && !has_own_members(subject, written, name) {
        for function in of_library(subject, name) {
            add(vec![format!("{function}({name});")]);
        }
    }
    found.truncate(MOST);
    if is_handle(subject, name)
        && let Some([only]) = found.first().map(Vec::as_slice)
    {
        found.push(vec![format!("if ({name})"), format!("\t{only}")]);
    }
    found
}

/// Returns the condition, with its brackets, of an `if` around nothing but a release, if it asks about what
/// is released.
fn guard<'a>(written: &Written<'a>, call: Node, name: &str) -> Option<&'a str> {
    let parent = call.parent()?;
    let body = match parent.kind() {
        Kind::CompoundStatement if parent.named_child_count() == 1 => parent,
        _ => call,
    };
    let test = body.parent().filter(|test| test.kind() == Kind::IfStatement)?;
    let condition = test.field(Field::Condition)?;
    let is_only = test.field(Field::Consequence) == Some(body) && test.field(Field::Alternative).is_none();
    (is_only && written.names(condition, root_of(name))).then(|| written.of(condition))
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

/// Returns whether a statement is a call such as `queue_destroy(name);` whose callee says that it gives back
/// its argument.
fn gives_back(written: &Written, statement: Node, name: &str) -> bool {
    let call = statement.named_child(0).filter(|call| call.kind() == Kind::CallExpression);
    let (Some(function), Some(arguments)) = (
        call.and_then(|call| call.field(Field::Function)),
        call.and_then(|call| call.field(Field::Arguments)),
    ) else {
        return false;
    };
    let callee = written.of(function).to_ascii_lowercase();
    let is_given = arguments.named_child_count() == 1
        && arguments.named_child(0).is_some_and(|argument| written.of(argument) == name);
    let mut parts = callee.split('_');
    is_given && parts.any(|part| GIVES_BACK.iter().any(|word| part.ends_with(word)))
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
