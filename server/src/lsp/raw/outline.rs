//! What a text declares: functions, types, variables and macros, also around what is broken.

use csieve_analysis::text::{SourceText, Span};
use tree_sitter::Node;

use super::{
    RawText,
    broken::{ends_inside, is_in, pieces, stretches},
    declarator::{declarators, declared},
    errors::{headers, loose},
    members::{composite, head, is_composite},
    span,
    symbol::{Symbol, SymbolSort, function, on_one_line},
};

/// Returns the symbols of a text in source order. They do not overlap, except that names of one declaration
/// do.
pub(crate) fn outline(raw: &RawText) -> Vec<Symbol> {
    let mut outline = Outline { raw, found: Vec::new(), broken: Vec::new() };
    outline.walk();
    let broken = stretches(raw.source.text(), &outline.broken);
    let mut found = outline.found;
    found.retain(|symbol| !is_in(&broken, symbol.name_span));
    for piece in broken.iter().flat_map(|stretch| pieces(raw.source.text(), *stretch)) {
        let Some(part) = RawText::parse(SourceText::new(raw.text(piece)), None) else { continue };
        let mut outline = Outline { raw: &part, found: Vec::new(), broken: Vec::new() };
        outline.walk();
        found.extend(outline.found.into_iter().map(|symbol| symbol.shifted(piece.start)));
    }
    found.sort_by_key(|symbol| symbol.span.start);
    part(raw.source.text(), &mut found);
    found
}

/// Ends each function before what starts a line inside of it, since that was meant to stand behind it.
fn part(text: &str, found: &mut [Symbol]) {
    for at in 1..found.len() {
        let next = found[at].span.start;
        let function = &mut found[at - 1];
        let after = function.name_span.end;
        let starts_line = text[..next as usize].ends_with('\n');
        if function.sort == SymbolSort::Function && starts_line && (after..function.span.end).contains(&next)
        {
            let kept = text[after as usize..next as usize].trim_end();
            function.span.end = after + kept.len() as u32;
        }
    }
}

struct Outline<'r> {
    raw: &'r RawText,
    found: Vec<Symbol>,
    /// The nodes that could not be read, and the functions in which several functions may be.
    broken: Vec<Span>,
}

/// What is around a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    File,
    Error,
    Function,
}

impl Outline<'_> {
    /// Adds everything that the text declares. What stands inside of a function or an error counts only if it
    /// starts a line, since the variables of a function are no symbols.
    fn walk(&mut self) {
        let mut pending = vec![(self.raw.tree.root_node(), Around::File)];
        while let Some((node, around)) = pending.pop() {
            let counts = around == Around::File || node.start_position().column == 0;
            let goes_deeper = if counts { self.item(node) } else { is_block(node) };
            let is_function = node.kind() == "function_definition";
            // The outermost of functions inside of each other stands for all of them.
            let is_outermost = is_function && around != Around::Function;
            if is_outermost && node.has_error() && ends_inside(self.raw.of(node)) {
                self.broken.push(span(node));
            }
            if goes_deeper {
                let around = match around {
                    Around::File if is_container(node) => Around::File,
                    Around::File | Around::Error if !is_function => Around::Error,
                    _ => Around::Function,
                };
                let mut cursor = node.walk();
                pending.extend(node.named_children(&mut cursor).map(|child| (child, around)));
            }
        }
    }

    /// Adds what a node declares. Returns whether more is declared inside of it.
    fn item(&mut self, node: Node) -> bool {
        match node.kind() {
            "function_definition" => {
                self.function(node);
                // An open brace makes what follows part of the function.
                return node.has_error();
            }
            "declaration" => self.variables(node),
            "type_definition" => self.typedef(node),
            "preproc_def" | "preproc_function_def" => self.macro_of(node),
            "struct_specifier" | "union_specifier" | "enum_specifier" => {
                if is_composite(node) {
                    self.found.push(composite(self.raw, node));
                }
            }
            "expression_statement" | "comment" | "preproc_include" | "preproc_call" => {}
            "ERROR" => {
                self.broken.extend(loose(self.raw, node));
                self.found.extend(headers(self.raw, node));
                return true;
            }
            _ => return true,
        }
        false
    }

    fn function(&mut self, node: Node) {
        let declarator = node.child_by_field_name("declarator").and_then(declared);
        self.found.extend(declarator.map(|declared| function(self.raw, declared, span(node))));
    }

    /// Adds the variables and prototypes of a declaration, and the type that it may define.
    fn variables(&mut self, node: Node) {
        let kind = node.child_by_field_name("type");
        if let Some(kind) = kind.filter(|kind| is_composite(*kind)) {
            self.found.push(composite(self.raw, kind));
        }
        let names = declarators(node);
        for (nth, declarator) in names.iter().enumerate() {
            let Some(found) = declared(*declarator) else { continue };
            let of_kind = || kind.map(|kind| on_one_line(head(self.raw, kind))).unwrap_or_default();
            let (sort, detail) = match found.parameters {
                Some(parameters) => (SymbolSort::Function, on_one_line(self.raw.of(parameters))),
                None => (SymbolSort::Variable, of_kind()),
            };
            self.found.push(self.named(found.name, detail, sort, if nth == 0 { node } else { *declarator }));
        }
    }

    fn typedef(&mut self, node: Node) {
        let kind = node.child_by_field_name("type");
        let mut inner = kind.filter(|kind| is_composite(*kind)).map(|kind| composite(self.raw, kind));
        for declarator in declarators(node) {
            let Some(found) = declared(declarator) else { continue };
            let name = self.raw.of(found.name);
            let is_plain = declarator.kind() == "type_identifier";
            match inner.take_if(|inner| is_plain && (inner.name == name || inner.name.starts_with('('))) {
                // `typedef struct { … } name;` declares one thing.
                Some(inner) => self.found.push(Symbol {
                    name: name.to_owned(),
                    span: span(node),
                    name_span: span(found.name),
                    ..inner
                }),
                None => {
                    let detail = kind.map(|kind| on_one_line(head(self.raw, kind))).unwrap_or_default();
                    self.found.push(self.named(found.name, detail, SymbolSort::Typedef, declarator));
                }
            }
        }
        self.found.extend(inner);
    }

    fn macro_of(&mut self, node: Node) {
        let Some(name) = node.child_by_field_name("name").filter(|name| name.end_byte() > name.start_byte())
        else {
            return;
        };
        // `#define A_H` below `#ifndef A_H` only guards the file.
        let is_guard = node.child_by_field_name("value").is_none()
            && node.parent().filter(|parent| parent.kind() == "preproc_ifdef").is_some_and(|parent| {
                parent
                    .child_by_field_name("name")
                    .is_some_and(|guard| self.raw.of(guard) == self.raw.of(name))
            });
        let parameters = node.child_by_field_name("parameters");
        match parameters {
            _ if is_guard => {}
            Some(parameters) => {
                let detail = on_one_line(self.raw.of(parameters));
                self.found.push(self.named(name, detail, SymbolSort::MacroFunction, node));
            }
            None => self.found.push(self.named(name, String::new(), SymbolSort::Macro, node)),
        }
    }

    fn named(&self, name: Node, detail: String, sort: SymbolSort, whole: Node) -> Symbol {
        let text = self.raw.of(whole).trim_end().len();
        let whole = Span::new(whole.start_byte(), whole.start_byte() + text);
        Symbol {
            name: self.raw.of(name).to_owned(),
            detail,
            sort,
            span: whole,
            name_span: span(name),
            children: Vec::new(),
        }
    }
}

/// Returns whether what a node contains is declared in the file.
fn is_container(node: Node) -> bool {
    let kind = node.kind();
    kind.starts_with("preproc_")
        || matches!(kind, "translation_unit" | "linkage_specification" | "declaration_list")
}

/// Returns whether something that starts a line may stand in a node which does not.
fn is_block(node: Node) -> bool {
    matches!(node.kind(), "compound_statement" | "ERROR")
}

#[cfg(test)]
mod tests {
    use super::{SymbolSort, outline};
    use crate::lsp::raw::{Symbol, testing::raw};

    /// The symbols of a text, one a line: sort, name, detail, and the first and last words of its text.
    fn listed(text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut pending: Vec<(usize, Symbol)> =
            outline(&raw(text)).into_iter().rev().map(|one| (0, one)).collect();
        while let Some((depth, symbol)) = pending.pop() {
            assert_eq!(symbol.span.start, symbol.span.start.min(symbol.name_span.start));
            assert!(symbol.span.contains(symbol.name_span), "{symbol:?}");
            let indent = "  ".repeat(depth);
            lines.push(
                format!("{indent}{:?} {} {}", symbol.sort, symbol.name, symbol.detail).trim_end().to_owned(),
            );
            pending.extend(symbol.children.into_iter().rev().map(|child| (depth + 1, child)));
        }
        lines
    }

    fn functions(text: &str) -> Vec<(String, String)> {
        let all = outline(&raw(text)).into_iter().filter(|symbol| symbol.sort == SymbolSort::Function);
        all.map(|symbol| (symbol.name, text[symbol.span.range()].to_owned())).collect()
    }

    #[test]
    fn everything_that_a_file_declares_is_listed() {
        let text = "#ifndef A_H\n#define A_H\n#define SIZE 10\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\
                    struct point { int x, y; union { long n; char *s; }; };\n\
                    enum color { RED, GREEN = 5 };\n\
                    typedef struct { struct { int a; } in; } outer;\n\
                    typedef struct node { struct node *next; } node, *list;\n\
                    typedef unsigned long (*hash)(const void *);\n\
                    static const char *names[] = { \"a\" }, *other;\n\
                    int (*callback)(int), run(void);\n\
                    API size_t exported(void) { return 0; }\n\
                    static inline int\nfirst(int a,\n      int b)\n{\n    int local;\n    return a;\n}\n#endif\n";
        let expected = [
            "Macro SIZE",
            "MacroFunction MAX (a, b)",
            "Struct point struct",
            "  Member x int",
            "  Member y int",
            "  Struct (anonymous union) union",
            "    Member n long",
            "    Member s char",
            "Enum color enum",
            "  Enumerator RED",
            "  Enumerator GREEN = 5",
            "Struct outer struct",
            "  Member in struct",
            "    Member a int",
            "Struct node struct",
            "  Member next struct node",
            "Typedef list struct node",
            "Typedef hash unsigned long",
            "Variable names char",
            "Variable other char",
            "Variable callback int",
            "Function run (void)",
            "Function exported (void)",
            "Function first (int a, int b)",
        ];
        assert_eq!(listed(text), expected);
    }

    #[test]
    fn functions_are_found_around_what_is_broken() {
        let whole = "int g(void)\n{\n    return 1;\n}\n";
        for broken in [
            "int f(int x)\n{\n    if (x) {\n    return 2;\n}\n",
            "int f(int x)\n{\n    x = ;\n}\n",
            "int f(int x) { if (x) { x--;\n",
            "int f(int x)\n{\n    x = (1 + \n}\n",
            "int f(int x)\n{\n    while (x { x--; }\n}\n",
            "int f(int x)\n{\n    return x; }\n}\n",
            "int f(int x)\n{\n    \"open\n}\n",
        ] {
            let text = format!("{whole}{broken}{}", whole.replace('g', "h"));
            let found = functions(&text);
            let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["g", "f", "h"], "{text}");
            assert!(
                found[1].1.starts_with("int f(int x)") && !found[1].1.contains("int h"),
                "{}",
                found[1].1
            );
            assert_eq!(found[2].1.trim_end(), whole.replace('g', "h").trim_end());
        }
    }

    #[test]
    fn any_text_has_an_outline() {
        let nested = format!("struct s {{ {} int a; {} }};", "struct {".repeat(200), "} x;".repeat(200));
        let open = "void f(void) {\n".repeat(300);
        for text in [
            "",
            "}",
            "int",
            "int (",
            "#define",
            "#define \n",
            "\0",
            "struct {",
            "enum { A = ",
            &nested,
            &open,
        ] {
            outline(&raw(text));
        }
    }
}
