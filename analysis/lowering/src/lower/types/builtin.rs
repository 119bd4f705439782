//! Types of the language and of the most common standard headers.

use csieve_base::model::DataModel;
use csieve_graph::IntType;

use crate::lower::ctype::{CType, Shape};

/// Returns the type of a name that every C file may use without defining it.
pub(crate) fn builtin(name: &str, model: DataModel) -> Option<CType> {
    let sized = |bits, signed| Some(CType::int(IntType { bits, signed }));
    let int = |ty: IntType| Some(CType::int(ty));
    let float = |bytes| Some(CType::plain(Shape::Float(bytes)));
    match name {
        "void" => Some(CType::VOID),
        "bool" | "_Bool" => sized(1, false),
        "char" => int(IntType::char_of(model)),
        "int8_t" | "__int8_t" => sized(8, true),
        "uint8_t" | "u_char" | "u_int8_t" | "char8_t" => sized(8, false),
        "int16_t" => sized(16, true),
        "uint16_t" | "u_int16_t" | "char16_t" => sized(16, false),
        "ushort" | "u_short" => int(IntType::short_of(model).as_unsigned()),
        "int32_t" => sized(32, true),
        "uint32_t" | "u_int32_t" | "char32_t" => sized(32, false),
        "int64_t" | "intmax_t" | "off64_t" | "__int64" => sized(64, true),
        "uint64_t" | "u_int64_t" | "uintmax_t" => sized(64, false),
        "int" | "signed" | "pid_t" => int(IntType::int_of(model)),
        "unsigned" | "uint" | "u_int" | "mode_t" | "uid_t" | "gid_t" | "socklen_t" | "useconds_t" => {
            int(IntType::int_of(model).as_unsigned())
        }
        "wchar_t" => int(IntType::wide_char_of(model)),
        "wint_t" => int(IntType { bits: model.wchar.max(model.int), signed: false }),
        "long" | "off_t" | "time_t" | "suseconds_t" | "clock_t" => int(IntType::long_of(model)),
        "ulong" | "u_long" | "ino_t" => int(IntType::long_of(model).as_unsigned()),
        "ptrdiff_t" | "ssize_t" => int(IntType::difference_of(model)),
        "size_t" | "rsize_t" => int(IntType::size_of(model)),
        "intptr_t" => sized(model.pointer, true),
        "uintptr_t" => int(IntType::address_of(model)),
        "float" | "float_t" | "_Float32" => float(4),
        "double" | "double_t" => float(model.double),
        "_Float64" | "_Float32x" => float(8),
        "_Float16" => float(2),
        "__float128" | "_Float128" | "_Float64x" => float(16),
        "FILE" | "DIR" | "jmp_buf" | "sigjmp_buf" | "fpos_t" | "mbstate_t" | "sigset_t" | "fd_set"
        | "pthread_mutex_t" | "pthread_cond_t" => {
            Some(CType::plain(Shape::Record(format!("struct {name}").into())))
        }
        "va_list" | "__builtin_va_list" | "__gnuc_va_list" => {
            let element = CType::plain(Shape::Record("struct __va_list_tag".into()));
            Some(CType::plain(Shape::Array(element.into(), Some(1))))
        }
        // Integers that may be wider than 64 bits, and complex numbers, are not represented.
        "__int128" | "__int128_t" | "__uint128_t" | "_BitInt" | "_Complex" => Some(CType::UNKNOWN),
        _ => None,
    }
}
