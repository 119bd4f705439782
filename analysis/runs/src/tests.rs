//! Small files of C for the tests of this crate. The function that a test is about is the last one of its
//! file.

use std::{cell::OnceCell, sync::Arc};

use csieve_base::{
    cancel::Never,
    options::Options,
    text::{LineIndex, Sentence},
    watch::NoWatch,
};
use csieve_dataflow::{automaton::automaton, bounds::guard, ranges::Ranges};
use csieve_lowering::{
    project::Surroundings,
    summary::Summaries,
    unit::{TranslationUnit, Version, lowered},
};
use csieve_modelcheck::{checks::check, model::Function};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};
use csieve_reduction::{
    proved::proved,
    reduce::{ENDING, NoRuns, Pool, Reduction, sites},
    termination::Suspect,
};
use csieve_reports::finding::Finding;

use crate::confirm::UnitGraphs;

/// The declarations with which every file begins.
const HEAD: &str = "\
#define NULL ((void *)0)
void *malloc(unsigned long size);
void free(void *object);
int ask(void);
void use(int value);
struct node { struct node *next; int value; };
";

/// The steps of the pass over ranges.
const RANGE_STEPS: u32 = 100_000;

/// A source of headers that has none.
struct NoHeaders;

impl Headers for NoHeaders {
    fn find(&self, _: &Include<'_>) -> Option<Header> {
        None
    }
}

/// A file whose functions have no summaries: a call of one may do anything, and only runs enter it.
pub(crate) struct File {
    text: String,
    unit: Arc<TranslationUnit>,
    elsewhere: Summaries,
    pub(crate) options: Options,
}

impl File {
    pub(crate) fn with(text: &str, options: Options) -> Self {
        let text = format!("{HEAD}{text}");
        let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.as_str().into())));
        let unit = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None).unit;
        Self { text, unit, elsewhere: Summaries::default(), options }
    }

    /// Returns the graphs for runs.
    pub(crate) fn graphs(&self) -> UnitGraphs<'_> {
        UnitGraphs::new(
            Surroundings::alone(&self.unit),
            &self.options.library,
            &self.elsewhere,
            self.options.wrapv,
        )
    }

    /// Returns the name of the last function and its text.
    pub(crate) fn own(&self) -> (&str, &str) {
        let function = self.unit.functions.last().expect("the file has a function");
        (&function.text.name, &self.text[function.span().range()])
    }

    /// Returns the findings of the last function before any run, and the loops that only runs can decide.
    pub(crate) fn findings(&self) -> (Vec<Finding>, Vec<Suspect>) {
        let options = &self.options;
        let function = self.unit.functions.last().expect("the file has a function");
        let cfg = lowered(&self.unit.context, &options.library, &self.elsewhere, function);
        let cfg = guard(cfg.expect("the function is understood"), options.wrapv);
        let function = Function::new(&cfg);
        let automaton = automaton(&cfg, &function.dependencies, options.wrapv);
        let trusting = OnceCell::new();
        let reduction = Reduction {
            function: &function,
            automaton: &automaton,
            trusting: &trusting,
            text: self.own().1,
            ending: ENDING,
            refuters: csieve_refuters::chosen(options.refuters),
            early: &NoRuns,
            options,
            cancel: &Never,
            watch: &NoWatch,
        };
        let (mut pool, mut suspects, mut findings) = (Pool::default(), Vec::new(), Vec::new());
        for check in options.rules.iter().filter_map(|rule| check(*rule)) {
            for site in sites(&function, check, options.max_states, &Never).expect("nobody cancels") {
                findings.extend(reduction.finding(&site, &mut pool).expect("nobody cancels"));
            }
        }
        let ranges = Ranges::of(&cfg, &automaton, RANGE_STEPS).expect("the steps suffice");
        findings.extend(proved(&reduction, &ranges, &mut pool, &mut suspects).expect("nobody cancels"));
        (findings, suspects)
    }

    /// Returns a sentence with its lines, which count from the first line of the last function.
    pub(crate) fn told(&self, sentence: &Sentence) -> String {
        sentence.resolved(0, &LineIndex::new(self.own().1))
    }
}
