//! Finds the preprocessor conditionals in a text, without evaluating them.

use super::Span;

/// A kind of preprocessor directive for conditional compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conditional {
    If,
    Else,
    Endif,
}

/// A conditional whose `#endif` has not been reached yet. `start` and `branch` are the byte offsets of its
/// `#if` and of the latest of its directives.
struct Open {
    start: usize,
    branch: usize,
    has_else: bool,
}

/// The stretches of a C text whose lines only some builds compile. Inner conditionals come before outer ones.
#[derive(Debug, Default)]
pub struct Conditionals {
    /// The branches of conditionals. Each reaches from the line of one directive (`#if`, `#else`) to the line
    /// of the next directive of the same conditional, exclusive.
    pub branches: Vec<Span>,
    /// The conditionals with an `#else` or `#elif`, each from the line of its `#if` to the line of its
    /// `#endif`, exclusive.
    pub alternatives: Vec<Span>,
}

impl Conditionals {
    /// Finds the conditionals of a text.
    pub fn of(text: &str) -> Self {
        let mut found = Self::default();
        let mut open: Vec<Open> = Vec::new();
        for (at, conditional) in directives(text) {
            if conditional == Conditional::If {
                open.push(Open { start: at, branch: at, has_else: false });
                continue;
            }
            let Some(inner) = open.last_mut() else { continue };
            found.branches.push(Span::new(inner.branch, at));
            inner.branch = at;
            inner.has_else |= conditional == Conditional::Else;
            if conditional == Conditional::Endif {
                found.alternatives.extend(inner.has_else.then(|| Span::new(inner.start, at)));
                open.pop();
            }
        }
        found
    }
}

/// Returns whether a text contains a directive for conditional compilation.
pub fn has_conditional(text: &str) -> bool {
    directives(text).next().is_some()
}

/// Yields the directives for conditional compilation, each with the byte offset at which its line starts. A
/// directive inside a comment counts, too, which does no harm.
fn directives(text: &str) -> impl Iterator<Item = (usize, Conditional)> {
    let mut next = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        (start, line)
    });
    lines.filter_map(|(start, line)| Some((start, conditional(line)?)))
}

fn conditional(line: &str) -> Option<Conditional> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let word = directive.split(|char: char| !char.is_ascii_alphabetic()).next()?;
    Some(match word {
        "if" | "ifdef" | "ifndef" => Conditional::If,
        "else" | "elif" | "elifdef" | "elifndef" => Conditional::Else,
        "endif" => Conditional::Endif,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditionals_have_branches_and_may_be_alternatives() {
        let text = "#ifdef A\nint a;\n#endif\n# if B\nint b;\n#else\nint c;\n# endif\n";
        let found = Conditionals::of(text);
        let texts =
            |spans: &[Span]| spans.iter().map(|span| text[span.range()].to_owned()).collect::<Vec<_>>();
        assert_eq!(texts(&found.branches), ["#ifdef A\nint a;\n", "# if B\nint b;\n", "#else\nint c;\n"]);
        assert_eq!(texts(&found.alternatives), ["# if B\nint b;\n#else\nint c;\n"]);
        assert!(!has_conditional("#define IF if\n#include <a.h>\n"));
    }
}
