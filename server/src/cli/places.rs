//! The other places of a cause, as people read them.

use std::path::Path;

use csieve_analysis::habits::Tested;
use indexmap::IndexMap;

use super::{outcome::Found, output::counted};
use crate::present::{Cause, numbers, slashed};

/// The most lines that are listed.
const MOST_LINES: usize = 20;

/// The most files of which lines are listed.
const MOST_FILES: usize = 5;

/// Returns the sentence about the other places of a cause and about what other callers do, without a full stop; `None` if there
/// is nothing to say.
pub(super) fn others(cause: &Cause<Found>) -> Option<String> {
    let (home, first) = &cause.first;
    let own = first.line(first.finding.span);
    let mut lines = by_file(cause.others.iter());
    if let Some(lines) = lines.get_mut(&*home.path) {
        lines.retain(|line| *line != own);
    }
    lines.retain(|_, lines| !lines.is_empty());
    // Lines without a file in front of those of others.
    if let Some(at) = lines.get_index_of(&*home.path) {
        lines.move_index(at, 0);
    }
    let others =
        (!lines.is_empty()).then(|| format!("{} {}", cause.shared.elsewhere(), listed(&home.path, &lines)));
    let said: Vec<String> = others.into_iter().chain(tested(cause)).collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// Returns how many callers of a function that fails unnoticed test what it returns; `None` if nobody else calls it.
pub(super) fn tested(cause: &Cause<Found>) -> Option<String> {
    let (callee, Tested { count, of }) = (cause.shared.failing()?, cause.tested?);
    (of > 1).then(|| format!("{count} of {of} uses of {callee} test its result"))
}

/// Returns the lines of findings by their files, each once.
pub(super) fn by_file<'a, 'f: 'a>(
    findings: impl Iterator<Item = &'a Found<'f>>,
) -> IndexMap<&'f Path, Vec<u32>> {
    let mut lines: IndexMap<&Path, Vec<u32>> = IndexMap::new();
    for (file, located) in findings {
        let of_file = lines.entry(&file.path).or_default();
        let line = located.line(located.finding.span);
        if !of_file.contains(&line) {
            of_file.push(line);
        }
    }
    lines
}

/// Returns the words for lines: "lines 3, 8 of a.c, line 2 of b.c and 12 lines of 3 more files". The file at `home` is not
/// named.
fn listed(home: &Path, lines: &IndexMap<&Path, Vec<u32>>) -> String {
    let (mut parts, mut shown): (Vec<String>, usize) = (Vec::new(), 0);
    for (path, of_file) in lines.iter().take(MOST_FILES) {
        let room = MOST_LINES.saturating_sub(shown);
        if room == 0 {
            break;
        }
        shown += of_file.len().min(room);
        let of = if *path == home { String::new() } else { format!(" of {}", slashed(path)) };
        parts.push(format!("{}{of}", numbers(of_file, room)));
    }
    let rest = &lines.as_slice()[parts.len()..];
    if !rest.is_empty() {
        let left: usize = rest.values().map(Vec::len).sum();
        parts.push(format!("{} of {}", counted(left, "line"), counted(rest.len(), "more file")));
    }
    match parts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.join(""),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use indexmap::IndexMap;

    use super::listed;

    #[test]
    fn lines_of_many_files_are_counted() {
        let names: Vec<String> = (0..7).map(|at| format!("f{at}.c")).collect();
        let lines: IndexMap<&Path, Vec<u32>> =
            names.iter().map(|name| (Path::new(name), vec![1, 2])).collect();
        let said = listed(Path::new("f0.c"), &lines);
        assert_eq!(
            said,
            "lines 1, 2, lines 1, 2 of f1.c, lines 1, 2 of f2.c, lines 1, 2 of f3.c, lines 1, 2 of f4.c \
             and 4 lines of 2 more files"
        );
        let many: Vec<u32> = (1..=30).collect();
        let said = listed(Path::new("a.c"), &IndexMap::from([(Path::new("a.c"), many)]));
        assert!(said.starts_with("lines 1, 2,") && said.ends_with("19, 20 and 10 more"), "{said}");
    }
}
