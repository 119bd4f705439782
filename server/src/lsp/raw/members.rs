//! Structures, unions and enumerations with what they contain.

use tree_sitter::Node;

use super::{
    RawText,
    declarator::{declarators, declared},
    span,
    symbol::{Symbol, SymbolSort, on_one_line},
};

/// The deepest nesting of structures that is listed.
const DEEPEST: usize = 16;

/// Returns whether a node is a structure, union or enumeration with its body.
pub(super) fn is_composite(node: Node) -> bool {
    matches!(node.kind(), "struct_specifier" | "union_specifier" | "enum_specifier")
        && node.child_by_field_name("body").is_some()
}

/// Returns the symbol of a structure, union or enumeration with its body.
pub(super) fn composite(raw: &RawText, node: Node) -> Symbol {
    nested(raw, node, 0)
}

fn nested(raw: &RawText, node: Node, depth: usize) -> Symbol {
    let (sort, word) = match node.kind() {
        "enum_specifier" => (SymbolSort::Enum, "enum"),
        "union_specifier" => (SymbolSort::Struct, "union"),
        _ => (SymbolSort::Struct, "struct"),
    };
    let name = node.child_by_field_name("name").filter(|name| name.end_byte() > name.start_byte());
    let mut children = Vec::new();
    if let Some(body) = node.child_by_field_name("body").filter(|_| depth < DEEPEST) {
        fill(raw, body, depth, &mut children);
    }
    Symbol {
        name: name.map_or_else(|| format!("(anonymous {word})"), |name| raw.of(name).to_owned()),
        detail: word.to_owned(),
        sort,
        span: span(node),
        // Without a name, its first word is shown.
        name_span: name.or_else(|| node.child(0)).map_or_else(|| span(node), span),
        children,
    }
}

/// Adds the members or constants of a body, also those inside of conditionals.
fn fill(raw: &RawText, body: Node, depth: usize, into: &mut Vec<Symbol>) {
    let mut pending = vec![body];
    while let Some(node) = pending.pop() {
        match node.kind() {
            "field_declaration" => members(raw, node, depth, into),
            "enumerator" => into.extend(enumerator(raw, node)),
            "field_declaration_list"
            | "enumerator_list"
            | "preproc_if"
            | "preproc_ifdef"
            | "preproc_elif"
            | "preproc_elifdef"
            | "preproc_else"
            | "ERROR" => {
                pending.extend(node.named_children(&mut node.walk()));
            }
            _ => {}
        }
    }
    into.sort_by_key(|symbol| symbol.span.start);
}

fn enumerator(raw: &RawText, node: Node) -> Option<Symbol> {
    let name = node.child_by_field_name("name").filter(|name| name.end_byte() > name.start_byte())?;
    let value = node.child_by_field_name("value");
    Some(Symbol {
        name: raw.of(name).to_owned(),
        detail: value.map(|value| format!("= {}", on_one_line(raw.of(value)))).unwrap_or_default(),
        sort: SymbolSort::Enumerator,
        span: span(node),
        name_span: span(name),
        children: Vec::new(),
    })
}

fn members(raw: &RawText, declaration: Node, depth: usize, into: &mut Vec<Symbol>) {
    let kind = declaration.child_by_field_name("type");
    let inner = kind.filter(|kind| is_composite(*kind)).map(|kind| nested(raw, kind, depth + 1));
    let names = declarators(declaration);
    if names.is_empty() {
        into.extend(inner);
        return;
    }
    // Names of one declaration share its type, so its contents are listed below the first of them.
    let mut contents = inner.map(|inner| inner.children).unwrap_or_default();
    for (nth, declarator) in names.iter().enumerate() {
        let Some(found) = declared(*declarator) else { continue };
        let whole = if nth == 0 { declaration } else { *declarator };
        into.push(Symbol {
            name: raw.of(found.name).to_owned(),
            detail: kind.map(|kind| on_one_line(head(raw, kind))).unwrap_or_default(),
            sort: SymbolSort::Member,
            span: span(whole),
            name_span: span(found.name),
            children: std::mem::take(&mut contents),
        });
    }
}

/// Returns the text of a type without the body that it may have.
pub(super) fn head<'r>(raw: &'r RawText, kind: Node) -> &'r str {
    let mut whole = span(kind);
    if let Some(body) = kind.child_by_field_name("body") {
        whole.end = body.start_byte() as u32;
    }
    raw.text(whole)
}
