"""What the messages of other analysers mean in csieve's words."""

import re

Rules = tuple[str, ...]

LEAKS = ("memory-leak", "resource-leak")
ABSENT = {"memory-leak", "resource-leak", "missing-unlock"}
"""Rules about something that does not happen. Analysers disagree about the line that they show it at."""

GCC: list[tuple[str, Rules]] = [
    (r"^state: |attribute|dereferencing 'void|write to|processed enode|sensitive", ()),
    (r"stale stack frame|has returned", ("stack-address-escape", "use-after-free")),
    (r"double-'?(fclose|close|closedir)|double '?(fclose|close)", ("double-close",)),
    (r"double-'?va_end", ()),
    (r"double-", ("double-free", "use-after-free", "double-close")),
    (r"leak of FILE|leak of file", ("resource-leak",)),
    (r"^leak", LEAKS),
    (r"use after|after '?free|freed", ("use-after-free", "double-free")),
    (r"possibly-NULL|of NULL|NULL '|dereferencing|dereference", ("null-dereference",)),
    (r"uninitialized value|^uninitialized$", ("uninitialized-read",)),
    (r"not on the heap|on the stack|unallocated object", ("invalid-free",)),
    (r"should have been deallocated with|mismatched allocation", ("mismatched-close", "invalid-free")),
    (r"attacker-controlled value .* (in array lookup|as offset|as size)", ("out-of-bounds",)),
    (r"attacker-controlled value .* as divisor", ("division-by-zero",)),
    (r"attacker-controlled value '[^']*\*[^']*' as allocation size", ("integer-overflow",)),
    (r"shift by (negative|count)", ("integer-overflow",)),
    (r"tainted", ("out-of-bounds",)),
]
"""gcc -fanalyzer. The first expression that is found in a message tells which rules would say the same."""

CLANG: list[tuple[str, Rules]] = [
    (r"lock_order|recently acquired lock|already been (destroyed|initialized)|vfork|chroot", ()),
    (r"va_list|va_arg|va_end", ()),
    (r"already been acquired", ("double-lock",)),
    (r"already been unlocked", ("unlock-without-lock",)),
    (r"still locked", ("missing-unlock",)),
    (r"[Oo]pened (stream|file|File) (is )?never closed", ("resource-leak",)),
    (r"already closed", ("use-after-free", "double-close")),
    (r"[Pp]otential (memory )?leak|^leak|memory leak", LEAKS),
    (r"after it is freed|Use of memory allocated|released memory|of freed|indeterminate", ("use-after-free", "double-free")),
    (r"double.free", ("double-free",)),
    (r"free\(\)|non-heap object|offset by|not memory allocated|not allocated", ("invalid-free",)),
    (r"[Nn]ull pointer|NULL|[Dd]ereference of null|null$", ("null-dereference",)),
    (r"might be null", ("null-dereference",)),
    (r"left shift|right shift|shift count|shifting", ("integer-overflow",)),
    (r"size of the memory allocation may overflow", ("integer-overflow",)),
    (r"[Dd]ivision by", ("division-by-zero",)),
    (r"garbage or undefined|due to array index", ("uninitialized-read", "out-of-bounds")),
    (r"garbage|[Uu]ninit|undefined( value)?$|[Uu]ndefined or|[Bb]ranch condition evaluates", ("uninitialized-read",)),
    (r"[Oo]ut.of.bound|overflows? the dest|always overflow|too large|buffer overflow|past the end", ("out-of-bounds",)),
    (r"negative size|buffer (size|is)|not null-terminated", ("out-of-bounds",)),
    (r"(Address|address) of stack memory|stack.*returned", ("stack-address-escape",)),
    (r"never executed|unreachable", ("unreachable-code",)),
]
"""clang --analyze."""

NOT_OURS = (
    r"insecure|Untrusted|tainted|zero size|Excessive padding|conver|incompatible|region whose size|not a multiple"
    r"|overlapping|Loss of|non-Boolean|never read|size zero|copied onto|against zero|Potential buffer overflow"
    r"|deprecated|PROT_|not in the valid range|Read function called|third argument|string literal|Declared variable"
    r"|constraint is not satisfied|format|attribute|comparison of distinct|sensitive|CFNumber|pointer to uninitialized|allocation size of|an invalid pointer"
)
"""Warnings of clang that look like one of ours but are about style, security policy or another question."""


def rules_of(message: str, table: list[tuple[str, Rules]]) -> Rules:
    """The rules that would say the same as a message, none if it is about something that csieve does not check."""
    if table is CLANG and re.search(NOT_OURS, message):
        return ()
    return next((rules for text, rules in table if re.search(text, message)), ())
