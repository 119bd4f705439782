//! The ground truth of the differential test: compiles a batch of functions with `runtime.h` and runs it on
//! all inputs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Stdio},
};

use csieve_tests::functions::Batch;

/// The rules, by their number in `runtime.h`.
pub(crate) const RULES: [&str; 8] = [
    "",
    "null-dereference",
    "use-after-free",
    "double-free",
    "invalid-free",
    "division-by-zero",
    "uninitialized-read",
    "out-of-bounds",
];

/// A place: a line, from 1, and the index of a rule in [`RULES`].
pub(crate) type Place = (u32, usize);

/// The results of the runs of a batch.
#[derive(Default)]
pub(crate) struct Runs {
    /// Places where a misuse ended a run, each with the inputs of the first such run.
    pub reached: BTreeMap<Place, String>,
    /// Places of a second misuse that happened together with one that is in `reached`.
    pub possible: BTreeSet<Place>,
    /// The indices of the functions of the batch that can do more than these runs show.
    pub inexact: BTreeSet<usize>,
    /// The number of runs.
    pub count: u64,
}

/// Runs all functions of a batch on all their inputs.
pub(crate) fn execute(folder: &Path, batch: &Batch) -> Runs {
    let text = [
        include_str!("runtime.h"),
        "#line 1 \"f.c\"\n",
        &batch.checked,
        &batch.calls,
        include_str!("harness.h"),
    ];
    fs::write(folder.join("run.c"), text.concat()).expect("written");
    let status = Command::new("cc")
        .args(["-O0", "-w", "-std=gnu17", "-o", "run", "run.c"])
        .current_dir(folder)
        .status()
        .expect("the tests need a C compiler");
    assert!(status.success(), "it does not compile");
    let output = Command::new("./run").current_dir(folder).stdin(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "seeds from {}: {:?}", batch.members[0].seed, output.status);
    read(&String::from_utf8_lossy(&output.stdout)).expect("the harness prints what is read here")
}

fn read(said: &str) -> Option<Runs> {
    let mut runs = Runs::default();
    for line in said.lines() {
        let (what, rest) = line.split_once(' ')?;
        match what {
            "runs" => runs.count = rest.parse().ok()?,
            "inexact" => drop(runs.inexact.insert(rest.parse().ok()?)),
            _ => {
                let mut parts = rest.splitn(3, ' ');
                let place = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
                match what {
                    "reached" => drop(runs.reached.insert(place, parts.next()?.to_owned())),
                    "possible" => drop(runs.possible.insert(place)),
                    _ => return None,
                }
            }
        }
    }
    Some(runs)
}
