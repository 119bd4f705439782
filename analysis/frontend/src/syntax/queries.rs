//! Queries over syntax trees, for rules of users.

use csieve_base::own::{Hit, LabelId, Matcher};
use tree_sitter::{Language, Node, Query, QueryCursor, StreamingIterator};

use super::parser;

/// Why a text is no query for events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongQuery {
    /// The place of the mistake in the text of the query, in bytes.
    pub offset: usize,
    /// The problem, as a sentence without a full stop.
    pub problem: String,
}

/// Compiled queries, each with the label of what it matches.
#[derive(Debug, Default)]
pub struct Queries(Vec<Labelled>);

#[derive(Debug)]
struct Labelled {
    label: LabelId,
    query: Query,
    event: u32,
    object: Option<u32>,
}

/// The capture of the node at which an event happens.
const EVENT: &str = "event";

/// The capture of the node that names the object of an event.
const OBJECT: &str = "object";

impl Queries {
    /// Adds a query. It captures the node at which the event happens as `@event`, and the node that names the object, if
    /// there is one, as `@object`.
    ///
    /// # Errors
    /// What is wrong with the query, and where.
    pub fn add(&mut self, label: LabelId, text: &str) -> Result<(), WrongQuery> {
        let wrong = |offset, problem: String| WrongQuery { offset, problem };
        let query = Query::new(&language(), text).map_err(|error| wrong(error.offset, said(&error)))?;
        for name in query.capture_names() {
            if ![EVENT, OBJECT].contains(name) && !name.starts_with('_') {
                let problem = format!(
                    "`@{name}` has no meaning here; there are `@event` and `@object`, and names that begin with `_`"
                );
                return Err(wrong(text.find(&format!("@{name}")).unwrap_or(0), problem));
            }
        }
        let event = query.capture_index_for_name(EVENT);
        let event = event.ok_or_else(|| wrong(0, "the query captures no `@event`".to_owned()))?;
        let object = query.capture_index_for_name(OBJECT);
        self.0.push(Labelled { label, query, event, object });
        Ok(())
    }

    /// Returns whether there is no query.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Matcher for Queries {
    fn hits(&self, text: &str) -> Vec<Hit> {
        let Some(tree) = parser().parse(text, None) else { return Vec::new() };
        let mut hits = Vec::new();
        for one in &self.0 {
            let mut cursor = QueryCursor::new();
            let mut matches = cursor.matches(&one.query, tree.root_node(), text.as_bytes());
            while let Some(found) = matches.next() {
                let object = one.object.and_then(|object| found.nodes_for_capture_index(object).next());
                let object = object.map(|node| inner(node).byte_range());
                let events = found.nodes_for_capture_index(one.event);
                hits.extend(events.map(|event| Hit {
                    label: one.label,
                    event: inner(event).byte_range(),
                    object: object.clone(),
                }));
            }
        }
        hits.sort_by_key(|hit| (hit.event.start, hit.event.end, hit.label));
        hits
    }
}

fn language() -> Language {
    tree_sitter_c::LANGUAGE.into()
}

/// Returns the expression in brackets.
fn inner(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression"
        && let Some(child) = node.named_child(0)
    {
        node = child;
    }
    node
}

/// Returns what a message of the compiler of queries means, for people.
fn said(error: &tree_sitter::QueryError) -> String {
    use tree_sitter::QueryErrorKind as Kind;
    let name = error.message.trim_matches('"');
    match error.kind {
        Kind::NodeType => format!("the grammar of C has no node `{name}`"),
        Kind::Field => format!("the grammar of C has no field `{name}`"),
        Kind::Capture => format!("there is no capture `@{name}`"),
        Kind::Structure => "no tree of C has this structure".to_owned(),
        Kind::Predicate => error.message.clone(),
        _ => "this is no query".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Matcher, Queries};

    #[test]
    fn events_and_objects_are_captured() {
        let mut queries = Queries::default();
        let query = r#"(call_expression function: (identifier) @_name arguments: (argument_list . (_) @object)
                        (#eq? @_name "take")) @event"#;
        assert_eq!(queries.add(3, query), Ok(()));
        let text = "void f(int *p) { take((p)); give(p); }";
        let hits = queries.hits(text);
        assert_eq!(hits.len(), 1);
        assert_eq!(&text[hits[0].event.clone()], "take((p))");
        assert_eq!(hits[0].object.clone().map(|range| &text[range]), Some("p"));
    }

    #[test]
    fn mistakes_have_a_place() {
        let wrong = |text: &str| Queries::default().add(0, text).unwrap_err();
        let unknown = wrong("(call_expresion) @event");
        assert_eq!(
            (unknown.offset, unknown.problem.as_str()),
            (1, "the grammar of C has no node `call_expresion`")
        );
        assert_eq!(wrong("(goto_statement)").problem, "the query captures no `@event`");
        assert_eq!(wrong("(goto_statement) @here").offset, 17);
        assert_eq!(wrong("(goto_statement").problem, "this is no query");
    }
}
