//! What can be told of an error in a tree: headers of functions whose bodies could not be read, and the pieces that
//! belong to nothing.

use csieve_analysis::text::Span;
use tree_sitter::Node;

use super::{
    RawText,
    broken::spoils,
    declarator::{Declared, declared},
    symbol::{Symbol, function},
};

/// Returns the pieces of an error that belong to nothing that could be read, as far as a function may be in them. The
/// whole text is one error if it is broken enough, and still most of its functions are whole.
pub(super) fn loose(raw: &RawText, error: Node) -> Vec<Span> {
    let (mut all, mut run): (Vec<Span>, Option<Span>) = (Vec::new(), None);
    let mut cursor = error.walk();
    for child in error.children(&mut cursor) {
        if is_whole(child) {
            all.extend(run.take());
        } else {
            let start = run.map_or(child.start_byte() as u32, |run| run.start);
            run = Some(Span { start, end: child.end_byte() as u32 });
        }
    }
    all.extend(run);
    all.retain(|run| spoils(raw.text(*run)));
    all
}

/// Returns whether a node in an error is something whole.
fn is_whole(node: Node) -> bool {
    let kind = node.kind();
    let is_item = matches!(kind, "function_definition" | "declaration" | "type_definition" | "comment");
    is_item || kind.starts_with("preproc_")
}

/// Returns the functions of which only the header could be read: those in an error that an opening brace follows.
pub(super) fn headers(raw: &RawText, error: Node) -> Vec<Symbol> {
    let mut cursor = error.walk();
    let parts: Vec<Node> = error.children(&mut cursor).collect();
    let found: Vec<(usize, Declared)> = (0..parts.len()).filter_map(|at| header(&parts, at)).collect();
    let starts: Vec<usize> = found.iter().map(|(at, _)| start_of_header(&parts, *at)).collect();
    let symbol = |(nth, (at, declared)): (usize, &(usize, Declared))| {
        let (after, limit) =
            (parts[*at].end_byte(), starts.get(nth + 1).copied().unwrap_or(error.end_byte()));
        let body = raw.source.text().get(after..limit).unwrap_or_default();
        let end = after + body.find("\n}").map_or_else(|| body.trim_end().len(), |brace| brace + 2);
        function(raw, *declared, Span::new(starts[nth], end))
    };
    found.iter().enumerate().map(symbol).collect()
}

/// Returns the function of which the header ends with the given part of an error.
fn header<'t>(parts: &[Node<'t>], at: usize) -> Option<(usize, Declared<'t>)> {
    let opens = parts.get(at + 1).is_some_and(|next| matches!(next.kind(), "{" | "compound_statement"));
    let found = declared(parts[at]).filter(|_| opens && parts[at].kind().ends_with("declarator"))?;
    found.parameters.map(|_| (at, found))
}

/// Returns where a header begins that ends with the given part: at the type and the words before it.
fn start_of_header(parts: &[Node], at: usize) -> usize {
    let before = parts[..at].iter().rev();
    let words = before.take_while(|part| {
        let kind = part.kind();
        kind.ends_with("type")
            || kind.ends_with("specifier")
            || matches!(kind, "type_identifier" | "type_qualifier")
    });
    words.last().unwrap_or(&parts[at]).start_byte()
}
