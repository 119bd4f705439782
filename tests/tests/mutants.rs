//! Damaged input: C texts, tables of library functions, settings, descriptions of builds, cached results. Each leads to results or to a message, never
//! to a panic.
//!
//! `CSIEVE_MUTANTS` says how many texts there are, `CSIEVE_MUTANTS_FIRST` which is the first.

use std::{fs, path::Path, sync::Arc};

use csieve::{
    cache::{CacheSettings, DiskCache, Kind},
    config::Config,
    project::analyse_text,
};
use csieve_base::{library::Library, options::Options, watch::NoWatch};
use csieve_tests::{builds, lsp::Project, panics, random::Random, record_panics, run, setting};

/// Longer fixtures take too long one by one.
const LONGEST: usize = 6_000;

/// What is put into texts: what readers of C, TOML, JSON and YAML look at.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "\"",
    "'",
    "\\",
    "\\\n",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "#",
    "##",
    "#if 0\n",
    "#endif\n",
    "#define f(x, ...) x\n",
    "#include __FILE__\n",
    "/*",
    "*/",
    "//",
    "0x",
    "1e",
    "99999999999999999999",
    "-1",
    "=",
    "==",
    "?",
    ":",
    "...",
    "->",
    ".",
    "goto ",
    "case 1:",
    "default:",
    "else ",
    "if (1) ",
    "switch (n) ",
    "for (;;) ",
    "do ",
    "while (0);",
    "return ",
    "break;",
    "continue;",
    "struct ",
    "union { int a; } ",
    "enum { A = 1 << 40 } ",
    "typedef ",
    "sizeof ",
    "_Generic(1, int: 2)",
    "__attribute__((cleanup(f))) ",
    "__asm__(\"\")",
    "(int (*[3])(void)) ",
    "int a[-1];",
    "int a[n];",
    "&&l",
    "static ",
    "extern ",
    "void ",
    "unsigned _BitInt(9999) ",
    "é",
    "𝄞",
    "???",
    "<<",
    "/ 0",
    "% 0",
    "INT_MIN",
];

/// Damages a text at some places.
fn mutant(text: &str, other: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let part = |of: &[char], random: &mut Random| {
        let from = random.below(of.len() as u64 + 1) as usize;
        let length = random.choose(&[1, 2, 5, 20, 100]);
        from..(from + random.below(length + 1) as usize).min(of.len())
    };
    for _ in 0..=random.below(4) {
        let range = part(&characters, random);
        let piece: Vec<char> = match random.below(6) {
            0 => Vec::new(),
            1 => characters[part(&characters, random)].to_vec(),
            2 => {
                let other: Vec<char> = other.chars().collect();
                other[part(&other, random)].to_vec()
            }
            3 => characters[range.clone()].iter().rev().copied().collect(),
            4 => characters[range.clone()].repeat(random.below(9) as usize),
            _ => random.pick(PIECES).chars().collect(),
        };
        let end = if random.one_in(2) { range.start } else { range.end };
        characters.splice(range.start..end, piece);
    }
    characters.into_iter().collect()
}

/// Returns the fixtures that are short enough.
fn fixtures() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "c"));
    let texts = texts.map(|path| fs::read_to_string(path).expect("it is read"));
    texts.filter(|text| text.len() < LONGEST).collect()
}

/// Returns the seeds to try, and their generators.
fn seeds(fewest: u64) -> impl Iterator<Item = (u64, Random)> {
    let first = setting("CSIEVE_MUTANTS_FIRST").unwrap_or(1);
    let count = setting("CSIEVE_MUTANTS").map_or(fewest, |count| fewest.max(count * fewest / 40));
    (first..first + count).map(|seed| {
        let mut random = Random::new(seed);
        for _ in 0..8 {
            let _ = random.below(2);
        }
        (seed, random)
    })
}

#[test]
fn damaged_texts_are_analysed() {
    record_panics();
    let fixtures = fixtures();
    let table = include_str!("../../analysis/base/src/library/c.toml");
    for (seed, mut random) in seeds(40) {
        let (text, other) = (random.choose(&fixtures), random.choose(&fixtures));
        let text = mutant(&text, &other, &mut random);
        let mut options = Options::default();
        // A table may say what is not so of functions that the text calls.
        if random.one_in(4)
            && let Ok(library) = damaged_table(table, &mut random)
        {
            options.library = Arc::new(library);
        }
        println!("text {seed}");
        analyse_text("f.c".into(), text.clone(), None, &builds(), &options, &NoWatch);
        assert_eq!(panics(), [""; 0], "seed {seed}:\n{text}");
    }
}

/// Adds a damaged part of a table to the functions that are known.
fn damaged_table(table: &str, random: &mut Random) -> Result<Library, String> {
    let tables: Vec<&str> = table.split("\n\n").collect();
    let from = random.below(tables.len() as u64) as usize;
    let part = tables[from..(from + 5).min(tables.len())].join("\n\n");
    let damaged = mutant(&part, table, random);
    Library::built_in().with(&damaged).map_err(|error| error.problem.clone())
}

#[test]
fn damaged_tables_are_read_or_refused() {
    record_panics();
    let table = include_str!("../../analysis/base/src/library/c.toml");
    let mut read = 0;
    for (seed, mut random) in seeds(200) {
        match damaged_table(table, &mut random) {
            Ok(_) => read += 1,
            Err(problem) => assert!(!problem.is_empty() && !problem.contains('\n'), "seed {seed}: {problem}"),
        }
        assert_eq!(panics(), [""; 0], "seed {seed}");
    }
    assert!(read > 0, "some of them are right");
}

#[test]
fn damaged_descriptions_of_builds_are_used_or_refused() {
    let descriptions = [
        (
            "compile_commands.json",
            "[{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-DX=1\", \"-Iinclude\", \"a.c\"]},\n \
          {\"directory\": \".\", \"file\": \"b.c\", \"command\": \"cc -std=c11 '-DY=\\\"z\\\"' -o b.o -c b.c\"}]\n",
        ),
        ("compile_flags.txt", "-DX=1\n-Iinclude\n-include\nb.h\n@more\n"),
        (
            ".clangd",
            "CompileFlags:\n  Add: [-DX=1, -Iinclude]\n  Remove: [-W*]\n---\nIf:\n  PathMatch: .*\\.c\n",
        ),
    ];
    let bug = "int bug(int *p)\n{\n    p = 0;\n    return *p;\n}\n";
    for (seed, mut random) in seeds(24) {
        let (name, text) = random.choose(&descriptions);
        let damaged = mutant(text, descriptions[0].1, &mut random);
        let project = Project::new(&[("a.c", bug), (name, &damaged)]);
        let ran = run(&project.path(""), &["check", "a.c", "--color", "never"]);
        assert!(matches!(ran.code, Some(0..=3)), "seed {seed}, {name}: {ran:?}\n{damaged}");
        assert!(!ran.err.contains("panicked"), "seed {seed}, {name}: {ran:?}\n{damaged}");
    }
}

#[test]
fn damaged_settings_are_read_or_refused() {
    record_panics();
    let settings = "checks = [\"+assertion-failure\"]\nlibrary = [\"ci/library.toml\"]\nexclude = [\"/third_party/\", \"*.gen.c\"]\n\
        fail-on = \"confirmed,rank=40\"\nbaseline = \"csieve.baseline\"\ninclude-paths = [\"include\"]\ndefines = [\"A=1\"]\n\
        cache = { folder = \"cache\", size = 100 }\nno-minor = true\nrefuters = [\"-bits\"]\n\n\
        [[override]]\nfiles = [\"/tests/\"]\nchecks = [\"-memory-leak\"]\nshow-doubtful = true\n";
    let (path, root) = (Path::new("/p/csieve.toml"), Path::new("/p"));
    assert!(Config::parse(settings, path, root).is_ok());
    let lines = |text: &str| text.lines().count().max(1) + 1;
    for (seed, mut random) in seeds(200) {
        let damaged = mutant(settings, settings, &mut random);
        match Config::parse(&damaged, path, root) {
            Ok(config) => drop(config.checked(Path::new("/p/tests/a.c"), Vec::new())),
            Err(wrong) => {
                let said = wrong.to_string();
                let line: usize = said.split(':').next().and_then(|line| line.parse().ok()).expect("a line");
                assert!(line <= lines(&damaged) && !said.contains('\n'), "seed {seed}: {said}");
            }
        }
        assert_eq!(panics(), [""; 0], "seed {seed}:\n{damaged}");
    }
}

#[test]
fn damaged_results_are_not_taken() {
    record_panics();
    let folder = tempfile::tempdir().expect("a folder");
    let settings = CacheSettings { folder: folder.path().to_owned(), limit: 1 << 20 };
    let cache = DiskCache::open(&settings).expect("a cache");
    let (key, value) = (cache.key(&1), vec!["one".to_owned(), "two".repeat(99)]);
    cache.put(Kind::Summaries, key, &value);
    let file =
        ignore::Walk::new(folder.path()).flatten().find(|entry| entry.path().is_file()).expect("an entry");
    let whole = fs::read(file.path()).expect("it is read");
    for (seed, mut random) in seeds(200) {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(4) {
                0 => bytes.truncate(at.max(1)),
                1 => drop(bytes.splice(at..at, std::iter::repeat_n(random.below(256) as u8, 9))),
                _ => bytes[at] = random.below(256) as u8,
            }
        }
        fs::write(file.path(), &bytes).expect("it is written");
        let got: Option<Vec<String>> = cache.get(Kind::Summaries, key);
        assert!(got.is_none_or(|got| got == value), "seed {seed}");
        assert_eq!(panics(), [""; 0], "seed {seed}");
    }
}
