//! Tests of initialisers of which runs keep what they store.

use super::{File, graphs};
use crate::{Callee, Chosen, End, FirstValues, Graphs, Host, Kept, Run, Source, run};
use csieve_base::{budget::Steps, library::Library};
use csieve_frontend::syntax::Unit;
use csieve_graph::{Action, Cfg, EdgeId, Type};
use csieve_lowering::lower::{Initialiser, UnitContext, lower_initialiser};

/// The functions of a text, and the initialisers of its objects.
struct Tables {
    functions: File,
    objects: Vec<(&'static str, Initialiser, Kept)>,
}

impl Tables {
    /// Reads a text. Its objects are named here.
    fn of(text: &str, objects: &[&'static str]) -> Self {
        let unit = Unit::parse(text);
        let context = UnitContext::new(&unit);
        let lowered = objects.iter().map(|name| {
            let known = lower_initialiser(&unit, &context, Library::built_in(), name, false);
            (*name, known.expect("the tests write what is understood"), Kept::default())
        });
        Self { objects: lowered.collect(), functions: graphs(text, false) }
    }

    /// Returns a run of `f` with everything that its host was told, and whether each object has kept contents.
    fn ran<S: Copy + Default>(&self) -> (Run, Vec<String>, Vec<bool>) {
        let mut host = super::Listed { inputs: &[], told: Vec::new(), shadow: S::default() };
        let run = run(self, "f", &mut host, false, &mut Steps::new(20_000));
        (run, host.told, self.objects.iter().map(|(.., kept)| kept.is_filled()).collect())
    }
}

impl Graphs for Tables {
    fn graph(&self, name: &str) -> Callee<'_> {
        self.functions.graph(name)
    }

    fn initialiser(&self, object: &str) -> Option<FirstValues<'_>> {
        let (_, initialiser, kept) = self.objects.iter().find(|(name, ..)| *name == object)?;
        Some(FirstValues { graph: &initialiser.graph, kept })
    }
}

/// Asserts that runs with kept contents are what runs without them are, and returns how they end and what they keep.
fn again(text: &str, objects: &[&'static str]) -> (Run, Vec<bool>) {
    let (first, second) = (Tables::of(text, objects), Tables::of(text, objects));
    let (run, told, kept) = first.ran::<()>();
    for (again, heard, _) in [first.ran::<()>(), first.ran::<u8>(), second.ran::<u8>(), second.ran::<()>()] {
        assert_eq!((&again, &heard), (&run, &told), "{text}");
    }
    (run, kept)
}

fn is_right(text: &str, objects: &[&'static str]) -> Vec<bool> {
    let (run, kept) = again(text, objects);
    assert!(run.misuses.is_empty(), "{text}: {:?} {:?}", run.misuses, run.end);
    assert_eq!(format!("{:?}", run.end), "Returned", "{text}");
    kept
}

#[test]
fn numbers_and_strings_are_kept() {
    let table = "static const int t[6] = {1, 2, [4] = 7, -1}; int f(void) { int s = t[0] + t[1] + t[2] + t[3] + t[4] + t[5]; return 1 / (s == 9); }";
    assert_eq!(is_right(table, &["t"]), [true]);
    let text = "static const char t[8] = \"abc\"; int f(void) { return 1 / (t[0] == 97 && t[2] == 99 && t[3] == 0 && t[7] == 0); }";
    assert_eq!(is_right(text, &["t"]), [true]);
    let bits = "struct b { unsigned a : 3, b : 7; int c; }; static struct b t = {5, 100, 3}; int f(void) { t.a = 1; return 1 / (t.a == 1 && t.b == 100 && t.c == 3); }";
    assert_eq!(is_right(bits, &["t"]), [true]);
    let real = "static const double t[2] = {0.5, 2}; int f(void) { return 1 / (t[0] + t[1] == 2.5); }";
    is_right(real, &["t"]);
}

#[test]
fn addresses_find_their_objects_again() {
    let nodes = "struct n { int v; struct n *next; const char *name; }; static int used; \
        extern struct n a, b; \
        struct n a = {1, &b, \"first\"}; struct n b = {2, &a, \"second\"}; \
        int f(void) { used = 3; struct n *p = a.next; \
        return 1 / (p == &b && p->v == 2 && p->next == &a && p->next->v == 1 && a.name[0] == 102 && b.name[0] == 115 && used == 3); }";
    assert_eq!(is_right(nodes, &["a", "b"]), [true, true]);
    let calls = "static int one(int n) { return n + 1; } static int two(int n) { return n + 2; } \
        static int (*const t[2])(int) = {two, one}; int f(void) { return 1 / (t[0](5) == 7 && t[1](5) == 6); }";
    assert_eq!(is_right(calls, &["t"]), [true]);
    let middle = "static int x[4] = {1, 2, 3, 4}; static int *t[2] = {x + 1, &x[3]}; \
        int f(void) { *t[0] = 9; return 1 / (x[1] == 9 && *t[1] == 4); }";
    assert_eq!(is_right(middle, &["x", "t"]), [true, true]);
}

#[test]
fn a_run_that_writes_a_table_leaves_the_kept_one_as_it_is() {
    let text = "static int t[3] = {1, 2, 3}; int f(void) { int s = t[0] + t[1] + t[2]; t[0] = 50; t[2]++; return 1 / (s == 6); }";
    assert_eq!(is_right(text, &["t"]), [true]);
}

#[test]
fn an_access_outside_of_a_kept_table_is_seen() {
    let text = "static const int t[3] = {1, 2, 3}; int f(void) { int s = 0; for (int i = 0; i < 4; i++) s += t[i]; return s; }";
    let (run, kept) = again(text, &["t"]);
    assert_eq!((run.misuses.len(), kept), (1, vec![true]));
}

/// A host whose budget counts steps that take long eight times. It counts the edges that say between which bounds
/// a value lies.
struct Paying {
    learnt: u32,
}

impl Host for Paying {
    type Shadow = ();

    fn choose(&mut self, _: &Source, _: Type) -> (Chosen, ()) {
        (Chosen::Number(100_000), ())
    }

    fn general_step(&self) -> u32 {
        8
    }

    fn visit(&mut self, of: &Cfg, edge: EdgeId, _: usize) {
        self.learnt += u32::from(matches!(of.edge(edge).action, Action::Learn { .. }));
    }
}

#[test]
fn bounds_of_tables_cost_as_much_as_other_long_steps() {
    let steps = |body: &str| {
        let text = format!(
            "static const int t[4] = {{1, 2, 3, 7}}; int f(int a) {{ int s = 0; for (int i = 0; i < a; i++) {{ {body} }} return s; }}"
        );
        let file = Tables::of(&text, &["t"]);
        let mut host = Paying { learnt: 0 };
        let run = run(&file, "f", &mut host, false, &mut Steps::new(80_000));
        assert_eq!(run.end, End::Steps, "{body}");
        (run.steps, host.learnt)
    };
    let (with, learnt) = steps("s ^= t[i & 3];");
    assert!(learnt > 1_000, "{learnt}");
    let missing = 80_000 - with - 7 * learnt;
    assert!(missing < 300, "only the first steps take long besides: {missing}");
    let (without, none) = steps("s ^= i & 3;");
    assert!(none == 0 && without > 79_700, "{without}");
}
