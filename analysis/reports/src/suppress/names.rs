//! The names of rules in suppressions.

use csieve_base::rule::Rule;
use csieve_modelcheck::checks::{Names, declaration};

/// The rules that a suppression names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// All rules.
    All,
    /// The rules that are named. Empty if the suppression names only checks of other programs.
    Rules(Vec<Rule>),
}

impl Named {
    /// Returns whether a rule is among the rules that are named.
    pub fn has(&self, rule: Rule) -> bool {
        match self {
            Self::All => true,
            Self::Rules(rules) => rules.contains(&rule),
        }
    }

    /// Returns the rules in a list as clang-tidy writes it. Names of checks of other programs are ignored.
    pub fn of_clang_tidy(list: &str) -> Self {
        let names = || list.split(',').map(str::trim);
        if names().any(|name| matches!(name, "*" | "csieve-*" | "csieve")) {
            return Self::All;
        }
        Self::Rules(
            names().filter_map(|name| Rule::from_id(name.strip_prefix("csieve-").unwrap_or(name))).collect(),
        )
    }

    /// Returns the rules that a warning of gcc or clang stands for: `-Wnull-dereference`.
    pub fn of_compiler(warning: &str) -> Self {
        Self::Rules(rules_named(|names| names.gcc, warning))
    }

    /// Returns the rules in a list as cppcheck writes it. The list may have names of cppcheck and of csieve.
    pub fn of_cppcheck(list: &str) -> Self {
        let rules = |name: &str| {
            let rules = rules_named(|names| names.cppcheck, name);
            if rules.is_empty() { Rule::from_id(name).into_iter().collect() } else { rules }
        };
        // In a list of cppcheck, an identifier may be followed by `symbolName=x`.
        let names = list.split(',').filter_map(|item| item.split_whitespace().next());
        Self::Rules(names.flat_map(rules).collect())
    }
}

/// Returns the rules for which another tool has this name. `of` chooses the tool.
fn rules_named(of: impl Fn(&Names) -> &'static [&'static str], name: &str) -> Vec<Rule> {
    let rules = Rule::ALL.iter().copied();
    rules.filter(|rule| of(&declaration(*rule).names).contains(&name)).collect()
}
