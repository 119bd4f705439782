use csieve_base::{
    rule::Rule,
    text::{Change, LineIndex, SourceText, Span},
};

use super::{Named, Suppressions};

fn found(text: &str) -> Vec<(Named, (u32, u32), String)> {
    let all = Suppressions::of(text, &LineIndex::new(text)).all().to_vec();
    all.into_iter().map(|one| (one.named, one.lines, one.reason)).collect()
}

fn rules(ids: &[&str]) -> Named {
    Named::Rules(ids.iter().map(|id| Rule::from_id(id).unwrap()).collect(), Vec::new())
}

#[test]
fn nolint_concerns_its_line_the_next_or_a_range() {
    let text = "a; // NOLINT\nb; // NOLINT(double-free, memory-leak): known\n/* NOLINTNEXTLINE(double-free) */\nc;\n\
                // NOLINTBEGIN(memory-leak)\nd;\n// NOLINTEND(memory-leak)\ne;\n";
    let both = rules(&["double-free", "memory-leak"]);
    assert_eq!(
        found(text),
        [
            (Named::All, (0, 0), String::new()),
            (both, (1, 1), "known".to_owned()),
            (rules(&["double-free"]), (3, 3), String::new()),
            (rules(&["memory-leak"]), (4, 6), String::new()),
        ]
    );
}

#[test]
fn names_of_other_programs_mean_nothing() {
    // They may be those of rules of users.
    let others = ["bugprone-branch-clone", "clang-analyzer-*"].map(str::to_owned).to_vec();
    let named = Named::Rules(Vec::new(), others);
    assert_eq!(found("// NOLINT(bugprone-branch-clone, clang-analyzer-*)\n")[0].0, named);
    assert_eq!(found("// NOLINT(csieve-double-free)\n")[0].0, rules(&["double-free"]));
    assert!(found("// NOLINTED\n// see cppcheck-suppress memleak\n").is_empty());
}

#[test]
fn cppcheck_concerns_the_code_at_hand() {
    let text = "// cppcheck-suppress nullPointer ; it is checked\n\n/* more */ *p = 1;\n\
                *p = 2; // cppcheck-suppress[nullPointer,memleak]\n";
    assert_eq!(
        found(text),
        [
            (rules(&["null-dereference"]), (2, 2), "it is checked".to_owned()),
            (rules(&["null-dereference", "memory-leak"]), (3, 3), String::new()),
        ]
    );
}

#[test]
fn attributes_concern_their_statement() {
    let text = "[[clang::suppress(\"why\")]] if (x) {\n  f();\n} else {\n  g();\n}\nh();\n";
    assert_eq!(found(text), [(Named::All, (0, 4), "why".to_owned())]);
    let text = "x = 1;\n__attribute__ ((suppress))\n*p = 2;\ny = 3;\n";
    assert_eq!(found(text), [(Named::All, (1, 2), String::new())]);
    assert_eq!(found("__attribute__((__suppress__)) x;\n").len(), 1);
    assert!(found("int suppress; [[clang::suppressed]] x;\n").is_empty());
}

#[test]
fn literals_hold_no_comments() {
    let text = "s = \"// NOLINT\"; c = '\"'; // NOLINT(double-free)\nt = \"[[clang::suppress]]\"; u = 'a';\n";
    assert_eq!(found(text), [(rules(&["double-free"]), (0, 0), String::new())]);
}

#[test]
fn any_text_can_be_read() {
    for text in [
        "/* NOLINT",
        "// NOLINT(",
        "'",
        "\"\\",
        "[[clang::suppress",
        "// cppcheck-suppress",
        "1'000 // NOLINT",
    ] {
        let _ = found(text);
        let _ = found(&format!("{text} suppress"));
    }
}

#[test]
fn a_pragma_turns_warnings_of_compilers_off() {
    let text = "#pragma GCC diagnostic push\n#  pragma GCC diagnostic ignored \"-Wnull-dereference\"\na;\n\
                #pragma GCC diagnostic pop\nb;\n#pragma clang diagnostic ignored \"-Wanalyzer-malloc-leak\"\nc;\n\
                #pragma GCC diagnostic ignored \"-Wunused\"\n#pragma GCC diagnostic warning \"-Wanalyzer-malloc-leak\"\n";
    let said: Vec<_> = found(text).into_iter().map(|(named, lines, _)| (named, lines)).collect();
    assert_eq!(said, [(rules(&["null-dereference"]), (1, 3)), (rules(&["memory-leak"]), (5, 8))]);
}

#[test]
fn a_warning_that_is_on_again_stays_on_behind_the_pop() {
    let text = "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wnull-dereference\"\na;\n\
                #pragma GCC diagnostic warning \"-Wnull-dereference\"\nb;\n#pragma GCC diagnostic pop\n";
    let said: Vec<_> = found(text).into_iter().map(|(named, lines, _)| (named, lines)).collect();
    assert_eq!(said, [(rules(&["null-dereference"]), (1, 3))]);
}

/// Lines with everything that an edit may make or break, among lines that have none of it.
const MANY: &str = "int a;\n/* first\n   NOLINT(double-free): why */\nint b = 1'0;\nchar *s = \"// NOLINT\";\n\n\
    // cppcheck-suppress memleak\n\n int c;\n #pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \
    \"-Wnull-dereference\"\nint d;\nint e; // NOLINT\nd = e;\n#pragma GCC diagnostic pop\n// goes on \\\nNOLINT here\n\
    int suppress;\n/* and\n cppcheck-suppress nullPointer */ f();\n// NOLINTBEGIN(memory-leak)\ng = L'x';\n\
    // NOLINTEND(memory-leak)\nh;\n";

/// Returns how many edits of a text leave the suppressions as they are. Those that are carried over must be those of the new
/// text.
fn carried_over(text: &str, pieces: &[&str]) -> usize {
    let old = SourceText::new(text);
    let all = Suppressions::of(old.text(), old.lines());
    let ranges =
        (0..text.len()).flat_map(|from| (from..=(from + 2).min(text.len())).map(move |to| (from, to)));
    let edits = ranges.flat_map(|range| pieces.iter().map(move |piece| (range, piece)));
    let mut carried = 0;
    for ((from, to), piece) in edits {
        let new = old.edited(Span::new(from, to), piece);
        let Some(change) = Change::between(old.text(), new.text()) else { continue };
        if let Some(edited) = all.edited(&old, &new, change) {
            assert_eq!(edited, Suppressions::of(new.text(), new.lines()), "{}", new.text());
            carried += 1;
        }
    }
    carried
}

#[test]
fn suppressions_that_an_edit_leaves_are_those_of_the_new_text() {
    let pieces = ["", "x", " ", "\n", "*", "/", "*/", "\"", "'", "\\", "#", "// NOLINT", "suppress", ";\n\n"];
    assert!(carried_over(MANY, &pieces) > 100);
    let attribute = "int a;\n[[clang::\n\nsuppress]]\nint b;\nint c;\nint d;\n";
    assert_eq!(carried_over(attribute, &pieces), 0, "where the statement of an attribute ends is not known");
    assert!(carried_over(&attribute.replace("[[", "["), &["", "x", "["]) > 50);
}
