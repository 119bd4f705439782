//! Small files of C for the tests of this crate: they are preprocessed, summarised and lowered as in the
//! whole analysis. The function that a test is about is the last one of its file.

use std::{cell::OnceCell, sync::Arc};

use csieve_base::{
    cancel::Never,
    options::Options,
    rule::Rule,
    text::{LineIndex, Sentence},
    watch::NoWatch,
};
use csieve_dataflow::{automaton::automaton, bounds::guard, ranges::Ranges};
use csieve_graph::Cfg;
use csieve_lowering::{
    project::Surroundings,
    summary::Summaries,
    unit::{TranslationUnit, UnitFunction, Version, lowered},
};
use csieve_modelcheck::{checks::check, model::Function};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};
use csieve_reports::finding::Finding;
use csieve_summaries::{NoCache, unit_summaries};

use crate::{
    consult::Around,
    proved::proved,
    reduce::{ENDING, NoRuns, Pool, Reduction, sites},
    termination::Suspect,
};

/// The declarations with which every file begins.
const HEAD: &str = "\
#define NULL ((void *)0)
typedef unsigned long size_t;
void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *object);
char *getenv(const char *name);
int ask(void);
void use(int value);
struct set { int count; int has_name; int is_named; int references; char *name; int *items; };
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

/// A file with the summaries of its functions.
pub(crate) struct File {
    pub(crate) text: String,
    pub(crate) unit: Arc<TranslationUnit>,
    pub(crate) summaries: Summaries,
    pub(crate) options: Options,
}

impl File {
    /// Reads a file with the default options.
    pub(crate) fn new(text: &str) -> Self {
        Self::with(text, Options::default())
    }

    /// Reads a file of which only one rule is checked.
    pub(crate) fn checked(text: &str, rule: Rule) -> Self {
        Self::with(text, Options { rules: vec![rule], ..Options::default() })
    }

    pub(crate) fn with(text: &str, options: Options) -> Self {
        let text = format!("{HEAD}{text}");
        let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.as_str().into())));
        let unit = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None).unit;
        let summaries = unit_summaries(&unit, &Summaries::default(), &options, &NoCache, &Never);
        Self { text, unit, summaries: summaries.expect("nobody cancels"), options }
    }

    pub(crate) fn around(&self) -> Around<'_> {
        Around { files: Surroundings::alone(&self.unit), summaries: &self.summaries, watch: &NoWatch }
    }

    /// Returns the last function.
    fn function(&self) -> &UnitFunction {
        self.unit.functions.last().expect("the file has a function")
    }

    /// Returns the text of the last function.
    pub(crate) fn own_text(&self) -> &str {
        &self.text[self.function().span().range()]
    }

    /// Returns the graph of the last function.
    pub(crate) fn cfg(&self) -> Cfg {
        let Options { library, wrapv, .. } = &self.options;
        let cfg = lowered(&self.unit.context, library, &self.summaries, self.function());
        guard(cfg.expect("the function is understood"), *wrapv)
    }

    /// Does something with the reduction of the last function.
    pub(crate) fn reduced<T>(&self, work: impl FnOnce(&Reduction) -> T) -> T {
        let cfg = self.cfg();
        let function = Function::new(&cfg);
        let automaton = automaton(&cfg, &function.dependencies, self.options.wrapv);
        let trusting = OnceCell::new();
        work(&Reduction {
            function: &function,
            automaton: &automaton,
            trusting: &trusting,
            text: self.own_text(),
            ending: ENDING,
            refuters: csieve_refuters::chosen(self.options.refuters),
            early: &NoRuns,
            options: &self.options,
            cancel: &Never,
            watch: &NoWatch,
        })
    }

    /// Returns the findings of the last function, ordered by place, and the loops that only runs can decide.
    /// Bodies of callees and callers are not looked at.
    pub(crate) fn findings(&self) -> (Vec<Finding>, Vec<Suspect>) {
        self.reduced(|reduction| {
            let (mut pool, mut suspects, mut findings) = (Pool::default(), Vec::new(), Vec::new());
            let states = self.options.max_states;
            for check in self.options.rules.iter().filter_map(|rule| check(*rule)) {
                for site in sites(reduction.function, check, states, &Never).expect("nobody cancels") {
                    findings.extend(reduction.finding(&site, &mut pool).expect("nobody cancels"));
                }
            }
            let ranges = Ranges::of(reduction.function.cfg, reduction.automaton, RANGE_STEPS);
            let ranges = ranges.expect("the steps suffice");
            let proofs = proved(reduction, &ranges, &mut pool, &mut suspects);
            findings.extend(proofs.expect("nobody cancels"));
            findings.sort_by_key(|finding| (finding.span, finding.rule));
            (findings, suspects)
        })
    }

    /// Returns a sentence with its lines, which count from the first line of the last function.
    pub(crate) fn told(&self, sentence: &Sentence) -> String {
        sentence.resolved(0, &LineIndex::new(self.own_text()))
    }
}
