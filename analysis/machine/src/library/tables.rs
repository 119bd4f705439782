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

/// A table.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    entry: fn(i128) -> Option<i128>,
    /// The size of an entry in bytes.
    width: i128,
    ty: Type,
}

impl Table {
    /// Returns the table of a name that the lowering gives to what a library function returns; `None` if the
    /// name is no such table.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let letters = |entry| Some(Self { entry, width: 4, ty: Type::INT });
        match name {
            "the table of character classes" => {
                Some(Self { entry: classes, width: 2, ty: Type::Int(IntType { bits: 16, signed: false }) })
            }
            "the table of lower-case letters" => letters(|character| converted("tolower", character)),
            "the table of upper-case letters" => letters(|character| converted("toupper", character)),
            _ => None,
        }
    }

    /// Returns the offset of the entry of character 0, in bytes.
    pub(crate) fn start(self) -> i128 {
        FIRST * self.width
    }

    /// Makes the object with the entries.
    pub(crate) fn object<S: Copy + Default>(self, name: &str) -> Object<S> {
        let Self { entry, width, ty } = self;
        let mut table = Object::new(Origin::Literal(name.to_owned()), Some(ENTRIES * width), Blank::Unknown);
        for character in -1..FIRST {
            if let Some(value) = entry(character) {
                let offset = (FIRST + character) * width;
                table.cells.write(Cell { offset, width, value: Value::number(value), ty });
            }
        }
        table
    }
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
