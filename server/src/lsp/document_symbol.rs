//! `textDocument/documentSymbol`: what a document declares.

use tower_lsp::lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind,
    Url,
};

use super::{
    positions::Positions,
    raw::{RawText, Symbol, SymbolSort, outline},
    server::Server,
    session::Session,
};

/// Returns the symbols of the current text; `None` if the document is not C, or if the settings turn this
/// off.
pub(super) fn handle(
    server: &Server,
    params: DocumentSymbolParams,
) -> impl Future<Output = Option<DocumentSymbolResponse>> + Send + use<> {
    let (uri, session) = (params.text_document.uri, server.session());
    server.documents().ask_tree(uri.clone(), move |raw| symbols(&raw, &uri, session))
}

fn symbols(raw: &RawText, uri: &Url, session: Session) -> DocumentSymbolResponse {
    let positions = Positions::of(&raw.source, session.encoding);
    let symbols = outline(raw);
    if session.nested_symbols {
        symbols.into_iter().map(|symbol| nested(&positions, symbol)).collect::<Vec<_>>().into()
    } else {
        let mut all = Vec::new();
        for symbol in symbols {
            flatten(&positions, uri, symbol, None, &mut all);
        }
        all.into()
    }
}

#[expect(deprecated, reason = "the field has no default, so it must be named")]
fn nested(positions: &Positions, symbol: Symbol) -> DocumentSymbol {
    let children: Vec<_> = symbol.children.into_iter().map(|child| nested(positions, child)).collect();
    DocumentSymbol {
        name: symbol.name,
        detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
        kind: kind(symbol.sort),
        tags: None,
        deprecated: None,
        range: positions.range(symbol.span),
        selection_range: positions.range(symbol.name_span),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

/// Adds a symbol and those inside of it to a list, each with the name of the one that contains it.
#[expect(deprecated, reason = "the field has no default, so it must be named")]
fn flatten(
    positions: &Positions,
    uri: &Url,
    symbol: Symbol,
    container: Option<&str>,
    into: &mut Vec<SymbolInformation>,
) {
    let Symbol { name, sort, span, children, .. } = symbol;
    into.push(SymbolInformation {
        name: name.clone(),
        kind: kind(sort),
        tags: None,
        deprecated: None,
        location: Location::new(uri.clone(), positions.range(span)),
        container_name: container.map(str::to_owned),
    });
    for child in children {
        flatten(positions, uri, child, Some(&name), into);
    }
}

/// Returns the kind of a sort of symbol. The protocol has none for macros and typedefs.
fn kind(sort: SymbolSort) -> SymbolKind {
    match sort {
        SymbolSort::Function | SymbolSort::MacroFunction => SymbolKind::FUNCTION,
        SymbolSort::Macro => SymbolKind::CONSTANT,
        SymbolSort::Struct => SymbolKind::STRUCT,
        SymbolSort::Enum => SymbolKind::ENUM,
        SymbolSort::Enumerator => SymbolKind::ENUM_MEMBER,
        SymbolSort::Member => SymbolKind::FIELD,
        SymbolSort::Typedef => SymbolKind::CLASS,
        SymbolSort::Variable => SymbolKind::VARIABLE,
    }
}
