//! Settings that the command line and editors share.

use std::fmt;

use csieve_analysis::checks::Rule;

/// Why a list of checks is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChecksError {
    /// No rule has this name; perhaps another one was meant.
    Unknown {
        /// The name as given.
        name: String,
        /// The rule with the most similar name, if one is similar.
        similar: Option<&'static str>,
    },
    /// `a,+b`: either names are added and removed, or they are the whole list.
    Mixed,
    /// Nothing is left to check.
    Nothing,
}

impl fmt::Display for ChecksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, similar } => {
                write!(f, "there is no check `{name}`")?;
                if let Some(similar) = similar {
                    write!(f, "; did you mean `{similar}`")?;
                }
                let all: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
                write!(f, ". The checks are: {}", all.join(", "))
            }
            Self::Mixed => {
                f.write_str("a list of checks either names all of them, or adds and removes with + and -")
            }
            Self::Nothing => f.write_str("the list of checks leaves nothing to check"),
        }
    }
}

/// The rules that a list chooses: `a,b` just these, `+a` one more than usual, `-a` one less.
///
/// # Errors
/// If a name is unknown, both forms are mixed, or nothing is left.
pub fn parse_checks<'a>(list: impl IntoIterator<Item = &'a str>) -> Result<Vec<Rule>, ChecksError> {
    let mut chosen: Vec<Rule> = Rule::defaults();
    let (mut exact, mut relative) = (Vec::new(), false);
    for item in
        list.into_iter().flat_map(|part| part.split(',')).map(str::trim).filter(|item| !item.is_empty())
    {
        if let Some(name) = item.strip_prefix('+') {
            relative = true;
            let rule = rule(name)?;
            if !chosen.contains(&rule) {
                chosen.push(rule);
            }
        } else if let Some(name) = item.strip_prefix('-') {
            relative = true;
            let rule = rule(name)?;
            chosen.retain(|other| *other != rule);
        } else {
            exact.push(rule(item)?);
        }
    }
    if !exact.is_empty() {
        if relative {
            return Err(ChecksError::Mixed);
        }
        chosen = exact;
    }
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.is_empty() { Err(ChecksError::Nothing) } else { Ok(chosen) }
}

fn rule(name: &str) -> Result<Rule, ChecksError> {
    Rule::from_id(name).ok_or_else(|| {
        let closest = Rule::ALL.iter().map(|rule| (strsim::osa_distance(name, rule.id()), rule.id())).min();
        let similar = closest.filter(|(distance, id)| *distance <= id.len() / 2).map(|(_, id)| id);
        ChecksError::Unknown { name: name.to_owned(), similar }
    })
}

#[cfg(test)]
mod tests {
    use csieve_analysis::checks::Rule;

    use super::{ChecksError, parse_checks};

    #[test]
    fn lists_choose_add_and_remove() {
        assert_eq!(parse_checks(["double-free,memory-leak"]), Ok(vec![Rule::DoubleFree, Rule::MemoryLeak]));
        let without = parse_checks(["-memory-leak"]).unwrap();
        assert!(!without.contains(&Rule::MemoryLeak) && without.len() + 1 == Rule::defaults().len());
        assert_eq!(parse_checks(["+memory-leak", ""]), Ok(Rule::defaults()));
        assert_eq!(parse_checks(["double-free", "+memory-leak"]), Err(ChecksError::Mixed));
    }

    #[test]
    fn a_rule_that_is_off_can_be_added() {
        assert!(!Rule::defaults().contains(&Rule::AssertionFailure));
        assert_eq!(parse_checks(["+assertion-failure"]), Ok(Rule::ALL.to_vec()));
    }

    #[test]
    fn a_misspelt_check_is_guessed() {
        let error = parse_checks(["use-after-fre"]).unwrap_err();
        assert!(error.to_string().contains("did you mean `use-after-free`"), "{error}");
        assert!(parse_checks(["zzz"]).unwrap_err().to_string().starts_with("there is no check `zzz`. The"));
    }
}
