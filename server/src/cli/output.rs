//! Where results go: a file or standard output. What is told besides goes to standard error.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::Path,
};

use indicatif::{ProgressBar, ProgressStyle};

use super::{CLEAN, FINDINGS, Failure};

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

/// Returns a progress bar on standard error; a hidden one if that is not a terminal, or for fewer than two
/// files.
pub(super) fn progress(files: usize, quiet: bool) -> ProgressBar {
    if quiet || files < 2 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files{msg} {elapsed}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Returns a number of things: "1 file", "2 files".
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
