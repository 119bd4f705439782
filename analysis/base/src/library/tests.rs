use super::{ArgumentKind, Effects, Library, Storage, says_recursive};

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
        "line 2: there is no resource `file`; there are: descriptor, directory, gzfile, pipe, stream"
    );
    assert_eq!(problem("\n[[function]]\nnames = [\"f g\"]\n"), "line 3: `f g` is not a valid function name");
    let unknown = problem("[[function]]\nnames = [\"f\"]\nalocates = \"heap\"\n");
    assert!(unknown.starts_with("line 3: unknown field `alocates`"), "{unknown}");
    let wrong = problem("[[function]]\nnames = [\"f\"]\nallocates = \"moon\"\n");
    assert!(wrong.starts_with("line 3: unknown variant `moon`"), "{wrong}");
    assert!(problem("[[function]]\nreturns = \"int\"\n").contains("missing field `names`"));
    assert!(problem("names = [\n").starts_with("line "), "no TOML at all");
    assert_eq!(
        problem("[[function]]\nnames = [\"f\"]\nfrees = 0\nnoreturn = true\n"),
        "line 2: a function has one of `allocates`, `frees`, `opens`, `closes`, `locks`, `unlocks`, `noreturn`, \
         `stores`"
    );
}

#[test]
fn what_does_not_go_together_is_said() {
    let of = |keys: &str| {
        let text = format!("[[function]]\nnames = [\"f\"]\n{keys}\n");
        Library::built_in().with(&text).expect_err("it is wrong").problem
    };
    assert_eq!(of("bytes = [0]"), "`bytes` needs `allocates`");
    assert_eq!(of("allocates = \"heap\"\nbytes = [0]\nstring = 1"), "give only one of `bytes` and `string`");
    assert_eq!(of("contents = \"zeros\""), "`contents` needs `allocates = \"heap\"`");
    assert_eq!(of("for-its-number = true"), "`for-its-number` needs `opens`");
    assert_eq!(of("jumps-back = true"), "`jumps-back` needs `noreturn = true`");
    assert_eq!(of("fails-assertion = true"), "`fails-assertion` needs `noreturn = true`");
    assert_eq!(of("answers-anew = true"), "`answers-anew` needs `decided-by = \"environment\"`");
    assert_eq!(of("buffers = [{ writes = 0 }]"), "a buffer has one of `bytes`, `string` and `format`");
    assert_eq!(
        of("buffers = [{ writes = 0, bytes = [1], each = 0 }]"),
        "`each` is the size of an element, and not 0"
    );
    assert_eq!(
        of("number = { max = 3 }"),
        "a `number` needs both `min` and `max` unless `returns` is `int`, `long` or `size`"
    );
    assert!(of("acts-like = \"qsort\"").starts_with("unknown variant `qsort`, expected one of `abs`"));
    let like = "[resource.job]\nfailure = \"-1\"\nlike = \"stream\"\n";
    let problem = Library::built_in().with(like).expect_err("it is wrong").to_string();
    assert_eq!(problem, "line 3: `job` and `stream` have different `failure`");
}

#[test]
fn a_pipe_is_used_as_a_stream_and_closed_as_a_pipe() {
    let library = Library::built_in();
    let opened = |name: &str| library.function(name).and_then(|entry| entry.opens.clone()).expect("it opens");
    let closed = |name: &str| {
        let closes = library.function(name).and_then(|entry| entry.closes.clone());
        closes.expect("it closes").0
    };
    assert_eq!((&*opened("popen").name, &*opened("popen").like), ("pipe", "stream"));
    assert_eq!(opened("popen"), closed("pclose"));
    assert_ne!(opened("popen"), closed("fclose"));
    assert_ne!(opened("fopen"), closed("pclose"));
    assert_ne!(opened("opendir"), closed("fclose"));
    assert_eq!(opened("fopen"), closed("fclose"));
}

#[test]
fn an_entry_says_which_arguments_it_is_about() {
    let kinds = |name: &str| Library::built_in().function(name).expect("it is there").needed_kinds();
    assert_eq!(kinds("free"), [(0, ArgumentKind::Pointer)]);
    assert_eq!(kinds("close"), [(0, ArgumentKind::Integer)]);
    assert_eq!(kinds("fclose"), [(0, ArgumentKind::Pointer)]);
    let strncpy = kinds("strncpy");
    assert!(strncpy.contains(&(1, ArgumentKind::Pointer)) && strncpy.contains(&(2, ArgumentKind::Integer)));
    let error = Library::built_in().function("error").and_then(|entry| entry.arguments.clone());
    assert!(error.is_some_and(|arguments| arguments.kinds.len() == 3 && arguments.more));
    let wrong = "[[function]]\nnames = [\"f\"]\narguments = [\"...\", \"integer\"]\n";
    let problem = Library::built_in().with(wrong).expect_err("it is wrong").problem;
    assert_eq!(problem, "`...` ends the `arguments`");
}

#[test]
fn a_table_of_a_user_speaks_of_the_program() {
    let library = Library::built_in().with("[[function]]\nnames = [\"close\"]\n").expect("it is right");
    assert!(library.is_built_in_function("putchar") && library.is_built_in_function("qsort_r"));
    assert!(!library.is_built_in_function("close") && !library.is_built_in_function("f"));
}
