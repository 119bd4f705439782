//! Random formulas with all operators, and their truth by the definition of CTL.

use csieve_modelcheck::ctl::{FormulaId, Formulas, Kripke};
use proptest::prelude::*;

/// A formula with all operators of CTL. The truth of each formula is computed from the definition of its
/// operator.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    True,
    Label(&'static str),
    Not(Box<Shape>),
    And(Box<Shape>, Box<Shape>),
    Or(Box<Shape>, Box<Shape>),
    Implies(Box<Shape>, Box<Shape>),
    Ex(Box<Shape>),
    Ax(Box<Shape>),
    Ef(Box<Shape>),
    Af(Box<Shape>),
    Eg(Box<Shape>),
    Ag(Box<Shape>),
    Eu(Box<Shape>, Box<Shape>),
    Au(Box<Shape>, Box<Shape>),
}

use Shape::{Af, Ag, And, Au, Ax, Ef, Eg, Eu, Ex, Implies, Label, Not, Or, True};

/// Generates random formulas, including nested until operators.
pub(crate) fn shapes() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![1 => Just(True), 6 => prop::sample::select(vec!["a", "b", "c"]).prop_map(Label)];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let one = prop::sample::select::<fn(Box<Shape>) -> Shape>(vec![Not, Ex, Ax, Ef, Af, Eg, Ag]);
        let two = prop::sample::select::<fn(Box<Shape>, Box<Shape>) -> Shape>(vec![
            And, Or, Implies, Eu, Au, Eu, Au,
        ]);
        prop_oneof![
            (one, inner.clone()).prop_map(|(operator, x)| operator(Box::new(x))),
            (two, inner.clone(), inner).prop_map(|(operator, x, y)| operator(Box::new(x), Box::new(y))),
        ]
    })
}

/// Generates random structures of up to six states, with labels `a`, `b` and `c`.
pub(crate) fn structures() -> impl Strategy<Value = Kripke> {
    (1_usize..7).prop_flat_map(|count| {
        let successors = prop::collection::vec(prop::collection::vec(0..count, 0..3), count);
        let labels = prop::collection::vec(prop::collection::vec(any::<bool>(), 3), count);
        (successors, labels).prop_map(|(successors, labels)| {
            let mut kripke = Kripke::new(successors, 0);
            for (state, has) in labels.into_iter().enumerate() {
                for (name, _) in ["a", "b", "c"].into_iter().zip(has).filter(|(_, has)| *has) {
                    kripke.label(state, name);
                }
            }
            kripke
        })
    })
}

impl Shape {
    /// Returns the same formula in the form that the checker uses.
    pub(crate) fn formula(&self, formulas: &mut Formulas) -> FormulaId {
        let mut part = |shape: &Shape| shape.formula(formulas);
        match self {
            True => formulas.truth(),
            Label(name) => formulas.label(*name),
            Not(a) | Ex(a) | Ax(a) | Ef(a) | Af(a) | Eg(a) | Ag(a) => {
                let a = part(a);
                match self {
                    Not(_) => formulas.not(a),
                    Ex(_) => formulas.ex(a),
                    Ax(_) => formulas.ax(a),
                    Ef(_) => formulas.ef(a),
                    Af(_) => formulas.af(a),
                    Eg(_) => formulas.eg(a),
                    _ => formulas.ag(a),
                }
            }
            And(a, b) | Or(a, b) | Implies(a, b) | Eu(a, b) | Au(a, b) => {
                let (a, b) = (part(a), part(b));
                match self {
                    And(..) => formulas.and(a, b),
                    Or(..) => formulas.or(a, b),
                    Implies(..) => formulas.implies(a, b),
                    Eu(..) => formulas.eu(a, b),
                    _ => formulas.au(a, b),
                }
            }
        }
    }

    /// Returns the formula in the notation of the parser, with all brackets.
    pub(crate) fn text(&self) -> String {
        match self {
            True => "true".to_owned(),
            Label(name) => (*name).to_owned(),
            Not(a) => format!("!({})", a.text()),
            Ex(a) => format!("EX ({})", a.text()),
            Ax(a) => format!("AX ({})", a.text()),
            Ef(a) => format!("EF ({})", a.text()),
            Af(a) => format!("AF ({})", a.text()),
            Eg(a) => format!("EG ({})", a.text()),
            Ag(a) => format!("AG ({})", a.text()),
            And(a, b) => format!("({}) & ({})", a.text(), b.text()),
            Or(a, b) => format!("({}) | ({})", a.text(), b.text()),
            Implies(a, b) => format!("({}) -> ({})", a.text(), b.text()),
            Eu(a, b) => format!("E[{} U {}]", a.text(), b.text()),
            Au(a, b) => format!("A[{} U {}]", a.text(), b.text()),
        }
    }

    /// Returns whether the formula holds, for each state, computed from the definition. Path operators look
    /// at all paths with as many steps as there are states, because longer paths repeat a state.
    pub(crate) fn truth(&self, kripke: &Kripke) -> Vec<bool> {
        let every = || 0..kripke.len();
        let two = |a: &Shape, b: &Shape| (a.truth(kripke), b.truth(kripke));
        let yes = vec![true; kripke.len()];
        match self {
            True => yes,
            Label(name) => every().map(|state| kripke.labelled(name).contains(state)).collect(),
            Not(a) => a.truth(kripke).into_iter().map(|holds| !holds).collect(),
            And(a, b) | Or(a, b) | Implies(a, b) => {
                let (a, b) = two(a, b);
                let holds = |state: usize| match self {
                    And(..) => a[state] && b[state],
                    Or(..) => a[state] || b[state],
                    _ => !a[state] || b[state],
                };
                every().map(holds).collect()
            }
            Ex(a) | Ax(a) | Eg(a) | Ag(a) => {
                let a = a.truth(kripke);
                let holds = |state: usize| match self {
                    Ex(_) => kripke.successors(state).iter().any(|next| a[*next]),
                    Ax(_) => kripke.successors(state).iter().all(|next| a[*next]),
                    Eg(_) => stays(kripke, state, &a, kripke.len(), false),
                    _ => stays(kripke, state, &a, kripke.len(), true),
                };
                every().map(holds).collect()
            }
            Ef(b) | Af(b) => {
                let (b, all) = (b.truth(kripke), matches!(self, Af(_)));
                every().map(|state| reaches(kripke, state, (&yes, &b), kripke.len(), all)).collect()
            }
            Eu(a, b) | Au(a, b) => {
                let ((a, b), all) = (two(a, b), matches!(self, Au(..)));
                every().map(|state| reaches(kripke, state, (&a, &b), kripke.len(), all)).collect()
            }
        }
    }
}

/// Returns whether all paths, or only some path if not `all`, go through states of `a` to a state of `b` in
/// at most `steps` steps.
fn reaches(kripke: &Kripke, state: usize, (a, b): (&[bool], &[bool]), steps: usize, all: bool) -> bool {
    let mut successors = kripke.successors(state).iter();
    let go_on = |next: &usize| reaches(kripke, *next, (a, b), steps - 1, all);
    b[state] || steps > 0 && a[state] && if all { successors.all(go_on) } else { successors.any(go_on) }
}

/// Returns whether all paths, or only some path if not `all`, stay in states of `a` for `steps` steps.
fn stays(kripke: &Kripke, state: usize, a: &[bool], steps: usize, all: bool) -> bool {
    let mut successors = kripke.successors(state).iter();
    let go_on = |next: &usize| stays(kripke, *next, a, steps - 1, all);
    a[state] && (steps == 0 || if all { successors.all(go_on) } else { successors.any(go_on) })
}
