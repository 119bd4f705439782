//! Lists of checks and refuters.

use std::fmt;

use csieve_analysis::{refuter_id::Portfolio, rule::Rule};

/// The reason why a list of checks or refuters is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListError {
    /// The list names a check or refuter that does not exist; a similar name may be meant.
    Unknown {
        /// The kind of thing in the list: `check` or `refuter`.
        kind: &'static str,
        /// The name as the user gave it.
        name: String,
        /// The most similar known name, if one is similar enough to suggest.
        similar: Option<&'static str>,
        /// All known names of this kind.
        all: Vec<&'static str>,
    },
    /// The list mixes both forms, as in `a,+b`. A list must either name everything, or only add and remove.
    /// Holds the kind of the items: `check` or `refuter`.
    Mixed(&'static str),
    /// The list removes all checks.
    Nothing,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { kind, name, similar, all } => {
                write!(f, "there is no {kind} `{name}`")?;
                if let Some(similar) = similar {
                    write!(f, "; did you mean `{similar}`")?;
                }
                write!(f, ". The {kind}s are: {}", all.join(", "))
            }
            Self::Mixed(kind) => {
                write!(f, "a list of {kind}s either names all of them, or adds and removes with + and -")
            }
            Self::Nothing => f.write_str("the list of checks leaves nothing to check"),
        }
    }
}

/// Returns the rules that a list chooses, sorted: `a,b` means exactly these, `+a` adds a rule to the default
/// ones, `-a` removes one. An empty list chooses the default rules.
///
/// # Errors
/// If a name is unknown, both forms are mixed, or no rule is left.
pub fn parse_checks<'a>(list: impl IntoIterator<Item = &'a str>) -> Result<Vec<Rule>, ListError> {
    let chosen = change_rules(Rule::defaults(), list)?;
    if chosen.is_empty() { Err(ListError::Nothing) } else { Ok(chosen) }
}

/// Returns the rules that a list chooses, as [`parse_checks`] does, but adds to and removes from `usual` and may leave
/// nothing.
///
/// # Errors
/// If a name is unknown, or both forms are mixed.
pub fn change_rules<'a>(
    usual: Vec<Rule>,
    list: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Rule>, ListError> {
    let all: Vec<_> = Rule::ALL.iter().map(|rule| (rule.id(), *rule)).collect();
    let mut chosen = choose("check", &all, usual, list)?;
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Returns the refuters that a list chooses: `a,b` means exactly these, `+a` adds a refuter to all of them,
/// `-a` removes one. The list may leave no refuter.
///
/// # Errors
/// If a name is unknown, or both forms are mixed.
pub fn parse_refuters<'a>(list: impl IntoIterator<Item = &'a str>) -> Result<Portfolio, ListError> {
    let names = Portfolio::ALL.names();
    let all: Vec<_> = names.iter().map(|name| (*name, *name)).collect();
    let chosen = choose("refuter", &all, names, list)?;
    Ok(chosen.into_iter().filter_map(|name| Portfolio::NONE.with(name)).fold(Portfolio::NONE, Portfolio::or))
}

/// Returns the items of `all` that a list of names chooses: the named ones, or `usual` with additions and
/// removals.
fn choose<'a, T: Copy + PartialEq>(
    kind: &'static str,
    all: &[(&'static str, T)],
    usual: Vec<T>,
    list: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<T>, ListError> {
    let (mut chosen, mut exact, mut relative) = (usual, Vec::new(), false);
    let items = list.into_iter().flat_map(|part| part.split(',')).map(str::trim);
    for item in items.filter(|item| !item.is_empty()) {
        if let Some(name) = item.strip_prefix('+') {
            relative = true;
            let one = named(kind, all, name)?;
            if !chosen.contains(&one) {
                chosen.push(one);
            }
        } else if let Some(name) = item.strip_prefix('-') {
            relative = true;
            let one = named(kind, all, name)?;
            chosen.retain(|other| *other != one);
        } else {
            exact.push(named(kind, all, item)?);
        }
    }
    match (exact.is_empty(), relative) {
        (true, _) => Ok(chosen),
        (false, false) => Ok(exact),
        (false, true) => Err(ListError::Mixed(kind)),
    }
}

fn named<T: Copy>(kind: &'static str, all: &[(&'static str, T)], name: &str) -> Result<T, ListError> {
    all.iter().find(|(known, _)| *known == name).map(|(_, one)| *one).ok_or_else(|| {
        let all: Vec<&'static str> = all.iter().map(|(known, _)| *known).collect();
        let similar = similar(name, all.iter().copied());
        ListError::Unknown { kind, name: name.to_owned(), similar, all }
    })
}

/// Returns the known name that is most similar to a name, if it is similar enough to suggest.
pub(super) fn similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let closest = known.into_iter().map(|known| (strsim::osa_distance(name, known), known)).min();
    closest.filter(|(distance, known)| *distance <= known.len() / 2).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use csieve_analysis::{refuter_id::Portfolio, rule::Rule};

    use super::{ListError, parse_checks, parse_refuters};

    #[test]
    fn lists_choose_add_and_remove() {
        assert_eq!(parse_checks(["double-free,memory-leak"]), Ok(vec![Rule::DoubleFree, Rule::MemoryLeak]));
        let without = parse_checks(["-memory-leak"]).unwrap();
        assert!(!without.contains(&Rule::MemoryLeak) && without.len() + 1 == Rule::defaults().len());
        assert_eq!(parse_checks(["+memory-leak", ""]), Ok(Rule::defaults()));
        assert_eq!(parse_checks(["double-free", "+memory-leak"]), Err(ListError::Mixed("check")));
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
    #[test]
    fn refuters_are_chosen_like_checks() {
        let names = |list: &str| parse_refuters([list]).map(Portfolio::names);
        assert_eq!(parse_refuters([]), Ok(Portfolio::ALL));
        assert_eq!(names("bits,atoms"), Ok(vec!["atoms", "bits"]));
        assert_eq!(parse_refuters(["-misuse"]).ok(), Portfolio::ALL.without("misuse"));
        assert!(parse_refuters(["interval"]).unwrap_err().to_string().contains("did you mean `intervals`"));
    }
}
