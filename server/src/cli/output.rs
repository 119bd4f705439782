//! Where results go: a file or standard output. What is told besides goes to standard error.

use std::{
    borrow::Cow,
    fs,
    io::{self, Write},
    path::Path,
};

use super::{CLEAN, FINDINGS, Failure};

/// The least width in columns at which lines are broken.
const NARROWEST: usize = 20;

/// Writes to a file, without colours, or to standard output.
pub(super) fn write(output: Option<&Path>, rendered: &str) -> Result<(), Failure> {
    match output {
        None => print(rendered),
        Some(path) => fs::write(path, anstream::adapter::strip_str(rendered).to_string())
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display()))),
    }
}

/// Returns the exit code that is told: that of findings only if somebody wants it.
pub(super) fn told(code: u8, exit_zero: bool) -> u8 {
    if exit_zero && code == FINDINGS { CLEAN } else { code }
}

/// Prints to standard output. It is no error if the reader has closed the pipe.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::incomplete(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns the width of standard output in columns; `None` if it is no terminal.
pub(super) fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into())
}

/// Returns text with long lines broken between words to fit a width in columns, as deep as they begin and a bit deeper.
pub(super) fn wrapped(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width.filter(|width| *width >= NARROWEST) else { return text.into() };
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let depth = line.len() - line.trim_start().len();
        let indent = " ".repeat(depth.min(width / 2) + 2);
        let options = textwrap::Options::new(width).break_words(false).subsequent_indent(&indent);
        let parts = textwrap::wrap(line, options);
        out.push_str(&parts.join("\n"));
        out.push_str(end);
    }
    out.into()
}

/// Writes a sentence to standard error, such as a note.
pub(super) fn tell(sentence: &str) {
    let width = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0.into());
    eprintln!("{}", wrapped(sentence, width));
}

/// Returns a number of things: "1 file", "2 files".
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
