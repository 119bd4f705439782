//! A fake analysis that finds words instead of misuses.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use csieve::lsp::Analyse;
use csieve_base::refuter_id::RefuterId;
use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    rule::Rule,
    text::{Line, Span, sentence},
};
use csieve_frontend::syntax::FunctionItem;
use csieve_reports::finding::{
    Candidate, Conflict, Equation, Finding, FunctionReport, ObserverEdge, ObserverGraph, Refuted, Round,
    ShownValue, Step, StepKind, Verdict, VerdictKind,
};

/// The longest time that a test waits for a condition on the fake.
const PATIENCE: Duration = Duration::from_secs(60);

/// A fake analysis. It reports a kept division by zero at every word `BUG`, and a refuted one at every
/// `FINE`. It skips functions that contain `SKIP`, panics at `PANIC`, sleeps 30 ms at `PAUSE`, and at `SLOW`
/// waits until it is cancelled.
#[derive(Clone, Debug, Default)]
pub struct Fake {
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    started: AtomicUsize,
    analysed: AtomicUsize,
    cancelled: AtomicUsize,
}

impl Fake {
    /// Returns the number of functions whose analysis began.
    pub fn started(&self) -> usize {
        self.counts.started.load(Ordering::SeqCst)
    }

    /// Returns the number of functions that were analysed completely.
    pub fn analysed(&self) -> usize {
        self.counts.analysed.load(Ordering::SeqCst)
    }

    /// Returns the number of functions whose analysis was cancelled.
    pub fn cancelled(&self) -> usize {
        self.counts.cancelled.load(Ordering::SeqCst)
    }

    /// Waits until a condition on the fake's counts holds.
    ///
    /// # Panics
    /// If the condition does not hold within a minute.
    pub async fn wait_until(&self, is_so: impl Fn(&Self) -> bool) {
        let waiting = async {
            while !is_so(self) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("it becomes so");
    }

    /// Returns the fake as a function that a server calls to analyse C functions.
    pub fn analyse(&self) -> Analyse {
        let fake = self.clone();
        Arc::new(move |text, _, function, options, cancel| {
            fake.function(text, &function.item(), options, cancel)
        })
    }

    fn function(
        &self,
        text: &str,
        function: &FunctionItem,
        options: &Options,
        cancel: &dyn Cancel,
    ) -> Result<FunctionReport, Cancelled> {
        self.counts.started.fetch_add(1, Ordering::SeqCst);
        let text = &text[function.span.range()];
        assert!(!text.contains("PANIC"), "asked to panic");
        if text.contains("PAUSE") {
            thread::sleep(Duration::from_millis(30));
        }
        while text.contains("SLOW") {
            if cancel.is_cancelled() {
                self.counts.cancelled.fetch_add(1, Ordering::SeqCst);
                return Err(Cancelled);
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.counts.analysed.fetch_add(1, Ordering::SeqCst);
        let skipped = text.contains("SKIP").then(|| "it says so".into());
        let enabled = options.rules.contains(&Rule::DivisionByZero) && skipped.is_none();
        let words = words(text).filter(|_| enabled);
        let findings = words.map(|(span, verdict)| finding(&function.name, text, span, verdict)).collect();
        Ok(FunctionReport { function: function.name.clone(), findings, skipped, ..FunctionReport::default() })
    }
}

fn words(text: &str) -> impl Iterator<Item = (Span, Verdict)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(is_part)?;
        let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |length| start + length);
        rest = end;
        Some((start, end))
    })
    .filter_map(|(start, end)| match &text[start..end] {
        "BUG" => Some((Span::new(start, end), Verdict::Unrefuted(Candidate::default()))),
        "FINE" => Some((Span::new(start, end), Verdict::Refuted(Refuted::default()))),
        _ => None,
    })
}

fn finding(function: &str, text: &str, span: Span, verdict: Verdict) -> Finding {
    let subject = &text[span.range()];
    let before = Span { start: 0, end: span.start.min(3) };
    let step = |kind, span, phrase: String| Step {
        kind,
        span,
        text: phrase,
        invocation: None,
        values: vec![ShownValue { name: "x".to_owned(), value: "[1, ∞]".to_owned() }],
        way: None,
        decisive: true,
        callee: None,
    };
    let witness = vec![
        step(StepKind::Assign, before, "`x` becomes 1 | 2".to_owned()),
        step(StepKind::Branch, span, "`x > 0` is true".to_owned()),
        step(StepKind::Misuse, span, format!("`{subject}` is reached")),
    ];
    let conflicts =
        if verdict.kind() == VerdictKind::Refuted { vec![conflict(before, span)] } else { Vec::new() };
    Finding {
        rule: Rule::DivisionByZero,
        own: None,
        verdict,
        function: function.to_owned(),
        span,
        message: sentence!("`{}` can be zero on line {}", subject, Line(span.start)),
        subject: subject.to_owned(),
        witness: witness.clone(),
        rounds: vec![Round { path: witness, conflicts, opinions: Vec::new() }],
        abstracted: Vec::new(),
        expansion: None,
        cause: None,
    }
}

fn conflict(first: Span, second: Span) -> Conflict {
    let equation = |span, text: &str, equation: &str, solution: &str| Equation {
        span,
        text: text.to_owned(),
        assumed: false,
        always: false,
        equation: equation.to_owned(),
        solution: solution.to_owned(),
    };
    let edge = |from, to, label: &str, span| ObserverEdge { from, to, label: label.to_owned(), span };
    Conflict {
        refuter: RefuterId::Intervals,
        equations: vec![
            equation(first, "x = 1", "x@1 = 1", "[1, 1]"),
            equation(second, "x < 1", "x@2 = x@1 ⊓ [-∞, 0]", "∅"),
        ],
        sentence: sentence!(
            "line {} leaves `x = 1`, line {} then needs `x < 1`",
            Line(first.start),
            Line(second.start)
        ),
        nearby: Vec::new(),
        refinements: Vec::new(),
        certificate: None,
        observer: ObserverGraph {
            states: ["nothing known", "x = [1, 1]", "cannot happen"].map(str::to_owned).to_vec(),
            edges: vec![
                edge(0, 1, "x = 1", Some(first)),
                edge(1, 0, "other write to x", None),
                edge(1, 2, "x < 1", Some(second)),
            ],
        },
    }
}
