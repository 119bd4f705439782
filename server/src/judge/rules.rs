//! The table of what the rules of other tools claim.

use std::sync::LazyLock;

use csieve_analysis::rule::Rule;
use serde::Deserialize;

use super::{Stated, shown::plain};

/// What a result claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The misuse that a check of csieve is about.
    Misuse(Rule),
    /// Something that happens at a place, so that some run must get there.
    Reached,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    claim: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    is: String,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    messages: Vec<String>,
    #[serde(default)]
    cwe: Vec<u16>,
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("rules.toml")).unwrap_or_default());

/// Returns what a result claims. `None` if its rule says nothing about runs that is known.
pub fn claimed(stated: &Stated) -> Option<Claimed> {
    let rule = plain(&stated.rule);
    let entry = TABLE.claim.iter().find(|entry| entry.fits(&rule, stated))?;
    match entry.is.as_str() {
        "reached" => Some(Claimed::Reached),
        is => Rule::from_id(is).map(Claimed::Misuse),
    }
}

impl Entry {
    fn fits(&self, name: &str, stated: &Stated) -> bool {
        let is_named = self.rules.iter().any(|rule| match rule.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => *rule == name,
        });
        let is_weakness = self.cwe.iter().any(|cwe| stated.cwe.contains(cwe));
        let is_said =
            self.messages.is_empty() || self.messages.iter().any(|text| stated.message.contains(text));
        (is_named || is_weakness) && is_said
    }
}

#[cfg(test)]
mod tests {
    use super::{Claimed, Rule, TABLE, claimed};
    use crate::judge::Stated;

    #[test]
    fn the_table_names_rules_of_csieve() {
        assert!(TABLE.claim.len() > 10);
        for entry in &TABLE.claim {
            let is_known =
                matches!(entry.is.as_str(), "reached" | "nothing") || Rule::from_id(&entry.is).is_some();
            assert!(is_known, "{}", entry.is);
        }
    }

    #[test]
    fn the_message_tells_what_a_rule_with_several_meanings_claims() {
        let stated = |rule: &str, message: &str| Stated {
            rule: rule.to_owned(),
            message: message.to_owned(),
            ..Stated::default()
        };
        let leak = stated("unix.Malloc", "Potential leak of memory pointed to by 'p'");
        assert_eq!(claimed(&leak), Some(Claimed::Misuse(Rule::MemoryLeak)));
        let other = stated("unix.Malloc", "Something else");
        assert_eq!(claimed(&other), Some(Claimed::Reached));
        assert_eq!(claimed(&stated("-Wunused-variable", "unused variable 'x'")), None);
        let tidy = stated("clang-analyzer-core.NullDereference", "Dereference of null pointer");
        assert_eq!(claimed(&tidy), Some(Claimed::Misuse(Rule::NullDereference)));
        let weakness = Stated { cwe: vec![476], ..stated("other/null", "p is NULL") };
        assert_eq!(claimed(&weakness), Some(Claimed::Misuse(Rule::NullDereference)));
    }
}
