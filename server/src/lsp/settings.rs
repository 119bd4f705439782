//! The settings that a user can make in the editor, under `csieve`.

use std::path::{Path, PathBuf};

use csieve_analysis::{options::Options, refuter_id::Portfolio, rule::Rule};
use serde_json::Value;

use crate::{
    build::BuildSettings,
    config::{Globs, parse_checks, parse_refuters},
    library::Added,
    present::Allocations,
};

/// A choice of how refuted findings are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ShowRefuted {
    /// Refuted findings are shown as diagnostics of the severity "hint".
    #[default]
    Hint,
    /// Refuted findings are not shown.
    Off,
}

/// A choice of which files are analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DiagnosticMode {
    /// Only open files are analysed.
    #[default]
    OpenFiles,
    /// All files of the workspace are analysed.
    Workspace,
}

/// The values of the setting `diagnosticMode`; the default comes first.
const DIAGNOSTIC_MODES: [(&str, DiagnosticMode); 2] =
    [("openFiles", DiagnosticMode::OpenFiles), ("workspace", DiagnosticMode::Workspace)];

/// The values of the setting `showRefuted`; the default comes first.
const SHOW_REFUTED: [(&str, ShowRefuted); 2] = [("hint", ShowRefuted::Hint), ("off", ShowRefuted::Off)];

/// The values of the setting `allocations`; the default comes first.
const ALLOCATIONS: [(&str, Allocations); 3] =
    [("fold", Allocations::Fold), ("all", Allocations::All), ("off", Allocations::Off)];

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own in the editor")]
pub(crate) struct Settings {
    /// Whether the server analyses anything (`csieve.enable`).
    pub enable: bool,
    /// The options of the analysis. The rules to check come from `csieve.checks`.
    pub options: Options,
    /// How refuted findings are shown.
    pub show_refuted: ShowRefuted,
    /// Whether doubtful findings are shown.
    pub show_doubtful: bool,
    /// Whether findings are shown about which hardly anyone cares.
    pub show_minor: bool,
    /// What is done with what is used although its allocation may have failed.
    pub allocations: Allocations,
    /// Whether a code lens above each function shows its number of findings.
    pub code_lens: bool,
    /// Whether the server answers what any server for C does: symbols, folds and selections.
    pub document_symbols: bool,
    /// Whether inlay hints show the path of a finding.
    pub inlay_hints: bool,
    /// Which files are analysed.
    pub diagnostic_mode: DiagnosticMode,
    /// Whether all files of the workspace are read, so that open files know what others do.
    pub index: bool,
    /// Patterns of files that are left out of analyses of the workspace, as in `.gitignore`.
    pub exclude: Vec<String>,
    /// The refuters to ask, unless a configuration says which.
    pub refuters: Portfolio,
    /// Files with tables of library functions and with rules. Relative paths start at the folder of the workspace.
    pub added: Added,
    /// The build settings `csieve.compileCommands`, `csieve.includePaths` and `csieve.defines`. Relative
    /// paths start at the folder of the workspace.
    pub build: BuildSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            enable: true,
            options: Options { tells_how_close: true, ..Options::default() },
            show_refuted: ShowRefuted::default(),
            show_doubtful: false,
            show_minor: true,
            allocations: Allocations::default(),
            code_lens: true,
            document_symbols: true,
            inlay_hints: true,
            diagnostic_mode: DiagnosticMode::default(),
            index: true,
            exclude: Vec::new(),
            refuters: Portfolio::ALL,
            added: Added::default(),
            build: BuildSettings::default(),
        }
    }
}

impl Settings {
    /// Returns the settings in the section `csieve`, and a sentence for each wrong value. A missing value
    /// means the default. For a wrong value, the present setting stays.
    pub(super) fn read(&self, section: &Value) -> (Self, Vec<String>) {
        let mut settings = self.clone();
        let mut problems = Vec::new();
        let mut set = |key: &str, result: Result<(), String>| {
            if let Err(problem) = result {
                problems.push(format!("Setting csieve.{key} is ignored: {problem}."));
            }
        };
        if !section.is_object() && !section.is_null() {
            set("*", Err(format!("expected an object, not {section}")));
            return (settings, problems);
        }
        set(
            "showDoubtful",
            flag(&section["showDoubtful"], false).map(|value| settings.show_doubtful = value),
        );
        set("showMinor", flag(&section["showMinor"], true).map(|value| settings.show_minor = value));
        set(
            "allocations",
            choice(&section["allocations"], ALLOCATIONS).map(|value| settings.allocations = value),
        );
        set("codeLens", flag(&section["codeLens"], true).map(|value| settings.code_lens = value));
        set(
            "documentSymbols",
            flag(&section["documentSymbols"], true).map(|value| settings.document_symbols = value),
        );
        set("inlayHints", flag(&section["inlayHints"], true).map(|value| settings.inlay_hints = value));
        set(
            "diagnosticMode",
            choice(&section["diagnosticMode"], DIAGNOSTIC_MODES)
                .map(|value| settings.diagnostic_mode = value),
        );
        set("index", flag(&section["index"], true).map(|value| settings.index = value));
        set("enable", flag(&section["enable"], true).map(|value| settings.enable = value));
        set("checks", checks(&section["checks"]).map(|value| settings.options.rules = value));
        set(
            "showRefuted",
            choice(&section["showRefuted"], SHOW_REFUTED).map(|value| settings.show_refuted = value),
        );
        set("refuters", refuters(&section["refuters"]).map(|value| settings.refuters = value));
        set("wrapv", flag(&section["wrapv"], false).map(|value| settings.options.wrapv = value));
        set("exclude", patterns(&section["exclude"]).map(|value| settings.exclude = value));
        let files =
            |key: &str| words(&section[key]).map(|files| files.into_iter().map(PathBuf::from).collect());
        set("library", files("library").map(|tables| settings.added.tables = tables));
        set("rules", files("rules").map(|rules| settings.added.rules = rules));
        match flags(section) {
            Ok(flags) => settings.build.flags = flags,
            Err((key, problem)) => set(key, Err(problem)),
        }
        set(
            "compileCommands",
            path(&section["compileCommands"])
                .map(|value| settings.build.databases = value.into_iter().collect()),
        );
        (settings, problems)
    }
}

/// Returns the flags that two keys make together, or the key with the first mistake: one of them alone cannot keep its old
/// value.
fn flags(section: &Value) -> Result<Vec<String>, (&'static str, String)> {
    let mut flags = Vec::new();
    for (key, option) in [("includePaths", "-I"), ("defines", "-D")] {
        let words = words(&section[key]).map_err(|problem| (key, problem))?;
        flags.extend(words.into_iter().flat_map(|word| [option.to_owned(), word]));
    }
    Ok(flags)
}

fn path(value: &Value) -> Result<Option<PathBuf>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(path) => Ok((!path.is_empty()).then(|| path.into())),
        other => Err(format!("expected a path, not {other}")),
    }
}

fn words(value: &Value) -> Result<Vec<String>, String> {
    let items = match value {
        Value::Null => &[][..],
        Value::Array(items) => items,
        other => return Err(format!("expected a list of words, not {other}")),
    };
    let words: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
    words.ok_or_else(|| format!("expected a list of words, not {value}"))
}

fn flag(value: &Value, default: bool) -> Result<bool, String> {
    match value {
        Value::Null => Ok(default),
        Value::Bool(value) => Ok(*value),
        other => Err(format!("expected true or false, not {other}")),
    }
}

/// Returns the choice that a value names. The first choice is the default.
fn choice<T: Copy, const N: usize>(value: &Value, choices: [(&str, T); N]) -> Result<T, String> {
    let word = if value.is_null() { choices.first().map(|(word, _)| *word) } else { value.as_str() };
    let found = choices.iter().find(|(name, _)| Some(*name) == word);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!(r#""{name}""#)).collect();
        format!("expected {}, not {value}", names.join(" or "))
    })
}

fn checks(value: &Value) -> Result<Vec<Rule>, String> {
    parse_checks(names(value, "checks")?).map_err(|error| error.to_string())
}

fn refuters(value: &Value) -> Result<Portfolio, String> {
    parse_refuters(names(value, "refuters")?).map_err(|error| error.to_string())
}

/// Returns the names in a list, or in a string that commas separate.
fn names<'v>(value: &'v Value, what: &str) -> Result<Vec<&'v str>, String> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(list) => Ok(vec![list.as_str()]),
        Value::Array(items) => {
            let names: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            names.ok_or_else(|| format!("expected names of {what}, not {value}"))
        }
        other => Err(format!("expected a list of {what}, not {other}")),
    }
}

fn patterns(value: &Value) -> Result<Vec<String>, String> {
    let patterns = words(value)?;
    let wrong = |(index, problem): (usize, String)| format!("`{}`: {problem}", patterns[index]);
    Globs::new(Path::new("/"), patterns.clone()).map_err(wrong)?;
    Ok(patterns)
}

#[cfg(test)]
mod tests {
    use csieve_analysis::rule::Rule;
    use serde_json::{Value, json};

    use super::{Settings, ShowRefuted};

    fn read(section: &Value) -> (Settings, Vec<String>) {
        Settings::default().read(section)
    }

    #[test]
    fn missing_values_are_the_defaults() {
        assert_eq!(read(&json!({})), (Settings::default(), Vec::new()));
        assert_eq!(read(&Value::Null), (Settings::default(), Vec::new()));
        let (settings, _) = read(&json!({"enable": false, "showRefuted": "off"}));
        assert!(!settings.enable);
        assert_eq!(settings.read(&json!({})).0, Settings::default());
    }

    #[test]
    fn checks_are_a_string_or_a_list() {
        let only = read(&json!({"checks": "double-free, null-dereference"})).0.options.rules;
        assert_eq!(only, [Rule::DoubleFree, Rule::NullDereference]);
        assert_eq!(read(&json!({"checks": ["double-free"]})).0.options.rules, [Rule::DoubleFree]);
        let less = read(&json!({"checks": ["-memory-leak"]})).0.options.rules;
        assert_eq!(less.len(), Rule::defaults().len() - 1);
        assert!(!less.contains(&Rule::MemoryLeak));
    }

    #[test]
    fn the_build_is_described_by_paths_and_words() {
        let section =
            json!({"compileCommands": "out", "includePaths": ["include", "/opt/x"], "defines": ["A", "B=1"]});
        let (settings, problems) = read(&section);
        assert_eq!(problems, [""; 0]);
        assert_eq!(settings.build.databases, ["out"].map(std::path::PathBuf::from));
        assert_eq!(settings.build.flags, ["-I", "include", "-I", "/opt/x", "-D", "A", "-D", "B=1"]);
        let (same, problems) = settings.read(&json!({"includePaths": "x", "compileCommands": 1}));
        assert_eq!(same, settings);
        assert_eq!(
            problems,
            [
                "Setting csieve.includePaths is ignored: expected a list of words, not \"x\".",
                "Setting csieve.compileCommands is ignored: expected a path, not 1.",
            ]
        );
        assert_eq!(settings.read(&json!({"compileCommands": ""})).0.build, Settings::default().build);
    }

    #[test]
    fn wrong_values_are_named_and_leave_the_old_ones() {
        let (old, _) = read(&json!({"checks": "double-free", "showRefuted": "off"}));
        let (settings, problems) =
            old.read(&json!({"checks": ["nonsense"], "showRefuted": 3, "enable": "yes"}));
        assert_eq!(settings.show_refuted, ShowRefuted::Off);
        assert_eq!(settings, old);
        assert_eq!(problems[0], "Setting csieve.enable is ignored: expected true or false, not \"yes\".");
        assert!(problems[1].starts_with("Setting csieve.checks is ignored: there is no check `nonsense`"));
        assert_eq!(
            problems[2],
            "Setting csieve.showRefuted is ignored: expected \"hint\" or \"off\", not 3."
        );
        let (same, problems) = old.read(&json!([1]));
        assert_eq!((same, problems.len()), (old, 1));
    }
}
