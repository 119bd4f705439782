//! Random programs whose events are recorded while they run: what some run does must not be refuted, and what
//! no run does must not be confirmed.
//!
//! A program has the events `a`, `b` and `c`, each about an object that variables point to, branches on
//! parameters, and short loops. The analysis reads it as it is. When it is executed, macros make each event
//! and each return print its name, its object and its line.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path, process::Command};

use csieve::{
    library::{Added, load},
    project::analyse_text,
};
use csieve_base::{
    options::Options,
    own::{Automaton, OwnRule},
    watch::NoWatch,
};
use csieve_reports::finding::VerdictKind;
use csieve_tests::{builds, lsp::Project, random::Random, setting};

/// The rules, over the labels `a`, `b` and `c`.
const PROPERTIES: [&str; 6] = [
    "formula = \"AG (a -> AF b)\"",
    "formula = \"AG (a -> A[!c W b])\"",
    "formula = \"A[!b W a]\"",
    "formula = \"AG (a -> AG (b -> AG !c))\"",
    "states = { start = { a = \"held\" }, held = { a = \"misuse\", b = \"start\", return = \"misuse\" } }",
    "states = { start = { a = \"end\", c = \"misuse\", b = \"seen\" }, seen = { b = \"misuse\", a = \"start\" } }",
];

/// The parameters of a program take these values in turn.
const VALUES: std::ops::RangeInclusive<i32> = -2..=8;

/// Returns the file with the rules.
fn rules() -> String {
    let mut out = String::new();
    for (index, property) in PROPERTIES.iter().enumerate() {
        let _ = write!(
            out,
            "[[rule]]\nid = \"rule-{index}\"\ntitle = \"a rule\"\nmessage = \"it is broken\"\n{property}\n[rule.labels]\n"
        );
        for label in ["a", "b", "c"] {
            let _ = writeln!(out, "{label} = {{ calls = [\"{label}\"], object = 0 }}");
        }
    }
    out
}

/// Writes the statements of a block.
fn block(random: &mut Random, depth: u32, out: &mut String) {
    let indent = "    ".repeat(depth as usize + 1);
    for _ in 0..=random.below(3) {
        match random.below(10) {
            0..=4 => {
                let (event, object) = (random.pick(&["a", "b", "c"]), random.pick(&["p", "q", "r", "&s->o"]));
                let _ = writeln!(out, "{indent}{event}({object});");
            }
            5 => {
                let _ = writeln!(
                    out,
                    "{indent}{} = {};",
                    random.pick(&["p", "r"]),
                    random.pick(&["p", "q", "r"])
                );
            }
            6 => {
                let _ = writeln!(
                    out,
                    "{indent}{} = {};",
                    random.pick(&["x", "y"]),
                    random.pick(&["0", "2", "x", "y - 1"])
                );
            }
            7 if depth > 0 => {
                let _ = writeln!(out, "{indent}return;");
                return;
            }
            8 if depth < 3 => {
                let _ = writeln!(
                    out,
                    "{indent}for (int i{depth} = 0; i{depth} < {}; i{depth}++) {{",
                    random.pick(&["2", "x", "y"])
                );
                block(random, depth + 1, out);
                let _ = writeln!(out, "{indent}}}");
            }
            _ if depth < 3 => {
                let condition = random.pick(&["x", "!x", "x > y", "y == 1", "y", "x < 2 && !y", "p == q"]);
                let _ = writeln!(out, "{indent}if ({condition}) {{");
                block(random, depth + 1, out);
                if random.one_in(2) {
                    let _ = writeln!(out, "{indent}}} else {{");
                    block(random, depth + 1, out);
                }
                let _ = writeln!(out, "{indent}}}");
            }
            _ => {}
        }
    }
}

/// Returns a program: a function `f`.
fn program(random: &mut Random) -> String {
    let mut out = String::from(
        "struct o { int v; };\nstruct s { struct o o; };\n#ifndef a\nvoid a(struct o *);\nvoid b(struct o *);\nvoid c(struct o *);\n\
         #endif\nvoid f(int x, int y, struct o *p, struct o *q, struct s *s)\n{\n    struct o *r = q;\n",
    );
    block(random, 0, &mut out);
    out.push_str("    return;\n}\n");
    out
}

/// What makes a program print its events.
const PRINTING: &str = "#include <stdio.h>\nstatic void ev(char name, const void *object, int line)\n{\n    \
    printf(\"%c %p %d\\n\", name, object, line);\n}\n#define a(o) ev('a', o, __LINE__)\n#define b(o) ev('b', o, __LINE__)\n\
    #define c(o) ev('c', o, __LINE__)\n#define return return ev('r', 0, __LINE__)\n";

/// What calls the function with all inputs: `p` and `q` point to one object, or to two.
fn calling() -> String {
    let (first, last) = VALUES.into_inner();
    format!(
        "#undef return\nint main(void)\n{{\n    struct o one, two;\n    struct s s;\n    for (int x = {first}; x <= {last}; x++)\n        \
         for (int y = {first}; y <= {last}; y++)\n            for (int same = 0; same < 3; same++) {{\n                \
         f(x, y, same == 2 ? &s.o : &one, same ? &one : &two, &s);\n                puts(\"\");\n            }}\n    return 0;\n}}\n"
    )
}

/// An event of a run: its label, its object, and its line.
type Event = (usize, String, u32);

/// Executes a program and returns the events of its runs.
fn runs(project: &Project, text: &str) -> Vec<Vec<Event>> {
    project.write("run.c", &format!("{PRINTING}#line 1\n{text}{}", calling()));
    let built = Command::new("cc").args(["-w", "-o", "run", "run.c"]).current_dir(project.path("")).status();
    assert!(built.expect("there is a compiler").success(), "{text}");
    let ran = Command::new(project.path("run")).output().expect("it runs");
    let event = |line: &str| {
        let mut words = line.split(' ');
        let label =
            words.next().and_then(|name| ["r", "a", "b", "c"].iter().position(|label| *label == name));
        let object = words.next().unwrap_or_default().to_owned();
        (
            label.expect("an event has a label"),
            object,
            words.next().and_then(|line| line.parse().ok()).expect("and a line"),
        )
    };
    let out = String::from_utf8(ran.stdout).expect("it prints text");
    out.split("\n\n").map(|run| run.lines().filter(|line| !line.is_empty()).map(event).collect()).collect()
}

/// Returns the lines on which a run breaks a rule.
fn broken(rule: &OwnRule, run: &[Event]) -> BTreeSet<u32> {
    let mut lines = BTreeSet::new();
    let objects: BTreeSet<&String> =
        run.iter().filter(|(label, ..)| *label > 0).map(|(_, object, _)| object).collect();
    for object in objects {
        let own: Vec<(usize, u32)> = run
            .iter()
            .filter(|(label, of, _)| *label == 0 || of == object)
            .map(|(label, _, line)| (*label, *line))
            .collect();
        let starts = if rule.automaton.may_begin_again() { own.len() } else { 1 };
        for start in 0..starts {
            let mut states = Automaton::FIRST;
            for (label, line) in &own[start..] {
                let (next, misuse) = rule.automaton.after(states, &|has| has == *label);
                if misuse {
                    lines.insert(*line);
                }
                states = next;
            }
        }
    }
    lines
}

#[test]
fn no_run_does_what_is_refuted_and_some_run_does_what_is_confirmed() {
    let seeds = setting("CSIEVE_OWN_SEEDS").unwrap_or(60);
    let first = setting("CSIEVE_OWN_FIRST").unwrap_or(1);
    let project = Project::new(&[("own.toml", &rules())]);
    let added = Added { tables: Vec::new(), rules: vec![project.path("own.toml")] };
    let library = load(&added, &Path::to_path_buf).expect("the rules are right");
    let options = Options { rules: Vec::new(), library, ..Options::default() };
    let (mut refuted, mut confirmed, mut open, mut true_lines) = (0, 0, 0, 0);
    for seed in first..first + seeds {
        let text = program(&mut Random::new(seed));
        let runs = runs(&project, &text);
        let file = analyse_text("f.c".into(), text.clone(), None, &builds(), &options, &NoWatch);
        for (index, rule) in options.library.own().all().iter().enumerate() {
            let lines: BTreeSet<u32> = runs.iter().flat_map(|run| broken(rule, run)).collect();
            true_lines += lines.len();
            for (_, located) in file.findings().filter(|(_, located)| located.finding.id() == &*rule.name.id)
            {
                let line = located.line(located.finding.span);
                let about = format!("seed {seed}, {}, line {line}:\n{text}", PROPERTIES[index]);
                match located.finding.verdict.kind() {
                    VerdictKind::Refuted => {
                        refuted += 1;
                        assert!(!lines.contains(&line), "refuted, but a run does it: {about}");
                    }
                    VerdictKind::Confirmed => {
                        confirmed += 1;
                        assert!(lines.contains(&line), "confirmed, but no run does it: {about}");
                    }
                    VerdictKind::Unrefuted => open += 1,
                }
            }
        }
    }
    println!("refuted {refuted}, confirmed {confirmed}, open {open}, lines that runs break {true_lines}");
    assert!(refuted > 0 && confirmed > 0, "refuted {refuted}, confirmed {confirmed}");
    let _ = fs::remove_file(project.path("run"));
}
