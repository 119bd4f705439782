//! The parts of a text that editors can fold.

use csieve_analysis::text::{Conditionals, Span};
use tree_sitter::{Node, TreeCursor};

use super::RawText;

/// What a fold has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoldKind {
    /// What stands between two braces.
    Block,
    /// A comment, or comments on lines that follow each other.
    Comment,
    /// Lines with `#include`.
    Includes,
    /// A branch of `#if`, without the directives.
    Branch,
}

/// A part of a text that can be folded. It has more than one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fold {
    /// The part that disappears, in bytes of the text.
    pub span: Span,
    /// What the part has.
    pub kind: FoldKind,
    /// The number of nodes of the tree around the part. Folds of small depth matter most.
    pub depth: u32,
}

/// Returns the folds of a text in source order.
pub(crate) fn folds(raw: &RawText) -> Vec<Fold> {
    let mut folds = Folds { raw, found: Vec::new(), comments: None, includes: None };
    let mut cursor = raw.tree.walk();
    loop {
        let node = cursor.node();
        let is_long = node.start_position().row < node.end_position().row;
        folds.visit(node, is_long, cursor.depth());
        // A node on one line has nothing to fold.
        let goes_on = (is_long && cursor.goto_first_child()) || next(&mut cursor);
        if !goes_on {
            break;
        }
    }
    folds.finish()
}

/// Goes to the next node that is not inside of the current one.
fn next(cursor: &mut TreeCursor) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

/// Lines that follow each other and are folded together.
struct Run {
    span: Span,
    last_row: usize,
    depth: u32,
}

struct Folds<'r> {
    raw: &'r RawText,
    found: Vec<Fold>,
    comments: Option<Run>,
    includes: Option<Run>,
}

impl Folds<'_> {
    fn visit(&mut self, node: Node, is_long: bool, depth: u32) {
        match node.kind() {
            "compound_statement"
            | "field_declaration_list"
            | "enumerator_list"
            | "initializer_list"
            | "declaration_list"
                if is_long =>
            {
                self.block(node, depth);
            }
            "comment" => self.comment(node, is_long, depth),
            "preproc_include" => self.include(node, depth),
            _ => {}
        }
    }

    fn block(&mut self, node: Node, depth: u32) {
        let text = self.raw.of(node);
        if text.len() > 1 && text.starts_with('{') && text.ends_with('}') {
            self.add(Span::new(node.start_byte() + 1, node.end_byte() - 1), FoldKind::Block, depth);
        }
    }

    fn comment(&mut self, node: Node, is_long: bool, depth: u32) {
        let span = super::span(node);
        if !self.raw.of(node).starts_with("//") {
            if is_long {
                self.add(span, FoldKind::Comment, depth);
            }
        } else if self.begins_line(node) {
            let follows = |run: &Run| node.start_position().row == run.last_row + 1;
            let run = self.comments.take();
            let (run, before) = extended(run, follows, span, node.end_position().row, depth);
            self.comments = Some(run);
            self.end(before, FoldKind::Comment);
        }
    }

    fn include(&mut self, node: Node, depth: u32) {
        let length = self.raw.of(node).trim_end().len();
        let span = Span::new(node.start_byte(), node.start_byte() + length);
        let row = node.start_position().row;
        // One empty line may part groups of headers.
        let follows = |run: &Run| row <= run.last_row + 2;
        let run = self.includes.take();
        let (run, before) = extended(run, follows, span, row, depth);
        self.includes = Some(run);
        self.end(before, FoldKind::Includes);
    }

    fn begins_line(&self, node: Node) -> bool {
        let (start, column) = (node.start_byte(), node.start_position().column);
        let before = self.raw.source.text().get(start - column..start);
        before.is_some_and(|before| before.trim().is_empty())
    }

    fn end(&mut self, run: Option<Run>, kind: FoldKind) {
        if let Some(run) = run.filter(|run| self.raw.text(run.span).contains('\n')) {
            self.add(run.span, kind, run.depth);
        }
    }

    fn add(&mut self, span: Span, kind: FoldKind, depth: u32) {
        self.found.push(Fold { span, kind, depth });
    }

    /// Adds the branches of conditionals. They come from the text, since a branch that opens a brace which
    /// another one closes has no node of its own.
    fn branches(&mut self) {
        let text = self.raw.source.text();
        for branch in Conditionals::of(text).branches {
            let lines = self.raw.text(branch).trim_end();
            let Some(start) = lines.find('\n') else { continue };
            let start = branch.start as usize + lines[..start].trim_end().len();
            self.add(Span::new(start, branch.start as usize + lines.len()), FoldKind::Branch, 1);
        }
    }

    fn finish(mut self) -> Vec<Fold> {
        let (comments, includes) = (self.comments.take(), self.includes.take());
        self.end(comments, FoldKind::Comment);
        self.end(includes, FoldKind::Includes);
        self.branches();
        self.found.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
        self.found
    }
}

/// Returns the run that a line belongs to, and the run that ended before it.
fn extended(
    run: Option<Run>,
    follows: impl Fn(&Run) -> bool,
    span: Span,
    row: usize,
    depth: u32,
) -> (Run, Option<Run>) {
    match run {
        Some(run) if follows(&run) => {
            let whole = Span { start: run.span.start, end: span.end };
            (Run { span: whole, last_row: row, ..run }, None)
        }
        before => (Run { span, last_row: row, depth }, before),
    }
}

#[cfg(test)]
mod tests {
    use super::folds;
    use crate::lsp::raw::testing::raw;

    fn folded(text: &str) -> Vec<String> {
        let all = folds(&raw(text));
        all.iter().map(|fold| format!("{:?} {:?}", fold.kind, &text[fold.span.range()])).collect()
    }

    #[test]
    fn blocks_comments_includes_and_branches_fold() {
        let text = "/* a\n b */\n#include <a.h>\n#include <b.h>\n\n#include <c.h>\n// one\n// two\nint a; // three\n\
                    #ifdef A\nint b;\n#else\nint c;\n#endif\n\
                    int f(void)\n{\n    if (a) {\n        b();\n    }\n    return (struct s){ 1 };\n}\n";
        let expected = [
            r#"Comment "/* a\n b */""#,
            r##"Includes "#include <a.h>\n#include <b.h>\n\n#include <c.h>""##,
            r#"Comment "// one\n// two""#,
            r#"Branch "\nint b;""#,
            r#"Branch "\nint c;""#,
            r#"Block "\n    if (a) {\n        b();\n    }\n    return (struct s){ 1 };\n""#,
            r#"Block "\n        b();\n    ""#,
        ];
        assert_eq!(folded(text), expected);
    }

    #[test]
    fn branches_that_share_a_brace_fold_all_the_same() {
        let text =
            "int f(void)\n{\n#if A\n    if (a) {\n#else\n    if (b) {\n#endif\n        g();\n    }\n}\n";
        let branches: Vec<String> =
            folded(text).into_iter().filter(|fold| fold.starts_with("Branch")).collect();
        assert_eq!(branches, [r#"Branch "\n    if (a) {""#, r#"Branch "\n    if (b) {""#]);
    }

    #[test]
    fn any_text_has_folds() {
        let open = "{\n".repeat(3000);
        for text in ["", "{", "}\n", "/*", "//", "#if\n", "#include", "{\n}", "é{\n}é", &open] {
            folded(text);
        }
    }
}
