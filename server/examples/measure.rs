use csieve::build::{BuildSettings, Builds, files::Files};
use csieve_analysis::preprocess::{NoteKind, preprocess};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};
fn main() {
    for root in std::env::args().skip(1) {
        let root = PathBuf::from(root);
        let root = root.canonicalize().unwrap();
        let found = csieve::project::walk(&[root.clone()]);
        let files = Arc::new(Files::default());
        let builds = Builds::new(BuildSettings::default(), &root, &files, |_| None);
        let t = Instant::now();
        let mut b = Vec::new();
        for f in &found.files {
            b.push(builds.for_file(f));
        }
        let t1 = t.elapsed();
        let t = Instant::now();
        let (mut missing, mut err, mut toks, mut req) = (0usize, 0usize, 0usize, 0usize);
        let mut names = std::collections::BTreeMap::new();
        let mut notes = std::collections::BTreeMap::new();
        for b in &b {
            for n in &b.notes {
                *notes.entry(n.clone()).or_insert(0) += 1;
            }
            let Some(src) = b.source() else { continue };
            let u = preprocess(src, &*b.headers, &b.options);
            toks += u.tokens.len();
            req += u.requests.len();
            let m = u.notes.iter().filter(|n| n.kind == NoteKind::MissingHeader).count();
            if m > 0 {
                missing += 1;
            }
            for n in &u.notes {
                if n.kind == NoteKind::MissingHeader {
                    *names.entry(n.message.clone()).or_insert(0) += 1;
                }
            }
            if u.notes.iter().any(|n| n.kind == NoteKind::ErrorDirective) {
                err += 1;
            }
        }
        let t2 = t.elapsed();
        let t = Instant::now();
        let again = Builds::new(BuildSettings::default(), &root, &files, |_| None);
        for f in &found.files {
            again.for_file(f);
        }
        println!(
            "{}: files {} flags {:?} again {:?} preprocess {:?} missing {} error {} tokens {} requests {}",
            root.display(),
            found.files.len(),
            t1,
            t.elapsed(),
            t2,
            missing,
            err,
            toks,
            req
        );
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|n| std::cmp::Reverse(n.1));
        for n in names.iter().take(8) {
            println!("   {} {}", n.1, n.0);
        }
        let mut notes: Vec<_> = notes.into_iter().collect();
        notes.sort_by_key(|n| std::cmp::Reverse(n.1));
        println!("  {} different notes", notes.len());
        for n in notes.iter().take(4) {
            println!("   {} {}", n.1, n.0.chars().take(300).collect::<String>());
        }
        let _ = Path::new("");
    }
}
