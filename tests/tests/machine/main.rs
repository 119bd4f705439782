//! Compares the machine with compiled programs. Random programs are run by both on the same inputs. Both must
//! see the same misuse on the same line first, unless the machine gives up. The machine must do the same
//! whether it takes quick forms or not.

use std::{
    collections::BTreeSet,
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    process::{Command, Stdio},
};

use csieve_base::budget::Steps;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Cfg, EdgeId, Type};
use csieve_lowering::lower::{UnitContext, lower_function};
use csieve_machine::{Callee, Chosen, End, Graphs, Host, InputObject, Run, Source, Subject, Value, run};
use csieve_tests::{
    programs::{Program, program},
    setting,
};
use tempfile::TempDir;

/// The number of programs that the test generates, unless `CSIEVE_MACHINE_PROGRAMS` gives another one.
/// `CSIEVE_MACHINE_FIRST` is the first seed.
const PROGRAMS: u64 = 8;
/// The number of functions in a program (`FUNCTIONS`), and of runs of each function (`RUNS`).
const FUNCTIONS: u32 = 15;
const RUNS: u32 = 50;

/// The rules, indexed by their number in `runtime.h`.
const RULES: [&str; 8] = [
    "",
    "null-dereference",
    "division-by-zero",
    "use-after-free",
    "double-free",
    "invalid-free",
    "uninitialized-read",
    "memory-leak",
];
const LEAK: usize = 7;

const VALUES: [i128; 12] = [-1, 0, 1, 2, 3, 5, 9, 64, 255, 256, -2_147_483_648, 2_147_483_647];

/// A host that chooses inputs by hashes of their names, as `harness.h` does. It keeps a hash of all that it
/// is told. With a shadow of no size, the machine takes its quick forms.
struct Keyed<S> {
    seed: u64,
    told: DefaultHasher,
    shadow: S,
}

impl<S: Copy + Default> Keyed<S> {
    /// Returns a run of a function, and the hash of all that the host was told.
    fn run(file: &File, function: &str, seed: u64) -> (Run, u64) {
        let mut host = Self { seed, told: DefaultHasher::new(), shadow: S::default() };
        let run = run(file, function, &mut host, false, &mut Steps::new(12_000));
        (run, host.told.finish())
    }
}

impl<S> Keyed<S> {
    fn hashed(&self, key: &str) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325 ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in key.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ hash >> 32
    }

    fn pointer(hash: u64, is_structure: bool) -> Chosen {
        let fresh = |number: u32| Chosen::Object { object: InputObject::Fresh(number), offset: 0 };
        match (hash % 4, is_structure) {
            (0, _) => Chosen::Null,
            (_, true) => fresh((hash >> 8) as u32 | 1),
            (1, _) => fresh(0),
            (2, _) => Chosen::Object { object: InputObject::Global("g1".into()), offset: 0 },
            _ => fresh((hash >> 8) as u32 & !1),
        }
    }
}

fn number(hash: u64) -> Chosen {
    Chosen::Number(match hash % 3 {
        0 => VALUES[(hash / 3 % VALUES.len() as u64) as usize],
        _ => i128::from(hash / 3 % 5) - 1,
    })
}

impl<S> Keyed<S> {
    fn value(&self, source: &Source, ty: Type) -> Chosen {
        let key = match source {
            Source::Param(position) => format!("param {position}"),
            // The compiled programs read another value of the volatile variable each time.
            Source::Memory { object: InputObject::Global(name), .. } if **name == *"vol" => {
                return Chosen::Nothing;
            }
            Source::Global(name) => name.to_string(),
            Source::Memory { object: InputObject::Fresh(number), offset } => {
                format!("object {number}+{offset}")
            }
            // A scalar variable with static storage that is reached through a pointer.
            Source::Memory { object: InputObject::Global(name), offset: 0 } if **name != *"table" => {
                name.to_string()
            }
            Source::Memory { object: InputObject::Global(name), offset } => format!("{name}+{offset}"),
            Source::Result { function, call } => format!("{function}() {call}"),
            Source::Written { function, call, .. } if **function == *"init" => {
                let hash = self.hashed(&format!("init() {call}"));
                return if hash.is_multiple_of(2) { Chosen::Nothing } else { number(hash / 2) };
            }
            Source::Written { .. } => return Chosen::Nothing,
            Source::Allocation { call } => {
                let succeeds = !self.hashed(&format!("malloc {call}")).is_multiple_of(4);
                return Chosen::Number(i128::from(succeeds));
            }
            _ => return Chosen::Nothing,
        };
        let hash = self.hashed(&key);
        match source {
            // The pointer to the next element of a list: the list ends, or is circular.
            Source::Memory { object, offset: 16 } if ty == Type::Pointer => match hash % 2 {
                0 => Chosen::Null,
                _ => Chosen::Object { object: object.clone(), offset: 0 },
            },
            _ if ty == Type::Pointer => Self::pointer(hash, *source == Source::Param(5)),
            _ => number(hash),
        }
    }
}

impl<S: Copy + Default> Host for Keyed<S> {
    type Shadow = S;

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, S) {
        source.hash(&mut self.told);
        (self.value(source, ty), self.shadow)
    }

    fn size_of(&mut self, object: &InputObject) -> u64 {
        match object {
            InputObject::Fresh(number) if number % 2 == 1 => 24,
            _ => 16,
        }
    }

    fn branch(&mut self, of: &Cfg, edge: EdgeId, depth: usize, value: &Value<S>, holds: bool) {
        (&of.function, edge, depth, value.known, holds).hash(&mut self.told);
    }

    fn visit(&mut self, of: &Cfg, edge: EdgeId, depth: usize) {
        (&of.function, edge, depth).hash(&mut self.told);
    }
}

/// The graphs of a program's functions, each with the byte offset at which the function starts.
struct File(Vec<(usize, Cfg)>);

impl File {
    fn of(text: &str) -> Self {
        let unit = Unit::parse(text);
        let context = UnitContext::new(&unit);
        let lowered = unit.functions().into_iter().map(|item| {
            let cfg =
                lower_function(&unit, &context, &item).expect("the generator writes what is understood");
            (item.span.range().start, cfg)
        });
        Self(lowered.collect())
    }
}

impl Graphs for File {
    fn graph(&self, name: &str) -> Callee<'_> {
        let found = self.0.iter().find(|(_, cfg)| cfg.function == name);
        found.map_or(Callee::Unknown, |(_, cfg)| Callee::Graph(cfg))
    }
}

/// The result of a run of a compiled function.
struct Real {
    function: u32,
    seed: u64,
    /// The misuse that ended the run: its line, from 1, and the index of its rule in [`RULES`].
    misuse: Option<(u32, usize)>,
    leaks: BTreeSet<u32>,
    /// The line on which the run ended; 0 if it returned.
    last: u32,
    /// Whether the run has more steps or objects than are compared.
    is_long: bool,
}

impl Real {
    /// Returns whether the run ended early, but not by a misuse.
    fn is_cut(&self) -> bool {
        self.misuse.is_none() && self.last != 0
    }
}

fn reals(folder: &Path, program: &Program) -> Vec<Real> {
    let runtime = include_str!("../soundness/runtime.h");
    // The machine knows itself where objects end.
    let parts =
        ["#define SECOND(p) 1\n", runtime, "#line 1 \"f.c\"\n", &program.checked, include_str!("harness.h")];
    fs::write(folder.join("run.c"), parts.concat()).expect("written");
    let status = Command::new("cc")
        .args(["-O0", "-w", "-fsanitize=signed-integer-overflow,shift", "-fsanitize-undefined-trap-on-error"])
        .args(["-o", "run", "run.c"])
        .current_dir(folder)
        .status()
        .expect("the tests need a C compiler");
    assert!(status.success(), "it does not compile");
    let output = Command::new("./run").current_dir(folder).stdin(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8_lossy(&output.stdout).lines().map(real).collect()
}

fn real(line: &str) -> Real {
    let mut words = line.split(' ');
    let mut next = || words.next().and_then(|word| word.parse().ok()).expect("the harness prints numbers");
    let (function, seed, last): (u32, u32, u32) = (next(), next(), next());
    let pair = |word: &str| word.split_once(':').map(|(line, kind)| (line.parse().ok(), kind.parse().ok()));
    let seen: Vec<(u32, usize)> =
        line.split(' ').filter_map(pair).filter_map(|(line, kind)| line.zip(kind)).collect();
    Real {
        function,
        seed: u64::from(seed) * 1000 + u64::from(function),
        misuse: seen.iter().copied().find(|(_, kind)| *kind != LEAK),
        leaks: seen.iter().filter(|(_, kind)| *kind == LEAK).map(|(line, _)| *line).collect(),
        last,
        is_long: line.ends_with("long"),
    }
}

/// Returns the line of a place in a program, from 1.
fn line(text: &str, file: &File, place: &csieve_machine::ProgramPoint) -> u32 {
    let (start, cfg) =
        file.0.iter().find(|(_, cfg)| cfg.function == place.0).expect("it is in a function of the program");
    let at = start + cfg.edge(place.1).span.range().start;
    text[..at].matches('\n').count() as u32 + 1
}

/// The results of all comparisons of the machine with compiled programs.
#[derive(Default)]
struct Tally {
    same: [usize; 8],
    returned: usize,
    unknown: usize,
    undefined: usize,
    /// The runs that compiled programs end earlier, by an overflow or by `abort`.
    overflows: usize,
    late: usize,
    wrong: Vec<String>,
    /// The runs in which the quick forms do something else than the general ones.
    unlike: Vec<String>,
    reasons: std::collections::BTreeMap<String, usize>,
}

impl Tally {
    fn compare(&mut self, text: &str, file: &File, run: &Run, real: &Real, what: &str) {
        let place =
            |misuse: &csieve_machine::Misuse| misuse.frames.last().map_or(0, |place| line(text, file, place));
        let leaks = run.misuses.iter().filter(|misuse| misuse.rule.id() == RULES[LEAK] && !real.is_long);
        for leak in leaks {
            // The compiled program looks for leaks only at the end of a line, and the machine at every edge.
            if real.leaks.is_empty() && real.last != place(leak) && !real.is_cut() {
                self.wrong.push(format!("{what}: only the machine loses something on line {}", place(leak)));
            } else if real.leaks.contains(&place(leak)) {
                self.same[LEAK] += 1;
            } else {
                self.late += 1;
            }
        }
        match &run.end {
            End::Unknown(why) => {
                self.unknown += 1;
                *self.reasons.entry(why.clone()).or_default() += 1;
            }
            End::Undefined(_) | End::Steps => self.undefined += 1,
            End::Misuse => {
                let Some(last) = run.misuses.last() else { return };
                let Some(kind) = RULES.iter().position(|rule| *rule == last.rule.id()) else {
                    self.undefined += 1;
                    return;
                };
                // Of two misuses on one line, or of a misuse and an overflow, either may come first.
                let is_of_pointer = matches!(RULES[kind], "null-dereference" | "use-after-free");
                let is_other_first = real.last == place(last) && is_of_pointer;
                // The compiled program has a book of its variables, but not of the bytes of its memory.
                let is_of_memory = RULES[kind] == "uninitialized-read"
                    && matches!(last.subject, Subject::Made(_) | Subject::Named(_));
                if real.misuse == Some((place(last), kind)) {
                    self.same[kind] += 1;
                } else if is_other_first || is_of_memory || real.is_long {
                    self.undefined += 1;
                } else if real.is_cut() {
                    // A value that the machine does not know may overflow in the compiled program.
                    self.overflows += 1;
                } else {
                    let (rule, line, about) = (RULES[kind], place(last), &last.subject);
                    let seen = real.misuse.map(|(line, kind)| (line, RULES[kind]));
                    self.wrong
                        .push(format!("{what}: {rule} on line {line} of {about:?}, but really {seen:?}"));
                }
            }
            End::Returned | End::NeverReturns => {
                let is_same = real.misuse.is_none() && (real.last == 0) == (run.end == End::Returned);
                self.returned += usize::from(is_same);
                self.overflows += usize::from(!is_same && !real.is_long && real.is_cut());
                if !is_same && !real.is_long && !real.is_cut() {
                    let seen = real.misuse.map(|(line, kind)| (line, RULES[kind]));
                    self.wrong.push(format!("{what}: {:?}, but really {seen:?}", run.end));
                }
                if is_same && run.end == End::Returned && !real.leaks.is_empty() {
                    let leaks = run.misuses.iter().filter(|misuse| misuse.rule.id() == RULES[LEAK]);
                    self.late += usize::from(leaks.count() == 0);
                }
            }
        }
    }
}

#[test]
fn the_machine_does_what_programs_do() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut tally = Tally::default();
    let mut runs = 0;
    let first = setting("CSIEVE_MACHINE_FIRST").unwrap_or(0);
    for seed in first..first + setting("CSIEVE_MACHINE_PROGRAMS").unwrap_or(PROGRAMS) {
        let program = program(seed, FUNCTIONS, RUNS);
        if let Some(folder) = env::var_os("CSIEVE_MACHINE_KEEP") {
            fs::write(Path::new(&folder).join(format!("{seed}.c")), &program.plain).expect("written");
        }
        let file = File::of(&program.plain);
        for real in reals(folder.path(), &program) {
            let function = format!("f{}", real.function);
            let (run, told) = Keyed::<()>::run(&file, &function, real.seed);
            runs += 1;
            let what = format!("program {seed}, {function}, run {}", real.seed / 1000);
            let general = Keyed::<u8>::run(&file, &function, real.seed);
            if (&run, told) != (&general.0, general.1) {
                tally.unlike.push(what.clone());
            }
            tally.compare(&program.plain, &file, &run, &real, &what);
        }
    }
    for (kind, rule) in RULES.iter().enumerate().skip(1) {
        println!("{rule}: {} seen by both", tally.same[kind]);
    }
    let Tally { returned, unknown, undefined, late, .. } = tally;
    println!(
        "{runs} runs: {returned} end without a misuse, {unknown} are not known, {undefined} are undefined; {late} leaks elsewhere"
    );
    for (why, count) in tally.reasons.iter().filter(|(_, count)| **count > runs / 200) {
        println!("  {count} times: {why}");
    }
    assert!(tally.unlike.is_empty(), "quick and general forms differ: {:#?}", tally.unlike);
    let (all, shown) = (tally.wrong.len(), tally.wrong.len().min(30));
    assert!(tally.wrong.is_empty(), "{all} runs differ\n{}", tally.wrong[..shown].join("\n"));
    assert!(tally.same[1..].iter().all(|same| *same > 5), "the programs do too little");
    assert!(tally.overflows * 5000 <= runs, "{} of {runs} runs should have ended earlier", tally.overflows);
    assert!(unknown * 100 < runs * 15, "too many runs are not known: {unknown} of {runs}");
}
