//! The text under test as a part of the driver: what the run needs of it, as it is written if it includes
//! only system headers, else preprocessed.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    cfg::EdgeId,
    machine::Callee,
    preprocess::{Lexed, Preprocessed, Source, SourceId, Token, preprocess},
    text::{LineIndex, Span},
    translation::{Kept, SlicePart},
};

use super::{Impossible, Scene, cut, flags, slice, title};
use crate::build::FileBuild;

/// A text to insert into the text under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Insertion {
    /// The offset in the file at which the text is inserted, in bytes.
    pub at: u32,
    /// The text to insert.
    pub text: String,
}

/// The text of a function that the run does not enter.
pub(super) const NOT_ENTERED: &str = "{ /* The run does not come here. */ __builtin_abort(); }";

/// The text under test as a part of a driver.
pub(super) struct Code {
    /// The C code.
    pub text: String,
    /// Whether the code is as it is written, so that the macros of the compiler's command decide what it
    /// means.
    pub as_written: bool,
    /// The names that the code mentions.
    pub names: BTreeSet<String>,
    /// Whether the code may need the library of mathematical functions.
    pub has_math: bool,
}

/// Returns what the run needs of the text under test, with the insertions. `rest` is the rest of the driver,
/// which uses names of the text. With `#line` directives, compilers report the line numbers of the file under
/// test.
///
/// # Errors
/// If the text is that of a header.
pub(super) fn code(scene: &Scene, insertions: &[Insertion], rest: &str) -> Result<Code, Impossible> {
    let subject = scene.subject;
    let mut text = subject.source.text().to_string();
    let mut insertions: Vec<&Insertion> = insertions.iter().collect();
    insertions.sort_by_key(|insertion| std::cmp::Reverse(insertion.at));
    for insertion in insertions {
        text.insert_str(insertion.at as usize, &insertion.text);
    }
    let name = title::file(&subject);
    let main = subject.build.source().filter(|_| subject.build.main.file_name() == subject.path.file_name());
    let Some(main) = main else {
        return Err(Impossible::new("the function is in a header, which is no program of its own"));
    };
    let source = Source::main(main.path, Arc::new(Lexed::new(text.as_str().into())));
    let unit = preprocess(source, &*subject.build.headers, &subject.build.options);
    let has_math = unit.sources.iter().any(|source| flags::is_math(&source.path));
    let tokens: Vec<Token> = unit.tokens.iter().copied().collect();
    if is_alone(&text, &unit, subject.build) {
        let parts = slice::parts(scene, (&unit, &tokens), rest, Some(&text));
        let text = cut::as_written((&unit, &tokens), &parts, &text, &name);
        let names = slice::names((&unit, &tokens), &parts);
        return Ok(Code { text, as_written: true, names, has_math });
    }
    let parts = slice::parts(scene, (&unit, &tokens), rest, None);
    let text = expanded((&unit, &tokens), &parts, &LineIndex::new(&text), &name);
    let names = slice::names((&unit, &tokens), &parts);
    Ok(Code { text, as_written: false, names, has_math })
}

/// Returns whether the text of a C file compiles without other files of its project.
fn is_alone(text: &str, unit: &Preprocessed, build: &FileBuild) -> bool {
    let flags = &build.flags;
    let folders: Vec<&PathBuf> = [&flags.quote, &flags.angled, &flags.system, &flags.after, &flags.guessed]
        .into_iter()
        .flatten()
        .collect();
    let is_own = |source: &Source| folders.iter().any(|folder| Path::new(&*source.path).starts_with(folder));
    flags.macro_files.is_empty()
        && flags.includes.is_empty()
        && text.lines().filter_map(included).all(|name| name.starts_with('<'))
        && !unit.sources.iter().skip(1).any(is_own)
}

/// Returns the operand of an `#include` line, or `None` for another line.
fn included(line: &str) -> Option<&str> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    Some(directive.strip_prefix("include")?.trim_start_matches("_next").trim_start())
}

/// Returns what is kept of a preprocessed unit as text, with `#line` directives for the lines of its main
/// file.
fn expanded(
    (unit, tokens): (&Preprocessed, &[Token]),
    parts: &[SlicePart],
    lines: &LineIndex,
    name: &str,
) -> String {
    let mut out = String::new();
    let mut line = None;
    let mut before: Option<&Token> = None;
    for part in parts {
        let end = match part.kept {
            Kept::Whole => part.tokens.end,
            Kept::Header(body) => body,
            Kept::Nothing => continue,
        };
        for (at, token) in tokens.iter().enumerate().take(end).skip(part.tokens.start) {
            let place = unit.place(token);
            let own = (place.source == SourceId::MAIN).then(|| lines.line_number(place.span.start));
            if before.is_none() || own != line || token.first || at == part.tokens.start {
                if before.is_some() {
                    out.push('\n');
                }
                let follows = own.zip(line).is_some_and(|(own, line): (u32, u32)| own == line + 1);
                match own {
                    Some(own) if !follows => drop(writeln!(out, "#line {own} \"{name}\"")),
                    None if line.is_some() || before.is_none() => out.push_str("#line 1 \"headers\"\n"),
                    _ => {}
                }
                line = own;
            } else if before.is_some_and(|before| token.space || !is_adjacent(before, token)) {
                out.push(' ');
            }
            out.push_str(unit.spelling(token));
            before = Some(token);
        }
        if end != part.tokens.end {
            out.push(' ');
            out.push_str(NOT_ENTERED);
        }
    }
    out.push('\n');
    out
}

fn is_adjacent(left: &Token, right: &Token) -> bool {
    left.spelling.source == right.spelling.source
        && left.spelling.span.end == right.spelling.span.start
        && left.expansion == right.expansion
}

/// Returns the offset in bytes at which a function starts in the file under test.
pub(super) fn start_of(scene: &Scene, function: &str) -> Option<u32> {
    scene.subject.files.unit().first_named(function).map(|function| function.start)
}

/// Returns the span of a function's edge in the file under test.
pub(super) fn span_of(scene: &Scene, function: &str, edge: EdgeId) -> Option<Span> {
    let Callee::Graph(cfg) = scene.graphs.graph(function) else { return None };
    Some(cfg.edge(edge).span.shifted(start_of(scene, function)?))
}

/// Returns the line of a function's edge in the file under test, from 1.
pub(super) fn line_of(scene: &Scene, function: &str, edge: EdgeId) -> Option<u32> {
    Some(scene.subject.source.lines().line_number(span_of(scene, function, edge)?.start))
}

#[cfg(test)]
mod tests {
    use super::included;

    #[test]
    fn includes_are_seen_however_they_are_spaced() {
        assert_eq!(included("  # include \"a.h\""), Some("\"a.h\""));
        assert_eq!(included("#include <a.h>"), Some("<a.h>"));
        assert_eq!(included("int include;"), None);
    }
}
