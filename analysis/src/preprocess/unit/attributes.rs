//! What `__has_attribute` and its relatives answer, as gcc does.

/// `__has_attribute(name)`
pub(super) fn attribute(name: &str) -> i64 {
    let plain = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    i64::from(NAMES.split_whitespace().any(|known| known == plain))
}

/// `__has_c_attribute(name)`
pub(super) fn c_attribute(name: &str) -> i64 {
    let plain = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    match plain {
        "deprecated" => 201_904,
        "fallthrough" => 201_910,
        "maybe_unused" => 202_106,
        "nodiscard" => 202_003,
        _ => 0,
    }
}

/// `__has_builtin(name)`
pub(super) fn function(name: &str) -> bool {
    const PREFIXES: &[&str] = &["__builtin_", "__sync_", "__atomic_"];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

const NAMES: &str = "alias aligned alloc_align alloc_size always_inline artificial assume_aligned cleanup cold \
    common const constructor copy deprecated destructor error externally_visible fallthrough flatten format \
    format_arg gnu_inline hot ifunc leaf malloc may_alias mode no_icf no_instrument_function no_reorder \
    no_sanitize no_sanitize_address noclone noinline noipa nonnull nonstring noplt noreturn nothrow optimize \
    packed patchable_function_entry pure retain returns_nonnull returns_twice section sentinel \
    simd symver tls_model transparent_union unused used vector_size visibility warn_if_not_aligned \
    warn_unused_result warning weak weakref zero_call_used_regs access counted_by";
