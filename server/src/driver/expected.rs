//! What has to be reported for a misuse.

use csieve_analysis::rule::Rule;

/// The words of which the report has one, as sanitizers or the driver itself print them; none if nothing would be seen.
pub fn reports(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::UseAfterFree => &["heap-use-after-free"],
        Rule::DoubleFree => &["attempting double-free"],
        Rule::InvalidFree => &["attempting free on address which was not malloc()-ed"],
        Rule::MemoryLeak => &["LeakSanitizer: detected memory leaks"],
        Rule::OutOfBounds => &[
            "heap-buffer-overflow",
            "stack-buffer-overflow",
            "stack-buffer-underflow",
            "global-buffer-overflow",
            "dynamic-stack-buffer-overflow",
            "out of bounds",
            "insufficient space for an object",
        ],
        Rule::NullDereference => &["null pointer", "SEGV on unknown address 0x00000000"],
        Rule::UninitializedRead => &["use-after-poison"],
        Rule::DivisionByZero => &["division by zero", "FPE on unknown address"],
        Rule::IntegerOverflow => &["integer overflow", "csieve: a size overflows"],
        Rule::AssertionFailure => &["Assertion"],
        // gcc makes a null pointer of an address that it sees escape.
        Rule::StackAddressEscape => {
            &["stack-use-after-return", "csieve: an address of a local object is left"]
        }
        Rule::ResourceLeak => &["csieve: left open"],
        Rule::DoubleClose => &["csieve: closed twice"],
        Rule::DoubleLock => &["csieve: locked twice"],
        Rule::MissingUnlock => &["csieve: left locked"],
        Rule::UnlockWithoutLock => &["csieve: unlocked without lock"],
        _ => &[],
    }
}

/// Whether the report names the line of the misuse: what is lost or left is only seen at the end.
pub fn names_line(rule: Rule) -> bool {
    !matches!(rule, Rule::MemoryLeak | Rule::ResourceLeak | Rule::MissingUnlock | Rule::StackAddressEscape)
}
