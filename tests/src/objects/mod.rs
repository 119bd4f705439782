//! Random programs about objects in memory, for tests with sanitizers: arrays, strings, structures, unions,
//! pointers to functions, loops that are entered in the middle, and variables that keep their value.
//!
//! Every statement stands on a line of its own and may commit only one misuse of a rule, so that a line and a rule
//! name a misuse.

mod statements;

use crate::random::Random;

/// What the misuses of a program are, which decides the sanitizer that sees all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuses {
    /// Everything but reads of memory without a value. All objects get a first value.
    OfMemory,
    /// Reads without a value, each in a condition. Nothing else is undefined except where a check stops the run.
    OfValues,
}

/// The types, objects and functions that all programs share.
const PRELUDE: &str = "\
#include <stdlib.h>
#include <string.h>
struct S { int n; int *p; char name[6]; int cells[3]; };
union U { int *p; long n; unsigned char bytes[8]; };
int ext(void);
static int shared = 3, table[4] = {1, 0, 2, 5};
static int *kept;
static int same(int v) { return v; }
static int half_of(int v) { return v / 2; }
static int none(int v) { return v & 0; }
static int *nothing(void) { return NULL; }
static int *cell(int *of, int at) { return of + at; }
static void set(struct S *s, int v) { s->n = v; }
static void point(struct S *s, int *to) { s->p = to; }
static void give(int **to, int *value) { *to = value; }
static void drop(int *p) { free(p); }
static void drop_member(struct S *s) { free(s->p); s->p = NULL; }
static int fill(int *to, int v) { if (v & 1) return -1; *to = v & 3; return 0; }
static int first(const struct S *s) { return s->cells[0]; }
";

/// The objects of a function, all with a first value.
const OBJECTS: &str = "\
    int x = 0, y = 1, i = 0, object = 4;
    int arr[4] = {1, 2, 3, 4}, *cells[2] = {arr, NULL};
    char text[8] = \"abc\", small[4] = \"\";
    struct S s = {0}, t = {2, &object, \"one\", {1, 2, 3}}, *ps = &s;
    union U u = {0};
    int *p = arr, *q = NULL, *r = &object, **pp = &p;
    int (*op)(int) = same;
    static int count;
    static int *last;
";

/// The objects of which some have no first value.
const BLANK_OBJECTS: &str = "\
    int x = 0, y = 1, i = 0, w;
    int arr[4] = {1, 2, 3, 4}, blank[4];
    struct S s, t, *ps = &s;
    union U u;
    int (*op)(int) = same;
    static int count;
";

/// Writes a program with the functions `f0`, `f1` and so on, each with the parameters
/// `(int a, int b, unsigned c)`.
pub fn program(seed: u64, functions: u32, misuses: Misuses) -> String {
    let mut writer =
        Writer { random: Random::new(seed), text: PRELUDE.to_owned(), misuses, deep: 0, names: 0 };
    for index in 0..functions {
        writer.function(index);
    }
    writer.text
}

/// A program under construction.
struct Writer {
    random: Random,
    text: String,
    misuses: Misuses,
    /// The depth of the blocks in which the next statement stands.
    deep: usize,
    /// The number of labels and loop variables so far.
    names: u32,
}

impl Writer {
    /// Adds a line.
    fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.deep));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Gives some objects a value, always or under a condition.
    fn first_values(&mut self) {
        let of_all = ["w = a;", "memset(blank, 0, sizeof blank);", "memset(&s, 0, sizeof s);"];
        for set in of_all.into_iter().chain(["memset(&t, 0, sizeof t);", "memset(&u, 0, sizeof u);"]) {
            let condition = self.random.pick(&["a > 0", "b == 2", "c & 1", "count > 0"]);
            match self.random.below(3) {
                0 => self.line(set),
                1 => self.line(&format!("if ({condition}) {set}")),
                _ => {}
            }
        }
    }

    fn function(&mut self, index: u32) {
        let is_internal = self.random.one_in(3);
        let linkage = if is_internal { "static " } else { "" };
        let name = if is_internal { format!("inner{index}") } else { format!("f{index}") };
        self.line(&format!("{linkage}int {name}(int a, int b, unsigned c)"));
        self.line("{");
        self.text.push_str(match self.misuses {
            Misuses::OfMemory => OBJECTS,
            Misuses::OfValues => BLANK_OBJECTS,
        });
        self.deep = 1;
        self.line("int budget = 40;");
        if self.misuses == Misuses::OfValues {
            self.first_values();
        }
        for _ in 0..7 + self.random.below(6) {
            self.statement(2);
        }
        self.line("return x + (y & 1) + (i & 1);");
        self.deep = 0;
        self.line("}");
        if is_internal {
            self.line(&format!("int f{index}(int a, int b, unsigned c)"));
            self.line("{");
            let first = self.random.pick(&["a", "0", "2", "b & 1"]);
            let second = self.random.pick(&["b", "1", "0", "a"]);
            self.line(&format!("    return {name}({first}, {second}, c);"));
            self.line("}");
        }
    }
}
