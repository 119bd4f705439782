//! The names of a driver, and the comment at its start.

use csieve_analysis::checks::declaration;
use std::fmt::Write as _;

use super::{Scene, Subject, literal::comment};

/// Returns the name of the file under test, without its folder.
pub(super) fn file(subject: &Subject) -> String {
    subject.path.file_name().map_or_else(|| "file.c".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Returns the title of a driver for users.
pub(super) fn title(subject: &Subject) -> String {
    let finding = subject.located.finding;
    let line = subject.located.line(finding.span);
    format!("Test: {} in {} at {}:{line}", finding.rule.id(), finding.function, file(subject))
}

/// Returns a name for the file of a driver.
pub(super) fn file_name(subject: &Subject) -> String {
    let finding = subject.located.finding;
    let file = file(subject);
    let stem = file.strip_suffix(".c").unwrap_or(&file);
    format!("{stem}-{}-{}.c", subject.located.line(finding.span), finding.rule.id())
}

/// Returns the comment at the start of a driver: the finding, its inputs, and how to compile and run the
/// driver.
pub(super) fn header(scene: &Scene) -> String {
    let Scene { subject, replay, .. } = scene;
    let located = subject.located;
    let finding = located.finding;
    let (file, line) = (file(subject), located.line(finding.span));
    let mut text = format!(
        "/*\n * Triggers {} in `{}`, {file}:{line}: {}.\n *\n",
        finding.rule.id(),
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
    let standard = subject.build.flags.standard.as_ref();
    let standard = standard.map(|standard| format!("-std={standard} ")).unwrap_or_default();
    let threads = if subject.build.flags.threads { "-pthread " } else { "" };
    let wraps = if subject.options.of_build(subject.build.flags.wrapv).wrapv { "-fwrapv " } else { "" };
    let _ = writeln!(
        text,
        " *\n * Compile and run:\n *   cc -g {standard}{threads}{wraps}-fsanitize=address,undefined {} && ./a.out",
        file_name(subject)
    );
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
