//! The node kinds and fields in a grammar's `node-types.json`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::names::{token_variant, variant};

/// The node kinds and fields of a grammar, by the names of their Rust variants.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    /// The Rust variants of named node kinds, each with the kind's name in the grammar.
    pub named: BTreeMap<String, String>,
    /// The Rust variants of tokens, each with all spellings of the token.
    pub tokens: BTreeMap<String, BTreeSet<String>>,
    /// The Rust variants of fields, each with the field's name in the grammar.
    pub fields: BTreeMap<String, String>,
}

/// An entry of `node-types.json`.
#[derive(Debug, Deserialize)]
struct NodeType {
    #[serde(rename = "type")]
    name: String,
    named: bool,
    /// The kinds in a group of node kinds; `None` if the entry is a single kind. No node has a group as its
    /// kind.
    subtypes: Option<Vec<serde_json::Value>>,
    #[serde(default)]
    fields: BTreeMap<String, serde_json::Value>,
}

impl Grammar {
    /// Reads a `node-types.json`.
    ///
    /// # Errors
    /// A sentence if the text is not JSON of the form of `node-types.json`, if a token contains a character
    /// without a name, or if a token and a named kind would get the same variant.
    pub(super) fn parse(json: &str) -> Result<Self, String> {
        let types: Vec<NodeType> = serde_json::from_str(json)
            .map_err(|error| format!("The node types of the grammar cannot be read: {error}."))?;
        let mut grammar = Self::default();
        for node in types.into_iter().filter(|node| node.subtypes.is_none()) {
            grammar.fields.extend(node.fields.into_keys().map(|name| (variant(&name), name)));
            if node.named {
                grammar.named.insert(variant(&node.name), node.name);
                continue;
            }
            let token = token_variant(&node.name)
                .ok_or_else(|| format!("The token {:?} holds a character without a name.", node.name))?;
            grammar.tokens.entry(token).or_default().insert(node.name);
        }
        match grammar.tokens.keys().find(|token| grammar.named.contains_key(*token)) {
            Some(both) => Err(format!("A token and a named kind would both be `{both}`.")),
            None => Ok(grammar),
        }
    }
}
