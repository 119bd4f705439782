//! Tests of covers of small functions. Each cover is compared with runs: listed inputs pass the goals that
//! they claim, and no run on inputs from a fixed set passes a goal that is called unreachable.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;

use super::{Cover, Criterion, Reason, Test, cover};
use csieve_base::{budget::Steps, cancel::Never, options::Options, text::LineIndex};
use csieve_dataflow::bounds::guard;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, EdgeId, Type};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_machine::{Callee, Chosen, Graphs, Host, InputObject, Source, run};

/// The budget of a run that checks a cover, in steps; it is the same as in the search.
const STEPS: u32 = 4_000;

/// The graphs of the functions of a C text.
struct File(Vec<Cfg>);

impl Graphs for File {
    fn graph(&self, name: &str) -> Callee<'_> {
        self.0.iter().find(|cfg| cfg.function == name).map_or(Callee::Unknown, Callee::Graph)
    }
}

/// A host that chooses listed values, and one number for all other inputs. The host notes which edges of the
/// function under test are taken.
struct Given<'a> {
    listed: BTreeMap<&'a Source, Chosen>,
    other: i128,
    lacks: bool,
    taken: FixedBitSet,
}

impl Host for Given<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, ()) {
        let listed = self.listed.get(source).cloned();
        self.lacks |= listed.is_none();
        let other = || match (ty, self.other) {
            (Type::Pointer, 0) => Chosen::Null,
            (Type::Pointer, _) => Chosen::Object { object: InputObject::Fresh(0), offset: 0 },
            (_, number) => Chosen::Number(number),
        };
        (listed.unwrap_or_else(other), ())
    }

    fn visit(&mut self, _: &Cfg, edge: EdgeId, depth: usize) {
        if depth == 0 {
            self.taken.grow_and_insert(edge.index());
        }
    }
}

/// Returns the edges that a run takes, and whether the run asked for inputs that are not listed.
fn taken(file: &File, function: &str, listed: BTreeMap<&Source, Chosen>, other: i128) -> (FixedBitSet, bool) {
    let mut given = Given { listed, other, lacks: false, taken: FixedBitSet::new() };
    run(file, function, &mut given, false, &mut Steps::new(STEPS));
    (given.taken, given.lacks)
}

/// Returns the goals that a run passes which takes the edges `taken`.
fn passed(cover: &Cover, taken: &FixedBitSet) -> Vec<usize> {
    let is_passed = |edges: &[EdgeId]| edges.iter().any(|edge| taken.contains(edge.index()));
    (0..cover.goals.len()).filter(|goal| is_passed(&cover.goals[*goal].edges)).collect()
}

/// Asserts that each test of a cover passes exactly the goals that it claims, on the inputs that it lists.
fn replay(file: &File, function: &str, cover: &Cover) {
    for test in &cover.tests {
        let listed = test.inputs.iter().map(|input| (&input.source, input.chosen.clone())).collect();
        let (taken, lacks) = taken(file, function, listed, 0);
        assert!(!lacks, "a test does not list all its inputs: {test:?}");
        assert_eq!(passed(cover, &taken), test.passes, "{test:?}");
    }
}

/// Asserts that no run passes an unreachable goal, for all combinations of some values for up to three
/// parameters.
fn try_box(file: &File, function: &str, cover: &Cover) {
    let params = [Source::Param(0), Source::Param(1), Source::Param(2)];
    let values: [i128; 8] = [-2, -1, 0, 1, 2, 3, 5, 100];
    for (at, other) in (0..8_usize.pow(3)).flat_map(|at| [(at, 0), (at, 1)]) {
        let number = |position: u32| values[at / 8_usize.pow(position) % 8];
        let listed = params.iter().zip(0..).map(|(source, position)| (source, number(position)));
        let listed = listed.map(|(source, number)| match number {
            0 if is_pointer(file, function, source) => (source, Chosen::Null),
            _ if is_pointer(file, function, source) => {
                (source, Chosen::Object { object: InputObject::Fresh(0), offset: 0 })
            }
            number => (source, Chosen::Number(number)),
        });
        let (taken, _) = taken(file, function, listed.collect(), other);
        let passed = passed(cover, &taken);
        let wrong = cover.unreachable.iter().find(|one| passed.binary_search(&one.goal).is_ok());
        assert_eq!(wrong, None, "{at} {other}: {:?}", wrong.map(|one| &cover.goals[one.goal]));
    }
}

fn is_pointer(file: &File, function: &str, source: &Source) -> bool {
    let (Callee::Graph(cfg), Source::Param(index)) = (file.graph(function), source) else { return false };
    let param = cfg.params.as_ref().and_then(|params| params.get(*index as usize).copied().flatten());
    param.is_some_and(|param| cfg.var(param).ty == Type::Pointer)
}

/// Asserts that each goal of a cover is either passed, unreachable or missed, and that every test is needed.
fn account(cover: &Cover) {
    let passed_by = |goal: usize, test: &Test| test.passes.binary_search(&goal).is_ok();
    for goal in 0..cover.goals.len() {
        let is_passed = cover.tests.iter().any(|test| passed_by(goal, test));
        let is_unreachable = cover.unreachable.iter().any(|one| one.goal == goal);
        let is_missed = cover.missed.contains(&goal);
        let said = [is_passed, is_unreachable, is_missed].iter().filter(|said| **said).count();
        assert_eq!(said, 1, "{:?}", cover.goals[goal]);
    }
    for test in &cover.tests {
        let is_alone = |goal: &usize| cover.tests.iter().filter(|other| passed_by(*goal, other)).count() == 1;
        assert!(test.passes.iter().any(is_alone), "a test is not needed: {test:?}");
    }
}

/// Returns how the last function of a text is covered, after the cover was checked by runs.
fn covered(text: &str, criterion: Criterion) -> Vec<String> {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let items = unit.functions();
    let lower = |item| guard(lower_function(&unit, &context, item).expect("it is understood"), false);
    let file = File(items.iter().map(lower).collect());
    let last = items.last().expect("the text has a function");
    let base = last.span.start;
    let own = &text[last.span.range()];
    let function = &file.0.last().expect("it was lowered").function;
    let cover = || {
        let found = cover(&file, function, own, criterion, &Options::default(), &Never);
        found.expect("nothing cancels").expect("it can be run")
    };
    let first = cover();
    assert_eq!(first, cover(), "twice the same");
    account(&first);
    replay(&file, function, &first);
    try_box(&file, function, &first);
    shown(&first, base, &LineIndex::new(text))
}

fn shown(cover: &Cover, base: u32, lines: &LineIndex) -> Vec<String> {
    let tests = cover.tests.iter().map(|test| {
        let inputs =
            test.inputs.iter().map(|input| format!("{} = {}", input.what.resolved(base, lines), input.value));
        let inputs = inputs.collect::<Vec<_>>().join(", ").replace('`', "");
        format!("{inputs}: {}", test.end)
    });
    let unreachable = cover.unreachable.iter().map(|one| {
        let reason = match &one.reason {
            Reason::Proof(proof) => proof.resolved(base, lines),
            Reason::Behind => "behind".to_owned(),
            Reason::NoWay => "no way".to_owned(),
        };
        format!("unreachable {}: {reason}", cover.goals[one.goal].text)
    });
    let missed = cover.missed.iter().map(|goal| {
        let goal = &cover.goals[*goal];
        format!("{} {}", if goal.is_next { "missed" } else { "missed behind" }, goal.text)
    });
    let stops = cover.stops.iter().map(|stop| stop.resolved(base, lines));
    tests.chain(unreachable).chain(missed).chain(stops).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(covered(text, Criterion::Edges), expected, "{text}");
}

#[test]
fn every_side_of_every_condition_is_taken() {
    check(
        "int f(int a, int b) { if (a > 10 && b < a) return 1; return a == -7 ? 2 : 3; }",
        &["a = 11, b = 0: returns", "a = -7, b = 0: returns", "a = 20, b = 20: returns"],
    );
    check(
        "int f(int k) { switch (k) { case 1: return 10; case 2: case 3: k++; break; default: k = 0; } return k; }",
        &["k = 0: returns", "k = 1: returns", "k = 2: returns", "k = 3: returns"],
    );
    check("int f(int n) { again: if (n > 100) { n -= 60; goto again; } return n; }", &["n = 101: returns"]);
}

#[test]
fn nodes_take_fewer_runs_than_edges() {
    let text = "int f(int n) { int r = 0; if (n > 3) r = 1; if (n < -3) r = 2; return r; }";
    let (edges, nodes) = (covered(text, Criterion::Edges), covered(text, Criterion::Nodes));
    assert!(nodes.len() <= edges.len(), "{nodes:?}, {edges:?}");
}

#[test]
fn a_run_that_ends_is_better_than_one_that_goes_on() {
    check("void f(int n) { for (;;) if (n) return; }", &["n = 1: returns", "n = 0: goes on for long"]);
    check("void f(void) { int n = 0; while (1) n ^= 1; }", &[": goes on for long"]);
    check(
        "struct s { int v; struct s *next; };\n\
         int f(struct s *s) { int n = 0; while (s) { n += s->v; s = s->next; } return n; }",
        &["s = a valid pointer, s->v = 0, s->next = NULL: returns"],
    );
}

#[test]
fn small_trees_come_before_large_ones() {
    let text = "struct t { struct t *l, *r; };\n\
                int depth(struct t *t) { if (!t) return 0; int a = depth(t->l), b = depth(t->r); return a > b ? a + 1 : b + 1; }";
    let said = covered(text, Criterion::Edges);
    assert!(said.iter().all(|line| line.ends_with(": returns")) && said.len() == 3, "{said:?}");
}

#[test]
fn what_decides_may_be_anywhere() {
    check(
        "int total, limit;\nint f(void) { return total > limit ? 1 : 0; }",
        &["total = 0, limit = 0: returns", "total = 0, limit = -1: returns"],
    );
    check(
        "int get(int);\nint f(int x) { if (get(x) > 3 && get(x) < 0) return 1; return 0; }",
        &[
            "x = 0, the result of get = 0: returns",
            "x = 0, the result of get = 10, result 2 of get = 0: returns",
            "x = 0, the result of get = 10, result 2 of get = -1: returns",
        ],
    );
    check(
        "static int twice(int x) { return x < 0 ? -1 : x * 2; }\nint f(int x) { return twice(x) == 8 ? 1 : 0; }",
        &["x = 0: returns", "x = 4: returns"],
    );
    check(
        "void *malloc(unsigned long);\nvoid free(void *);\n\
         int f(void) { char *p = malloc(4); if (!p) return -1; free(p); return 0; }",
        &[
            "malloc on line 3 = succeeds: returns",
            "malloc on line 3 = fails: returns",
            "unreachable p == NULL: line 3 leaves `p != NULL`, the same line then needs `p == NULL`",
            "unreachable free(p): behind",
        ],
    );
    check("int f(int n) { int a[n]; a[0] = 1; return a[0]; }", &["n = 1: returns"]);
}

#[test]
fn what_no_run_reaches_is_proved_where_it_starts() {
    check(
        "int f(int n) {\nif (n > 3)\nif (n < 2) {\nn = 7;\nreturn n; }\nreturn 0; }",
        &[
            "n = 0: returns",
            "n = 10: returns",
            "unreachable n < 2: line 2 leaves `n > 3`, line 3 then needs `n < 2`",
            "unreachable n = 7: behind",
            "unreachable return n;: behind",
        ],
    );
    check(
        "int f(int n) { return n; n++; return n + 1; }",
        &["n = 0: returns", "unreachable n++: no way", "unreachable return n + 1;: no way"],
    );
    check(
        "int f(int n) { switch (n & 3) { case 7: return 3; } return 0; }",
        &[
            "n = 0: returns",
            "unreachable n & 3 == 7: `n & 3 == 7` on line 1 never holds",
            "unreachable 7: behind",
            "unreachable return 3;: behind",
        ],
    );
}

#[test]
fn a_misuse_ends_a_run() {
    check(
        "int f(int *p) { p = 0; *p = 1; return 2; }",
        &[
            "p = a valid pointer: ends in null-dereference",
            "unreachable p != NULL: line 1 leaves `p = 0`, the same line then needs `p != NULL`",
            "unreachable *p = 1: behind",
            "unreachable return 2;: behind",
        ],
    );
    check(
        "void *malloc(unsigned long);\nint f(void) { malloc(4); return 2; }",
        &["malloc on line 2 = succeeds: returns after memory-leak", "malloc on line 2 = fails: returns"],
    );
}

#[test]
fn what_is_neither_reached_nor_ruled_out_stays_open() {
    check(
        "int f(double d) {\nif (d > 1.5)\nreturn 1;\nreturn 0; }",
        &[
            "missed d > 1.5 is true",
            "missed d > 1.5 is false",
            "missed behind return 1;",
            "missed behind return 0;",
            "a run cannot go on from line 2: `d > any value` is not known",
        ],
    );
}
