//! How machines represent the types of C.

use csieve_analysis::{model::DataModel, preprocess::Target};

use crate::build::flags::Flags;

/// A 64-bit machine whose `char` is unsigned.
const UNSIGNED_LP64: DataModel = DataModel { char_is_signed: false, ..DataModel::LP64 };

/// A 32-bit machine whose `char` is unsigned.
const UNSIGNED_ILP32: DataModel = DataModel { char_is_signed: false, ..DataModel::ILP32 };

/// 64-bit ARM with Linux.
const AARCH64: DataModel = DataModel { wchar_is_signed: false, ..UNSIGNED_LP64 };

/// A machine that begins numbers with their most significant bytes.
const fn big(model: DataModel) -> DataModel {
    DataModel { is_big_endian: true, ..model }
}

/// A machine with a `long double` of this size, and numbers aligned to at most so many bytes.
const fn with(model: DataModel, long_double: u8, alignment: u8) -> DataModel {
    DataModel { long_double, alignment, ..model }
}

/// The beginnings of the names of processors, the longer ones first, with what compilers do for them on Linux, or without
/// an operating system. `tests/targets/models.py` compares them with a compiler.
const MODELS: [(&str, DataModel); 31] = [
    ("x86_64", DataModel::LP64),
    ("amd64", DataModel::LP64),
    ("x86", DataModel::I386),
    ("i386", DataModel::I386),
    ("i486", DataModel::I386),
    ("i586", DataModel::I386),
    ("i686", DataModel::I386),
    ("aarch64_be", big(UNSIGNED_LP64)),
    ("aarch64", AARCH64),
    ("arm64", AARCH64),
    ("arm", DataModel { wchar_is_signed: false, ..UNSIGNED_ILP32 }),
    ("thumb", DataModel { wchar_is_signed: false, ..UNSIGNED_ILP32 }),
    ("riscv64", UNSIGNED_LP64),
    ("riscv", with(UNSIGNED_ILP32, 16, 16)),
    ("mips64el", DataModel::LP64),
    ("mips64", big(DataModel::LP64)),
    ("mipsel", DataModel::ILP32),
    ("mips", big(DataModel::ILP32)),
    ("powerpc64le", UNSIGNED_LP64),
    ("powerpc64", big(UNSIGNED_LP64)),
    ("ppc64le", UNSIGNED_LP64),
    ("ppc64", big(UNSIGNED_LP64)),
    ("powerpc", big(with(UNSIGNED_ILP32, 16, 16))),
    ("ppc", big(with(UNSIGNED_ILP32, 16, 16))),
    ("s390x", big(with(UNSIGNED_LP64, 16, 8))),
    ("sparc64", big(DataModel::LP64)),
    ("sparc", big(with(DataModel::ILP32, 16, 8))),
    ("wasm32", with(DataModel::ILP32, 16, 16)),
    ("m68k", big(with(DataModel::ILP32, 12, 2))),
    ("avr", DataModel::IP16),
    ("msp430", DataModel { double: 8, long_double: 8, alignment: 2, ..DataModel::IP16 }),
];

/// Other machines with 32-bit pointers.
const NARROW: [&str; 3] = ["xtensa", "or1k", "nios2"];

/// Returns how the machine with this processor, in this triple if there is one, represents types with these flags.
pub(super) fn data_model(processor: &str, triple: Option<&str>, flags: &Flags) -> DataModel {
    let known = MODELS.iter().find(|(start, _)| processor.starts_with(start)).map(|(_, model)| *model);
    let is_narrow = NARROW.iter().any(|name| processor.starts_with(name));
    let mut model = known.unwrap_or(if is_narrow { DataModel::ILP32 } else { DataModel::LP64 });
    let is_x86 = super::is_x86(processor);
    match (flags.bits, model.pointer) {
        (Some(32), 64) if is_x86 => model = DataModel::I386,
        (Some(32), 64) => model = DataModel { long: 32, pointer: 32, size: 32, alignment: 8, ..model },
        (Some(64), 32) if is_x86 => model = DataModel::LP64,
        (Some(64), 32) => {
            model = DataModel { long: 64, pointer: 64, size: 64, long_double: 16, alignment: 16, ..model }
        }
        _ => {}
    }
    let has = |words: &[&str]| triple.is_some_and(|triple| words.iter().any(|word| triple.contains(word)));
    if has(&["windows", "mingw", "win32", "cygwin"]) {
        model = DataModel {
            long: 32,
            wchar: 16,
            wchar_is_signed: false,
            char_is_signed: true,
            separate_bit_fields: true,
            alignment: if model.pointer == 64 { 16 } else { 8 },
            ..model
        };
        if has(&["msvc"]) {
            model = DataModel { long_double: 8, alignment: 8, ..model };
        }
    } else if has(&["darwin", "macos", "-apple-"]) {
        model = DataModel { char_is_signed: true, wchar_is_signed: true, ..model };
        if !is_x86 {
            model.long_double = 8;
        }
    } else if has(&["-none-eabi"]) && processor.starts_with("arm") && flags.target.is_none() {
        // The ABI of machines without an operating system; clang, which is told the target, does not follow it here.
        model.short_enums = true;
    }
    model.short_enums = flags.short_enums.unwrap_or(model.short_enums);
    model.char_is_signed = flags.unsigned_char.map_or(model.char_is_signed, |is_unsigned| !is_unsigned);
    model
}

/// Returns how a target represents types of which the preprocessor knows all macros.
pub(super) const fn of_target(target: Target) -> DataModel {
    match target {
        Target::X86_64Linux => DataModel::LP64,
        Target::Aarch64Linux => AARCH64,
    }
}

/// Returns the macros that compilers for a machine predefine about the sizes of types.
pub(super) fn macros(model: DataModel) -> Vec<String> {
    let mut all = Vec::new();
    let mut define = |name: &str, value: String| all.push(format!("{name}={value}"));
    let sizes = [
        ("SHORT", model.short / 8),
        ("INT", model.int / 8),
        ("LONG", model.long / 8),
        ("LONG_LONG", model.long_long / 8),
        ("POINTER", model.pointer_bytes()),
        ("SIZE_T", model.size / 8),
        ("PTRDIFF_T", model.size / 8),
        ("WCHAR_T", model.wchar / 8),
        ("DOUBLE", model.double),
        ("LONG_DOUBLE", model.long_double),
    ];
    for (name, bytes) in sizes {
        define(&format!("__SIZEOF_{name}__"), bytes.to_string());
    }
    let (size, pointer) = (word(model, model.size), word(model, model.pointer));
    let named = [
        ("SHRT", model.short, "short int", ""),
        ("INT", model.int, "int", ""),
        ("LONG", model.long, "long int", "L"),
        ("LONG_LONG", model.long_long, "long long int", "LL"),
        ("PTRDIFF", model.size, size.0, size.1),
        ("INTPTR", model.pointer, pointer.0, pointer.1),
        ("INTMAX", 64, word(model, 64).0, word(model, 64).1),
    ];
    for (name, bits, ty, suffix) in named {
        define(&format!("__{name}_MAX__"), format!("{:#x}{suffix}", (1_u64 << (bits - 1)) - 1));
        define(&format!("__{name}_WIDTH__"), bits.to_string());
        if matches!(name, "PTRDIFF" | "INTPTR" | "INTMAX") {
            define(&format!("__{name}_TYPE__"), ty.to_owned());
        }
    }
    for (name, bits) in [("SIZE", model.size), ("UINTPTR", model.pointer), ("UINTMAX", 64)] {
        let (ty, suffix) = word(model, bits);
        define(&format!("__{name}_MAX__"), format!("{:#x}U{suffix}", u64::MAX >> (64 - bits)));
        define(&format!("__{name}_TYPE__"), unsigned(ty));
    }
    define("__SIZE_WIDTH__", model.size.to_string());
    exact_widths(model, &mut define);
    wide_characters(model, &mut define);
    if model.is_big_endian {
        define("__BYTE_ORDER__", "__ORDER_BIG_ENDIAN__".to_owned());
        define("__FLOAT_WORD_ORDER__", "__ORDER_BIG_ENDIAN__".to_owned());
    }
    if model.char_is_signed {
        all.push("-U__CHAR_UNSIGNED__".to_owned());
    } else {
        all.push("__CHAR_UNSIGNED__=1".to_owned());
    }
    all
}

/// Defines the macros of `wchar_t`.
fn wide_characters(model: DataModel, define: &mut dyn FnMut(&str, String)) {
    let wide = word(model, model.wchar).0;
    define("__WCHAR_TYPE__", if model.wchar_is_signed { wide.to_owned() } else { unsigned(wide) });
    let (least, most) = if model.wchar_is_signed {
        ("(-__WCHAR_MAX__ - 1)", (1_u64 << (model.wchar - 1)) - 1)
    } else {
        ("0", (1_u64 << model.wchar) - 1)
    };
    define("__WCHAR_MIN__", least.to_owned());
    define("__WCHAR_MAX__", format!("{most:#x}"));
    define("__WCHAR_WIDTH__", model.wchar.to_string());
}

/// Defines the macros of types of exact widths.
fn exact_widths(model: DataModel, define: &mut dyn FnMut(&str, String)) {
    for bits in [8, 16, 32, 64] {
        let (ty, suffix) = word(model, bits);
        let (most, whole) = ((1_u64 << (bits - 1)) - 1, u64::MAX >> (64 - bits));
        // What the promotions make of the unsigned type.
        let of_unsigned = if bits < model.int { String::new() } else { format!("U{suffix}") };
        let own = if bits == 8 { "signed char" } else { ty };
        for kind in ["", "_LEAST"] {
            define(&format!("__INT{kind}{bits}_TYPE__"), own.to_owned());
            define(&format!("__INT{kind}{bits}_MAX__"), format!("{most:#x}{suffix}"));
            let plain = if bits == 8 { "char" } else { ty };
            define(&format!("__UINT{kind}{bits}_TYPE__"), unsigned(plain));
            define(&format!("__UINT{kind}{bits}_MAX__"), format!("{whole:#x}{of_unsigned}"));
        }
        let ending = |suffix: &str| if suffix.is_empty() { "c".to_owned() } else { format!("c ## {suffix}") };
        define(&format!("__INT{bits}_C(c)"), ending(suffix));
        define(&format!("__UINT{bits}_C(c)"), ending(&of_unsigned));
    }
}

/// Returns the first type of a width among `int`, `short`, `long` and `long long`, and the suffix of its literals.
fn word(model: DataModel, bits: u8) -> (&'static str, &'static str) {
    match bits {
        _ if bits == model.int => ("int", ""),
        _ if bits <= model.short => ("short int", ""),
        _ if bits == model.long => ("long int", "L"),
        _ => ("long long int", "LL"),
    }
}

fn unsigned(ty: &str) -> String {
    match ty.strip_suffix(" int") {
        Some(long) => format!("{long} unsigned int"),
        None => format!("unsigned {ty}"),
    }
}
