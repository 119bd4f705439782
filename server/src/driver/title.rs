//! The names of a driver, and the comment at its start.

use csieve_analysis::{checks::declaration, model::DataModel};
use std::fmt::Write as _;

use super::{Scene, Subject, flags::DriverFlags, literal::comment};
use crate::project::MARK;

/// The line of a driver before the command that compiles and runs it.
const BUILD: &str = "Compile and run:";

/// Returns the command that compiles and runs a driver with these flags.
fn build_line(subject: &Subject, flags: &DriverFlags) -> String {
    let name = file_name(subject);
    let program = name.strip_suffix(".c").unwrap_or(&name);
    format!(
        "cc -g -w -fsanitize=address,undefined {}{name}{} -o {program} && ./{program}",
        flags.options, flags.libraries
    )
}

/// Returns the command that compiles and runs a driver, which its comment has.
pub(super) fn build_line_of(text: &str) -> Option<&str> {
    let mut lines = text.lines().skip_while(|line| line.trim_start_matches(" * ") != BUILD);
    lines.nth(1).map(|line| line.trim_start_matches(" *").trim())
}

/// Returns the name of the file under test, without its folder.
pub(super) fn file(subject: &Subject) -> String {
    subject.path.file_name().map_or_else(|| "file.c".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Returns the title of a driver for users.
pub(super) fn title(subject: &Subject) -> String {
    let finding = subject.located.finding;
    let line = subject.located.line(finding.span);
    format!("Test: {} in {} at {}:{line}", finding.id(), finding.function, file(subject))
}

/// Returns a name for the file of a driver, which says what it is about.
pub(super) fn file_name(subject: &Subject) -> String {
    let finding = subject.located.finding;
    let line = subject.located.line(finding.span);
    let about = format!("{}_{}_{line}", finding.function, finding.id());
    let plain = about.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    format!("csieve_driver_{plain}.c")
}

/// Returns the target of the file under test if types have other sizes there, and no option of the command says so.
fn foreign_target(subject: &Subject) -> Option<String> {
    let build = subject.build;
    let is_told = build.options.model == DataModel::LP64 || build.flags.bits.is_some();
    build.flags.triple().filter(|_| !is_told)
}

/// Returns the comment at the start of a driver: the finding, its inputs, and how to compile and run the
/// driver with these flags.
pub(super) fn header(scene: &Scene, flags: &DriverFlags) -> String {
    let Scene { subject, replay, .. } = scene;
    let located = subject.located;
    let finding = located.finding;
    let (file, line) = (file(subject), located.line(finding.span));
    let mut text = format!(
        "/* {MARK}\n *\n * Triggers {} in `{}`, {file}:{line}: {}.\n *\n",
        finding.id(),
        finding.function,
        comment(&located.sentence(&finding.message)),
    );
    if finding.inputs().is_empty() {
        text.push_str(" * It takes no inputs.\n");
    } else {
        text.push_str(" * Inputs:\n");
    }
    for input in finding.inputs() {
        let what = comment(&located.sentence(&input.what));
        let _ = writeln!(text, " *   {what} = {}", comment(&input.value));
    }
    let _ = writeln!(text, " *\n * {BUILD}\n *   {}", build_line(subject, flags));
    if let Some(target) = foreign_target(subject) {
        let _ = writeln!(
            text,
            " * Sizes of types are those of {target}: compile it for that target to see the same."
        );
    }
    let reports: Vec<String> =
        declaration(finding.rule).driver.reports.iter().map(|report| format!("\"{report}\"")).collect();
    let _ = writeln!(text, " *\n * Expected: it fails and reports {}.", reports.join(" or "));
    if declaration(finding.rule).driver.names_line
        && let Some((function, edge)) = replay.misuse.frames.last()
        && let Some(line) = super::code::line_of(scene, function, *edge)
    {
        let _ = writeln!(text, " * Where: {file}:{line}");
    }
    text.push_str(" */\n");
    text
}
