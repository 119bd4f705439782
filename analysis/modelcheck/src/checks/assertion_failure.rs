use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, EdgeId, ExprKind, expr_text, is_failure};

use crate::model::{Counterexample, Function, Move, Property, Tracked};

use super::{Check, Rule};

declare! {
    /// ## What it does
    ///
    /// Finds assertions whose condition can be false, as far as the function can tell. It is off by
    /// default: `--checks +assertion-failure` turns it on. A path to the failing call that no refuter rules
    /// out is a finding, so an assertion about a parameter is one unless the function asked before.
    ///
    /// ## Why is this bad
    ///
    /// An assertion says what its author takes for granted. Where it fails, the program is wrong; where
    /// assertions are compiled away, it goes on in a state that the author ruled out.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <assert.h>
    /// # int more(void);
    /// # void example(void)
    /// # {
    ///     int n = 0;
    ///     while (more())
    ///         n++;
    ///     assert(n > 0);
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <assert.h>
    /// # void use(int i);
    /// # void example(void)
    /// # {
    /// # int i;
    ///     for (i = 0; i < 10; i++)
    ///         use(i);
    ///     assert(i >= 10);
    /// # }
    /// ```
    ///
    /// `{i >= 10, i < 10}` has no solution: the loop is left only where the assertion holds.
    ///
    /// ## Limits
    ///
    /// Assertions are calls of what the C library's `assert` expands to. With `NDEBUG` there are none.
    AssertionFailure {
        title: "The condition of an assertion is false",
        finds: "assertions that can fail",
        cwe: 617,
        cert: &["MSC11-C"],
        misra: &["Dir 4.1"],
        severity: Severity::Warning,
        names: Names { cppcheck: &[], gcc: &["-Wanalyzer-tainted-assertion"], clang: &[] },
        detection: Detection::Search(&AssertionFailure),
        edges: MisuseEdges::Failures,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| {
                sentence!(
                    "this assertion fails in a run of the program: `{}`",
                    misuse.statement
                )
            },
        }),
        driver: Driver {
            reports: &["Assertion"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for AssertionFailure {
    fn rule(&self) -> Rule {
        Rule::AssertionFailure
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        is_failure(function.cfg, edge).then_some(Move::Misuse { definite: true })
    }

    fn step(&self, _function: &Function, _tracked: &Tracked, _edge: EdgeId) -> Move {
        Move::Gone
    }
}

impl Check for AssertionFailure {
    fn for_any_reason(&self) -> &dyn Property {
        &AssertionFailure
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        let cfg = function.cfg;
        let args = match &cfg.edge(found.misuse()).action {
            Action::LibraryCall { args, .. } | Action::Call { args, .. } => args.as_slice(),
            _ => &[],
        };
        // The strings that are passed are the condition, the file and the function. Each C library has its
        // own order of them.
        let is_condition = |text: &String| {
            !text.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "c" | "h"))
        };
        let texts = args.iter().filter_map(|arg| match &cfg.expr(cfg.exprs.strip_casts(*arg)).kind {
            ExprKind::Address(_) => Some(expr_text(cfg, *arg).trim_matches('"').to_owned()),
            _ => None,
        });
        texts
            .filter(is_condition)
            .find(|text| *text != cfg.function)
            .unwrap_or_else(|| "the condition".to_owned())
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        sentence!("this assertion can fail: `{}` is not true on every path", self.subject(function, found))
    }
}
