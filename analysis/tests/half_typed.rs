//! A property of half-typed functions: what is said of them holds of the whole function, too.
//!
//! Lines of the functions of fixtures are broken, one at a time. The line that was there is one of those that the error may
//! hide, so everything that is certain has to be so with it.

use std::{fs, path::Path, sync::Arc};

use csieve_analysis::{
    Around, analyse_function, analyse_half_typed,
    cancel::Never,
    finding::{Finding, FunctionReport},
    has_syntax_error,
    options::Options,
    project::Surroundings,
    rule::Rule,
    summary::Summaries,
    text::{Change, Span},
    unit::{TranslationUnit, Version},
    watch::NoWatch,
};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};
use csieve_summaries::{NoCache, unit_summaries};

/// A source of headers that finds no header.
struct NoHeaders;

impl Headers for NoHeaders {
    fn find(&self, _include: &Include<'_>) -> Option<Header> {
        None
    }
}

/// The fixtures whose lines are broken.
const FIXTURES: [&str; 18] = [
    "null_dereference",
    "use_after_free",
    "double_free",
    "memory_leak",
    "uninitialized_read",
    "unreachable_code",
    "loops",
    "division_by_zero",
    "missing_unlock",
    "double_lock",
    "double_close",
    "invalid_free",
    "mismatched_close",
    "infinite_loop",
    "callees",
    "conditions",
    "integer_overflow",
    "loop_bounds",
];

/// How many lines of a function are broken, at most.
const LINES: usize = 3;

fn unit(text: &str) -> Arc<TranslationUnit> {
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.into())));
    Version::new(main, &NoHeaders, &PreprocessOptions::default(), None).unit
}

/// A whole text, with what is known of its functions.
struct Whole {
    text: String,
    unit: Arc<TranslationUnit>,
    summaries: Summaries,
    options: Options,
}

impl Whole {
    fn of(text: String) -> Self {
        let options = Options { rules: Rule::ALL.to_vec(), ..Options::default() };
        let unit = unit(&text);
        let summaries = unit_summaries(&unit, &Summaries::default(), &options, &NoCache, &Never);
        Self { summaries: summaries.expect("nobody cancels"), text, unit, options }
    }

    /// Returns the report of a function of a text. Other functions are as they are in the whole one.
    fn report(&self, text: &str, unit: &TranslationUnit, at: usize) -> FunctionReport {
        let standing = unit.standing(&self.unit).expect("nothing but a body differs");
        let files = Surroundings::alone(&standing);
        let around = Around { files, summaries: &self.summaries, watch: &NoWatch };
        let (function, options) = (&unit.functions[at], &self.options);
        let report = analyse_function(text, around, function, options, &Never).expect("nobody cancels");
        if has_syntax_error(&report) {
            analyse_half_typed(text, around, function, options, report, &Never).expect("nobody cancels")
        } else {
            report
        }
    }

    /// Returns places of statements in the body of a function: lines that end with a semicolon.
    fn lines(&self, body: Span) -> Vec<Span> {
        let mut lines = Vec::new();
        let mut start = body.start as usize;
        for line in self.text[body.range()].split_inclusive('\n') {
            let code = line.split("//").next().unwrap_or_default();
            let (trimmed, indent) = (code.trim(), code.len() - code.trim_start().len());
            if trimmed.ends_with(';') && !trimmed.contains(['{', '}', '"', '\'']) {
                let start = (start + indent) as u32;
                lines.push(Span { start, end: start + trimmed.len() as u32 });
            }
            start += line.len();
        }
        let every = lines.len().div_ceil(LINES).max(1);
        lines.into_iter().step_by(every).collect()
    }
}

/// Returns the forms of a statement that is half typed.
fn half_typed(statement: &str) -> [String; 3] {
    let bare = statement.trim_end_matches(';');
    let half = (0..=bare.len() / 2).rev().find(|at| bare.is_char_boundary(*at)).unwrap_or_default();
    [format!("{bare} + ("), format!("if ({bare}"), bare[..half].to_owned()]
}

fn is_same(one: &Finding, other: &Finding) -> bool {
    one.id() == other.id() && one.span == other.span
}

/// How many findings and refuted ones of half-typed functions were held against those of whole functions.
#[derive(Debug, Default)]
struct Held {
    functions: usize,
    findings: usize,
    refuted: usize,
    gone: usize,
}

/// Checks what is said of a half-typed function against what is found in the whole one, whose findings are at their places
/// in the broken text.
fn check(half: &FunctionReport, whole: &[Finding], held: &mut Held, what: &str) {
    let known = half.half_typed.as_ref().expect("it has a syntax error");
    held.functions += 1;
    for finding in &half.findings {
        let real = whole.iter().find(|other| is_same(finding, other));
        if finding.is_refuted() {
            held.refuted += 1;
            assert!(real.is_none_or(Finding::is_refuted), "refuted, though it is real: {what}\n{finding:#?}");
        } else {
            held.findings += 1;
            assert!(
                real.is_some_and(|real| !real.is_refuted()),
                "only half of the function has it: {what}\n{finding:#?}"
            );
        }
    }
    for real in whole.iter().filter(|real| !real.is_refuted() && known.settles(real)) {
        held.gone += 1;
        let is_there = half.findings.iter().any(|finding| is_same(finding, real) && !finding.is_refuted());
        let needs_runs = real.program().is_some() || real.rule == Rule::InfiniteLoop;
        assert!(is_there || needs_runs, "gone, though it is real: {what}\n{real:#?}");
    }
}

#[test]
fn what_is_said_of_half_a_function_holds_of_the_whole() {
    let mut held = Held::default();
    for name in FIXTURES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/fixtures/{name}.c"));
        let whole = Whole::of(fs::read_to_string(path).expect("the fixture is there"));
        for (at, function) in whole.unit.functions.iter().enumerate() {
            let report = whole.report(&whole.text, &whole.unit, at);
            if report.skipped.is_some() {
                continue;
            }
            let start = function.span().start;
            for line in whole.lines(function.body()) {
                for typed in half_typed(&whole.text[line.range()]) {
                    let mut text = whole.text.clone();
                    text.replace_range(line.range(), &typed);
                    let unit = unit(&text);
                    if unit.standing(&whole.unit).is_none() {
                        continue;
                    }
                    let half = whole.report(&text, &unit, at);
                    if half.half_typed.is_none() {
                        continue;
                    }
                    let change = Change::between(&whole.text, &text).expect("the texts differ");
                    let place = |offset: u32| {
                        let at = (0..=offset + start).rev().find_map(|at| change.place(at));
                        at.unwrap_or_default().saturating_sub(start)
                    };
                    let mut moved = report.findings.clone();
                    for finding in &mut moved {
                        finding.move_places(&place);
                    }
                    check(&half, &moved, &mut held, &format!("{name}: {}: {typed}", function.text.name));
                }
            }
        }
    }
    eprintln!("{held:?}");
    assert!(held.functions > 100 && held.findings > 20 && held.refuted > 20 && held.gone > 20, "{held:?}");
}
