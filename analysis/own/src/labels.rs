//! The labels of a rule.

use csieve_base::own::{Event, Happening, LabelId, Marking, ObjectAt, ResultIs, Source};
use csieve_frontend::syntax::Queries;
use toml::Spanned;

use crate::{
    query,
    read::{At, at},
    table::{ObjectWord, RuleTable, SourceTable, Sources},
};

/// The name of the label that every rule has: the function returns.
pub(crate) const RETURN: &str = "return";

/// The largest number of labels of one rule. Sets of labels are bits of a number.
const MAX_LABELS: usize = 64;

/// The labels of the rules that were read so far.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub markings: Vec<Marking>,
    pub queries: Queries,
}

impl Labels {
    /// Reads the labels of a rule. The first is [`RETURN`]. A label with several sources is there once for
    /// each.
    pub(crate) fn read(&mut self, rule: &RuleTable) -> Result<Vec<(String, Source)>, At> {
        let mut labels = vec![(RETURN.to_owned(), Source::Shown(Event::Return))];
        for (name, sources) in &rule.labels {
            if !is_label(name.get_ref()) || name.get_ref() == RETURN {
                let problem = format!("`{}` cannot be the name of a label", name.get_ref());
                return Err(at(name, problem));
            }
            let sources = match sources {
                Sources::One(one) => std::slice::from_ref(one),
                Sources::Many(all) => all,
            };
            for source in sources {
                labels.push((name.get_ref().clone(), self.source(name, source)?));
            }
        }
        if labels.len() > MAX_LABELS {
            return Err(at(&rule.id, format!("a rule has at most {} sources of labels", MAX_LABELS - 1)));
        }
        Ok(labels)
    }

    fn source(&mut self, name: &Spanned<String>, table: &SourceTable) -> Result<Source, At> {
        match (&*table.calls, &table.query, &table.event) {
            ([_, ..], None, None) => self.calls(name, table),
            ([], Some(query), None) => self.query(name, table, query),
            ([], None, Some(event)) => shown(table, event),
            _ => Err(at(name, "a label has just one of `calls`, `query` and `event`".to_owned())),
        }
    }

    fn calls(&mut self, name: &Spanned<String>, table: &SourceTable) -> Result<Source, At> {
        if let Some(wrong) = table.calls.iter().find(|name| !is_identifier(name.get_ref())) {
            return Err(at(wrong, format!("`{}` is no name of a function", wrong.get_ref())));
        }
        let object = match table.object.as_ref().map(|object| (object, object.get_ref())) {
            None => ObjectAt::Nowhere,
            Some((_, ObjectWord::Argument(position))) => ObjectAt::Argument(usize::from(*position)),
            Some((_, ObjectWord::Named(word))) if word == "result" => ObjectAt::Result,
            Some((object, ObjectWord::Named(word))) => {
                return Err(at(
                    object,
                    format!("`{word}` is no object: a number of an argument, or `result`"),
                ));
            }
        };
        let when = table.when.as_ref().map(|word| named(word, &ResultIs::NAMES)).transpose()?;
        let calls = table.calls.iter().map(|name| name.get_ref().clone()).collect();
        self.add(name, Marking { name: name.get_ref().as_str().into(), calls, object, when })
    }

    fn query(
        &mut self,
        name: &Spanned<String>,
        table: &SourceTable,
        query: &Spanned<String>,
    ) -> Result<Source, At> {
        only(table.object.as_ref(), "object", "`calls`; a query captures `@object`")?;
        only(table.when.as_ref(), "when", "`calls`")?;
        let marking = Marking {
            name: name.get_ref().as_str().into(),
            calls: Vec::new(),
            object: ObjectAt::Captured,
            when: None,
        };
        let label = self.markings.len() as LabelId;
        // The text begins behind its quotes. Escapes before the place make it a little too early.
        let quotes = (query.span().len().saturating_sub(query.get_ref().len())).div_ceil(2);
        let there = |offset: usize, problem: String| {
            let start = query.span().start + quotes + offset;
            (start..start, problem)
        };
        query::check(query.get_ref())
            .and_then(|()| self.queries.add(label, query.get_ref()))
            .map_err(|wrong| there(wrong.offset, wrong.problem))?;
        self.add(name, marking)
    }

    fn add(&mut self, name: &Spanned<String>, marking: Marking) -> Result<Source, At> {
        let label = LabelId::try_from(self.markings.len())
            .map_err(|_| at(name, "there are too many labels in all rules".to_owned()))?;
        self.markings.push(marking);
        Ok(Source::Marked(label))
    }
}

fn shown(table: &SourceTable, event: &Spanned<String>) -> Result<Source, At> {
    only(table.object.as_ref(), "object", "`calls`; an event has its object itself")?;
    only(table.when.as_ref(), "when", "`calls`")?;
    Ok(Source::Shown(Event::Of(named(event, &Happening::NAMES)?)))
}

/// Fails if a key is there that only goes with another.
fn only<T>(key: Option<&Spanned<T>>, name: &str, with: &str) -> Result<(), At> {
    match key {
        Some(key) => Err(at(key, format!("`{name}` only goes with {with}"))),
        None => Ok(()),
    }
}

fn named<T: Copy>(word: &Spanned<String>, all: &[(&str, T)]) -> Result<T, At> {
    let found = all.iter().find(|(name, _)| name == word.get_ref());
    found.map(|(_, what)| *what).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        at(word, format!("`{}` is none of {}", word.get_ref(), names.join(", ")))
    })
}

fn is_identifier(name: &str) -> bool {
    let is_first = |c: char| c == '_' || c.is_ascii_alphabetic();
    name.starts_with(is_first) && name.chars().all(|c| is_first(c) || c.is_ascii_digit())
}

/// Returns whether a name can stand in a formula without quotes.
fn is_label(name: &str) -> bool {
    is_word(name) && !name.contains('-')
}

/// Returns whether a name is of small letters, digits, hyphens and underscores.
pub(crate) fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
}
