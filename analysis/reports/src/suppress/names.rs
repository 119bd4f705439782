//! The names of rules in suppressions.

use csieve_base::rule::Rule;
use csieve_modelcheck::checks::{Names, declaration};

use crate::finding::Finding;

/// The rules that a suppression names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// All rules.
    All,
    /// The rules of csieve that are named, and the other names: those of checks of other programs, or of rules of users.
    Rules(Vec<Rule>, Vec<String>),
}

impl Named {
    /// Returns whether the rule of a finding is among the rules that are named.
    pub fn has(&self, finding: &Finding) -> bool {
        match (self, &finding.own) {
            (Self::All, _) => true,
            (Self::Rules(_, others), Some(own)) => others.iter().any(|name| **name == *own.id),
            (Self::Rules(rules, _), None) => rules.contains(&finding.rule),
        }
    }

    /// Returns the rules with these names. `known` gives the rules of csieve that a name stands for.
    fn of<'a>(names: impl Iterator<Item = &'a str>, known: impl Fn(&str) -> Vec<Rule>) -> Self {
        let (mut rules, mut others) = (Vec::new(), Vec::new());
        for name in names {
            let own = name.strip_prefix("csieve-").unwrap_or(name);
            match known(own) {
                found if found.is_empty() => others.push(own.to_owned()),
                found => rules.extend(found),
            }
        }
        Self::Rules(rules, others)
    }

    /// Returns the rules in a list as clang-tidy writes it. Names of checks of other programs are ignored.
    pub fn of_clang_tidy(list: &str) -> Self {
        let names = || list.split(',').map(str::trim);
        if names().any(|name| matches!(name, "*" | "csieve-*" | "csieve")) {
            return Self::All;
        }
        Self::of(names(), |name| Rule::from_id(name).into_iter().collect())
    }

    /// Returns the rules that a warning of gcc or clang stands for: `-Wnull-dereference`.
    pub fn of_compiler(warning: &str) -> Self {
        Self::Rules(rules_named(|names| names.gcc, warning), Vec::new())
    }

    /// Returns the rules in a list as cppcheck writes it. The list may have names of cppcheck and of csieve.
    pub fn of_cppcheck(list: &str) -> Self {
        let rules = |name: &str| {
            let rules = rules_named(|names| names.cppcheck, name);
            if rules.is_empty() { Rule::from_id(name).into_iter().collect() } else { rules }
        };
        // In a list of cppcheck, an identifier may be followed by `symbolName=x`.
        let names = list.split(',').filter_map(|item| item.split_whitespace().next());
        Self::of(names, rules)
    }
}

/// Returns the rules for which another tool has this name. `of` chooses the tool.
fn rules_named(of: impl Fn(&Names) -> &'static [&'static str], name: &str) -> Vec<Rule> {
    let rules = Rule::ALL.iter().copied();
    rules.filter(|rule| of(&declaration(*rule).names).contains(&name)).collect()
}
