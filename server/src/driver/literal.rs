//! Values and types as C code.

use csieve_analysis::{
    cfg::{IntType, Type},
    machine::{Chosen, InputObject},
};

/// Returns a number as a constant of a type, wrapped to its range. Compilers do not warn about the constant.
pub(super) fn number(value: i128, ty: Type) -> String {
    let int = ty.as_int().unwrap_or(IntType::LONG);
    let value = int.wrapped(value);
    let suffix = match (int.bits, int.signed) {
        (64, true) => "LL",
        (64, false) => "ULL",
        (32, false) => "U",
        _ => "",
    };
    if int.signed && int.bits >= 32 && value == int.min() {
        // The absolute value of the minimum is outside of the type's range.
        return format!("(-{}{suffix} - 1)", int.max());
    }
    if value < 0 { format!("({value}{suffix})") } else { format!("{value}{suffix}") }
}

/// Returns a C name for the type of a value in memory; the name needs no header.
pub(super) fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Int(IntType { bits: 1, .. }) => "_Bool",
        Type::Int(IntType { bits: 8, signed: true }) => "__INT8_TYPE__",
        Type::Int(IntType { bits: 8, signed: false }) => "__UINT8_TYPE__",
        Type::Int(IntType { bits: 16, signed: true }) => "__INT16_TYPE__",
        Type::Int(IntType { bits: 16, signed: false }) => "__UINT16_TYPE__",
        Type::Int(IntType { bits: 32, signed: true }) => "__INT32_TYPE__",
        Type::Int(IntType { bits: 32, signed: false }) => "__UINT32_TYPE__",
        Type::Int(IntType { signed: false, .. }) => "__UINT64_TYPE__",
        Type::Int(_) => "__INT64_TYPE__",
        _ => "void *",
    }
}

/// Returns a pointer into an input object, as an expression of type `unsigned char *`. The offset is in
/// bytes.
pub(super) fn place(object: &InputObject, offset: i64) -> String {
    let start = match object {
        InputObject::Fresh(number) => format!("csieve_object[{number}]"),
        InputObject::Global(name) => format!("(unsigned char *)&{name}"),
    };
    match offset {
        0 => start,
        1.. => format!("{start} + {offset}"),
        _ => format!("{start} - {}", offset.unsigned_abs()),
    }
}

/// Returns a chosen value as an expression, for an object or parameter of the given type.
pub(super) fn value(chosen: &Chosen, ty: Type) -> String {
    match chosen {
        Chosen::Number(value) => number(*value, ty),
        Chosen::Null | Chosen::Nothing => "0".to_owned(),
        Chosen::Object { object, offset } => format!("(void *)({})", place(object, *offset)),
    }
}

/// Returns a chosen value as an expression of type `csieve_word`, the type that all stubs return.
pub(super) fn word(chosen: &Chosen, ty: Type) -> String {
    match chosen {
        Chosen::Object { object, offset } => format!("(csieve_word)({})", place(object, *offset)),
        Chosen::Number(_) => format!("(csieve_word){}", value(chosen, ty)),
        Chosen::Null | Chosen::Nothing => "0".to_owned(),
    }
}

/// Returns a text without line breaks and comment delimiters, so that it can stand in a C comment.
pub(super) fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use csieve_analysis::cfg::{IntType, Type};

    use super::{comment, number};

    #[test]
    fn numbers_fit_their_types() {
        let short = Type::Int(IntType { bits: 16, signed: true });
        let shown = [
            number(i128::from(i32::MIN), Type::INT),
            number(i128::from(i64::MIN), Type::Int(IntType::LONG)),
            number(i128::from(u64::MAX), Type::Int(IntType::ULONG)),
            number(-1, Type::Int(IntType::UINT)),
            number(-32768, short),
            number(7, Type::INT),
        ];
        assert_eq!(
            shown,
            [
                "(-2147483647 - 1)",
                "(-9223372036854775807LL - 1)",
                "18446744073709551615ULL",
                "4294967295U",
                "(-32768)",
                "7"
            ]
        );
    }

    #[test]
    fn a_comment_stays_one() {
        assert_eq!(comment("`*p*/x`"), "`*p* /x`");
    }
}
