use super::{Effects, Library, Storage, says_recursive};

#[test]
fn the_built_in_table_knows_the_library() {
    let library = Library::built_in();
    let malloc = library.function("malloc").expect("it is there");
    assert_eq!((malloc.allocates, malloc.effects), (Some(Storage::Heap), Effects::None));
    assert_eq!(library.function("close").and_then(|close| close.result), Some((-1, 0)));
    assert_eq!(library.function("getchar").and_then(|entry| entry.result), Some((-1, 255)));
    assert!(library.is_function("printf") && !library.writes_nothing("printf"));
    assert!(library.writes_nothing("strlen") && !library.writes_nothing("free"));
    assert!(library.never_returns("err") && library.is_common_name("err"));
    assert!(!library.is_function("lock"), "it may be any function");
    assert!(says_recursive("pthread_mutexattr_settype(&a, 1);") && !says_recursive("lock(&a);"));
}

#[test]
fn a_table_adds_and_replaces() {
    let text = "[resource.job]\nfailure = \"NULL\"\n\n[[function]]\nnames = [\"job_start\", \"strlen\"]\nopens = \"job\"\n";
    let library = Library::built_in().with(text).expect("it is right");
    assert!(library.function("strlen").is_some_and(|entry| entry.opens.is_some()));
    assert!(library.function("job_start").is_some() && library.function("malloc").is_some());
    assert_ne!(&library, &**Library::built_in());
    assert_eq!(library, Library::built_in().with(text).expect("it still is"));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let problem = |text: &str| Library::built_in().with(text).expect_err("it is wrong").to_string();
    assert_eq!(
        problem("[[function]]\nnames = [\"f\"]\nopens = \"file\"\n"),
        "line 2: there is no resource `file`; there are: descriptor, directory, stream"
    );
    assert_eq!(problem("\n[[function]]\nnames = [\"f g\"]\n"), "line 3: `f g` is no name of a function");
    let unknown = problem("[[function]]\nnames = [\"f\"]\nalocates = \"heap\"\n");
    assert!(unknown.starts_with("line 3: unknown field `alocates`"), "{unknown}");
    let wrong = problem("[[function]]\nnames = [\"f\"]\nallocates = \"moon\"\n");
    assert!(wrong.starts_with("line 3: unknown variant `moon`"), "{wrong}");
    assert!(problem("[[function]]\nreturns = \"int\"\n").contains("missing field `names`"));
    assert!(problem("names = [\n").starts_with("line "), "no TOML at all");
    assert_eq!(
        problem("[[function]]\nnames = [\"f\"]\nfrees = 0\nnoreturn = true\n"),
        "line 2: a function has one of `allocates`, `frees`, `opens`, `closes`, `locks`, `unlocks`, `noreturn`"
    );
}
