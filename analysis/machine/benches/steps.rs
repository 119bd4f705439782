//! Benchmarks of long runs. The items per second that they print are steps of the machine.

use csieve_base::budget::Steps;
use csieve_dataflow::bounds::guard;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, Type};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_machine::{Callee, Chosen, End, First, Graphs, Host, Source, run};
use divan::{Bencher, black_box, counter::ItemsCount};

fn main() {
    divan::main();
}

/// The budget of each run.
const STEPS: u32 = 1_000_000;

/// The functions to run, each the last one of its text.
const TEXTS: [(&str, &str); 9] = [
    ("sum", "long f(void) { long s = 0; for (int i = 0; i < 1000000; i++) s += i; return s; }"),
    (
        "branches",
        "int f(void) { int x = 1, y = 1; while (y < 1000000) { if (x >= y) x = y + 2; else x = 3; y++; } return x; }",
    ),
    (
        "wrapping",
        "unsigned f(void) { unsigned z = 7, y = 1; for (int v = 1000000; v > 0; v--) { z = z * 31 % 1000; y ^= z << (v & 7); } return y; }",
    ),
    (
        "array",
        "int f(void) { int a[64], s = 0; for (int i = 0; i < 64; i++) a[i] = i; for (int j = 0; j < 1000000; j++) s ^= a[j & 63]; return s; }",
    ),
    (
        "sort",
        "void f(void) { int a[500]; for (int i = 0; i < 500; i++) a[i] = 500 - i; for (int i = 1; i < 500; i++) { int k = a[i], j = i - 1; while (j >= 0 && a[j] > k) { a[j + 1] = a[j]; j--; } a[j + 1] = k; } }",
    ),
    (
        "pointers",
        "int f(void) { char t[32]; for (int i = 0; i < 31; i++) t[i] = 'a'; t[31] = 0; int n = 0; while (1) { for (char *p = t; *p; p++) n++; if (n > 1000000) break; } return n; }",
    ),
    (
        "calls",
        "static int state; static int call(void) { state++; return state > 10000000 ? 0 : 1; } int f(void) { int ticks = 0; while (1) { int r; ticks++; r = call(); if (r == 0 || ticks > 1000000) break; } return ticks; }",
    ),
    (
        "structures",
        "struct pair { int a[2]; }; static int sum(int n) { struct pair p; p.a[0] = n; p.a[1] = 1; return p.a[0] + p.a[1]; } int f(void) { int s = 0; for (int i = 0; i < 20000; i++) s ^= sum(i); return s; }",
    ),
    (
        "heap",
        "#define NULL ((void*)0)\nvoid *malloc(unsigned long); void free(void *); struct node { int value; struct node *next; }; int f(void) { struct node *head = NULL; for (int i = 0; i < 100; i++) { struct node *new = malloc(sizeof *new); if (!new) return 0; new->value = i; new->next = head; head = new; } int s = 0; for (int j = 0; j < 10000; j++) for (struct node *p = head; p; p = p->next) s ^= p->value; while (head) { struct node *next = head->next; free(head); head = next; } return s; }",
    ),
];

/// The graphs of the functions of a C text.
struct File(Vec<Cfg>);

impl File {
    fn of(text: &str) -> Self {
        let unit = Unit::parse(text);
        let context = UnitContext::new(&unit);
        let lowered = unit.functions().into_iter().map(|item| {
            guard(lower_function(&unit, &context, &item).expect("the texts are understood"), false)
        });
        Self(lowered.collect())
    }
}

impl Graphs for File {
    fn graph(&self, name: &str) -> Callee<'_> {
        self.0.iter().find(|cfg| cfg.function == name).map_or(Callee::Unknown, Callee::Graph)
    }

    fn first(&self, _: &str) -> First {
        First::Zeros
    }
}

/// A host that knows no inputs and carries `S` along.
struct Idle<S>(S);

impl<S: Copy + Default> Host for Idle<S> {
    type Shadow = S;

    fn choose(&mut self, _: &Source, _: Type) -> (Chosen, S) {
        (Chosen::Nothing, self.0)
    }
}

fn bench<S: Copy + Default>(bencher: Bencher<'_, '_>, text: &str) {
    let file = File::of(text);
    let go = || run(&file, "f", &mut Idle(S::default()), false, &mut Steps::new(black_box(STEPS)));
    let first = go();
    assert!(matches!(first.end, End::Steps | End::Returned) && first.misuses.is_empty(), "{first:?}");
    bencher.counter(ItemsCount::new(first.steps)).bench(go);
}

/// Measures runs whose host carries nothing along with the values.
#[divan::bench(args = TEXTS.map(|(name, _)| name), sample_count = 5, sample_size = 1)]
fn plain(bencher: Bencher<'_, '_>, name: &str) {
    bench::<()>(bencher, text(name));
}

/// Measures runs whose host carries a word along with each value, as that of concolic execution does.
#[divan::bench(args = TEXTS.map(|(name, _)| name), sample_count = 5, sample_size = 1)]
fn shadowed(bencher: Bencher<'_, '_>, name: &str) {
    bench::<Option<u32>>(bencher, text(name));
}

fn text(name: &str) -> &'static str {
    TEXTS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}
