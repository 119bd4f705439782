//! Reads YAML as clangd does: a list of words may also be written as one word.

use std::{fmt, path::Path};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, SeqAccess, Visitor},
};

use super::Problem;

/// A list of words, written as a list, as one word, or as nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(pub Vec<String>);

/// Parses the YAML documents in a text. `path` is named in problems.
pub(super) fn documents<T: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<T>, Problem> {
    let options = serde_saphyr::options! { with_snippet: false };
    serde_saphyr::from_multiple_with_options(text, options).map_err(|error| {
        let place = error.location().map(|place| (place.line() as usize, place.column() as usize));
        let message = error.to_string();
        // Users see the place of a problem before the message, so it is cut from the message.
        let end = message.find(" at line ").filter(|_| place.is_some()).unwrap_or(message.len());
        Problem { path: path.to_owned(), place, what: message[..end].to_owned() }
    })
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordsVisitor)
    }
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a word or a list of words")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Words, E> {
        Ok(Words(vec![word.to_owned()]))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_unit<E: Error>(self) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Words, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = items.next_element()? {
            words.push(word);
        }
        Ok(Words(words))
    }
}
