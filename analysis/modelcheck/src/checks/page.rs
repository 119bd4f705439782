//! The page of a check, in Markdown, from its declaration.

use std::fmt::Write;

use csieve_base::rule::Rule;

use super::{Declaration, declaration};

/// The prefix of those lines of an example that the page leaves out. These lines make the example a whole
/// program.
const HIDDEN: &str = "# ";

/// Returns the lines of a doc comment, without the blank that follows `///`.
fn lines(page: &str) -> impl Iterator<Item = &str> {
    page.lines().map(|line| line.strip_prefix(' ').unwrap_or(line))
}

/// Returns the C examples in a section of a check's page, as whole programs.
pub fn examples(rule: Rule, section: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let (mut is_here, mut is_code) = (false, false);
    for line in lines(declaration(rule).page) {
        match line {
            "```c" => {
                is_code = true;
                all.extend(is_here.then(String::new));
            }
            "```" => is_code = false,
            _ if is_code && is_here => {
                let program = all.last_mut().expect("a block has begun");
                program.push_str(line.strip_prefix(HIDDEN).unwrap_or(line));
                program.push('\n');
            }
            _ if !is_code => is_here = line.strip_prefix("## ").map_or(is_here, |title| title == section),
            _ => {}
        }
    }
    all
}

/// Returns the page of a rule's check in Markdown, as it stands in `docs/checks`.
pub fn page(rule: Rule) -> String {
    let Declaration { title, cwe, cert, misra, names, page, .. } = declaration(rule);
    let link = format!("[CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)");
    let off = if rule.is_default() { "" } else { " It is off by default." };
    let mut out = format!("# {}\n\n{title} ({link}", rule.id());
    for (catalogue, entries) in [("CERT C", cert), ("MISRA C:2012", misra)] {
        if !entries.is_empty() {
            let _ = write!(out, "; {catalogue} {}", entries.join(", "));
        }
    }
    let _ = write!(out, ").{off}\n\n");
    for line in lines(page).filter(|line| !line.starts_with(HIDDEN)) {
        let _ = writeln!(out, "{line}");
    }
    let others = [("cppcheck", names.cppcheck), ("gcc", names.gcc), ("clang --analyze", names.clang)];
    let others: Vec<String> = others
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(tool, names)| format!("| {tool} | `{}` |\n", names.join("`, `")))
        .collect();
    if !others.is_empty() {
        let _ = write!(out, "\n## In other tools\n\n| tool | name |\n|---|---|\n{}", others.concat());
    }
    out
}
