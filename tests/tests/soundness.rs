//! No real bug is refuted: random C functions are compiled with sanitisers and run on many inputs, and what a run does
//! must not have been refuted.

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use csieve::project::analyse_text;
use csieve_analysis::{finding::Verdict, options::Options};
use tempfile::TempDir;

/// Programs per run of the test, and inputs for each.
const PROGRAMS: u64 = 60;
const VALUES: [i32; 7] = [-3, -1, 0, 1, 2, 4, 9];

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

/// Runs the function on all triples of values, each in a process of its own, and gives the lines where a sanitiser stopped
/// one, with what it said.
fn misused_lines(folder: &Path, text: &str) -> Vec<(u32, String)> {
    let main = "#include <stdio.h>\n#include <stdlib.h>\nint f(int, int, int);\n\
                int main(int n, char **v) { return n > 3 ? (f(atoi(v[1]), atoi(v[2]), atoi(v[3])), 0) : 2; }\n";
    fs::write(folder.join("f.c"), text).expect("written");
    fs::write(folder.join("main.c"), main).expect("written");
    let status = Command::new("cc")
        .args([
            "-g",
            "-O0",
            "-w",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
            "-o",
            "run",
            "f.c",
            "main.c",
        ])
        .current_dir(folder)
        .status()
        .expect("the tests need a C compiler");
    assert!(status.success(), "{text}");
    let mut lines = Vec::new();
    for a in VALUES {
        for b in VALUES {
            let c = VALUES[((a + b).unsigned_abs() as usize) % VALUES.len()];
            let output = Command::new("./run")
                .args([a, b, c].map(|value| value.to_string()))
                .env("ASAN_OPTIONS", "detect_leaks=0:exitcode=99:handle_segv=1")
                .env("UBSAN_OPTIONS", "print_stacktrace=1")
                .current_dir(folder)
                .stdout(Stdio::null())
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&output.stderr);
            let message =
                said.lines().filter(|line| line.contains("ERROR: ") || line.contains("runtime error: "));
            let message = message.collect::<Vec<_>>().join("; ");
            lines.extend(said.lines().find_map(line_in_f).map(|line| (line, message)));
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// The line of `f` in a stack frame: `#0 0x... in f f.c:12`.
fn line_in_f(frame: &str) -> Option<u32> {
    let place = frame.split_once(" in f ")?.1;
    let line = place.rsplit_once("f.c:")?.1;
    line.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn what_happens_was_not_refuted() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut seen = 0;
    for seed in 0..PROGRAMS {
        let text = program(seed);
        let file = analyse_text("f.c".into(), text.clone(), None, &Options::default());
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
            let kept = here.iter().any(|(_, located)| {
                located.finding.verdict != Verdict::Refuted && located.finding.rule.id() != "memory-leak"
            });
            assert!(kept, "seed {seed}, line {line}: {said}\n{text}\n{here:#?}");
        }
    }
    assert!(seen > 20, "the programs do too little: {seen}");
}
