//! Finds the `#include` lines of a text without preprocessing it.

use memchr::memchr_iter;

/// An `#include` line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IncludeLine {
    /// The name between the quotes or brackets.
    pub name: String,
    /// Whether the name is in brackets, as in `<name>`.
    pub angled: bool,
    /// Whether the last directive before this line that is no `#include` is an `#if` that mentions
    /// `HAVE_CONFIG_H`.
    pub if_configured: bool,
}

/// Returns all `#include` lines of a text, whatever the conditions around them.
pub(super) fn include_lines(text: &str) -> Vec<IncludeLine> {
    let mut found = Vec::new();
    let mut if_configured = false;
    // The start of the line that was looked at last, and how far it was looked at.
    let (mut start, mut seen) = (0, 0);
    for at in memchr_iter(b'#', text.as_bytes()) {
        start = text[seen..at].rfind('\n').map_or(start, |end| seen + end + 1);
        seen = at;
        if !text[start..at].trim().is_empty() {
            continue;
        }
        let directive = text[at + 1..].lines().next().unwrap_or_default().trim_start();
        if let Some((name, angled)) = included(directive) {
            found.push(IncludeLine { name: name.to_owned(), angled, if_configured });
        } else {
            if_configured = directive.starts_with("if") && directive.contains("HAVE_CONFIG_H");
        }
    }
    found
}

fn included(directive: &str) -> Option<(&str, bool)> {
    let rest = directive.strip_prefix("include").or_else(|| directive.strip_prefix("import"))?;
    let rest = rest.strip_prefix("_next").unwrap_or(rest).trim_start();
    let (rest, close, angled) = match rest.chars().next()? {
        '"' => (&rest[1..], '"', false),
        '<' => (&rest[1..], '>', true),
        _ => return None,
    };
    let name = &rest[..rest.find(close)?];
    (!name.is_empty()).then_some((name, angled))
}

#[cfg(test)]
mod tests {
    use super::{IncludeLine, include_lines};

    #[test]
    fn lines_are_found_with_their_condition() {
        let text = "#ifdef HAVE_CONFIG_H\n# include <config.h>\n#endif\nint a;\n  #include \"a/b.h\" // x\n\
                    #include MACRO\n#include_next <c.h>\n";
        let line =
            |name: &str, angled, if_configured| IncludeLine { name: name.into(), angled, if_configured };
        assert_eq!(
            include_lines(text),
            [line("config.h", true, true), line("a/b.h", false, false), line("c.h", true, false)]
        );
    }
}
