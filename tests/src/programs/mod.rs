//! Random programs for the soundness tests: helper functions that all programs share, and random functions.

mod scope;
mod split;
mod statements;
mod writer;

pub use crate::random::Random;
pub use split::{Spread, program_in_files};

use self::{
    scope::{PRELUDE, RESET},
    writer::Writer,
};
use crate::spelling::{Text, checked_only};

/// A program in its plain and its checked spelling.
pub struct Program {
    /// The plain spelling, for the analysis.
    pub plain: String,
    /// The checked spelling, to be compiled and run, with the same lines.
    pub checked: String,
}

/// The C helper functions that random functions call: each with its header and its statements, one per line.
const HELPERS: &[(&str, &[&str])] = &[
    ("static void set_state(int value) {", &["s1 = value;", "return;"]),
    ("static void set_place(int *to) {", &["s2 = to;", "return;"]),
    ("static void drop(int *p) {", &["free(p);", "return;"]),
    ("static void clear(int **at) {", &["free(*at);", "*at = 0;", "return;"]),
    ("static void point(int **at, int *to) {", &["*at = to;", "return;"]),
    ("static void fill(struct S *s) {", &["s->a = s1;", "s->p = 0;", "return;"]),
    ("static int *make(int value) {", &["int *p = malloc(16);", "if (p) *p = value;", "return p;"]),
    ("static int is_set(const int *p) {", &["return p != 0;"]),
    ("static int next(int step) {", &["s1 += step & 7;", "return s1;"]),
    (
        "static int rec(int depth) {",
        &["if (depth <= 0) return s1;", "s1 ^= 1;", "return rec(depth - 1) + 1;"],
    ),
    ("static int divide(int a, int b) {", &["if (b == 0 && s1) return 0;", "return a / (b ? b : 1);"]),
    (
        "static int try_init(int *to, int value) {",
        &["if (value & 1) return -1;", "*to = value;", "return 0;"],
    ),
    ("static int *make_or_die(int value) {", &["int *p = make(value);", "if (!p) die();", "return p;"]),
    ("static int *choose(int *one, int *two, int which) {", &["return which > 0 ? one : two;"]),
    ("static int *keep_it(int *p) {", &["s2 = p;", "return p;"]),
    (
        "static void exchange(int **one, int **two) {",
        &["int *p = *one;", "*one = *two;", "*two = p;", "return;"],
    ),
    ("static int fetch(int **at) {", &["if (!s1) return 0;", "*at = make(1);", "return *at != 0;"]),
    ("static int usable(const int *p, int value) {", &["return p && value > 0;"]),
    ("static int drop_if(int *p, int value) {", &["if (value > 1) free(p);", "return value > 1;"]),
    ("static int write_both(int *one, int *two) {", &["*one = 1;", "*two = 2;", "return *one;"]),
    ("static void drop_member(struct S *s) {", &["if (!s) return;", "free(s->p);", "s->p = 0;", "return;"]),
    ("static int *member(struct S *s) {", &["if (s->a > 1) return 0;", "return s->p;"]),
    (
        "static int replaced(int **at) {",
        &["if (s1 & 1) return 0;", "free(*at);", "*at = make(2);", "return 1;"],
    ),
    ("static int even(int n) {", &["if (n <= 0) return s1;", "return odd(n - 1);"]),
    ("static int odd(int n) {", &["if (n <= 0) return 0;", "s1++;", "return even(n - 1);"]),
    ("static int checked_read(const int *p) {", &["if (!p) return -1;", "return *p & 7;"]),
    (
        "static int unless_mode(int *to, int mode) {",
        &["if (mode == 2 || mode == 5) return 0;", "*to = mode;", "return 1;"],
    ),
    (
        "static int *with_options(int *p, int options) {",
        &["if (options & 2) return 0;", "if ((options & 12) == 4) free(p);", "return p;"],
    ),
    (
        "static void ensure(struct S *s) {",
        &[
            "if (!s) return;",
            "if (s->p) return;",
            "if ((s->a & 1) == 0) return;",
            "s->p = make(1);",
            "return;",
        ],
    ),
    ("static int in_range(int value) {", &["if (value < 0 || value > 3) return 0;", "return 1;"]),
];

fn helpers(text: &mut Text) {
    // That a function which nothing declares does not return is only believed.
    text.line("void abort(void);");
    text.line("static void die(void) { abort(); }");
    text.line("static int odd(int n);");
    for (header, statements) in HELPERS {
        text.line(&format!("{header}{}", checked_only(" ENTER;")));
        text.open();
        for root in ["p", "to", "one", "two"] {
            if header.contains(&format!("int *{root}")) {
                text.line(&checked_only(&format!("ROOT({root});")));
            }
        }
        for statement in *statements {
            text.statement(&checked_returns(statement));
            if statement.starts_with("int *p") {
                text.line(&checked_only("ROOT(p);"));
            }
        }
        text.close("}");
    }
}

/// Returns a C statement whose `return`, in the checked spelling, tells the test's runtime that the function
/// is left.
fn checked_returns(statement: &str) -> String {
    let (before, value) = match statement.split_once("return") {
        Some((before, rest)) => (before, rest.trim_end_matches(';')),
        None => return statement.to_owned(),
    };
    if value.is_empty() {
        // The braces make it a single statement, because a condition may precede it.
        return format!("{before}{}return;{}", checked_only("{ LEAVE; "), checked_only(" }"));
    }
    format!("{before}return{}{value}{};", checked_only(" RET("), checked_only(")"))
}

/// Writes a program of some functions, each of which is run `runs` times.
pub fn program(seed: u64, functions: u32, runs: u32) -> Program {
    written(seed, functions, runs, false).0
}

/// Writes a program in which some functions are only called by other functions.
pub fn program_with_callers(seed: u64, functions: u32, runs: u32) -> Program {
    written(seed, functions, runs, true).0
}

/// Writes a program. Returns the functions that the test calls as well.
fn written(seed: u64, functions: u32, runs: u32, has_callers: bool) -> (Program, Vec<String>) {
    let mut writer = Writer::new(seed);
    for line in PRELUDE.lines() {
        writer.text.line(line);
    }
    helpers(&mut writer.text);
    let entries: Vec<String> =
        (0..functions).map(|index| function(&mut writer, index, has_callers)).collect();
    let text = writer.text;
    let calls = entry_calls(&entries);
    let checked = format!(
        "{}\n{RESET}\n#define PROGRAM_FUNCTIONS {functions}\n#define PROGRAM_RUNS {runs}\n\
         static void program_call(int function, int a, int b, unsigned c, int *pa, int *pb, struct S *ps)\n{{\n\
         {calls}}}\n",
        text.checked()
    );
    (Program { plain: text.plain(), checked }, entries)
}

/// Returns statements that call the function of which the number is in `function`.
fn entry_calls(entries: &[String]) -> String {
    let call = |(index, name): (usize, &String)| {
        format!("    if (function == {index}) {name}(a, b, c, pa, pb, ps);\n")
    };
    entries.iter().enumerate().map(call).collect()
}

/// Writes a random function. Returns the name of the function that the test calls: the function itself, or
/// its only caller.
fn function(writer: &mut Writer, index: u32, has_callers: bool) -> String {
    writer.returns = if writer.random.one_in(4) { "void" } else { "int" };
    (writer.conditions, writer.names) = (Vec::new(), 0);
    writer.labels = vec![format!("out{index}"), format!("last{index}")];
    let is_internal = has_callers && writer.random.one_in(2);
    let linkage = if is_internal { "static " } else { "" };
    writer.text.line(&format!("{linkage}{} f{index}{PARAMETERS} {{", writer.returns));
    writer.text.open();
    writer.text.line(&checked_only("ENTER; ROOT(pa); ROOT(pb); ROOT(ps); char w_set = 0;"));
    for line in [
        "int x = 0, y = 1, w, e = 4;",
        "unsigned n = c; unsigned char u = a; short h = b; long long v = b; _Bool flag = c;",
        "unsigned short big = a; enum kind kind = FIRST; unsigned j = 2;",
        "struct S t = {0, 1}; struct { int x; char y; } k = {.y = 2};",
        "int *p = 0, *q = 0, *r = &e, **pp = &p;",
    ] {
        writer.text.statement(line);
    }
    writer.text.line(&checked_only("ROOT(p); ROOT(q); ROOT(r); ROOT(t); ROOT(e);"));
    for _ in 0..2 {
        writer.keep_condition();
    }
    if writer.random.one_in(2) {
        writer.text.statement("q = malloc(16);");
        writer.text.statement("if (!q) abort();");
    }
    let (again, guard) = (format!("again{index}"), writer.random.one_in(3));
    for step in 0..6 + writer.random.below(5) {
        writer.statement(2);
        if step == 3 && guard {
            writer.text.line(&format!("{again}: ;"));
        }
    }
    if guard {
        let condition = writer.condition();
        writer.text.statement(&format!("if (j-- > 0 && ({condition})) goto {again};"));
    }
    writer.text.line(&format!("out{index}: ;"));
    writer.labels.remove(0);
    for _ in 0..2 {
        writer.statement(1);
    }
    writer.text.line(&format!("last{index}: ;"));
    let last = writer.return_text("x + y");
    writer.text.statement(&last);
    writer.text.close("}");
    if !is_internal {
        return format!("f{index}");
    }
    caller(writer, index);
    format!("enter{index}")
}

const PARAMETERS: &str = "(int a, int b, unsigned c, int *pa, int *pb, struct S *ps)";

/// The C statements that a caller may execute before it calls the internal function.
const BEFORE: &[&str] = &[
    "s1 = 1;",
    "s1 = b & 3;",
    "if (!pa) return;",
    "if (a < 0) return;",
    "if (b > 4) return;",
    "c = 1;",
    "b = a & 1;",
    "set_state(2);",
    "s2 = 0;",
    "pb = pa;",
    "if (ps) ps->p = 0;",
];

/// The argument lists that a caller may pass to the internal function.
const ARGUMENTS: &[&str] = &[
    "a, b, c, pa, pb, ps",
    "a & 3, b, 1, pa, pb, ps",
    "2, b, c, pa, &own, ps",
    "a, a, c, pa, pa, 0",
    "0, b, c, 0, pb, ps",
];

/// Writes the only caller of an internal function. The caller calls the function once or twice, with
/// restricted arguments.
fn caller(writer: &mut Writer, index: u32) {
    writer.text.line(&format!("void enter{index}{PARAMETERS} {{"));
    writer.text.open();
    writer.text.line(&checked_only("ENTER; ROOT(pa); ROOT(pb); ROOT(ps);"));
    writer.text.statement("int own = 7;");
    writer.text.line(&checked_only("ROOT(own);"));
    for _ in 0..=writer.random.below(2) {
        for _ in 0..writer.random.below(3) {
            let before = checked_returns(writer.random.pick(BEFORE));
            writer.text.statement(&before);
        }
        let arguments = writer.random.pick(ARGUMENTS);
        writer.text.statement(&format!("f{index}({arguments});"));
    }
    writer.text.statement(&checked_returns("return;"));
    writer.text.close("}");
}
