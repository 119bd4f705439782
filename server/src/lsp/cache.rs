//! A cache of function reports, keyed by everything they depend on, so that an edit only analyses what it
//! changes.

use std::sync::Arc;

use csieve_analysis::{
    consult::are_same, finding::FunctionReport, project::Surroundings, summary::Summaries,
};

use crate::{project::FunctionKey, recent::Recent};

/// How much the reports may take that are kept, in bytes of their form on disk.
const CAPACITY: usize = 12 << 20;

/// The reports of all documents, and of versions of them that somebody may come back to.
#[derive(Debug)]
pub(crate) struct Cache(Recent<FunctionKey, FunctionReport>);

impl Default for Cache {
    fn default() -> Self {
        Self(Recent::with_capacity(CAPACITY))
    }
}

impl Cache {
    /// Returns the report of a key, if the other functions that the report depends on are unchanged.
    pub(super) fn get(
        &self,
        key: &FunctionKey,
        files: Surroundings,
        summaries: &Summaries,
    ) -> Option<Arc<FunctionReport>> {
        self.0.get(key).filter(|report| are_same(files, summaries, &report.consulted))
    }

    /// Adds a report.
    pub(super) fn insert(&self, key: FunctionKey, report: &Arc<FunctionReport>) {
        self.0.insert(key, report);
    }
}

#[cfg(test)]
mod tests {
    use csieve_analysis::{options::Options, project::Surroundings, text::SourceText};
    use tower_lsp::lsp_types::Url;

    use crate::{
        lsp::{language::Language, units::Units},
        project::{FunctionKey, surroundings},
    };

    fn keys(text: &str) -> Vec<FunctionKey> {
        let uri = Url::parse("untitled:a.c").expect("this is a URI");
        let unit = Units::new(std::env::temp_dir()).unit(&uri, 1, Language::C, &SourceText::new(text)).unit;
        let around = surroundings(Surroundings::alone(&unit), &Options::default());
        unit.functions.iter().map(|function| FunctionKey::new(text, function, around, 0)).collect()
    }

    #[test]
    fn an_edit_in_one_body_keeps_the_other_functions() {
        let before = keys("void f(int x) { x = 1; }\nint g(void) { return 1; }\n");
        let after = keys("void f(int x) { x = 2222; }\nint g(void) { return 1; }\n");
        assert_ne!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
    }

    #[test]
    fn what_a_body_tells_about_its_function_concerns_all_functions() {
        let with =
            |value| keys(&format!("int f(void) {{ return {value}; }}\nint g(void) {{ return f(); }}\n"));
        assert_ne!(with(1)[1], with(2)[1]);
    }

    #[test]
    fn a_directive_in_a_body_concerns_all_functions() {
        let with =
            |value| keys(&format!("void f(void) {{\n# define N {value}\n}}\nint g(void) {{ return N; }}\n"));
        assert_ne!(with(1)[1], with(2)[1]);
    }
}
