//! Reads `csieve.toml`. Every mistake is told at its place.

use std::{ops::Range, path::Path};

use csieve_analysis::rule::Rule;
use toml::Spanned;

use super::{
    CacheKeys, Config, FailOn, Globs, OverrideTable, Part, Table,
    lists::change_rules,
    mistake::{At, Wrong, place, said},
    parse_refuters,
};
use crate::present::Allocations;

impl Config {
    /// Reads the text of the file at `path`. Paths and patterns in it start at the absolute folder `root`.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(text: &str, path: &Path, root: &Path) -> Result<Self, Wrong> {
        let table: Table = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            place(text, (span.start, said(error.message(), text.get(span).unwrap_or_default())))
        })?;
        Self::of(table, path, root).map_err(|at| place(text, at))
    }

    fn of(table: Table, path: &Path, root: &Path) -> Result<Self, At> {
        let own =
            part(table.checks, (table.show_refuted, table.show_doubtful), table.no_minor, table.fail_on)?;
        let own = Part { allocations: allocations(table.allocations)?, ..own };
        let refuters = match &*table.refuters {
            [] => None,
            names => {
                each(names, |name| parse_refuters([name]).map_err(|error| error.to_string()))?;
                let all = names.iter().map(|name| name.get_ref().as_str());
                Some(parse_refuters(all).map_err(|error| (names[0].span().start, error.to_string()))?)
            }
        };
        let parts = table.parts.into_iter().map(|part| part_of(part, root)).collect::<Result<_, At>>()?;
        Ok(Self {
            path: path.to_owned(),
            root: root.to_owned(),
            own,
            refuters,
            library: table.library.iter().map(|file| root.join(file)).collect(),
            rules: table.rules.iter().map(|file| root.join(file)).collect(),
            wrapv: table.wrapv,
            interposable: table.interposable,
            exclude: globs(table.exclude, root)?,
            compile_commands: table.compile_commands.map(|folder| root.join(folder)),
            include_paths: table.include_paths,
            defines: table.defines,
            baseline: table.baseline.map(|file| root.join(file)),
            cache: CacheKeys {
                enabled: table.cache.enabled,
                folder: table.cache.folder.map(|folder| root.join(folder)),
                size: table.cache.size,
            },
            parts,
        })
    }
}

fn part_of(table: OverrideTable, root: &Path) -> Result<(Globs, Part), At> {
    let shows = (table.show_refuted, table.show_doubtful);
    let part = part(table.checks, shows, table.no_minor, table.fail_on)?;
    Ok((globs(table.files, root)?, Part { allocations: allocations(table.allocations)?, ..part }))
}

fn part(
    checks: Vec<Spanned<String>>,
    (show_refuted, show_doubtful): (Option<bool>, Option<bool>),
    no_minor: Option<bool>,
    fail_on: Option<Spanned<String>>,
) -> Result<Part, At> {
    let rules = |name: &str| change_rules(Rule::defaults(), [name]).map_err(|error| error.to_string());
    each(&checks, |name| rules(name).map(drop))?;
    let start = checks.first().map_or(0, |name| name.span().start);
    let checks: Vec<String> = checks.into_iter().map(Spanned::into_inner).collect();
    let all = change_rules(Rule::defaults(), checks.iter().map(String::as_str));
    all.map_err(|error| (start, error.to_string()))?;
    let fail_on =
        fail_on.map(|text| text.get_ref().parse::<FailOn>().map_err(|problem| (text.span().start, problem)));
    Ok(Part {
        checks,
        show_refuted,
        show_doubtful,
        no_minor,
        allocations: None,
        fail_on: fail_on.transpose()?,
    })
}

/// Reads what is done with allocations that may fail.
fn allocations(named: Option<Spanned<String>>) -> Result<Option<Allocations>, At> {
    let read = |name: Spanned<String>| name.get_ref().parse().map_err(|problem| (name.span().start, problem));
    named.map(read).transpose()
}

/// Checks each word of a list by itself, so that a mistake is told at its word.
fn each<T>(words: &[Spanned<String>], check: impl Fn(&str) -> Result<T, String>) -> Result<(), At> {
    words
        .iter()
        .try_for_each(|word| check(word.get_ref()).map(drop).map_err(|problem| (word.span().start, problem)))
}

fn globs(patterns: Vec<Spanned<String>>, root: &Path) -> Result<Globs, At> {
    let places: Vec<Range<usize>> = patterns.iter().map(Spanned::span).collect();
    let patterns = patterns.into_iter().map(Spanned::into_inner).collect();
    Globs::new(root, patterns)
        .map_err(|(index, problem)| (places.get(index).map_or(0, |at| at.start), problem))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use csieve_analysis::rule::Rule;

    use crate::config::Config;

    fn read(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new("/p/csieve.toml"), Path::new("/p")).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn a_mistake_is_told_at_its_place() {
        let wrong = |text: &str| read(text).unwrap_err();
        let key = wrong("wrapv = true\nchekcs = []\n");
        assert!(key.starts_with("2:1: there is no key `chekcs`; did you mean `checks`. The keys"), "{key}");
        assert!(wrong("[cache]\nsiz = 3\n").starts_with("2:1: there is no key `siz`; did you mean `size`"));
        let part = wrong("[[override]]\nfiles = [\"a\"]\nlibrary = []\n");
        assert!(
            part.starts_with("3:1: there is no key `library`. The keys here are: files, checks"),
            "{part}"
        );
        let check = wrong("checks = [\n  \"+memory-leak\",\n  \"-doubel-free\",\n]\n");
        assert!(
            check.starts_with("3:3: there is no check `doubel-free`; did you mean `double-free`"),
            "{check}"
        );
        assert!(wrong("checks = [\"memory-leak\", \"-double-free\"]").starts_with("1:11: a list of checks"));
        assert!(wrong("wrapv = 3").starts_with("1:9: invalid type: integer `3`, expected a boolean"));
        assert!(wrong("exclude = [\"a\", \"[z-a]\"]").starts_with("1:17: "));
        assert!(
            wrong("fail-on = \"confirmd\"").starts_with("1:11: `confirmd` is no threshold; did you mean")
        );
        assert!(wrong("allocations = \"none\"").starts_with("1:15: `none` is none of fold, all and off"));
        assert!(wrong("refuters = [\"-interval\"]").starts_with("1:13: there is no refuter `interval`"));
        assert!(wrong("[[override]]\nchecks = []\n").contains("missing field `files`"));
        assert!(wrong("checks = [").starts_with("1:"));
    }

    #[test]
    fn a_file_that_ends_anywhere_is_no_reason_to_panic() {
        let text = "checks = [\"+memory-leak\"] # ä\nexclude = [\"ü/[a-\"]\nfail-on = \"rank=𝄞\"\n[cache]\nsize = -1\n\
            [[override]]\nfiles = [\"\\\\\", \"!\", \"**/**/*\"]\n";
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            for piece in [&text[..end], &text[end..]] {
                let _ = read(piece);
            }
        }
    }

    #[test]
    fn parts_change_what_the_file_says() {
        let text = "checks = [\"-memory-leak\"]\nno-minor = true\n\
            [[override]]\nfiles = [\"tests/\"]\nchecks = [\"-double-free\"]\nno-minor = false\n\
            [[override]]\nfiles = [\"tests/one.c\"]\nchecks = [\"double-free\"]\n";
        let config = read(text).unwrap();
        let rules = |file: &str| config.checked(Path::new(file), Rule::defaults());
        assert!(!rules("/p/a.c").contains(&Rule::MemoryLeak) && rules("/p/a.c").contains(&Rule::DoubleFree));
        assert!(!rules("/p/tests/a.c").contains(&Rule::DoubleFree));
        assert_eq!(rules("/p/tests/one.c"), [Rule::DoubleFree]);
        assert_eq!(config.part(Path::new("/p/a.c")).no_minor, Some(true));
        assert_eq!(config.part(Path::new("/p/tests/a.c")).no_minor, Some(false));
    }
}
