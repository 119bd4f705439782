//! What a grammar's `node-types.json` says.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::names::{token_variant, variant};

/// The kinds and fields of a grammar.
#[derive(Debug, Default)]
pub(super) struct Grammar {
    /// Variants of kinds with a name of their own, with that name.
    pub named: BTreeMap<String, String>,
    /// Variants of tokens, with all their spellings.
    pub tokens: BTreeMap<String, BTreeSet<String>>,
    /// Variants of fields, with their names.
    pub fields: BTreeMap<String, String>,
}

/// An entry of `node-types.json`.
#[derive(Debug, Deserialize)]
struct NodeType {
    #[serde(rename = "type")]
    name: String,
    named: bool,
    /// Only groups of kinds have it; no node is of such a kind.
    subtypes: Option<Vec<serde_json::Value>>,
    #[serde(default)]
    fields: BTreeMap<String, serde_json::Value>,
}

impl Grammar {
    /// Reads a `node-types.json`.
    ///
    /// # Errors
    /// A sentence: it is not JSON of that form, a token has a character without a name, or a token and a
    /// named kind would be one variant.
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
