//! Whether signed arithmetic in a function is worth a question. Arithmetic is everywhere, and every question
//! costs an edge, so a function is asked only if it has a number that can be extreme.

use super::literal::{Number, number};
use csieve_base::{
    library::{Library, Numbers},
    model::DataModel,
};

/// Numbers from here on count as extreme: twice such a number does not fit into an `int`.
const EXTREME: i128 = 1 << 30;

/// The length of the shortest literal of an extreme number, in characters: `1073741824` and `0x40000000`.
const SHORTEST: usize = 10;

/// Returns whether the text of a function has an extreme constant, or the name of a library function that
/// brings numbers from outside the program. A name or number in a string counts, too: a question too many
/// does no harm.
pub(super) fn has_extremes(text: &str, library: &Library) -> bool {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty()).any(|word| {
        if word.as_bytes()[0].is_ascii_digit() {
            return word.len() >= SHORTEST && is_extreme(word);
        }
        library.function(word).is_some_and(|entry| {
            entry.number.is_some_and(|numbers| may_be_extreme(&numbers)) || entry.input.is_some()
        })
    })
}

fn may_be_extreme(numbers: &Numbers) -> bool {
    numbers.range.is_none_or(|(low, high)| low <= -EXTREME || high >= EXTREME)
}

fn is_extreme(literal: &str) -> bool {
    match number(literal, DataModel::default()) {
        Number::Int(constant) => constant.value.abs() >= EXTREME,
        Number::Float(_) => false,
        Number::Unknown => true,
    }
}

#[cfg(test)]
mod tests {
    use super::has_extremes;
    use csieve_base::library::Library;

    #[test]
    fn extreme_constants_and_numbers_from_outside_are_seen() {
        let sees = |text| has_extremes(text, Library::built_in());
        assert!(sees("{ int x = 2147483647; return x + 1; }"));
        assert!(sees("{ int x = 0x7fffffff; return x + 1; }"));
        assert!(sees("{ return atoi(s) * 10; }"));
        assert!(!sees("{ int x = 1000000; double d = 1.25e10; return x + puts(s); }"));
    }
}
