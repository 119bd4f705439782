//! What the client of a session believes: the files of its project and the texts of its open documents.

use csieve_tests::{
    lsp::{Columns, Edit, Mirror, Project},
    random::Random,
    wrapped,
};
use serde_json::Value;

/// Texts that stand beside the project of several files, which they have nothing to do with.
const BESIDE: &[(&str, &str)] = &[
    ("double_free", include_str!("../../fixtures/double_free.c")),
    ("macros", include_str!("../../fixtures/macros.c")),
    ("ends", include_str!("../../fixtures/ends.c")),
    ("stored_values", include_str!("../../fixtures/stored_values.c")),
    ("closed_by_callees", include_str!("../../fixtures/closed_by_callees.c")),
    ("function_runs", include_str!("../../fixtures/function_runs.c")),
    ("empty_blocks", include_str!("../../fixtures/empty_blocks.c")),
    ("program_tail", include_str!("../../fixtures/program_tail.c")),
    ("demo", include_str!("../../../demo/sieve.c")),
];

/// The files of the project of several files.
const TOGETHER: &[&str] =
    &["src/use.c", "src/drop.c", "src/make.c", "src/lock.c", "src/held.c", "src/buffer.h"];

/// What is inserted where nothing may break: functions, comments, blank lines, with characters of all widths.
const HARMLESS: &[&str] = &[
    "int *added(int *p) { p = 0; return p + *p; }\n",
    "/* 𝄞 é 漢 */\n",
    "\r\n\r\n",
    "\n",
    "void free(void *);\nvoid twice(int *p)\r\n{\r\n    free(p); /* 𝄞 */ free(p);\r\n}\n",
    "static int part(int n) { return 7 / (n - n); }\n",
    "#define ADDED(x) /* é */ (x)\n",
];

/// One file: what is on disk, and the document if it is open.
pub(crate) struct File {
    /// The name in the project.
    pub(crate) name: String,
    /// The URI.
    pub(crate) uri: String,
    /// The text that is on disk.
    pub(crate) disk: String,
    /// The text of the open document; `None` if it is closed.
    pub(crate) open: Option<Mirror>,
    /// The version of the document.
    pub(crate) version: i64,
}

/// All files of a session.
pub(crate) struct Model {
    /// The project on disk.
    pub(crate) project: Project,
    /// Its files.
    pub(crate) files: Vec<File>,
    /// The unit of columns that client and server agreed on.
    pub(crate) columns: Columns,
}

impl Model {
    /// Makes a project of random files.
    pub(crate) fn new(random: &mut Random) -> Self {
        let project = wrapped();
        for _ in 0..3 {
            let (name, text) = random.choose(BESIDE);
            project.write(&format!("src/{name}.c"), text);
        }
        let columns = random.choose(&[Columns::Utf8, Columns::Utf16, Columns::Utf16]);
        let names = BESIDE.iter().map(|(name, _)| format!("src/{name}.c"));
        let names = names.chain(TOGETHER.iter().map(|name| (*name).to_owned()));
        let files = names.filter_map(|name| {
            let disk = std::fs::read_to_string(project.path(&name)).ok()?;
            Some(File { uri: project.uri(&name), name, disk, open: None, version: 0 })
        });
        Self { files: files.collect(), project, columns }
    }

    /// Returns the index of a random file, open or not.
    pub(crate) fn any(&self, random: &mut Random) -> usize {
        random.below(self.files.len() as u64) as usize
    }

    /// Returns the index of a random open file.
    pub(crate) fn any_open(&self, random: &mut Random) -> Option<usize> {
        let open: Vec<usize> = (0..self.files.len()).filter(|at| self.files[*at].open.is_some()).collect();
        (!open.is_empty()).then(|| random.choose(&open))
    }

    /// Returns the text of a file on disk with harmless lines in it.
    pub(crate) fn variant(&self, at: usize, random: &mut Random) -> String {
        let disk = &self.files[at].disk;
        let added = random.pick(HARMLESS);
        match random.below(4) {
            0 => disk.clone(),
            1 => format!("{added}{disk}"),
            2 => format!("{disk}{added}"),
            _ => format!("{added}{}{added}", disk.replace('\n', "\r\n")),
        }
    }
}

impl File {
    /// Makes the open text into another one by replacing what differs. Returns the change for the server.
    ///
    /// # Panics
    /// If the file is not open.
    pub(crate) fn become_text(&mut self, text: &str) -> Value {
        let mirror = self.open.as_mut().expect("it is open");
        let (old, new): (Vec<char>, Vec<char>) = (mirror.text().chars().collect(), text.chars().collect());
        let alike = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let from = mirror.off_line_end(alike);
        let most = old.len().min(new.len()) - from;
        let pairs = old.iter().rev().zip(new.iter().rev()).take(most);
        let mut behind = pairs.take_while(|(old, new)| old == new).count();
        while mirror.off_line_end(old.len() - behind) != old.len() - behind {
            behind -= 1;
        }
        let edit =
            Edit { from, to: old.len() - behind, text: new[from..new.len() - behind].iter().collect() };
        self.version += 1;
        let change = mirror.apply(&edit);
        assert_eq!(mirror.text(), text);
        change
    }
}
