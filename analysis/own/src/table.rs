//! What a file with rules may say.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer,
    de::{
        MapAccess, SeqAccess, Visitor,
        value::{MapAccessDeserializer, SeqAccessDeserializer},
    },
};
use toml::Spanned;

/// Rules of a project for csieve: what must not happen on any run of a function.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "csieve rules")]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    /// The rules.
    pub rule: Vec<RuleTable>,
}

/// A rule: labels for events, and an automaton or a formula over them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RuleTable {
    /// The name of the rule in outputs and suppressions: words of small letters and digits with hyphens between them.
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    /// What the rule is about, as a phrase.
    pub title: String,
    /// The message of a finding: one sentence. `{object}` is the object, `{line}` the line of the event before.
    #[schemars(with = "String")]
    pub message: Spanned<String>,
    /// What happens to an object that is passed to a function without a label, returned, or stored elsewhere: `leaves`
    /// (the usual: it is followed no further) or `stays`.
    #[serde(default)]
    pub handed_on: HandedOnWord,
    /// Labels of which an event about the same object must be able to follow: a lock that a function only takes is its
    /// caller's.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub only_with: Vec<Spanned<String>>,
    /// Labels of which one must be able to be the first event about the object in the function: a lock that a function
    /// releases first and takes back is its caller's.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub begins_with: Vec<Spanned<String>>,
    /// The events, by the name of their label.
    #[schemars(with = "BTreeMap<String, Sources>")]
    pub labels: BTreeMap<Spanned<String>, Sources>,
    /// The automaton: for each state, which label leads to which state, or which labels with `!`, `&` and `|` between
    /// them. It begins in `start`; `misuse` and `end` are no states of their own.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, BTreeMap<String, String>>")]
    pub states: BTreeMap<Spanned<String>, BTreeMap<Spanned<String>, Spanned<String>>>,
    /// What must hold, as a formula of CTL over the labels, instead of states.
    #[schemars(with = "Option<String>")]
    pub formula: Option<Spanned<String>>,
}

/// What happens to an object that the function hands on.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HandedOnWord {
    /// It is followed no further.
    #[default]
    Leaves,
    /// It is followed as before.
    Stays,
}

/// The sources of a label: one, or several.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub enum Sources {
    /// One source.
    One(SourceTable),
    /// Several sources.
    Many(Vec<SourceTable>),
}

// Derived, an untagged enum would say of a mistake inside only that nothing fits.
impl<'de> Deserialize<'de> for Sources {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMany)
    }
}

struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = Sources;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table with `calls`, `query` or `event`, or a list of such tables")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Sources, A::Error> {
        SourceTable::deserialize(MapAccessDeserializer::new(map)).map(Sources::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Sources, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Sources::Many)
    }
}

/// A source of a label: just one of `calls`, `query` and `event`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SourceTable {
    /// Names of functions whose calls have the label.
    #[schemars(with = "Vec<String>")]
    pub calls: Vec<Spanned<String>>,
    /// Which argument of the call is the object, counted from 0, or `"result"`. Without it the event is about no object.
    #[schemars(with = "Option<ObjectWord>")]
    pub object: Option<Spanned<ObjectWord>>,
    /// The result that the call must have: `zero`, `nonzero`, `negative` or `nonnegative`.
    #[schemars(with = "Option<String>")]
    pub when: Option<Spanned<String>>,
    /// A query of tree-sitter that captures the node of the event as `@event`, and that of its object as `@object`.
    #[schemars(with = "Option<String>")]
    pub query: Option<Spanned<String>>,
    /// Something that every function shows: `tested`, `dereferenced`, `lost`, `locked`, `shared`, `waits`,
    /// `unlocked`, `entrusted`, `left`, `allocated`, `freed`, `opened` or `closed`.
    #[schemars(with = "Option<String>")]
    pub event: Option<Spanned<String>>,
}

/// The object of a call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ObjectWord {
    /// An argument, counted from 0.
    Argument(u8),
    /// The result: `"result"`.
    Named(String),
}
