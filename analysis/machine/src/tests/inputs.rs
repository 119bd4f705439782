//! Tests of what the machine tells a host.

use super::{Chosen, File, graphs};
use csieve_base::budget::Steps;
use csieve_graph::{BinaryOp, Cfg, EdgeId, Type};

use crate::{Host, OperatorTypes, Source, Value, run};

/// A host that follows numbers back to the parameter from which they were computed, and notes decisions on
/// them.
#[derive(Default)]
struct Watching(Vec<(u32, bool)>);

impl Host for Watching {
    type Shadow = Option<u32>;

    fn choose(&mut self, source: &Source, _: Type) -> (Chosen, Option<u32>) {
        let Source::Param(position) = source else { return (Chosen::Nothing, None) };
        (Chosen::Number(i128::from(*position)), Some(*position))
    }

    fn binary(
        &mut self,
        _: BinaryOp,
        _: OperatorTypes,
        [a, b]: [&Value<Self::Shadow>; 2],
        _: i128,
    ) -> Option<u32> {
        a.shadow.or(b.shadow)
    }

    fn branch(&mut self, _: &Cfg, _: EdgeId, _: usize, value: &Value<Self::Shadow>, holds: bool) {
        self.0.extend(value.shadow.map(|param| (param, holds)));
    }
}

fn decisions(text: &str) -> Vec<(u32, bool)> {
    let file: File = graphs(text, false);
    let function = file.0.last().map(|cfg| cfg.function.clone()).unwrap_or_default();
    let mut host = Watching::default();
    run(&file, &function, &mut host, false, &mut Steps::new(1000));
    host.0
}

#[test]
fn decisions_are_told_with_what_they_rest_on() {
    let text = "int f(int a, int b) { int c = a + 1; if (c > 5) return 1; if (b) return 2; return 3; }";
    assert_eq!(decisions(text), [(0, false), (1, true)]);
    let memory =
        "int f(int a, int b) { int t[2]; t[0] = b; int *p = t; if (p[0] == 1) return a / b; return 0; }";
    assert_eq!(decisions(memory), [(1, true), (1, true)]);
    let call = "static int get(int x) { return x; } int f(int a) { switch (get(a) + 2) { case 1: return 1; case 2: return 2; } return 0; }";
    assert_eq!(decisions(call), [(0, false), (0, true), (0, false)]);
}

/// A host that gives 0 for all inputs, and counts them.
#[derive(Default)]
struct Counting(usize);

impl Host for Counting {
    type Shadow = ();

    fn choose(&mut self, _: &Source, _: Type) -> (Chosen, ()) {
        self.0 += 1;
        (Chosen::Number(0), ())
    }
}

#[test]
fn a_run_reads_a_bounded_number_of_inputs_in_memory() {
    let text =
        "extern char t[9000]; int f(void) { int n = 0; for (int i = 0; i < 9000; i++) n |= t[i]; return n; }";
    let file: File = graphs(text, false);
    let mut host = Counting::default();
    run(&file, "f", &mut host, false, &mut Steps::new(100_000));
    assert_eq!(host.0, 4_096);
}
