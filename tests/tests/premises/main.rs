//! Tests what facts rest on: names, order of evaluation, assembly, start values, streams, signals.
//! Random programs of two files are run as two compilers make them, with and without optimisation. What a run
//! does must not be refuted; what no run does must not be confirmed.

use std::{
    collections::BTreeSet,
    env,
    fmt::Write,
    fs,
    num::NonZero,
    path::Path,
    process::{Command, Stdio},
    thread,
};

mod names;

use csieve_tests::{random::Random, run, setting};
use tempfile::TempDir;

/// The number of programs, unless `CSIEVE_SOUNDNESS_PROGRAMS` gives another one. `CSIEVE_SOUNDNESS_FIRST` is
/// the first seed, `CSIEVE_SOUNDNESS_KEEP` a folder for the programs, and `CSIEVE_PREMISES_ONLY` the constructs.
const PROGRAMS: u64 = 8;

/// The constructs of a program.
const PARTS: usize = 6;

/// What a probe stands in: on its own, in loops that take one round and two, and in a case of a `switch`.
const AROUND: [(&str, &str); 4] = [
    ("", ""),
    ("do {", "} while (0);"),
    ("for (int turn = 0; turn < 2; turn++) {", "}"),
    ("switch (sink) { default: {", "} }"),
];

/// How a program is compiled: the compiler, and its flags.
type Build = (&'static str, &'static [&'static str]);

/// How programs are compiled. The last two end a run that does what C leaves undefined.
const BUILDS: [Build; 6] = [
    ("gcc", &["-O0"]),
    ("gcc", &["-O2"]),
    ("clang", &["-O0"]),
    ("clang", &["-O2"]),
    ("gcc", &["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
    ("clang", &["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
];

/// The status of a run that a sanitizer ends.
const UNDEFINED: i32 = 98;

/// The misuses: the rule, and the statement that does it.
const MISUSES: [(&str, &str); 2] =
    [("null-dereference", "*q = 1;"), ("division-by-zero", "sink = 1 / zero;")];

/// A construct: its name, and the lines of its description as key and text. With a line `unseen` or `any`, it rests on what
/// csieve does not see, which a run takes for anything: then `confirmed` may well need another value than this program
/// has. A construct with a line `open` is known to go wrong, for the reason that it gives, and is tried only if it is asked
/// for.
struct Construct {
    name: &'static str,
    lines: Vec<(&'static str, &'static str)>,
}

impl Construct {
    fn all(&self, key: &str) -> impl Iterator<Item = &'static str> {
        self.lines.iter().filter(move |(is, _)| *is == key).map(|(_, text)| *text)
    }

    fn may_be_any(&self) -> bool {
        self.all("unseen").chain(self.all("any")).next().is_some()
    }
}

/// A guarded misuse: its line in `a.c`, its rule, and the construct that it is about.
struct Probe {
    line: usize,
    rule: &'static str,
    name: &'static str,
}

/// The analysed and the executed spelling of `a.c`, the texts of `b.c` and of `c.c`, which is linked but not checked, and
/// the misuses.
struct Program {
    plain: String,
    checked: String,
    other: String,
    unseen: String,
    probes: Vec<Probe>,
}

/// Returns the constructs that a text describes, or those of them that are asked for.
fn constructs(text: &'static str) -> Vec<Construct> {
    let only = env::var("CSIEVE_PREMISES_ONLY").ok();
    let wanted = |one: &Construct| match &only {
        Some(only) => only.split(',').any(|name| name == one.name),
        None => one.all("open").next().is_none(),
    };
    let parts = text.split("%% ").skip(1).map(|part| {
        let (name, rest) = part.split_once('\n').expect("a name and lines");
        Construct { name, lines: rest.lines().filter_map(|line| line.split_once(": ")).collect() }
    });
    let runs = |one: &Construct| cfg!(target_arch = "x86_64") || one.all("asm").next().is_none();
    parts.filter(|one| wanted(one) && runs(one)).collect()
}

/// Makes a program of some of the constructs. Each probe stands in one of `around`.
fn generate(seed: u64, from: &[Construct], parts: usize, around: &[(&str, &str)]) -> Program {
    let mut random = Random::new(seed);
    let mut left: Vec<&Construct> = from.iter().collect();
    let (mut text, mut probes) = (String::new(), Vec::new());
    let (mut other, mut unseen) = (String::new(), String::new());
    let (mut functions, mut cases) = (String::new(), String::new());
    for _ in 0..parts.min(left.len()) {
        let one = left.remove(random.below(left.len() as u64) as usize);
        let number = (3 + random.below(6)).to_string();
        let fill = |text: &str| text.replace('@', "\n").replace('K', &number);
        one.all("main").for_each(|line| text += &(fill(line) + "\n"));
        one.all("other").for_each(|line| other += &(fill(line) + "\n"));
        one.all("unseen").for_each(|line| unseen += &(fill(line) + "\n"));
        let body: String = one.all("body").map(fill).collect();
        for probe in one.all("probe") {
            let (rule, misuse) = random.choose(&MISUSES);
            let (before, after) = random.choose(around);
            let at = probes.len() + 1;
            let _ = writeln!(
                functions,
                "static void part{at}(void) {{ {before} int *q = 0, zero = 0; (void)q; (void)zero; {body}\n\
                 if ({}) {{ {misuse} }} {after} }} /* {} */",
                fill(probe),
                one.name
            );
            let _ = writeln!(cases, "case {at}: part{at}(); break;");
            probes.push(Probe { line: 0, rule, name: one.name });
        }
    }
    text += "static int sink;\n";
    let first = text.lines().count();
    for (at, probe) in probes.iter_mut().enumerate() {
        probe.line = first + 2 * at + 2;
    }
    text += &functions;
    let _ = writeln!(
        text,
        "int main(int argc, char **argv) {{ (void)argv; switch (argc) {{\n{cases}}} return sink; }}"
    );
    let mut checked = text.clone();
    for (_, misuse) in MISUSES {
        checked = checked.replace(misuse, "_Exit(99);");
    }
    Program {
        plain: text,
        checked: format!("_Noreturn void _Exit(int);\n#line 1\n{checked}"),
        other,
        unseen,
        probes,
    }
}

/// Returns the misuses, from 0, that some compiler's program does.
fn done(folder: &Path, program: &Program, builds: &[Build]) -> BTreeSet<usize> {
    fs::write(folder.join("run.c"), &program.checked).expect("written");
    fs::write(folder.join("c.c"), &program.unseen).expect("written");
    let mut done = BTreeSet::new();
    let mut built_once = false;
    for (compiler, flags) in builds {
        let built = Command::new(compiler)
            .args(*flags)
            .args(["-w", "-fno-builtin", "-D_GNU_SOURCE", "-o", "run", "run.c", "b.c", "c.c"])
            .current_dir(folder)
            .status();
        let Ok(status) = built else { continue };
        built_once = true;
        assert!(status.success(), "{compiler} does not compile it: {}\n{}", program.checked, program.other);
        for at in 0..program.probes.len() {
            let mut command = Command::new("./run");
            command.env("ASAN_OPTIONS", "exitcode=98:detect_leaks=0").env("UBSAN_OPTIONS", "exitcode=98");
            let ran = command.args(vec!["x"; at]).current_dir(folder).stdout(Stdio::null()).output();
            let ran = ran.expect("it runs");
            let said = String::from_utf8_lossy(&ran.stderr);
            assert_ne!(ran.status.code(), Some(UNDEFINED), "{}: {said}", program.probes[at].name);
            if ran.status.code() == Some(99) {
                done.insert(at);
            }
        }
    }
    assert!(built_once, "there is no compiler");
    done
}

/// Returns the line, the rule and the verdict of each finding in `a.c`.
fn found(folder: &Path) -> Vec<(u64, String, String)> {
    let args =
        ["check", "-D", "_GNU_SOURCE", "--format", "json", "--show-refuted", "--show-doubtful", "a.c", "b.c"];
    let ran = run(folder, &args);
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.err);
    let text = |one: &serde_json::Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let findings = value["findings"].as_array().expect("a list").iter();
    findings
        .filter(|one| text(one, "file") == "a.c")
        .map(|one| (one["line"].as_u64().unwrap_or(0), text(one, "rule"), text(one, "verdict")))
        .collect()
}

/// Compares what a program does with what csieve says of it. Adds what is wrong to `wrong`, and counts the misuses of each
/// construct in `shares`: all, those that are done, and those without a finding.
fn compare(
    (name, program): (&str, &Program),
    builds: &[Build],
    constructs: &[Construct],
    shares: &mut [(usize, usize, usize)],
    wrong: &mut Vec<String>,
) {
    let folder = TempDir::new().expect("a temporary folder");
    let keep = env::var_os("CSIEVE_SOUNDNESS_KEEP");
    for (file, text) in [("a.c", &program.plain), ("b.c", &program.other)] {
        fs::write(folder.path().join(file), text).expect("written");
        if let Some(keep) = &keep {
            fs::write(Path::new(keep).join(format!("{name}-{file}")), text).expect("written");
        }
    }
    let done = done(folder.path(), program, builds);
    let found = found(folder.path());
    for (at, probe) in program.probes.iter().enumerate() {
        let is = |one: &&(u64, String, String)| one.0 == probe.line as u64 && one.1 == probe.rule;
        let verdicts: Vec<_> = found.iter().filter(is).map(|one| one.2.as_str()).collect();
        let index = constructs.iter().position(|one| one.name == probe.name).expect("it is known");
        shares[index].0 += 1;
        shares[index].1 += usize::from(done.contains(&at));
        shares[index].2 += usize::from(verdicts.is_empty());
        let refuted = !verdicts.is_empty() && verdicts.iter().all(|one| *one == "refuted");
        let said = if done.contains(&at) && refuted {
            "refuted and done"
        } else if !done.contains(&at) && !constructs[index].may_be_any() && verdicts.contains(&"confirmed") {
            "confirmed and not done"
        } else {
            continue;
        };
        let text = program.plain.lines().nth(probe.line - 1).unwrap_or_default();
        wrong.push(format!("{}: {said}: {name}, line {}: {text}", probe.name, probe.line));
    }
}

#[test]
fn what_facts_rest_on_is_so() {
    let constructs = constructs(include_str!("constructs.txt"));
    let mut shares = vec![(0, 0, 0); constructs.len()];
    let mut wrong = Vec::new();
    let first = setting("CSIEVE_SOUNDNESS_FIRST").unwrap_or(0);
    for seed in first..first + setting("CSIEVE_SOUNDNESS_PROGRAMS").unwrap_or(PROGRAMS) {
        let program = generate(seed, &constructs, PARTS, &AROUND);
        compare((&seed.to_string(), &program), &BUILDS, &constructs, &mut shares, &mut wrong);
    }
    let total: usize = shares.iter().map(|share| share.0).sum();
    for (one, (seen, done, silent)) in constructs.iter().zip(&shares) {
        let share = 100 * seen / total.max(1);
        println!("{}: {share} % of the misuses, {seen}; {done} done, {silent} without a finding", one.name);
    }
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tries each trap in a program of its own.
#[test]
fn no_trap_catches() {
    let traps = constructs(include_str!("traps.txt"));
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let tried = |worker: usize| {
        let (mut shares, mut wrong) = (vec![(0, 0, 0); traps.len()], Vec::new());
        for (at, trap) in traps.iter().enumerate().skip(worker).step_by(workers) {
            let program = generate(at as u64, std::slice::from_ref(trap), 1, &AROUND[..1]);
            compare((trap.name, &program), &BUILDS[..4], &traps, &mut shares, &mut wrong);
        }
        wrong
    };
    let mut wrong: Vec<String> = thread::scope(|scope| {
        let tried = &tried;
        let all: Vec<_> = (0..workers).map(|worker| scope.spawn(move || tried(worker))).collect();
        all.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    wrong.sort();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Uses the names of library functions for everything that C lets have a name, one program for each kind.
#[test]
fn names_of_the_library_are_only_names() {
    let mut wrong = Vec::new();
    for (kind, text) in names::programs() {
        let constructs = constructs(Box::leak(text.into_boxed_str()));
        let mut shares = vec![(0, 0, 0); constructs.len()];
        let program = generate(1, &constructs, constructs.len(), &AROUND[..1]);
        compare((kind, &program), &BUILDS[..4], &constructs, &mut shares, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
