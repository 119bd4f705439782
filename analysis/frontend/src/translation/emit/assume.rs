//! Assumptions of the author in comments: `// csieve: assume n > 0`. Comments are no tokens, so they are
//! searched for in the file's text between two tokens. Each such comment becomes `$assume (n > 0);`.

use super::Emitter;
use csieve_base::text::{Comments, Span};
use csieve_preprocess::{Lexed, TokenKind};

use crate::translation::positions::Origin;

/// The words that begin a comment with an assumption.
pub(crate) const WORDS: &str = "csieve: assume";

/// The greatest depth to which parentheses and brackets in an assumption may be nested.
const MAX_DEPTH: u32 = 32;

impl Emitter<'_> {
    /// Emits the assumptions in comments between the previous token and the current one. `text` is that of
    /// the file, `place` that of the current token.
    pub(super) fn assumptions(&mut self, text: &str, place: Origin) {
        let gap = self.passed..place.span.start;
        self.passed = self.passed.max(place.span.end);
        let Some(between) = text.get(gap.start as usize..gap.end as usize) else { return };
        if !between.contains(WORDS) || !self.starts_statement() {
            return;
        }
        for comment in Comments::of(between).comments {
            if is_left_out(between, comment) {
                continue;
            }
            let Some((expression, at)) = between.get(comment.range()).and_then(assumed) else { continue };
            let start = gap.start + comment.start + at as u32;
            let span = Span { start, end: start + expression.len() as u32 };
            let origin = Origin { span, is_expanded: false };
            self.out.piece("$assume (", true, origin);
            match problem(expression) {
                None => self.out.piece(expression, false, origin),
                Some(problem) => self.out.piece(&format!("\"{problem}\""), false, origin),
            }
            self.out.piece(") ;", false, origin);
        }
    }
}

/// Returns whether a comment may be in a part that conditional compilation leaves out: the text `between` two
/// tokens has directives before and after the comment.
fn is_left_out(between: &str, comment: Span) -> bool {
    let directive = |text: &str| text.lines().any(|line| line.trim_start().starts_with('#'));
    directive(&between[..comment.start as usize]) && directive(&between[comment.end as usize..])
}

/// Returns the expression in a comment that begins with `csieve: assume`, and the byte offset of the
/// expression in the comment. `None` for other comments.
fn assumed(comment: &str) -> Option<(&str, usize)> {
    let inner = comment.strip_prefix("//").or_else(|| comment.strip_prefix("/*"))?;
    let rest = inner.trim_start().strip_prefix(WORDS)?;
    let start = comment.len() - rest.len() + (rest.len() - rest.trim_start().len());
    let rest = rest.trim_start();
    let rest = rest.strip_suffix("*/").unwrap_or(rest);
    Some((rest.trim_end().trim_end_matches(';').trim_end(), start))
}

/// Returns a message that says why a text is no expression without side effects; `None` if it is one.
pub(super) fn problem(text: &str) -> Option<&'static str> {
    let lexed = Lexed::new(text.into());
    let mut words: Vec<(TokenKind, &str)> = Vec::new();
    for token in lexed.tokens() {
        words.push((token.kind, &text[token.span.range()]));
    }
    let mut reader = Reader { words: &words, at: 0, depth: 0 };
    match reader.expression() {
        Err(problem) => Some(problem),
        Ok(()) if words.is_empty() => Some("there is no condition"),
        Ok(()) if reader.at < words.len() => Some(reader.unexpected()),
        Ok(()) => None,
    }
}

struct Reader<'a> {
    words: &'a [(TokenKind, &'a str)],
    at: usize,
    depth: u32,
}

type Read = Result<(), &'static str>;

impl Reader<'_> {
    fn next(&self) -> &str {
        self.words.get(self.at).map_or("", |word| word.1)
    }

    fn take(&mut self, word: &str) -> bool {
        let is_it = self.next() == word;
        self.at += usize::from(is_it);
        is_it
    }

    fn unexpected(&self) -> &'static str {
        match self.next() {
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--" => {
                "a condition may not change anything"
            }
            "(" => "a condition may not call functions",
            "" => "the condition is not complete",
            _ => "this is not a supported condition",
        }
    }

    fn expression(&mut self) -> Read {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the condition is nested too deeply");
        }
        loop {
            self.operand()?;
            let is_operator = matches!(
                self.next(),
                "+" | "-"
                    | "*"
                    | "/"
                    | "%"
                    | "<<"
                    | ">>"
                    | "<"
                    | "<="
                    | ">"
                    | ">="
                    | "=="
                    | "!="
                    | "&"
                    | "|"
                    | "^"
                    | "&&"
                    | "||"
            );
            if !is_operator {
                self.depth -= 1;
                return Ok(());
            }
            self.at += 1;
        }
    }

    fn operand(&mut self) -> Read {
        while matches!(self.next(), "!" | "~" | "-" | "+" | "*" | "&") {
            self.at += 1;
        }
        match self.words.get(self.at) {
            Some((TokenKind::Identifier, "sizeof")) => return Err("this is not a supported condition"),
            Some((TokenKind::Identifier | TokenKind::Number | TokenKind::Character, _)) => self.at += 1,
            Some((_, "(")) => {
                self.at += 1;
                self.expression()?;
                if !self.take(")") {
                    return Err(self.unexpected());
                }
            }
            _ => return Err(self.unexpected()),
        }
        loop {
            match self.next() {
                "." | "->" => {
                    self.at += 1;
                    match self.words.get(self.at) {
                        Some((TokenKind::Identifier, _)) => self.at += 1,
                        _ => return Err(self.unexpected()),
                    }
                }
                "[" => {
                    self.at += 1;
                    self.expression()?;
                    if !self.take("]") {
                        return Err(self.unexpected());
                    }
                }
                "(" | "++" | "--" => return Err(self.unexpected()),
                _ => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{assumed, problem};

    #[test]
    fn conditions_have_no_effects() {
        for text in ["n > 0", "p->n[i] != -1 && (a.b | 3) < *q", "!done", "c == 'x'"] {
            assert_eq!(problem(text), None, "{text}");
        }
        assert_eq!(problem("n = 1"), Some("a condition may not change anything"));
        assert_eq!(problem("n++ > 1"), Some("a condition may not change anything"));
        assert_eq!(problem("f(n)"), Some("a condition may not call functions"));
        assert_eq!(problem("n >"), Some("the condition is not complete"));
        assert_eq!(problem(""), Some("the condition is not complete"));
        assert_eq!(problem("n; m"), Some("this is not a supported condition"));
        assert_eq!(problem(&"(".repeat(99)), Some("the condition is nested too deeply"));
    }

    #[test]
    fn both_kinds_of_comments_count() {
        assert_eq!(assumed("// csieve: assume n > 0;"), Some(("n > 0", 18)));
        assert_eq!(assumed("/* csieve: assume n > 0 */"), Some(("n > 0", 18)));
        assert_eq!(assumed("// we assume n > 0"), None);
    }
}
