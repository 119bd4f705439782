//! Tests that the table of `docs/doubts.md` has one row for every hint of plausibility, in the order in which
//! the hints are asked about a path.

use std::{fs, path::Path};

use csieve_reduction::plausibility::HINTS;
use csieve_reports::finding::HintId;

/// Returns the names in the first column of the table of hints.
fn rows() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/doubts.md");
    let text = fs::read_to_string(page).expect("the page of doubts");
    let name = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    text.lines().filter_map(name).collect()
}

#[test]
fn every_hint_has_a_row_in_the_order_of_the_table() {
    let asked = HINTS.iter().map(|hint| hint.id);
    // These hints are not asked about a path: the first is about a search that was stopped, the second about
    // an endless loop that a run showed, the others about the calls of the function and about what is stored.
    let others = [
        HintId::StoppedSearch,
        HintId::InternalCallers,
        HintId::OtherArguments,
        HintId::OtherStores,
        HintId::ReleasedByCallers,
        HintId::NeverCalled,
    ];
    let expected: Vec<HintId> = asked.chain(others).collect();
    assert_eq!(expected, HintId::ALL, "`HintId::ALL` has the order of the table");
    assert_eq!(rows(), HintId::ALL.iter().map(|hint| hint.as_str().to_owned()).collect::<Vec<_>>());
}
