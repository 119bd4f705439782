//! The library functions that neither keep, free nor hand on what they are given.

/// What a library function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returns {
    Void,
    Int,
    Long,
    Size,
    Pointer,
    Float,
    /// Its first argument.
    First,
    Unknown,
}

/// A family of library functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    names: &'static [&'static str],
    pub returns: Returns,
    pub writes_memory: bool,
    /// Arguments that must not be NULL.
    pub dereferences: &'static [usize],
}

const fn pure(names: &'static [&'static str], returns: Returns) -> Family {
    Family { names, returns, writes_memory: false, dereferences: &[] }
}

const fn writing(names: &'static [&'static str], returns: Returns) -> Family {
    Family { names, returns, writes_memory: true, dereferences: &[] }
}

const fn strict(family: Family, dereferences: &'static [usize]) -> Family {
    Family { dereferences, ..family }
}

/// Functions that write memory only if their format asks for it, by the format's position.
const PRINTING: [&[&str]; 3] = [
    &["printf", "vprintf", "wprintf"],
    &["fprintf", "dprintf", "vfprintf", "fwprintf", "__printf_chk", "syslog"],
    &["__fprintf_chk"],
];

static FAMILIES: &[Family] = &[
    strict(pure(&["strlen", "wcslen", "__builtin_strlen"], Returns::Size), &[0]),
    strict(pure(&["strspn", "strcspn"], Returns::Size), &[0, 1]),
    pure(&["strnlen"], Returns::Size),
    strict(pure(&["strcmp", "strcoll", "strcasecmp", "__builtin_strcmp", "wcscmp"], Returns::Int), &[0, 1]),
    pure(&["strncmp", "strncasecmp", "memcmp", "__builtin_memcmp", "strverscmp"], Returns::Int),
    strict(pure(&["strchr", "strrchr", "index", "rindex", "strchrnul", "wcschr"], Returns::Pointer), &[0]),
    strict(pure(&["strstr", "strpbrk", "strcasestr"], Returns::Pointer), &[0, 1]),
    pure(&["memchr", "memrchr", "memmem", "rawmemchr"], Returns::Pointer),
    strict(writing(&["strcpy", "strcat", "__builtin_strcpy", "wcscpy", "wcscat"], Returns::First), &[0, 1]),
    strict(writing(&["stpcpy"], Returns::Pointer), &[0, 1]),
    writing(&["strncpy", "strncat", "wcsncpy", "wcsncat"], Returns::First),
    writing(
        &[
            "memcpy",
            "memmove",
            "memset",
            "wmemcpy",
            "wmemset",
            "__builtin_memcpy",
            "__builtin_memmove",
            "__builtin_memset",
        ],
        Returns::First,
    ),
    writing(&["mempcpy", "stpncpy", "strtok", "strtok_r", "strsep", "memccpy"], Returns::Pointer),
    writing(&["bzero", "bcopy", "explicit_bzero", "swab"], Returns::Void),
    writing(&["strlcpy", "strlcat", "strxfrm", "strftime", "mbstowcs", "wcstombs"], Returns::Size),
    pure(&["getenv"], Returns::Pointer),
    // The text of the last call is overwritten.
    writing(&["strerror", "strsignal", "setlocale", "ttyname", "getlogin"], Returns::Pointer),
    pure(
        &[
            "perror",
            "fputc",
            "putc",
            "putchar",
            "ungetc",
            "feof",
            "ferror",
            "fileno",
            "pclose",
            "setvbuf",
            "fseek",
            "fseeko",
            "putc_unlocked",
            "putchar_unlocked",
        ],
        Returns::Int,
    ),
    pure(PRINTING[0], Returns::Int),
    pure(PRINTING[1], Returns::Int),
    pure(PRINTING[2], Returns::Int),
    strict(pure(&["puts", "fputs", "__builtin_puts"], Returns::Int), &[0]),
    writing(
        &[
            "sprintf",
            "snprintf",
            "vsprintf",
            "vsnprintf",
            "swprintf",
            "scanf",
            "fscanf",
            "sscanf",
            "vscanf",
            "vfscanf",
            "vsscanf",
            "__isoc99_scanf",
            "__isoc99_fscanf",
            "__isoc99_sscanf",
            "__sprintf_chk",
            "__snprintf_chk",
        ],
        Returns::Int,
    ),
    pure(&["getchar", "fgetc", "getc", "getc_unlocked", "getchar_unlocked"], Returns::Int),
    writing(&["fgets", "gets"], Returns::Pointer),
    writing(&["fread", "fread_unlocked"], Returns::Size),
    pure(&["fwrite", "fwrite_unlocked"], Returns::Size),
    writing(&["read", "pread", "recv", "recvfrom", "readlink", "getline", "getdelim"], Returns::Long),
    pure(&["write", "pwrite", "send", "sendto", "lseek"], Returns::Long),
    pure(&["fopen", "fdopen", "freopen", "popen", "tmpfile", "opendir"], Returns::Pointer),
    pure(&["ftell", "ftello"], Returns::Long),
    pure(&["rewind", "clearerr", "setbuf", "closelog"], Returns::Void),
    pure(
        &[
            "open",
            "openat",
            "creat",
            "close",
            "dup",
            "dup2",
            "unlink",
            "remove",
            "rename",
            "rmdir",
            "mkdir",
            "chdir",
            "access",
            "chmod",
            "isatty",
            "fsync",
            "ftruncate",
            "truncate",
            "closedir",
            "usleep",
            "system",
        ],
        Returns::Int,
    ),
    // `F_GETLK` and its kin write what they are given; so does a sleep that is interrupted.
    writing(&["fcntl", "nanosleep"], Returns::Int),
    // Signal handlers may write anything.
    writing(&["raise", "kill"], Returns::Int),
    // A stream may be one into memory: the buffer is up to date after these.
    writing(&["fflush", "fclose"], Returns::Int),
    writing(&["stat", "fstat", "lstat", "pipe", "gettimeofday", "clock_gettime", "getrusage"], Returns::Int),
    writing(&["time"], Returns::Long),
    pure(&["clock", "labs", "llabs", "random", "atol", "atoll", "sysconf"], Returns::Long),
    pure(
        &[
            "isalnum",
            "isalpha",
            "isascii",
            "isblank",
            "iscntrl",
            "isdigit",
            "isgraph",
            "islower",
            "isprint",
            "ispunct",
            "isspace",
            "isupper",
            "isxdigit",
            "tolower",
            "toupper",
            "toascii",
            "abs",
            "rand",
            "atoi",
            "getpid",
            "getppid",
            "getuid",
            "geteuid",
            "getgid",
            "getegid",
            "ffs",
            "__builtin_clz",
            "__builtin_ctz",
            "__builtin_popcount",
            "__builtin_ffs",
            "__builtin_clzl",
            "__builtin_ctzl",
            "__builtin_popcountl",
            "__builtin_clzll",
            "__builtin_ctzll",
            "__builtin_popcountll",
            "__builtin_parity",
            "iswalpha",
            "iswdigit",
            "iswspace",
            "sleep",
            "__builtin_abs",
        ],
        Returns::Int,
    ),
    pure(&["srand", "srandom", "__builtin_prefetch", "tzset"], Returns::Void),
    writing(&["strtol", "strtoll", "strtoimax"], Returns::Long),
    writing(&["strtoul", "strtoull", "strtoumax"], Returns::Size),
    writing(&["strtod", "strtof", "strtold", "frexp", "modf"], Returns::Float),
    pure(
        &[
            "atof",
            "sqrt",
            "pow",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "atan2",
            "exp",
            "log",
            "log10",
            "log2",
            "floor",
            "ceil",
            "round",
            "trunc",
            "fabs",
            "fmod",
            "hypot",
            "sinh",
            "cosh",
            "tanh",
            "cbrt",
            "ldexp",
            "sqrtf",
            "powf",
            "sinf",
            "cosf",
            "tanf",
            "expf",
            "logf",
            "floorf",
            "ceilf",
            "roundf",
            "fabsf",
            "fmodf",
            "fmin",
            "fmax",
            "fminf",
            "fmaxf",
            "difftime",
            "drand48",
            "rint",
            "nearbyint",
            "copysign",
        ],
        Returns::Float,
    ),
    pure(&["lround", "lrint", "llround", "llrint"], Returns::Long),
    pure(&["div", "ldiv", "lldiv"], Returns::Unknown),
    pure(&["isnan", "isinf", "isfinite", "signbit", "__builtin_isnan", "__builtin_isinf"], Returns::Int),
    pure(
        &["htons", "ntohs", "htonl", "ntohl", "__builtin_bswap16", "__builtin_bswap32", "__builtin_bswap64"],
        Returns::Unknown,
    ),
];

/// Which argument is the format of a function that prints; it may say `%n`, "write here how much".
pub(super) fn format_position(name: &str) -> Option<usize> {
    PRINTING.iter().position(|names| names.contains(&name))
}

/// The family of a library function.
pub(super) fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.names.contains(&name))
}
