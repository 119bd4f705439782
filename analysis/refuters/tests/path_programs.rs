//! Random path programs with a loop: no word that an observer of any refuter rejects is taken by a run whose
//! initial values are all small.

mod support;

use csieve_base::{budget::Steps, text::Span};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{
    Action, BinaryOp, Cfg, CfgBuilder, EdgeId, ExprId, ExprKind, IntType, Loc, Type, VarId, VarKind,
};
use csieve_modelcheck::model::{Function, rejects};
use csieve_proof as proof;
use csieve_refuters::{ALL, CounterexamplePath, Reasoning, Refutation};
use proptest::prelude::*;
use support::interpreter::{Run, feasible};

/// `x`, `y` (both `int`) and `u` (`unsigned char`).
const VARS: [&str; 3] = ["x", "y", "u"];

/// A sum of two variables, each given by its index in [`VARS`] with a factor, and a constant.
#[derive(Clone, Copy, Debug)]
struct Sum {
    terms: [(usize, i128); 2],
    constant: i128,
}

/// A condition `left op right`.
#[derive(Clone, Copy, Debug)]
struct Condition {
    op: BinaryOp,
    left: Sum,
    right: Sum,
}

/// A loop with a branch: `start; while (stays) { always; if (branch) sometimes; } end`
#[derive(Clone, Debug)]
struct Program {
    start: Vec<(usize, Sum)>,
    stays: Condition,
    always: (usize, Sum),
    branch: Condition,
    sometimes: (usize, Sum),
    end: Condition,
}

fn sum() -> impl Strategy<Value = Sum> {
    let factor = || prop_oneof![3 => Just(0_i128), 4 => Just(1), 1 => Just(-1), 1 => Just(2)];
    ((0..3_usize, factor()), (0..3_usize, factor()), -3..4_i128)
        .prop_map(|(one, other, constant)| Sum { terms: [one, other], constant })
}

fn condition() -> impl Strategy<Value = Condition> {
    let op = prop::sample::select(vec![
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
    ]);
    (op, sum(), sum()).prop_map(|(op, left, right)| Condition { op, left, right })
}

fn program() -> impl Strategy<Value = Program> {
    let counts = (0..3_usize, -1..3_i128)
        .prop_map(|(var, by)| (var, Sum { terms: [(var, 1), (var, 0)], constant: by }));
    let assigns = || prop_oneof![2 => counts.clone(), 1 => (0..3_usize, sum())];
    let starts = prop::collection::vec((0..3_usize, sum()), 0..3);
    (starts, condition(), assigns(), condition(), assigns(), condition()).prop_map(
        |(start, stays, always, branch, sometimes, end)| Program {
            start,
            stays,
            always,
            branch,
            sometimes,
            end,
        },
    )
}

/// The graph of a program while it is built.
struct Graph {
    builder: CfgBuilder,
    vars: Vec<VarId>,
}

impl Graph {
    fn sum(&mut self, sum: Sum) -> ExprId {
        let exprs = |graph: &mut Self, op, a, b| graph.builder.exprs().binary(op, a, b, Type::INT);
        let mut value = self.builder.exprs().constant(sum.constant, IntType::INT);
        for (var, factor) in sum.terms {
            let ty = self.builder.var_info(self.vars[var]).ty;
            let read = self.builder.exprs().var(self.vars[var], ty);
            let read = if ty == Type::INT {
                read
            } else {
                self.builder.exprs().add(ExprKind::Cast(read), Type::INT)
            };
            value = match factor {
                0 => value,
                1 => exprs(self, BinaryOp::Add, read, value),
                -1 => exprs(self, BinaryOp::Sub, value, read),
                _ => {
                    let factor = self.builder.exprs().constant(factor, IntType::INT);
                    let product = exprs(self, BinaryOp::Mul, read, factor);
                    exprs(self, BinaryOp::Add, product, value)
                }
            };
        }
        value
    }

    fn assign(&mut self, from: Loc, (var, value): (usize, Sum)) -> Loc {
        let value = self.sum(value);
        let ty = self.builder.var_info(self.vars[var]).ty;
        let value = if ty == Type::INT { value } else { self.builder.exprs().add(ExprKind::Cast(value), ty) };
        self.builder.step(from, Action::Assign { var: self.vars[var], value }, Span::default())
    }

    fn assume(&mut self, from: Loc, condition: Condition, holds: bool) -> Loc {
        let (left, right) = (self.sum(condition.left), self.sum(condition.right));
        let cond = self.builder.exprs().binary(condition.op, left, right, Type::INT);
        self.builder.step(from, Action::Assume { cond, holds }, Span::default())
    }
}

fn graph(program: &Program) -> Cfg {
    let mut builder = CfgBuilder::new("f");
    let byte = Type::Int(IntType { bits: 8, signed: false });
    let vars = VARS.iter().zip([Type::INT, Type::INT, byte]);
    let vars = vars.map(|(name, ty)| builder.var(*name, ty, VarKind::Param)).collect();
    let mut graph = Graph { builder, vars };
    let mut at = graph.builder.entry();
    for start in &program.start {
        at = graph.assign(at, *start);
    }
    let head = graph.builder.location();
    graph.builder.edge(at, head, Action::Skip, Span::default());
    let inside = graph.assume(head, program.stays, true);
    let body = graph.assign(inside, program.always);
    let taken = graph.assume(body, program.branch, true);
    let changed = graph.assign(taken, program.sometimes);
    let skipped = graph.assume(body, program.branch, false);
    for back in [changed, skipped] {
        graph.builder.edge(back, head, Action::Skip, Span::default());
    }
    let left = graph.assume(head, program.stays, false);
    graph.assume(left, program.end, true);
    graph.builder.finish()
}

/// Returns all words of at most `most` edges from the entry to a location without outgoing edges.
fn words(cfg: &Cfg, most: usize) -> Vec<Vec<EdgeId>> {
    let (mut done, mut open) = (Vec::new(), vec![Vec::new()]);
    while let Some(word) = open.pop() {
        let at = word.last().map_or(cfg.entry, |edge: &EdgeId| cfg.edge(*edge).to);
        let out = &cfg.successors[at.index()];
        if out.is_empty() {
            done.push(word);
            continue;
        }
        if word.len() < most {
            open.extend(out.iter().map(|edge| word.iter().copied().chain([*edge]).collect()));
        }
    }
    done
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_no_round_reaches_no_run_reaches(program in program(), wrapv: bool) {
        let cfg = graph(&program);
        let function = Function::new(&cfg);
        let automaton = automaton(&cfg, &function.dependencies, wrapv);
        let run = Run { cfg: &cfg, wrapv, values: -6..=6 };
        let words = words(&cfg, 15);
        for word in words.iter().filter(|word| word.len() > 6).take(3) {
            let path =
                CounterexamplePath { function: &function, automaton: &automaton, ending: &[], wrapv, word, moves: &[] };
            for refuter in ALL {
                let said = refuter.refute(&path, &mut Steps::new(30_000));
                let Refutation::Spurious(proofs) = said else { continue };
                for proof in proofs {
                    prop_assert!(rejects(proof.observer.as_ref(), word), "its own word is accepted");
                    if let Reasoning::Assertions(conflict) = &proof.reasoning {
                        prop_assert!(proof::check(&conflict.script).is_ok(), "{}", conflict.script);
                    }
                    for other in words.iter().filter(|other| rejects(proof.observer.as_ref(), other)) {
                        prop_assert!(!feasible(&run, other), "{} rejects {other:?}", refuter.id());
                    }
                }
            }
        }
    }
}
