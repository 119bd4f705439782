//! Programs in which the names of library functions are the names of something else.

use std::fmt::Write;

/// Names of library functions of different kinds.
const NAMES: [&str; 24] = [
    "exit",
    "abort",
    "error",
    "free",
    "malloc",
    "strdup",
    "close",
    "open",
    "fopen",
    "pthread_mutex_lock",
    "memset",
    "strlen",
    "log",
    "time",
    "index",
    "read",
    "signal",
    "longjmp",
    "setjmp",
    "assert",
    "printf",
    "realloc",
    "getenv",
    "sleep",
];

/// Names of functions that the C library itself calls by their names, or defines with its start.
const NEEDED: [&str; 5] = ["malloc", "free", "realloc", "exit", "abort"];

/// Each kind of thing: its name, and the lines of a construct, in which `N` is the name.
const KINDS: [(&str, &str); 17] = [
    ("object", "main: static int N;|body: N = K;|probe: N == K|probe: N == 0"),
    ("array", "main: static char N[40];|body: N[39] = K;|probe: N[39] == K|probe: N[39] == 0"),
    ("type", "main: typedef int N;|body: N x = K; N *to = &x; (*to)++;|probe: x == K + 1|probe: x == K"),
    (
        "member",
        "main: static int ownN(int *p) { *p = K; return -7; } struct opsN { int (*N)(int *); };\
         |body: struct opsN o = { ownN }; int v = 0; int r = o.N(&v);|probe: v == K|probe: v == 0|probe: r == -7",
    ),
    (
        "member-behind",
        "main: static int ownN(int *p) { *p = K; return -7; } static struct { int (*N)(int *); } opsN = { ownN };\
         |body: int v = 0; int r = opsN.N(&v);|probe: v == K|probe: v == 0|probe: r == -7",
    ),
    ("enumerator", "main: enum { N = 7 };|body: int r = N;|probe: r == 7|probe: r != 7"),
    (
        "parameter",
        "main: static int ownN(int *p) { *p = K; return -7; }\
         |main: static int viaN(int (*N)(int *), int *p) { return N(p); }\
         |body: int v = 0; int r = viaN(ownN, &v);|probe: v == K|probe: v == 0|probe: r == -7",
    ),
    (
        "local-pointer",
        "main: static int ownN(int *p) { *p = K; return -7; }|body: int (*N)(int *) = ownN; int v = 0; int r = N(&v);\
         |probe: v == K|probe: v == 0|probe: r == -7",
    ),
    (
        "static-pointer",
        "main: static int ownN(int *p) { *p = K; return -7; } static int (*N)(int *) = ownN;\
         |body: int v = 0; int r = N(&v);|probe: v == K|probe: v == 0|probe: r == -7",
    ),
    (
        "static-function",
        "main: static int N(int *p) { *p = K; return -7; }|body: int v = 0; int r = N(&v);\
         |probe: v == K|probe: v == 0|probe: r == -7",
    ),
    (
        "static-function-later",
        "main: static int N(int *p);|main: static int beforeN(int *p) { return N(p); }\
         |main: static int N(int *p) { *p = K; return -7; }|body: int v = 0; int r = beforeN(&v);\
         |probe: v == K|probe: v == 0|probe: r == -7",
    ),
    (
        "static-table",
        "main: static int tabN[2] = { 1, 2 }; static int N(int *p) { *p = K; return -7; }|body: N(tabN);\
         |probe: tabN[0] == K|probe: tabN[0] == 1",
    ),
    ("macro", "main: #define N(x) ((x) + 1)|body: int r = N(K);|probe: r == K + 1|probe: r == K"),
    ("label", "body: int v = 0; goto N; v = 1; N: v += K;|probe: v == K|probe: v == K + 1"),
    ("local", "body: int N = K; N++;|probe: N == K + 1|probe: N == K"),
    (
        "tag",
        "main: struct N { int N; };|body: struct N s = { K }; s.N++;|probe: s.N == K + 1|probe: s.N == K",
    ),
    (
        "elsewhere",
        "main: int N(int *);|main: static int tabN[2] = { 1, 2 };|other: int N(int *p) { *p = K; return -7; }\
         |body: int v = 0; int r = N(&v); N(tabN);|probe: v == K|probe: v == 0|probe: r == -7\
         |probe: tabN[0] == K|probe: tabN[0] == 1",
    ),
];

/// Returns a program for each kind of thing: the kind, and a construct for each name.
pub(super) fn programs() -> Vec<(&'static str, String)> {
    let program = |(kind, lines): &(&'static str, &str)| {
        let is_used = |name: &&&str| *kind != "elsewhere" || !NEEDED.contains(name);
        let mut text = String::new();
        for name in NAMES.iter().filter(is_used) {
            // `N` is a name, and the end of others.
            let lines = lines.replace('|', "\n").replace('N', name);
            let _ = writeln!(text, "%% {kind}-{name}\n{lines}");
        }
        (*kind, text)
    };
    KINDS.iter().map(program).collect()
}
