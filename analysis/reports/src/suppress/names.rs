//! What suppressions call the rules.

use csieve_base::rule::Rule;
use csieve_modelcheck::checks::declaration;

/// What a suppression concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// Everything.
    All,
    /// These rules; none if it only names the checks of other programs.
    Rules(Vec<Rule>),
}

impl Named {
    /// Whether a rule is among them.
    pub fn has(&self, rule: Rule) -> bool {
        match self {
            Self::All => true,
            Self::Rules(rules) => rules.contains(&rule),
        }
    }

    /// The rules of a list in the words of clang-tidy: ours, and those of others, which mean nothing here.
    pub fn of_clang_tidy(list: &str) -> Self {
        let names = || list.split(',').map(str::trim);
        if names().any(|name| matches!(name, "*" | "csieve-*" | "csieve")) {
            return Self::All;
        }
        Self::Rules(
            names().filter_map(|name| Rule::from_id(name.strip_prefix("csieve-").unwrap_or(name))).collect(),
        )
    }

    /// The rules of a list in the words of cppcheck; our own names count too.
    pub fn of_cppcheck(list: &str) -> Self {
        let rules = |name: &str| {
            let rules = of_cppcheck(name);
            if rules.is_empty() { Rule::from_id(name).into_iter().collect() } else { rules }
        };
        // Behind an identifier may stand `symbolName=x`.
        let names = list.split(',').filter_map(|item| item.split_whitespace().next());
        Self::Rules(names.flat_map(rules).collect())
    }
}

/// The rules that check what an identifier of cppcheck stands for.
fn of_cppcheck(id: &str) -> Vec<Rule> {
    let rules = Rule::ALL.iter().copied();
    rules.filter(|rule| declaration(*rule).names.cppcheck.contains(&id)).collect()
}
