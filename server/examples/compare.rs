use csieve::build::{BuildSettings, Builds, FileBuild, files::Files};
use csieve_analysis::preprocess::{SourceId, preprocess};
use std::{path::PathBuf, sync::Arc};
fn text(b: &FileBuild) -> (usize, String) {
    let Some(src) = b.source() else { return (0, String::new()) };
    let u = preprocess(src, &*b.headers, &b.options);
    let mut t = String::new();
    for tok in u.tokens.iter() {
        if u.place(tok).source == SourceId::MAIN {
            t.push_str(u.spelling(tok));
            t.push(' ');
        }
    }
    (u.tokens.len(), t)
}
fn main() {
    let verbose = std::env::var_os("V").is_some();
    for root in std::env::args().skip(1) {
        let root = PathBuf::from(root).canonicalize().unwrap();
        let found = csieve::project::walk(&[root.clone()]);
        let files = Arc::new(Files::default());
        let builds = Builds::new(BuildSettings::default(), &root, &files, |_| None);
        let guess = Builds::new(
            BuildSettings { database: Some("/gone".into()), flags: vec![] },
            &root,
            &files,
            |_| None,
        );
        let (mut n, mut same, mut all) = (0, 0, 0);
        for f in &found.files {
            let b = builds.for_file(f);
            if b.notes.iter().any(|n| n.starts_with("not in")) {
                continue;
            }
            let g = guess.for_file(f);
            n += 1;
            let (ta, tb) = (text(&b), text(&g));
            if ta.1 == tb.1 {
                same += 1;
                if ta.0 == tb.0 {
                    all += 1;
                }
            } else if verbose {
                println!(
                    "  differs {} {:?} db macros {:?}",
                    f.display(),
                    g.notes,
                    b.flags.macros.iter().filter(|m| !g.flags.macros.contains(m)).collect::<Vec<_>>()
                );
            }
        }
        println!(
            "{}: {} files with a command, same main text {} ({:.1}%), same unit size {}",
            root.display(),
            n,
            same,
            100.0 * same as f64 / n.max(1) as f64,
            all
        );
    }
}
