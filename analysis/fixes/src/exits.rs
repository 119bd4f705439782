//! The ways in which a function ends when something has failed, as its author wrote them.

use csieve_base::text::words;
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::{
    assigned::assigned,
    written::{Written, is_constant, is_jump, is_place, is_with_body},
};

/// The most exits that are tried.
const MOST: usize = 2;

/// A way out of a function.
#[derive(Debug)]
struct Exit {
    text: String,
    /// How often the function takes it; once more for each time that it does because a pointer is NULL.
    weight: usize,
}

/// Returns the statements with which the function leaves where something has failed, the most used first:
/// `return -1;`, `error = -1; goto fail;`. A function without a result can always return.
pub(crate) fn error_exits(written: &Written, at: Node) -> Vec<String> {
    let mut exits: Vec<Exit> = Vec::new();
    for jump in written.root().subtree().filter(|node| is_jump(*node) && !node.has_error()) {
        let Some(test) = guard(jump) else { continue };
        let is_for_null = tests_for_null(written.of(test));
        if !leaves_in_failure(written, jump, at, is_for_null) {
            continue;
        }
        let said = says_before(written, jump);
        // What is returned behind the label may be what a call has said, and say nothing of this failure.
        let is_goto = jump.kind() == Kind::GotoStatement;
        if is_goto && said.is_none() && !is_for_null && !is_without_result(written) {
            continue;
        }
        let text = [said.filter(|_| is_goto), Some(written.of(jump))];
        let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let weight = 1 + usize::from(is_for_null);
        match exits.iter_mut().find(|exit| exit.text == text) {
            Some(known) => known.weight += weight,
            None => exits.push(Exit { text, weight }),
        }
    }
    exits.sort_by_key(|exit| std::cmp::Reverse(exit.weight));
    let mut exits: Vec<String> = exits.into_iter().map(|exit| exit.text).collect();
    if is_without_result(written) && !exits.iter().any(|exit| exit == "return;") {
        exits.push("return;".to_owned());
    }
    exits.truncate(MOST);
    exits
}

/// Returns the statement right before a jump that gives a variable a constant, which says what has failed.
fn says_before<'a>(written: &Written<'a>, jump: Node) -> Option<&'a str> {
    let before = jump.prev_named_sibling().filter(|node| node.kind() == Kind::ExpressionStatement)?;
    let (place, value) = assigned(written, before)?;
    (is_place(place) && says_failure(written.of(value))).then(|| written.of(before))
}

/// Returns the condition of the `if` that a jump is the end of.
fn guard(jump: Node) -> Option<Node> {
    let mut node = jump;
    let parent = node.parent()?;
    if parent.kind() == Kind::CompoundStatement {
        node = parent;
    }
    let owner = node.parent().filter(|owner| is_with_body(owner.kind()))?;
    (owner.kind() == Kind::IfStatement && owner.field(Field::Consequence) == Some(node))
        .then(|| owner.field(Field::Condition))?
}

/// Returns whether a jump tells the caller that something has failed, and can stand at another place too. A
/// number that is not negative says so only where a pointer was NULL.
fn leaves_in_failure(written: &Written, jump: Node, at: Node, is_for_null: bool) -> bool {
    match jump.kind() {
        Kind::GotoStatement => {
            // A label further down is the one for failures; one further up begins something again.
            let label = jump.field(Field::Label).map(|label| written.of(label));
            let mut labels = written.all(Kind::LabeledStatement);
            labels.any(|one| {
                one.field(Field::Label).map(|label| written.of(label)) == label
                    && one.start_byte() > at.start_byte()
            })
        }
        Kind::ReturnStatement => match jump.named_child(0) {
            None => true,
            Some(value) => {
                let value = written.of(value);
                let is_number = value.starts_with(|first: char| first.is_ascii_digit());
                says_failure(value) && (is_for_null || !is_number)
            }
        },
        _ => false,
    }
}

/// Returns whether a returned value is a constant that may say that something has failed.
fn says_failure(value: &str) -> bool {
    let value = value.trim_start_matches('(').trim_end_matches(')');
    let names = words(value).all(is_constant);
    let is_simple = value.chars().all(|char| char.is_ascii_alphanumeric() || "_-".contains(char));
    is_simple && names && !value.contains("SUCCESS") && !value.ends_with("_OK") && value != "OK"
        || value == "false"
}

/// Returns whether a condition asks whether a pointer is NULL.
fn tests_for_null(condition: &str) -> bool {
    let inner = condition.trim_start_matches('(').trim_end_matches(')').trim();
    inner.ends_with("== NULL") || inner.starts_with('!') && inner[1..].chars().all(|c| c != ' ')
}

fn is_without_result(written: &Written) -> bool {
    let function = written.all(Kind::FunctionDefinition).next();
    function.is_some_and(|function| {
        let is_void = function.field(Field::Type).is_some_and(|node| written.of(node) == "void");
        let declarator = function.field(Field::Declarator);
        is_void && declarator.is_some_and(|node| node.kind() == Kind::FunctionDeclarator)
    })
}
