//! C texts, with tables and rules of users that were damaged, too.

use std::{fs, path::Path, sync::Arc};

use csieve::project::analyse_text;
use csieve_base::{options::Options, watch::NoWatch};
use csieve_tests::{builds, panics, random::Random, record_panics};

use super::{
    damage::mutant,
    seeds,
    settings::{TABLE, damaged_rules, damaged_table, rules},
};

/// Longer fixtures take too long one by one.
const LONGEST: usize = 6_000;

/// Nearly all texts get this many steps for a long run, since those of texts with endless loops take most of the time
/// otherwise.
const LONG_RUN_STEPS: u32 = 50_000;

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

/// Leaves out most functions of a text, so that the rest is analysed soon, but not what stands before them.
fn excerpt(text: &str, random: &mut Random) -> String {
    let without = |piece: &str| {
        let Some(body) = piece.rfind("\n{\n") else { return piece.len() };
        piece[..body].rfind("\n\n").map_or(0, |before| before + 2)
    };
    let pieces = text.split_inclusive("\n}\n");
    pieces.map(|piece| if random.one_in(3) { piece } else { &piece[..without(piece)] }).collect()
}

#[test]
fn damaged_texts_are_analysed() {
    record_panics();
    let fixtures = fixtures();
    let rules = rules();
    for (seed, mut random) in seeds(40) {
        let (text, other) = (random.choose(&fixtures), random.choose(&fixtures));
        let text = if random.one_in(20) { text } else { excerpt(&text, &mut random) };
        let text = mutant(&text, &other, &mut random);
        let mut options = Options::default();
        if seed % 50 != 0 {
            options.search.long_run_steps = LONG_RUN_STEPS;
        }
        // A table may say what is not so of functions that the text calls.
        if random.one_in(4)
            && let Ok(library) = damaged_table(TABLE, &mut random)
        {
            options.library = Arc::new(library);
        }
        // Their events and queries are looked for in the text.
        if random.one_in(4)
            && let Ok(own) = damaged_rules(&rules, &mut random)
        {
            options.library = Arc::new(options.library.with_rules(Arc::new(own)));
        }
        println!("text {seed}");
        analyse_text("f.c".into(), text.clone(), None, &builds(), &options, &NoWatch);
        assert_eq!(panics(), [""; 0], "seed {seed}:\n{text}");
    }
}
