//! Warnings of gcc and clang that a file turns off: `#pragma GCC diagnostic ignored "-Wnull-dereference"`.

use csieve_base::text::{Comments, LineIndex, Span};

use super::{Named, Suppression};

/// What a pragma about diagnostics does.
enum Change<'t> {
    Push,
    Pop,
    /// The warning of this name is off from here on.
    Off(&'t str),
    /// The warning of this name is on again.
    On(&'t str),
}

/// Returns whether a word at an offset is in a line that turns off a warning which stands for rules of csieve.
pub(super) fn is_at(text: &str, word: usize) -> bool {
    let before = text[..word].trim_end();
    if !before.ends_with("GCC") && !before.ends_with("clang") {
        return false;
    }
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let Some(Change::Off(name)) = text[start..].lines().next().and_then(change) else { return false };
    Named::of_compiler(name) != Named::Rules(Vec::new(), Vec::new())
}

/// Returns a suppression for each warning that is turned off and stands for rules of csieve. It reaches to the `pop`
/// that turns the warning on again, or to the end of the text.
pub(super) fn find(text: &str, lines: &LineIndex, comments: &Comments) -> Vec<Suppression> {
    let mut found: Vec<Suppression> = Vec::new();
    // The indices of the suppressions that are open, apart for each `push`.
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let Some(change) = change(line).filter(|_| comments.around(start as u32).is_none()) else { continue };
        let number = lines.line_column(start as u32).0;
        match change {
            Change::Push => open.push(Vec::new()),
            Change::Pop => {
                let closed = if open.len() > 1 { open.pop() } else { open.last_mut().map(std::mem::take) };
                for at in closed.into_iter().flatten() {
                    end(&mut found[at], number);
                }
            }
            Change::Off(name) => {
                let named = Named::of_compiler(name);
                if named != Named::Rules(Vec::new(), Vec::new())
                    && let Some(frame) = open.last_mut()
                {
                    frame.push(found.len());
                    let span = Span::new(start, start + line.trim_end().len());
                    let lines = (number, u32::MAX);
                    found.push(Suppression {
                        span,
                        named,
                        lines,
                        reason: String::new(),
                        is_for_others: true,
                    });
                }
            }
            Change::On(name) => {
                let named = Named::of_compiler(name);
                for &at in open.iter().flatten() {
                    if found[at].named == named {
                        end(&mut found[at], number);
                    }
                }
            }
        }
    }
    found
}

/// Ends a suppression on a line, unless it has ended before.
fn end(suppression: &mut Suppression, line: u32) {
    suppression.lines.1 = suppression.lines.1.min(line);
}

/// Returns what a line changes about diagnostics.
fn change(line: &str) -> Option<Change<'_>> {
    let words = line.trim_start().strip_prefix('#')?;
    let mut words = words.split_whitespace();
    let is_it = words.next() == Some("pragma")
        && matches!(words.next(), Some("GCC" | "clang"))
        && words.next() == Some("diagnostic");
    if !is_it {
        return None;
    }
    let (what, name) = (words.next()?, words.next().map(|name| name.trim_matches('"')));
    match (what, name) {
        ("push", _) => Some(Change::Push),
        ("pop", _) => Some(Change::Pop),
        ("ignored", Some(name)) => Some(Change::Off(name)),
        ("warning" | "error" | "fatal", Some(name)) => Some(Change::On(name)),
        _ => None,
    }
}
