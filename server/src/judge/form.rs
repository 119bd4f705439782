//! Guesses the form of a report.

use super::{Report, cppcheck, gcc, plist, sarif};

/// Reads a report: SARIF of any tool, GCC's JSON, a property list of clang's analyser, or cppcheck's XML.
///
/// # Errors
/// Why the text is no such report.
pub fn read(text: &str) -> Result<Report, String> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    match () {
        () if start.starts_with('{') => sarif::read(text),
        () if start.starts_with('<') && text.contains("<plist") => plist::read(text),
        () if start.starts_with('<') => cppcheck::read(text),
        () if text.lines().any(|line| line.trim_start().starts_with('[')) => gcc::read(text),
        () => Err("this is neither SARIF nor GCC's JSON, a plist of clang or XML of cppcheck".to_owned()),
    }
}
