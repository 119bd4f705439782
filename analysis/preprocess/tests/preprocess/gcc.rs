//! Compares the tokens of the preprocessor with those of gcc. The tests are skipped if gcc is not installed.

use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};

use csieve_preprocess::{NoteKind, Preprocessed};

use super::folder::Folder;
use super::{cases, files, run, soup};

/// Returns the preprocessed text that gcc prints for a C text, or `None` if gcc is not installed.
fn gcc(text: &str) -> Option<String> {
    let mut command = Command::new("gcc");
    command.args(["-E", "-P", "-x", "c", "-std=gnu17", "-Ifirst", "-Isecond", "-"]);
    command.current_dir(files::root());
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else {
        // The test harness captures `eprintln!` in tests that pass, so the message is written to standard
        // error itself.
        let _ = std::io::stderr().write_all(b"skipped: gcc is not installed\n");
        return None;
    };
    let mut input = child.stdin.take()?;
    // Gives the text the same file name as with our preprocessor.
    let text = format!("#line 1 \"main.c\"\n{text}");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the spellings of all tokens of a preprocessed unit.
fn spellings(result: &Preprocessed) -> Vec<&str> {
    result.tokens.iter().map(|token| result.spelling(token)).collect()
}

/// Cuts the output of gcc into the spellings of its tokens, without expanding macros again.
fn words(text: &str) -> Vec<String> {
    let undefined: String = ["linux", "unix", "__LINE__"].map(|name| format!("#undef {name}\n")).concat();
    let result = run(&(undefined + text), &Folder::default());
    spellings(&result).into_iter().map(str::to_owned).collect()
}

#[test]
fn tables() {
    let mut wrong = String::new();
    for case in cases::TABLES.iter().flat_map(|table| cases::cases(table)) {
        let Some(theirs) = gcc(&case.source) else { return };
        let ours = run(&case.source, &Folder::default());
        if spellings(&ours) != words(&theirs) {
            let text = ours.text();
            let _ = writeln!(wrong, "== {}\nours\n{text}\ngcc's\n{theirs}", case.title);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files() {
    for (name, text) in files::texts(&files::root(), "c") {
        let Some(theirs) = gcc(&text) else { return };
        let ours = run(&text, &files::headers());
        assert_eq!(ours.notes, []);
        assert_eq!(spellings(&ours), words(&theirs), "{name}");
    }
}

#[test]
fn random_programs() {
    let count = 400;
    let programs: Vec<String> = (0..count).map(|seed| soup::program(seed, &format!("M{seed}_"))).collect();
    let marked = |(index, program): (usize, &String)| format!("{program}\n@@@ {index}\n");
    let all = programs.iter().enumerate().map(marked).collect::<Vec<String>>().concat();
    let Some(output) = gcc(&all) else { return };
    let mut rest = output.as_str();
    let mut compared = 0;
    for (index, program) in programs.iter().enumerate() {
        let (theirs, behind) = rest.split_once(&format!("@@@ {index}\n")).expect("the mark of each program");
        rest = behind;
        let ours = run(program, &Folder::default());
        // gcc drops the arguments of an invocation that does not fit the macro. We keep them.
        if ours.notes.iter().any(|note| note.kind == NoteKind::Invocation) {
            continue;
        }
        compared += 1;
        let same = spellings(&ours) == words(theirs);
        assert!(same, "program {index}:\n{program}\nours\n{}\ngcc's\n{theirs}", ours.text());
    }
    assert!(compared > count / 2, "only {compared} programs could be compared");
}
