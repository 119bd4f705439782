//! Tests with sanitizers that no real bug is refuted. Random programs about objects in memory are compiled and run
//! on many inputs. The misuse that ends a run must not be refuted on its line for its rule.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs, io,
    path::Path,
    process::{Command, Output, Stdio},
};

use csieve::project::analyse_text;
use csieve_base::{options::Options, watch::NoWatch};
use csieve_reports::finding::VerdictKind;
use csieve_tests::{
    builds,
    objects::{Misuses, program},
    setting, verdicts,
};
use tempfile::TempDir;

/// The number of programs of each kind, unless `CSIEVE_SANITIZED_PROGRAMS` gives another one.
/// `CSIEVE_SANITIZED_FIRST` is the first seed. `CSIEVE_SANITIZED_KEEP` is a folder in which to keep the programs.
const PROGRAMS: u64 = 6;
/// The number of functions in a program, and of runs of each function.
const FUNCTIONS: u32 = 8;
const RUNS: u32 = 10;

/// What sanitizers say, and the rule that reports it.
const REPORTS: &[(&str, &str)] = &[
    ("null pointer", "null-dereference"),
    ("SEGV on unknown address 0x0000000000", "null-dereference"),
    ("division by zero", "division-by-zero"),
    ("shift exponent", "integer-overflow"),
    ("out of bounds for type", "out-of-bounds"),
    ("buffer-overflow", "out-of-bounds"),
    ("buffer-underflow", "out-of-bounds"),
    ("heap-use-after-free", "use-after-free"),
    ("attempting double-free", "double-free"),
    ("attempting free on address which was not malloc", "invalid-free"),
    ("use-of-uninitialized-value", "uninitialized-read"),
];

/// A compiler with the sanitizers that see all misuses of a kind.
struct Compiler {
    name: &'static str,
    flags: &'static [&'static str],
}

const OF_MEMORY: Compiler =
    Compiler { name: "cc", flags: &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] };
const OF_VALUES: Compiler =
    Compiler { name: "clang", flags: &["-fsanitize=memory,undefined", "-fno-sanitize-recover=all"] };

/// Compiles `run.c` of a folder to the program `run` in it.
fn compile(folder: &Path, compiler: &Compiler) -> io::Result<Output> {
    Command::new(compiler.name)
        .args(["-O0", "-g", "-w", "-o", "run", "run.c"])
        .args(compiler.flags)
        .current_dir(folder)
        .output()
}

/// Runs a program. Returns the line and the rule of every misuse that ended a run.
fn misuses(folder: &Path, text: &str, compiler: &Compiler) -> BTreeSet<(u32, &'static str)> {
    let mut calls = String::new();
    for function in 0..FUNCTIONS {
        let _ = writeln!(calls, "    if (function == {function}) f{function}(a, b, c);");
    }
    let calls = format!(
        "#line 1 \"harness.h\"\n#define PROGRAM_FUNCTIONS {FUNCTIONS}\n#define PROGRAM_RUNS {RUNS}\n\
         static void run_function(int function, int a, int b, unsigned c)\n{{\n{calls}}}\n"
    );
    let whole = ["#line 1 \"f.c\"\n", text, &calls, include_str!("harness.h")].concat();
    fs::write(folder.join("run.c"), whole).expect("written");
    let compiled = compile(folder, compiler).expect("the tests need a C compiler");
    assert!(compiled.status.success(), "it does not compile: {}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new("./run")
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
        .env("MSAN_OPTIONS", "symbolize=0")
        .env("UBSAN_OPTIONS", "symbolize=0")
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{:?}", output.status);
    let said = String::from_utf8_lossy(&output.stderr);
    let reports: BTreeSet<Report> = said.split("== run\n").filter_map(report).collect();
    let addresses: BTreeSet<&str> =
        reports.iter().flat_map(|report| report.addresses.iter().copied()).collect();
    let lines = lines(folder, &addresses.into_iter().collect::<Vec<_>>());
    let line = |report: &Report| {
        report.line.or_else(|| report.addresses.iter().find_map(|address| lines.get(*address).copied()))
    };
    reports.iter().filter_map(|report| Some((line(report)?, report.rule))).collect()
}

/// What a sanitizer says of the misuse that ended a run.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Report<'t> {
    rule: &'static str,
    /// The line in the program, if it is said.
    line: Option<u32>,
    /// The places in the compiled program where the misuse happened, innermost first. Sanitizers could say their
    /// lines, but would ask a program for each report.
    addresses: Vec<&'t str>,
}

/// Reads the report of one run.
fn report(text: &str) -> Option<Report<'_>> {
    let is_report = |line: &&str| line.contains("runtime error") || line.contains("Sanitizer: ");
    let mut rest = text.lines().skip_while(|line| !is_report(line));
    let head = rest.next()?;
    let (_, rule) = REPORTS.iter().find(|(words, _)| head.contains(words))?;
    let line = head.strip_prefix("f.c:").and_then(|rest| rest.split(':').next()?.parse().ok());
    let frames = rest.take_while(|line| !line.is_empty());
    let addresses = frames.filter_map(|line| line.split_once("/run+")?.1.split(')').next());
    Some(Report { rule, line, addresses: addresses.collect() })
}

/// Returns the lines of the program at these places in the compiled program.
fn lines<'t>(folder: &Path, addresses: &[&'t str]) -> BTreeMap<&'t str, u32> {
    if addresses.is_empty() {
        return BTreeMap::new();
    }
    let output = Command::new("addr2line").args(["-e", "run"]).args(addresses).current_dir(folder).output();
    let said = String::from_utf8(output.expect("addr2line comes with the compiler").stdout).expect("text");
    let line = |place: &str| -> Option<u32> {
        let (file, rest) = place.rsplit_once(':')?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        (Path::new(file).file_name()? == "f.c").then(|| digits.parse().ok())?
    };
    addresses.iter().zip(said.lines()).filter_map(|(at, place)| Some((*at, line(place)?))).collect()
}

/// Compares the runs of programs of one kind with the findings in them.
fn compare(kind: Misuses, compiler: &Compiler) {
    let folder = TempDir::new().expect("a temporary folder");
    let (mut seen, mut silent, mut refuted) = (0, 0, 0);
    let mut wrong = Vec::new();
    let first = setting("CSIEVE_SANITIZED_FIRST").unwrap_or(0);
    for seed in first..first + setting("CSIEVE_SANITIZED_PROGRAMS").unwrap_or(PROGRAMS) {
        let text = program(seed, FUNCTIONS, kind);
        if let Some(folder) = env::var_os("CSIEVE_SANITIZED_KEEP") {
            fs::write(Path::new(&folder).join(format!("{kind:?}.{seed}.c")), &text).expect("written");
        }
        let file = analyse_text("f.c".into(), text.clone(), None, &builds(), &Options::default(), &NoWatch);
        for (_, report) in &file.reports {
            assert_eq!(report.skipped, None, "seed {seed}: {}", report.function);
        }
        refuted += file.findings().filter(|(_, located)| located.finding.is_refuted()).count();
        for (line, rule) in misuses(folder.path(), &text, compiler) {
            let verdicts = verdicts(&file, line, rule);
            seen += 1;
            let statement = text.lines().nth(line as usize - 1).unwrap_or_default().trim();
            if verdicts.is_empty() {
                println!("seed {seed}, line {line}: {rule} without a finding: {statement}");
                silent += 1;
            } else if verdicts.iter().all(|verdict| *verdict == VerdictKind::Refuted) {
                wrong.push(format!("seed {seed}, line {line}: {rule} was refuted: {statement}"));
            }
        }
    }
    println!("{kind:?}: {seen} misuses seen, {silent} of them without a finding; {refuted} refuted");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 5 && refuted > 0, "the programs do too little");
}

#[test]
fn no_misuse_of_memory_was_refuted() {
    compare(Misuses::OfMemory, &OF_MEMORY);
}

#[test]
fn no_read_without_a_value_was_refuted() {
    // Only clang has a sanitizer for that.
    if !is_complete(&OF_VALUES) {
        println!("skipped: there is no clang, or its sanitizers are not installed");
        return;
    }
    compare(Misuses::OfValues, &OF_VALUES);
}

/// Returns whether a compiler makes programs with its sanitizers. Their libraries may be a package of their own.
fn is_complete(compiler: &Compiler) -> bool {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("run.c"), "int main(void) { return 0; }\n").expect("written");
    compile(folder.path(), compiler).is_ok_and(|compiled| compiled.status.success())
}
