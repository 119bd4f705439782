//! Tests of `csieve expand`: flags, headers and notes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// Returns the path of the `csieve` that was built for the tests.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().expect("the test has a path");
    path.pop();
    path.pop();
    path.join(format!("csieve{}", std::env::consts::EXE_SUFFIX))
}

/// Makes a project with these files in a temporary folder. No file above the folder matters.
fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::create_dir(folder.path().join(".git")).expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        let root = folder.path().display().to_string();
        fs::write(path, text.replace("$ROOT", &root)).expect("a file is written");
    }
    folder
}

fn expand(folder: &TempDir, args: &[&str]) -> Output {
    let command = &mut Command::new(program());
    command.env_remove("CPATH").env_remove("C_INCLUDE_PATH");
    command.arg("expand").args(args).current_dir(folder.path()).output().expect("csieve runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns a text without white space, because compilers place white space differently.
fn words(text: &str) -> String {
    text.split_whitespace().collect()
}

const MAIN: &str = "#include \"conf.h\"\n#if LEVEL > 1\nint deep = DEPTH;\n#else\nint flat;\n#endif\n";

#[test]
fn options_are_those_of_compilers() {
    let folder = project(&[
        ("src/a.c", MAIN),
        ("one/conf.h", "#define DEPTH 1\n"),
        ("two/conf.h", "#define DEPTH 2\n"),
    ]);
    let expanded = |args: &[&str]| out(&expand(&folder, &[&["src/a.c"], args].concat()));
    assert_eq!(expanded(&["-Ione"]), "int flat;\n");
    assert_eq!(expanded(&["-I", "two", "-DLEVEL=2"]), "int deep = 2;\n");
    assert_eq!(expanded(&["-Ione", "-iquote", "two", "-D", "LEVEL=2"]), "int deep = 2;\n");
    assert_eq!(expanded(&["-isystem", "one", "-DLEVEL=2", "-ULEVEL"]), "int flat;\n");
    assert_eq!(
        expanded(&["-include", "two/conf.h", "-idirafter", "one", "-DLEVEL=3", "-DDEPTH=3"]),
        "int deep = 1;\n"
    );
    let standard = project(&[("a.c", "__STDC_VERSION__ __STRICT_ANSI__\n")]);
    assert_eq!(out(&expand(&standard, &["a.c", "-std=c99"])), "199901L 1\n");
    assert_eq!(out(&expand(&standard, &["a.c", "--std", "gnu11"])), "201112L __STRICT_ANSI__\n");
    let narrow = project(&[("a.c", "__SIZEOF_LONG__ __SIZEOF_POINTER__\n")]);
    assert_eq!(out(&expand(&narrow, &["a.c", "--target", "i686-linux-gnu"])), "4 4\n");
}

#[test]
fn what_is_assumed_is_said() {
    let folder = project(&[
        (
            "src/a.c",
            "#ifdef HAVE_CONFIG_H\n#include <config.h>\n#endif\n#include <lib/x.h>\n#include \"gone.h\"\nX Y\n",
        ),
        ("config.h", "#define Y 2\n"),
        ("deep/lib/x.h", "#define X 1\n"),
    ]);
    let output = expand(&folder, &["src/a.c"]);
    assert_eq!(out(&output), "1 2\n");
    let notes = err(&output);
    assert!(
        notes.contains("note: no compile_commands.json: -I. -Ideep -DHAVE_CONFIG_H assumed\n"),
        "{notes}"
    );
    assert!(notes.contains("warning: src/a.c:5:1: Header 'gone.h' is not found\n"), "{notes}");
    assert_eq!(err(&expand(&folder, &["src/a.c", "--quiet"])), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_database_is_used_without_a_word() {
    let entry =
        r#"[{"directory": "$ROOT/build", "file": "../a.c", "command": "cc -DLEVEL=2 -I../one -c ../a.c"}]"#;
    let folder = project(&[
        ("a.c", MAIN),
        ("one/conf.h", "#define DEPTH 7\n"),
        ("build/compile_commands.json", entry),
    ]);
    let output = expand(&folder, &["a.c"]);
    assert_eq!((out(&output).as_str(), err(&output).as_str()), ("int deep = 7;\n", ""));
    let by_name = expand(&folder, &["a.c", "-p", "build", "-DDEPTH2"]);
    assert_eq!(out(&by_name), "int deep = 7;\n");
}

#[test]
fn a_broken_description_of_the_build_is_named() {
    let folder = project(&[("a.c", "int a;\n"), ("compile_commands.json", "[\n  {\"file\": \"a.c\"\n]\n")]);
    let output = expand(&folder, &["a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("compile_commands.json:3:1: "), "{}", err(&output));
    let output = expand(&folder, &["a.c", "-p", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("nowhere/compile_commands.json: "), "{}", err(&output));
    let yaml = project(&[("a.c", "int a;\n"), (".clangd", "CompileFlags: [")]);
    let output = expand(&yaml, &["a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains(".clangd:1:"), "{}", err(&output));
}

#[test]
fn bad_arguments_are_told() {
    let folder = project(&[("a.c", "int a;\n")]);
    let code = |args: &[&str]| expand(&folder, args).status.code();
    assert_eq!(code(&["a.c", "-std=c98"]), Some(2));
    assert_eq!(code(&["gone.c"]), Some(3));
    assert_eq!(code(&["."]), Some(3));
    assert_eq!(code(&[]), Some(2));
}

#[test]
fn a_header_is_shown_within_a_unit() {
    let folder = project(&[
        ("include/api.h", "int api(SIZE);\n"),
        ("src/api.c", "#define SIZE long\n#include \"../include/api.h\"\n"),
        ("src/zoo.c", "#define SIZE int\n#include \"../include/api.h\"\n"),
    ]);
    let output = expand(&folder, &["include/api.h"]);
    assert_eq!(out(&output), "int api(long);\n");
    assert!(err(&output).starts_with("note: read as a part of src/api.c\n"), "{}", err(&output));
}

/// The standard headers expand to the same tokens as with gcc.
#[test]
fn the_system_is_seen_as_gcc_sees_it() {
    let headers =
        ["stdio", "stdlib", "string", "stdint", "limits", "errno", "assert", "time", "unistd", "pthread"];
    let includes = headers.map(|name| format!("#include <{name}.h>\n")).concat();
    let text = format!("{includes}int f(void) {{ assert(INT_MAX > 3); return errno + INT64_C(1) + EOF; }}\n");
    let folder = project(&[("a.c", &text)]);
    let gcc = Command::new("gcc").args(["-E", "-P", "a.c"]).current_dir(folder.path()).output();
    let Ok(gcc) = gcc else {
        eprintln!("skipped: there is no gcc to compare with");
        return;
    };
    let output = expand(&folder, &["a.c"]);
    assert_eq!(err(&output), "");
    assert_eq!(words(&out(&output)), words(&String::from_utf8_lossy(&gcc.stdout)));
}

/// `__FILE__` repeats the path as options and directives give it, as in compilers.
#[test]
fn a_header_names_itself_as_it_was_asked_for() {
    let folder = project(&[
        ("a.c", "#include <sub/x.h>\n#include \"here.h\"\n"),
        ("include/sub/x.h", "const char *x = __FILE__;\n#include \"../y.h\"\n"),
        ("include/y.h", "const char *y = __FILE__;\n"),
        ("here.h", "const char *here = __FILE__;\n"),
        ("compile_flags.txt", "-Iinclude\n"),
    ]);
    let output = expand(&folder, &["a.c"]);
    let root = folder.path().canonicalize().expect("it is there");
    let here = root.join("here.h");
    let expected = format!(
        "const char *x = \"include/sub/x.h\";\nconst char *y = \"include/sub/../y.h\";\nconst char *here = {here:?};\n"
    );
    assert_eq!(out(&output), expected);
}

/// On a machine without system headers, the headers that come with csieve are enough.
#[test]
fn a_bare_machine_will_do() {
    let text = "#include <stddef.h>\n#include <stdint.h>\n#include <limits.h>\n#include <stdbool.h>\n\
                #include <stdarg.h>\n#include <float.h>\n#include <stdalign.h>\n#include <stdnoreturn.h>\n\
                #include <iso646.h>\nint a[INT_MAX]; bool b = true and UINT8_C(1); uintptr_t c; ptrdiff_t d;\n";
    // A target for which this machine has no compiler.
    let other = if std::env::consts::ARCH == "aarch64" { "x86_64" } else { "aarch64" };
    let flags = format!("--sysroot=$ROOT/nothing\n--target={other}-linux-musl\n");
    let folder = project(&[("a.c", text), ("compile_flags.txt", &flags)]);
    let output = expand(&folder, &["a.c"]);
    assert_eq!(err(&output), "");
    let last = "int a[2147483647]; _Bool b = 1 && 1; uintptr_t c; ptrdiff_t d;\n";
    assert!(out(&output).ends_with(last), "{}", out(&output));
    assert!(out(&output).contains("typedef unsigned long uint64_t;"), "{}", out(&output));
}

#[test]
fn the_same_bytes_in_every_run() {
    let folder = project(&[
        ("src/a.c", "#include \"x.h\"\n#include \"y.h\"\nX Y\n"),
        ("p/x.h", "#define X 1\n"),
        ("q/x.h", "#define X 2\n"),
        ("r/y.h", "#include \"x.h\"\n#define Y 3\n"),
        ("src/b/y.h", "#define Y 4\n"),
    ]);
    let first = expand(&folder, &["src/a.c"]);
    for _ in 0..3 {
        let again = expand(&folder, &["src/a.c"]);
        assert_eq!((out(&again), err(&again)), (out(&first), err(&first)));
    }
    assert!(Path::new(folder.path()).join(".git").exists());
}
