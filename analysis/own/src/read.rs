//! Reads files with rules.

use std::{ops::Range, sync::Arc};

use csieve_base::{
    own::{HandedOn, Matcher, OwnName, OwnRule, OwnRules},
    rule::Rule,
};
use toml::Spanned;

use crate::{
    formula,
    labels::{Labels, is_word},
    states,
    table::{File, HandedOnWord, RuleTable},
};

/// What is wrong in a file with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The place in the text, in bytes.
    pub at: Range<usize>,
    /// The problem, as a sentence without a full stop. It may come from the reader of TOML.
    pub problem: String,
}

/// A problem with its place in bytes.
pub(crate) type At = (Range<usize>, String);

pub(crate) fn at<T>(there: &Spanned<T>, problem: String) -> At {
    (there.span(), problem)
}

/// Reads files one after the other. Their rules take part together.
#[derive(Debug, Default)]
pub struct Reader {
    rules: Vec<OwnRule>,
    labels: Labels,
    texts: Vec<String>,
}

impl Reader {
    /// Adds the rules of a file.
    ///
    /// # Errors
    /// The first mistake. The reader must not be used afterwards.
    pub fn add(&mut self, text: &str) -> Result<(), Mistake> {
        let file: File = toml::from_str(text).map_err(|error| Mistake {
            at: error.span().unwrap_or_default(),
            problem: error.message().trim().to_owned(),
        })?;
        for table in &file.rule {
            let rule = self.rule(table, text).map_err(|(at, problem)| Mistake { at, problem })?;
            self.rules.push(rule);
        }
        self.texts.push(text.to_owned());
        Ok(())
    }

    /// Returns all rules that were read.
    pub fn finish(self) -> OwnRules {
        let matcher =
            (!self.labels.queries.is_empty()).then(|| Arc::new(self.labels.queries) as Arc<dyn Matcher>);
        OwnRules::new(self.rules, self.labels.markings, matcher, &self.texts)
    }

    fn rule(&mut self, table: &RuleTable, file: &str) -> Result<OwnRule, At> {
        let id = table.id.get_ref();
        if !is_word(id) || id.contains('_') {
            return Err(at(
                &table.id,
                format!("`{id}` is no name of a rule: small letters, digits and hyphens"),
            ));
        }
        if Rule::from_id(id).is_some() || self.rules.iter().any(|rule| &*rule.name.id == id) {
            return Err(at(&table.id, format!("there is a rule `{id}` already")));
        }
        if self.rules.len() >= usize::from(u16::MAX) {
            return Err(at(&table.id, "there are too many rules".to_owned()));
        }
        let labels = self.labels.read(table)?;
        let automaton = match (&table.formula, table.states.is_empty()) {
            (None, false) => states::automaton(table, &labels)?,
            (Some(text), true) => {
                formula::automaton(text.get_ref(), &labels).map_err(|(column, problem)| {
                    let start = place_in(text, column, file);
                    (start..start, format!("in the formula: {problem}"))
                })?
            }
            _ => return Err(at(&table.id, "a rule has either `states` or a `formula`".to_owned())),
        };
        let only_with =
            table.only_with.iter().map(|name| states::set(&labels, name)).collect::<Result<_, At>>()?;
        let begins_with = table
            .begins_with
            .iter()
            .map(|name| states::set(&labels, name))
            .reduce(|all, one| Ok(all? | one?))
            .transpose()?;
        Ok(OwnRule {
            only_with,
            begins_with,
            name: OwnName { id: id.as_str().into(), title: table.title.as_str().into() },
            message: message(&table.message)?,
            labels,
            automaton,
            handed_on: match table.handed_on {
                HandedOnWord::Leaves => HandedOn::Leaves,
                HandedOnWord::Stays => HandedOn::Stays,
            },
        })
    }
}

/// Returns the place in a file of the character at a column, from 1, of a string. If the string is written with escapes,
/// that is where it starts.
fn place_in(string: &Spanned<String>, column: usize, file: &str) -> usize {
    let (value, start) = (string.get_ref(), string.span().start);
    let written = file.get(string.span()).unwrap_or_default();
    let Some(quotes) = written.find(value.as_str()) else { return start };
    let before = value.char_indices().nth(column - 1).map_or(value.len(), |(at, _)| at);
    start + quotes + before
}

/// Returns the message of a rule, whose holes have known names.
fn message(text: &Spanned<String>) -> Result<String, At> {
    let mut rest = text.get_ref().as_str();
    if rest.is_empty() || rest.contains('\n') {
        return Err(at(text, "a message is one line".to_owned()));
    }
    while let Some((_, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        if !["object", "line"].contains(&name) {
            return Err(at(
                text,
                format!("`{{{name}}}` has no meaning; there are `{{object}}` and `{{line}}`"),
            ));
        }
        rest = behind;
    }
    Ok(text.get_ref().clone())
}
