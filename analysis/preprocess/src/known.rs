//! The spellings that have the same [`Name`] in every unit, so that they are compared without a look-up.

use super::Name;

macro_rules! known {
    ($($constant:ident $spelling:literal)*) => {
        /// The known spellings. The index of a spelling is its [`Name`].
        pub(crate) const SPELLINGS: &[&str] = &[$($spelling),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Index { $($constant),* }

        $(#[doc = concat!("The spelling `", $spelling, "`.")] pub const $constant: Name = Name(Index::$constant as u32);)*
    };
}

known! {
    NONE ""
    LEFT_BRACKET "[" RIGHT_BRACKET "]" LEFT_PAREN "(" RIGHT_PAREN ")" LEFT_BRACE "{" RIGHT_BRACE "}"
    DOT "." ARROW "->" INCREMENT "++" DECREMENT "--" AND "&" STAR "*" PLUS "+" MINUS "-" TILDE "~" NOT "!"
    SLASH "/" PERCENT "%" SHIFT_LEFT "<<" SHIFT_RIGHT ">>" LESS "<" GREATER ">" LESS_EQUAL "<="
    GREATER_EQUAL ">=" EQUAL "==" NOT_EQUAL "!=" XOR "^" OR "|" AND_AND "&&" OR_OR "||" QUESTION "?" COLON ":"
    SEMICOLON ";" ELLIPSIS "..." ASSIGN "=" STAR_ASSIGN "*=" SLASH_ASSIGN "/=" PERCENT_ASSIGN "%="
    PLUS_ASSIGN "+=" MINUS_ASSIGN "-=" SHIFT_LEFT_ASSIGN "<<=" SHIFT_RIGHT_ASSIGN ">>=" AND_ASSIGN "&="
    XOR_ASSIGN "^=" OR_ASSIGN "|=" COMMA "," HASH "#" HASH_HASH "##"
    LEFT_BRACKET_DIGRAPH "<:" RIGHT_BRACKET_DIGRAPH ":>" LEFT_BRACE_DIGRAPH "<%" RIGHT_BRACE_DIGRAPH "%>"
    HASH_DIGRAPH "%:" HASH_HASH_DIGRAPH "%:%:"
    DEFINE "define" UNDEF "undef" INCLUDE "include" INCLUDE_NEXT "include_next" IMPORT "import" IF "if"
    IFDEF "ifdef" IFNDEF "ifndef" ELIF "elif" ELIFDEF "elifdef" ELIFNDEF "elifndef" ELSE "else" ENDIF "endif"
    ERROR "error" WARNING "warning" LINE "line" PRAGMA "pragma" IDENT "ident" SCCS "sccs" EMBED "embed"
    ASSERT "assert" UNASSERT "unassert"
    DEFINED "defined" VA_ARGS "__VA_ARGS__" VA_OPT "__VA_OPT__" PRAGMA_OPERATOR "_Pragma"
    FILE "__FILE__" LINE_NUMBER "__LINE__" COUNTER "__COUNTER__" DATE "__DATE__" TIME "__TIME__"
    TIMESTAMP "__TIMESTAMP__" INCLUDE_LEVEL "__INCLUDE_LEVEL__" BASE_FILE "__BASE_FILE__"
    HAS_INCLUDE "__has_include" HAS_INCLUDE_NEXT "__has_include_next" HAS_ATTRIBUTE "__has_attribute"
    HAS_C_ATTRIBUTE "__has_c_attribute" HAS_CPP_ATTRIBUTE "__has_cpp_attribute" HAS_BUILTIN "__has_builtin"
    STRUCT "struct" UNION "union" ENUM "enum" TYPEDEF "typedef" RETURN "return" GOTO "goto" WHILE "while"
    FOR "for" SWITCH "switch" DO "do" CASE "case" DEFAULT "default" BREAK "break" CONTINUE "continue"
    SIZEOF "sizeof" VOID "void" CHAR "char" SHORT "short" INT "int" LONG "long" FLOAT "float" DOUBLE "double"
    SIGNED "signed" UNSIGNED "unsigned" BOOL "_Bool" COMPLEX "_Complex" CONST "const" VOLATILE "volatile"
    STATIC "static" EXTERN "extern" REGISTER "register" AUTO "auto" INLINE "inline" NORETURN "_Noreturn"
    ATOMIC "_Atomic" THREAD_LOCAL "_Thread_local" ALIGNAS "_Alignas" ALIGNOF "_Alignof" GENERIC "_Generic"
    STATIC_ASSERT "_Static_assert" RESTRICT "restrict" ASM "asm" ATTRIBUTE "__attribute__"
    EXTENSION "__extension__" TYPEOF "typeof" TYPEOF_UNQUAL "typeof_unqual" VA_ARG "__builtin_va_arg"
    OFFSETOF "__builtin_offsetof" TYPES_COMPATIBLE "__builtin_types_compatible_p" LABEL "__label__"
    CONST_2 "__const" CONST_3 "__const__" VOLATILE_2 "__volatile" VOLATILE_3 "__volatile__"
    INLINE_2 "__inline" INLINE_3 "__inline__" SIGNED_2 "__signed" SIGNED_3 "__signed__"
    RESTRICT_2 "__restrict" RESTRICT_3 "__restrict__" ASM_2 "__asm" ASM_3 "__asm__" ATTRIBUTE_2 "__attribute"
    TYPEOF_2 "__typeof" TYPEOF_3 "__typeof__" ALIGNOF_2 "__alignof" ALIGNOF_3 "__alignof__"
    ALIGNOF_4 "alignof" ALIGNAS_2 "alignas" COMPLEX_2 "__complex__" COMPLEX_3 "__complex"
    THREAD_LOCAL_2 "__thread" THREAD_LOCAL_3 "thread_local" STATIC_ASSERT_2 "static_assert" BOOL_2 "bool"
}

/// The number of known spellings.
pub(crate) const COUNT: u32 = SPELLINGS.len() as u32;

/// Returns whether a name is `#` or its digraph `%:`.
pub(crate) fn is_hash(name: Name) -> bool {
    name == HASH || name == HASH_DIGRAPH
}

/// Returns whether a name is `##` or its digraph `%:%:`.
pub(crate) fn is_paste(name: Name) -> bool {
    name == HASH_HASH || name == HASH_HASH_DIGRAPH
}
