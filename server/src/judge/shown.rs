//! The names of rules as editors and terminals show them.

use std::{borrow::Cow, sync::LazyLock};

use regex::Regex;

/// What stands in brackets at the end of a message: `[CWE-476] [-Wanalyzer-null-dereference]`.
static BRACKETS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\[([^\[\]\s]+)\]").ok());

/// Returns the rule that a diagnostic of an editor names, and the numbers of weaknesses (CWE). The rule is the diagnostic's
/// `code`, or else the last name in brackets in its message; empty if there is neither.
pub fn named(code: Option<&str>, message: &str) -> (String, Vec<u16>) {
    let first = message.lines().next().unwrap_or_default();
    let found = BRACKETS.iter().flat_map(|brackets| brackets.captures_iter(first));
    let (mut last, mut weaknesses) = ("", Vec::new());
    for name in found.filter_map(|found| Some(found.get(1)?.as_str())) {
        match name.strip_prefix("CWE-").map(str::parse) {
            Some(Ok(number)) => weaknesses.push(number),
            _ => last = name,
        }
    }
    let is_name = |code: &&str| code.contains(|letter: char| letter.is_ascii_alphabetic());
    let rule = code.map(|code| code.trim_matches(['[', ']'])).filter(is_name).unwrap_or(last);
    // clang-tidy adds which flag made an error of it.
    (rule.split(',').next().unwrap_or_default().to_owned(), weaknesses)
}

/// Returns the name of a rule as the analyser or the compiler itself has it, whoever runs it.
pub(super) fn plain(rule: &str) -> Cow<'_, str> {
    let warning = rule.strip_prefix("clang-diagnostic-").or_else(|| rule.strip_prefix("-Werror="));
    match warning {
        Some(name) => format!("-W{name}").into(),
        None => rule.strip_prefix("clang-analyzer-").unwrap_or(rule).into(),
    }
}

/// Returns whether the places that a rule's reports name besides their own are a path, in the order of a run.
pub fn has_path(rule: &str) -> bool {
    let of_analysers = ["-Wanalyzer-", "core.", "unix.", "alpha.", "security.", "valist."];
    of_analysers.iter().any(|start| plain(rule).starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::{has_path, named, plain};

    #[test]
    fn rules_are_named_by_codes_or_in_messages() {
        let rule = |code, message| named(code, message).0;
        assert_eq!(rule(Some("nullPointer"), "Null pointer dereference: p"), "nullPointer");
        assert_eq!(rule(Some("[uninitvar]"), ""), "uninitvar");
        assert_eq!(rule(Some("core.DivideZero,-warnings-as-errors"), ""), "core.DivideZero");
        let message = "dereference of NULL ‘p’ [CWE-476] [-Wanalyzer-null-dereference]";
        assert_eq!(named(None, message), ("-Wanalyzer-null-dereference".to_owned(), vec![476]));
        assert_eq!(rule(Some("17"), message), "-Wanalyzer-null-dereference");
        assert_eq!(
            rule(None, "Division by zero [clang-analyzer-core.DivideZero]"),
            "clang-analyzer-core.DivideZero"
        );
        assert_eq!(rule(None, "a[i] is odd"), "i");
        assert_eq!(named(None, "odd [CWE-x]\n[later]"), ("CWE-x".to_owned(), Vec::new()));
        assert_eq!(rule(None, ""), "");
    }

    #[test]
    fn names_are_those_of_the_analyser_itself() {
        assert_eq!(plain("clang-analyzer-unix.Malloc"), "unix.Malloc");
        assert_eq!(plain("clang-diagnostic-uninitialized"), "-Wuninitialized");
        assert_eq!(plain("-Werror=analyzer-double-free"), "-Wanalyzer-double-free");
        assert_eq!(plain("nullPointer"), "nullPointer");
    }

    #[test]
    fn paths_are_those_of_analysers() {
        assert!(has_path("clang-analyzer-core.NullDereference") && has_path("-Wanalyzer-double-free"));
        assert!(!has_path("-Wuninitialized") && !has_path("bugprone-branch-clone"));
    }
}
