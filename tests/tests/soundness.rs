//! No real bug is refuted: random C functions are compiled with sanitisers and run on many inputs, and what a run does
//! must not have been refuted.

use std::{
    env,
    fmt::Write as _,
    fs,
    ops::Range,
    path::Path,
    process::{Command, Stdio},
};

use csieve::project::analyse_text;
use csieve_analysis::{finding::Verdict, options::Options};
use csieve_tests::builds;
use tempfile::TempDir;

/// Programs per run of the test, unless `CSIEVE_SOUNDNESS_PROGRAMS` says more, and inputs for each.
const PROGRAMS: u64 = 50;
const VALUES: [i32; 5] = [-1, 0, 1, 2, 9];

/// A small generator of pseudo-random numbers: the same programs in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Writes a program line by line; every statement that may be misused stands on a line of its own.
struct Writer {
    random: Random,
    text: String,
    line: u32,
    loops: u32,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
        self.line += 1;
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.value(), self.value());
        let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(6) {
            0 => format!("!{}", self.random.pick(&["p", "q", "x", "c"])),
            1 => self.random.pick(&["p", "q", "x", "u"]).to_owned(),
            2 => format!("({left} & 3) == {}", self.random.below(4)),
            3 => format!("{left} {operator} {right} && c {operator} {}", self.random.below(4)),
            4 => format!("{left} - {right} {operator} {}", self.random.below(3)),
            _ => format!("{left} {operator} {right}"),
        }
    }

    fn value(&mut self) -> String {
        match self.random.below(4) {
            0 => self.random.below(5).to_string(),
            _ => self.random.pick(&["a", "b", "c", "x", "y", "u", "m"]).to_owned(),
        }
    }

    fn statement(&mut self, depth: usize) {
        let kind = self.random.below(if depth > 3 { 12 } else { 18 });
        match kind {
            0 | 1 => {
                let (var, value) = (self.random.pick(&["x", "y", "u", "m"]), self.value());
                let operator = self.random.pick(&["+", "-", "*", "&", "%2+"]);
                let other = self.random.below(4);
                self.line(depth, &format!("{var} = {value} {operator} {other};"));
            }
            2 => {
                let (var, value) = (self.random.pick(&["x", "y", "u"]), self.random.below(4));
                self.line(depth, &format!("{var} = {value};"));
            }
            3 => self.line(depth, "p = q;"),
            4 => self.line(depth, "q = p;"),
            5 => self.line(depth, "p = 0;"),
            6 => self.line(depth, "q = malloc(4);"),
            7 => self.line(depth, "free(q);"),
            8 => self.line(depth, "free(p);"),
            9 => self.line(depth, "*p = 1;"),
            10 => self.line(depth, "y = *q;"),
            11 => {
                let divisor = self.random.pick(&["x", "y", "u", "x - 1", "y + c"]);
                self.line(depth, &format!("m = 12 / ({divisor});"));
            }
            12 | 13 => {
                let step = self.random.pick(&["x++;", "x--;", "y--;", "*r = x;", "m = *r;"]);
                self.line(depth, step);
            }
            14..=16 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1);
                if self.random.below(2) == 0 {
                    self.line(depth, "} else {");
                    self.block(depth + 1);
                }
                self.line(depth, "}");
            }
            _ => {
                self.loops += 1;
                let (name, bound) = (format!("i{}", self.loops), self.random.below(4));
                self.line(depth, &format!("for (int {name} = 0; {name} < {bound}; {name}++) {{"));
                self.block(depth + 1);
                self.line(depth, "}");
            }
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..=self.random.below(3) {
            self.statement(depth);
        }
    }
}

fn program(seed: u64) -> String {
    let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut writer = Writer { random, text: String::new(), line: 0, loops: 0 };
    writer.line(0, "#include <stdlib.h>");
    writer.line(0, "int f(int a, int b, int c) {");
    writer.line(1, "int x = 0, y = 1, m = 2;");
    writer.line(1, "unsigned char u = a;");
    writer.line(1, "int *p = 0, *q = malloc(4), *r = &m;");
    writer.line(1, "if (!q) abort();");
    writer.line(1, "*q = 3;");
    for _ in 0..10 {
        writer.statement(1);
    }
    writer.line(1, "return x + y + m;");
    writer.line(0, "}");
    writer.text
}

/// Runs the function on many triples, each in a child of its own after a line `== a b c`.
const MAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int f(int, int, int);
int LINE;
void __sanitizer_set_death_callback(void (*)(void));
static void died(void) { fprintf(stderr, "LINE %d\n", LINE); }
int main(int n, char **v)
{
    __sanitizer_set_death_callback(died);
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            for (int k = 1; k < n; k++) {
                fprintf(stderr, "== %s %s %s\n", v[i], v[j], v[k]);
                if (fork() == 0) {
                    f(atoi(v[i]), atoi(v[j]), atoi(v[k]));
                    _exit(0);
                }
                wait(0);
            }
    return 0;
}
"#;

/// The program with the number of the line in front of every statement: quicker than asking for symbols.
fn numbered(text: &str) -> String {
    let mut all = String::from("extern int LINE; ");
    for (index, line) in text.lines().enumerate() {
        let is_statement = line.starts_with(' ') && line.ends_with(';');
        let _ = if is_statement {
            writeln!(all, "LINE = {}; {line}", index + 1)
        } else {
            writeln!(all, "{line}")
        };
    }
    all.replacen("extern int LINE; #include <stdlib.h>", "#include <stdlib.h>\nextern int LINE;", 1)
}

/// The lines where a sanitiser stopped a run, with what it said.
fn misused_lines(folder: &Path, text: &str) -> Vec<(u32, String)> {
    fs::write(folder.join("f.c"), numbered(text)).expect("written");
    fs::write(folder.join("main.c"), MAIN).expect("written");
    let status = Command::new("cc")
        .args(["-g", "-O0", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .args(["-o", "run", "f.c", "main.c"])
        .current_dir(folder)
        .status()
        .expect("the tests need a C compiler");
    assert!(status.success(), "{text}");
    let output = Command::new("./run")
        .args(VALUES.map(|value| value.to_string()))
        .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
        .env("UBSAN_OPTIONS", "symbolize=0")
        .current_dir(folder)
        .stdout(Stdio::null())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let mut lines: Vec<(u32, String)> = said.split("== ").filter_map(misuse).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// The line and the message of one run.
fn misuse(run: &str) -> Option<(u32, String)> {
    let message = run.lines().find(|line| line.contains("ERROR: ") || line.contains("runtime error: "))?;
    let line = match message.strip_prefix("f.c:") {
        // The numbered program has one line more at its start.
        Some(place) => place.split(':').next()?.parse::<u32>().ok()? - 1,
        None => run.lines().find_map(|line| line.strip_prefix("LINE ")?.parse().ok())?,
    };
    let kind = message.split("ERROR: AddressSanitizer: ").last()?.split(" on ").next()?;
    let kind = kind.split("runtime error: ").last()?;
    Some((line, kind.to_owned()))
}

/// The programs to try; `CSIEVE_SOUNDNESS_FIRST` says where to start.
fn seeds() -> Range<u64> {
    let number = |name: &str| env::var(name).ok().and_then(|value| value.parse().ok());
    let first = number("CSIEVE_SOUNDNESS_FIRST").unwrap_or(0);
    first..first + number("CSIEVE_SOUNDNESS_PROGRAMS").unwrap_or(PROGRAMS)
}

#[test]
fn what_happens_was_not_refuted() {
    let folder = TempDir::new().expect("a temporary folder");
    let (mut seen, mut missed) = (0, 0);
    for seed in seeds() {
        let text = program(seed);
        let file = analyse_text("f.c".into(), text.clone(), None, &builds(), &Options::default());
        let misused = misused_lines(folder.path(), &text);
        for (line, said) in misused {
            let here: Vec<_> =
                file.findings().filter(|(_, located)| located.line(located.finding.span) == line).collect();
            // Overflow and shifts are no business of the checks; leaks are found elsewhere.
            let is_ours = [
                "heap-use-after-free",
                "double-free",
                "null pointer",
                "SEGV",
                "division by zero",
                "bad-free",
                "not malloc",
            ];
            if !is_ours.iter().any(|word| said.contains(word)) {
                continue;
            }
            seen += 1;
            let is_ours = |rule: &str| rule != "memory-leak";
            let refuted = here.iter().any(|(_, located)| {
                located.finding.verdict == Verdict::Refuted && is_ours(located.finding.rule.id())
            });
            let kept = here.iter().any(|(_, located)| {
                located.finding.verdict != Verdict::Refuted && is_ours(located.finding.rule.id())
            });
            assert!(kept || !refuted, "seed {seed}, line {line}: {said}\n{text}\n{here:#?}");
            missed += usize::from(!kept);
        }
    }
    // Dividing by a copy of a bare parameter is no finding, so not all are expected.
    println!("{seen} misuses seen, {missed} of them without a finding");
    assert!(seen > 30, "the programs do too little: {seen}");
}
