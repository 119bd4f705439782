//! Types of the language and of the most common standard headers.

use csieve_graph::IntType;

use crate::lower::ctype::{CType, Shape};

/// Returns the type of a name that every C file may use without defining it (LP64, `char` is signed).
pub(crate) fn builtin(name: &str) -> Option<CType> {
    let int = |bits, signed| Some(CType::int(IntType { bits, signed }));
    let float = |bytes| Some(CType::plain(Shape::Float(bytes)));
    match name {
        "void" => Some(CType::VOID),
        "bool" | "_Bool" => int(1, false),
        "char" | "int8_t" | "__int8_t" => int(8, true),
        "uint8_t" | "u_char" | "u_int8_t" | "char8_t" => int(8, false),
        "int16_t" => int(16, true),
        "uint16_t" | "ushort" | "u_short" | "u_int16_t" | "char16_t" => int(16, false),
        "int" | "signed" | "int32_t" | "wchar_t" | "pid_t" => int(32, true),
        "unsigned" | "uint32_t" | "uint" | "u_int" | "u_int32_t" | "char32_t" | "mode_t" | "uid_t"
        | "gid_t" | "wint_t" | "socklen_t" | "useconds_t" => int(32, false),
        "long" | "int64_t" | "intptr_t" | "ptrdiff_t" | "ssize_t" | "intmax_t" | "off_t" | "off64_t"
        | "time_t" | "suseconds_t" | "clock_t" | "__int64" => int(64, true),
        "size_t" | "uint64_t" | "uintptr_t" | "uintmax_t" | "rsize_t" | "ulong" | "u_long" | "u_int64_t"
        | "ino_t" => int(64, false),
        "float" | "float_t" | "_Float32" => float(4),
        "double" | "double_t" | "_Float64" | "_Float32x" => float(8),
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
