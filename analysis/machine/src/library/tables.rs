//! The tables behind macros such as `isdigit`: what they hold for the characters of ASCII and for `EOF`. What they
//! hold for others depends on the locale.

use csieve_graph::{IntType, Type};

use super::characters::{converted, is_of_class};
use crate::{
    cells::Cell,
    object::{Blank, Object, Origin},
    value::Value,
};

/// The number of entries in front of that of character 0, and in all.
const FIRST: i128 = 128;
const ENTRIES: i128 = 384;

/// The functions of the classes in the order of their bits.
const CLASSES: [&str; 12] = [
    "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph", "isblank",
    "iscntrl", "ispunct", "isalnum",
];

/// Returns the table of a name that the lowering gives to what a library function returns, and the offset of
/// the entry of character 0 in bytes. `None` if the name is no such table.
pub(crate) fn table<S: Copy + Default>(name: &str) -> Option<(Object<S>, i128)> {
    let entry: fn(i128) -> Option<i128> = match name {
        "the table of character classes" => classes,
        "the table of lower-case letters" => |character| converted("tolower", character),
        "the table of upper-case letters" => |character| converted("toupper", character),
        _ => return None,
    };
    let (width, ty) = match name {
        "the table of character classes" => (2, Type::Int(IntType { bits: 16, signed: false })),
        _ => (4, Type::INT),
    };
    let mut table =
        Object::new(Origin::Literal(format!("the entries of {name}")), Some(ENTRIES * width), Blank::Unknown);
    for character in -1..FIRST {
        if let Some(value) = entry(character) {
            let offset = (FIRST + character) * width;
            table.cells.write(Cell { offset, width, value: Value::number(value), ty });
        }
    }
    Some((table, FIRST * width))
}

/// Returns the classes of a character as bits, on a machine that stores the low byte first.
fn classes(character: i128) -> Option<i128> {
    let mut bits = 0;
    for (index, class) in CLASSES.iter().enumerate() {
        let bit = if index < 8 { 1 << (index + 8) } else { 1 << (index - 8) };
        bits |= if is_of_class(class, character)? { bit } else { 0 };
    }
    Some(bits)
}
