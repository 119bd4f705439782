//! Observers of random graphs: each rejects the word that it was made from, and no run whose initial values
//! are all small takes a rejected word.

mod support;

use csieve_base::{budget::Steps, text::Span};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{
    Action, BinaryOp, Cfg, CfgBuilder, EdgeId, ExprId, ExprKind, IntType, Type, UnaryOp, VarId, VarKind,
};
use csieve_modelcheck::model::{Function, Observer, rejects};
use csieve_refuters::{ALL, CounterexamplePath, Refutation};
use proptest::prelude::*;
use support::interpreter::{Run, feasible};

/// A statement over three variables: `x`, `y` (both `int`) and `u` (`unsigned char`).
#[derive(Clone, Debug)]
enum Statement {
    Set(usize, i128),
    Add(usize, i128),
    Copy(usize, usize, i128),
    Sum(usize, usize, usize),
    Operator(usize, BinaryOp, usize, i128),
    Compare(BinaryOp, usize, i128, bool),
    Relate(BinaryOp, usize, usize, bool),
    Masked(usize, i128, i128, bool),
    Truth(usize, bool),
    Cases(usize, Vec<i128>),
    Forget(usize),
}

fn comparison() -> impl Strategy<Value = BinaryOp> {
    prop::sample::select(vec![
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
    ])
}

fn operator() -> impl Strategy<Value = BinaryOp> {
    prop::sample::select(vec![
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::Shr,
        BinaryOp::Sub,
    ])
}

fn statement() -> impl Strategy<Value = Statement> {
    let var = || 0_usize..3;
    let value = || -3_i128..5;
    prop_oneof![
        1 => (var(), value()).prop_map(|(x, c)| Statement::Set(x, c)),
        3 => (var(), -2_i128..3).prop_map(|(x, c)| Statement::Add(x, c)),
        1 => (var(), var(), -1_i128..2).prop_map(|(x, y, c)| Statement::Copy(x, y, c)),
        1 => (var(), var(), var()).prop_map(|(x, y, z)| Statement::Sum(x, y, z)),
        1 => (var(), operator(), var(), 1_i128..5).prop_map(|(x, op, y, c)| Statement::Operator(x, op, y, c)),
        4 => (comparison(), var(), value(), any::<bool>())
            .prop_map(|(op, x, c, holds)| Statement::Compare(op, x, c, holds)),
        3 => (comparison(), var(), var(), any::<bool>())
            .prop_map(|(op, x, y, holds)| Statement::Relate(op, x, y, holds)),
        2 => (var(), 1_i128..4, 0_i128..3, any::<bool>())
            .prop_map(|(x, mask, c, holds)| Statement::Masked(x, mask, c, holds)),
        1 => (var(), any::<bool>()).prop_map(|(x, holds)| Statement::Truth(x, holds)),
        1 => (var(), prop::collection::btree_set(value(), 1..4))
            .prop_map(|(x, cases)| Statement::Cases(x, cases.into_iter().collect())),
        1 => var().prop_map(Statement::Forget),
    ]
}

/// Generates graphs of 2 to 4 locations and 3 to 8 connections between them, each with one statement.
fn graphs() -> impl Strategy<Value = Cfg> {
    (2_usize..5).prop_flat_map(|locations| {
        prop::collection::vec((0..locations, 0..locations, statement()), 3..9)
            .prop_map(move |edges| graph(locations, &edges))
    })
}

struct Names {
    vars: [VarId; 3],
}

impl Names {
    fn int(&self, graph: &mut CfgBuilder, of: usize) -> ExprId {
        let ty = graph.var_info(self.vars[of]).ty;
        let var = graph.exprs().var(self.vars[of], ty);
        if ty == Type::INT { var } else { graph.exprs().add(ExprKind::Cast(var), Type::INT) }
    }

    fn assign(&self, graph: &mut CfgBuilder, to: usize, value: ExprId) -> Action {
        let ty = graph.var_info(self.vars[to]).ty;
        let value = if ty == Type::INT { value } else { graph.exprs().add(ExprKind::Cast(value), ty) };
        Action::Assign { var: self.vars[to], value }
    }
}

fn graph(locations: usize, edges: &[(usize, usize, Statement)]) -> Cfg {
    let mut graph = CfgBuilder::new("f");
    let byte = Type::Int(IntType { bits: 8, signed: false });
    let names = Names {
        vars: [
            graph.var("x", Type::INT, VarKind::Param),
            graph.var("y", Type::INT, VarKind::Param),
            graph.var("u", byte, VarKind::Param),
        ],
    };
    let places: Vec<_> =
        (0..locations).map(|index| if index == 0 { graph.entry() } else { graph.location() }).collect();
    for (from, to, statement) in edges {
        let action = action(&mut graph, &names, statement);
        // As in lowered graphs, an edge that writes or assumes has its target location to itself.
        let own = graph.step(places[*from], action, Span::default());
        graph.edge(own, places[*to], Action::Skip, Span::default());
    }
    graph.finish()
}

fn action(graph: &mut CfgBuilder, names: &Names, statement: &Statement) -> Action {
    let constant = |graph: &mut CfgBuilder, value: i128| graph.exprs().constant(value, IntType::INT);
    let binary = |graph: &mut CfgBuilder, op, a, b| graph.exprs().binary(op, a, b, Type::INT);
    match *statement {
        Statement::Set(x, value) => {
            let value = constant(graph, value);
            names.assign(graph, x, value)
        }
        Statement::Add(x, step) => {
            let (old, step) = (names.int(graph, x), constant(graph, step));
            let sum = binary(graph, BinaryOp::Add, old, step);
            names.assign(graph, x, sum)
        }
        Statement::Copy(x, y, step) => {
            let (old, step) = (names.int(graph, y), constant(graph, step));
            let sum = binary(graph, BinaryOp::Sub, old, step);
            names.assign(graph, x, sum)
        }
        Statement::Sum(to, left, right) => {
            let (left, right) = (names.int(graph, left), names.int(graph, right));
            let sum = binary(graph, BinaryOp::Add, left, right);
            names.assign(graph, to, sum)
        }
        Statement::Operator(x, op, y, value) => {
            let (a, b) = (names.int(graph, y), constant(graph, value));
            let result = binary(graph, op, a, b);
            names.assign(graph, x, result)
        }
        Statement::Compare(op, x, value, holds) => {
            let (a, b) = (names.int(graph, x), constant(graph, value));
            Action::Assume { cond: binary(graph, op, a, b), holds }
        }
        Statement::Relate(op, x, y, holds) => {
            let (a, b) = (names.int(graph, x), names.int(graph, y));
            Action::Assume { cond: binary(graph, op, a, b), holds }
        }
        Statement::Masked(x, mask, value, holds) => {
            let (a, mask, value) = (names.int(graph, x), constant(graph, mask), constant(graph, value));
            let masked = binary(graph, BinaryOp::BitAnd, a, mask);
            Action::Assume { cond: binary(graph, BinaryOp::Eq, masked, value), holds }
        }
        Statement::Truth(x, holds) => {
            let value = names.int(graph, x);
            let cond = graph.exprs().add(ExprKind::Unary(UnaryOp::Not, value), Type::INT);
            Action::Assume { cond, holds }
        }
        Statement::Cases(x, ref cases) => {
            Action::AssumeNone { value: names.int(graph, x), cases: cases.clone() }
        }
        Statement::Forget(x) => Action::Opaque { vars: vec![names.vars[x]] },
    }
}

/// Returns a walk through the graph. Each number chooses an outgoing edge.
fn walk(cfg: &Cfg, choices: &[usize]) -> Vec<EdgeId> {
    let (mut word, mut at) = (Vec::new(), cfg.entry);
    for choice in choices {
        let out = &cfg.successors[at.index()];
        if out.is_empty() {
            break;
        }
        let edge = out[choice % out.len()];
        word.push(edge);
        at = cfg.edge(edge).to;
    }
    word
}

/// Returns words of at most 14 edges that the observer rejects, breadth first, until 600 edges were visited.
fn rejected_words(cfg: &Cfg, observer: &dyn Observer) -> Vec<Vec<EdgeId>> {
    let mut found = Vec::new();
    let mut pending = std::collections::VecDeque::from([Vec::<EdgeId>::new()]);
    let mut visited = 0;
    while let Some(word) = pending.pop_front() {
        let at = word.last().map_or(cfg.entry, |edge| cfg.edge(*edge).to);
        for &edge in &cfg.successors[at.index()] {
            visited += 1;
            if visited > 600 {
                return found;
            }
            let mut next = word.clone();
            next.push(edge);
            if rejects(observer, &next) {
                found.push(next);
            } else if next.len() < 14 {
                pending.push_back(next);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, max_global_rejects: 100_000, ..Default::default() })]

    #[test]
    fn rejected_words_are_infeasible(
        cfg in graphs(),
        choices in prop::collection::vec(0_usize..8, 6..24),
        wrapv: bool,
    ) {
        let word = walk(&cfg, &choices);
        prop_assume!(!word.is_empty());
        let function = Function::new(&cfg);
        let automaton = automaton(&cfg, &function.dependencies, wrapv);
        let path = CounterexamplePath { function: &function, automaton: &automaton, ending: &[], wrapv, word: &word, moves: &[] };
        let run = Run { cfg: &cfg, wrapv, values: -4..=6 };
        for refuter in ALL {
            let Refutation::Spurious(proofs) = refuter.refute(&path, &mut Steps::new(20_000)) else { continue };
            prop_assert!(!feasible(&run, &word), "a feasible word was refuted");
            for proof in proofs {
                prop_assert!(rejects(proof.observer.as_ref(), &word), "its own word is accepted");
                for rejected in rejected_words(&cfg, proof.observer.as_ref()) {
                    prop_assert!(!feasible(&run, &rejected), "rejected but feasible: {rejected:?}");
                }
            }
        }
    }
}
