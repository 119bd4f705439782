//! Files with rules, and what is said of mistakes in them.

use csieve_base::own::{Automaton, OwnRules};

use crate::{Reader, label_places};

/// Returns a file with one rule about the labels `a`, `b` and `c`, whose calls have the same names.
fn file(rest: &str) -> String {
    format!(
        "[[rule]]\nid = \"some-rule\"\ntitle = \"A title\"\nmessage = \"a message\"\n{rest}\n[rule.labels]\n\
         a = {{ calls = [\"a\"] }}\nb = {{ calls = [\"b\"] }}\nc = {{ calls = [\"c\"] }}\n"
    )
}

fn read(text: &str) -> Result<OwnRules, String> {
    let mut reader = Reader::default();
    match reader.add(text) {
        Ok(()) => Ok(reader.finish()),
        Err(mistake) => {
            let line = text[..mistake.at.start].matches('\n').count() + 1;
            let column = text[..mistake.at.start].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            Err(format!("{line}:{column}: {}", mistake.problem))
        }
    }
}

fn formula(text: &str) -> Result<Automaton, String> {
    read(&file(&format!("formula = \"{text}\""))).map(|rules| rules.all()[0].automaton.clone())
}

/// Returns whether an automaton accepts some events, each given by its labels. `.` is an event without a
/// label, `r` a return.
fn accepts(automaton: &Automaton, events: &str) -> bool {
    let mut states = Automaton::FIRST;
    for event in events.split(' ') {
        let has = |label: usize| event.contains(["r", "a", "b", "c"][label]);
        let (next, misuse) = automaton.after(states, &has);
        if misuse {
            return true;
        }
        states = next;
    }
    false
}

#[test]
fn a_formula_is_broken_by_some_runs() {
    let cases = [
        ("AG !a", "b a", "b c r"),
        ("AG (a -> AG !b)", "c a c b", "b a c r"),
        ("AG (a -> !EF b)", "c a c b", "b a c r"),
        ("AG (a -> A[!c W b])", "a . c", "a . b c r"),
        ("AG (a -> A[!c U b])", "a . r", "a b c r"),
        ("AG (a -> AF b)", "a c r", "a c b r"),
        ("A[!b W a]", "c b a", "c a b r"),
        ("AF a", "b c r", "b a r"),
        ("AG (a -> AG (b -> AG !c))", "a b b c", "b a c r"),
        ("AG (a -> (A[!b W c] & AG (c -> AG !b)))", "a c b", "a c a r"),
    ];
    for (text, broken, kept) in cases {
        let automaton = formula(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        assert!(accepts(&automaton, broken), "{text} and {broken}");
        assert!(!accepts(&automaton, kept), "{text} and {kept}");
    }
}

#[test]
fn rules_that_hold_everywhere_begin_again() {
    let begins = |text: &str| formula(text).unwrap().may_begin_again();
    assert!(begins("AG (a -> A[!c W b])"));
    assert!(begins("AG !a"));
    assert!(!begins("A[!b W a]"));
    assert!(!begins("AF a"));
}

#[test]
fn formulas_without_a_single_run_are_told() {
    let wrong = |text: &str| formula(text).unwrap_err();
    let told = wrong("AG (a -> EF b)");
    assert!(told.starts_with("5:12: in the formula: no single run can break this formula"), "{told}");
    assert!(wrong("AG (a -> AX b)").contains("no event is next to another"));
    assert!(wrong("a -> b").contains("no operator of time"));
    assert!(
        wrong("AG (a -> d)")
            .starts_with("5:21: in the formula: there is no label `d`. There are: return, a, b, c")
    );
    assert_eq!(wrong("AG (a"), "5:17: in the formula: expected `)`");
    assert_eq!(wrong("AG (\u{e9}"), "5:17: in the formula: expected `)`");
    let lines = read(&file("formula = \"\"\"\nAG (\n  a\"\"\"")).unwrap_err();
    assert_eq!(lines, "7:4: in the formula: expected `)`");
    // Where a formula is written with escapes, its start is told.
    assert_eq!(wrong("AG (\\u0061"), "5:11: in the formula: expected `)`");
}

#[test]
fn conditions_on_labels_lead_to_states() {
    let states = |key: &str| {
        let rest = format!("[rule.states]\nstart = {{ a = \"on\" }}\non = {{ \"{key}\" = \"misuse\" }}");
        read(&file(&rest)).map(|rules| rules.all()[0].automaton.clone())
    };
    let automaton = states("b & !c").expect("it is a condition");
    assert!(accepts(&automaton, "a c b"));
    assert!(!accepts(&automaton, "a bc r"), "one event has both labels");
    assert!(accepts(&states("b | c").expect("it is a condition"), "a c"));
    let wrong = |key: &str| states(key).expect_err("it is none");
    assert_eq!(wrong("b & d"), "7:8: there is no label `d`. There are: return, a, b, c");
    assert_eq!(wrong("AF b"), "7:8: what leads to a state is about one event, without operators of time");
    assert!(wrong("b &").starts_with("7:8: expected "), "{}", wrong("b &"));
}

#[test]
fn states_lead_somewhere() {
    let states = |rest: &str| read(&file(&format!("[rule.states]\n{rest}")));
    assert!(states("start = { a = \"s\" }\ns = { b = \"misuse\", c = \"end\" }").is_ok());
    let wrong = |rest: &str| states(rest).unwrap_err();
    assert_eq!(
        wrong("s = { a = \"misuse\" }"),
        "6:1: there is no state `start`, in which every object begins"
    );
    assert_eq!(wrong("start = { a = \"t\" }"), "6:15: there is no state `t`. There are: start, misuse, end");
    assert_eq!(
        wrong("start = { d = \"misuse\" }"),
        "6:11: there is no label `d`. There are: return, a, b, c"
    );
    assert_eq!(wrong("start = { a = \"end\" }"), "2:6: no state leads to `misuse`");
}

/// Returns what is said of a label with a query, and its column in the query from 0.
fn query(text: &str) -> Result<(), (usize, String)> {
    let label = format!("b = {{ query = '''{text}''' }}");
    let rules = read(&file("formula = \"AG !a\"").replace("b = { calls = [\"b\"] }", &label));
    rules.map(drop).map_err(|told| {
        let (place, problem) = told.split_once(": ").unwrap();
        let (line, column) = place.split_once(':').unwrap();
        assert_eq!(line, "8", "{told}");
        (column.parse::<usize>().unwrap() - 18, problem.to_owned())
    })
}

#[test]
fn the_compiler_of_queries_sees_queries_only() {
    for right in [
        "((identifier) @event (#eq? @event \")\"))",
        "((#is-not? local) (identifier) @event)",
        "[\"(\" (_)] @event ; ()",
        "(call_expression . (_) @event)",
        "(_ !left (MISSING \";\") @event . )",
        "((identifier)* . [(number_literal)+ \"\\\"\"]?)* @event",
        "(_expression/identifier) @event (binary_expression left: [(_) _ @_a])",
        "(argument_list ((identifier) \",\"?)+ @event (#any-of? @event \"a\" \"b\\\\\"))",
        "(MISSING identifier) @event",
    ] {
        if let Err((_, told)) = query(right) {
            assert!(
                told.starts_with("the grammar of C") || told.starts_with("no tree of C"),
                "{right}: {told}"
            );
        }
    }
    let condition = "a condition stands in the brackets of what it is about, behind it";
    let star = "what may be missing is repeated with `*`, not with `+`";
    // Most of these end the program, or never end, if the compiler of queries sees them.
    for (text, at, told) in [
        ("(_) @_a ((#eq? @_a \"x\")) @event", 8, "no node stands in these brackets of the query"),
        ("(_ ((#is? x))? @event)", 3, "no node stands in these brackets of the query"),
        ("(binary_expression left: (#is? x)) @event", 25, condition),
        ("(_ [(#is? x) (_)] @event)", 4, condition),
        ("((_) @event) (#is? x)", 13, condition),
        ("((_)?)+ @event", 6, star),
        ("(_ ((_)* @event [(_) _?])+)", 25, star),
        ("(((_)?)+)? @event", 7, star),
        ("(_) @event (\"a", 12, "this text of the query does not end in its line"),
        ("(_) @event é", 11, "this is no query"),
        ("(_) @event (_", 13, "this is no query"),
        ("(_) @event []", 12, "this is no query"),
        ("(_ .) @event (_ (#eq x))", 21, "this is no query"),
    ] {
        assert_eq!(query(text), Err((at, told.to_owned())), "{text}");
    }
    let deep = format!("{}(_){} @event", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(query(&deep), Err((65, "a query has brackets in at most 64 others".to_owned())));
    let long = "_".repeat(70_000) + " @event";
    assert_eq!(query(&long), Err((1000, "a query has at most 1000 nodes".to_owned())));
}

#[test]
fn labels_have_one_source() {
    let label = |text: &str| read(&file("formula = \"AG !a\"").replace("b = { calls = [\"b\"] }", text));
    assert!(label("b = [{ calls = [\"b\"], object = 1 }, { event = \"freed\" }]").is_ok());
    assert!(label("b = { calls = [\"b\"], object = \"result\", when = \"nonzero\" }").is_ok());
    let wrong = |text: &str| label(text).unwrap_err();
    assert_eq!(wrong("b = {}"), "8:1: a label has just one of `calls`, `query` and `event`");
    assert!(
        wrong("b = { cals = [] }").starts_with("8:7: unknown field `cals`"),
        "{}",
        wrong("b = { cals = [] }")
    );
    assert!(wrong("b = 3").contains("a table with `calls`, `query` or `event`"));
    assert_eq!(wrong("b = { calls = [\"b-\"] }"), "8:16: `b-` is no name of a function");
    assert!(wrong("b = { event = \"fred\" }").starts_with("8:15: `fred` is none of tested, dereferenced"));
    assert_eq!(
        wrong("b = { query = '(goto_statemen) @event' }"),
        "8:17: the grammar of C has no node `goto_statemen`"
    );
    assert_eq!(wrong("b-c = { event = \"freed\" }"), "8:1: `b-c` cannot be the name of a label");
    assert!(wrong("b = { event = \"freed\", when = \"zero\" }").contains("`when` only goes with `calls`"));
}

#[test]
fn names_and_messages_are_checked() {
    let wrong = |from: &str, to: &str| read(&file("formula = \"AG !a\"").replace(from, to)).unwrap_err();
    assert_eq!(wrong("some-rule", "double-free"), "2:6: there is a rule `double-free` already");
    assert!(wrong("some-rule", "Some").starts_with("2:6: `Some` is no name of a rule"));
    assert!(wrong("a message", "{objct}").starts_with("4:11: `{objct}` has no meaning"));
    assert!(wrong("formula = \"AG !a\"", "").starts_with("2:6: a rule has either `states` or a `formula`"));
    let twice = file("formula = \"AG !a\"");
    assert!(read(&format!("{twice}{twice}")).unwrap_err().contains("there is a rule `some-rule` already"));
}

#[test]
fn a_file_that_ends_anywhere_is_no_reason_to_panic() {
    let text = file("handed-on = \"stays\"\nformula = \"AG (a -> A[!b U ü])\"");
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let _ = read(&text[..end]);
        let _ = read(&text[end..]);
    }
}

#[test]
fn labels_have_places_unless_only_a_search_tells_their_events() {
    let text = file("formula = \"AG !a\"")
        .replace("b = { calls = [\"b\"] }", "b = [{ event = \"lost\" }, { event = \"freed\" }]");
    let text = text.replace("c = { calls = [\"c\"] }", "c = { event = \"tested\" }");
    let places = label_places(&text);
    let names: Vec<(&str, &str)> =
        places.iter().map(|place| (place.rule.as_str(), &text[place.at.clone()])).collect();
    assert_eq!(names, [("some-rule", "a"), ("some-rule", "b")]);
    assert!(label_places("rule = 1").is_empty());
}
