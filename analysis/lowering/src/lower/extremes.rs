//! Whether signed arithmetic in a function is worth a question. Arithmetic is everywhere, and every question
//! costs an edge, so a function is asked only if it has a number that can be extreme.

use super::literal::{Number, number};
use csieve_base::{
    library::{Library, Numbers},
    model::DataModel,
};

/// Returns the least number that counts as extreme: twice such a number does not fit into an `int` of 32 bits. Where `int` is
/// narrower, the squares of ordinary numbers do not fit into it.
fn extreme(model: DataModel) -> i128 {
    if model.int < 32 { 1 << 7 } else { 1 << 30 }
}

/// Returns the length of the shortest literal of an extreme number, in characters: that of `1073741824` and `0x40000000`, or of
/// `128`.
fn shortest(model: DataModel) -> usize {
    if model.int < 32 { 3 } else { 10 }
}

/// Returns whether the text of a function has an extreme constant, or the name of a library function that
/// brings numbers from outside the program. A name or number in a string counts, too: a question too many
/// does no harm.
pub(super) fn has_extremes(text: &str, library: &Library, model: DataModel) -> bool {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty()).any(|word| {
        if word.as_bytes()[0].is_ascii_digit() {
            return word.len() >= shortest(model) && is_extreme(word, model);
        }
        library.function(word).is_some_and(|entry| {
            entry.number.is_some_and(|numbers| may_be_extreme(&numbers, model)) || entry.input.is_some()
        })
    })
}

fn may_be_extreme(numbers: &Numbers, model: DataModel) -> bool {
    numbers.range.is_none_or(|(low, high)| low <= -extreme(model) || high >= extreme(model))
}

fn is_extreme(literal: &str, model: DataModel) -> bool {
    match number(literal, model) {
        Number::Int(constant) => constant.value.abs() >= extreme(model),
        Number::Float(_) => false,
        Number::Unknown => true,
    }
}

#[cfg(test)]
mod tests {
    use super::has_extremes;
    use csieve_base::{library::Library, model::DataModel};

    #[test]
    fn extreme_constants_and_numbers_from_outside_are_seen() {
        let sees = |text| has_extremes(text, Library::built_in(), DataModel::LP64);
        assert!(sees("{ int x = 2147483647; return x + 1; }"));
        assert!(sees("{ int x = 0x7fffffff; return x + 1; }"));
        assert!(sees("{ return atoi(s) * 10; }"));
        assert!(!sees("{ int x = 1000000; double d = 1.25e10; return x + puts(s); }"));
    }
}
