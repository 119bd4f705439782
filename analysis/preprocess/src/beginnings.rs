//! The beginnings that main files of a project share: most files of a project include the same headers first, in the
//! same order. The state behind them is kept for the next file that begins like that.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::lex::{DirectiveKind, Lexed};
use super::unit::{Frame, State};
use super::{PreprocessOptions, Source, SourceId};

/// The most tokens that all kept beginnings have together. A token of headers takes about 100 bytes with what belongs
/// to it, such as macros and names.
const MOST_TOKENS: usize = 500_000;

/// A beginning is kept if it saves this share of its steps, beside the longest kept one that is a part of it: one
/// divided by this number.
const WORTHWHILE: u64 = 8;

/// The number of a kept beginning among those of one [`Beginnings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BeginningId(u32);

/// The beginnings that several main files share. A beginning is the directives that a main file starts with:
/// `#include`, `#undef`, and `#define` of a name alone. All files must ask the same [`Headers`](super::Headers). The
/// results do not depend on what is kept.
#[derive(Debug, Default)]
pub struct Beginnings(Mutex<Tree>);

/// The beginnings as a tree: a child has one directive more.
#[derive(Debug, Default)]
struct Tree {
    roots: FxHashMap<PreprocessOptions, Node>,
    /// Whether nothing is kept any more.
    is_closed: bool,
    /// The number of tokens of all kept beginnings.
    tokens: usize,
    /// The number of kept beginnings.
    kept: u32,
}

#[derive(Debug, Default)]
struct Node {
    /// Whether the beginning of some file ends here.
    is_end: bool,
    /// Whether a file was asked to keep its state here.
    is_asked: bool,
    kept: Option<Arc<Beginning>>,
    /// By the next directive.
    next: FxHashMap<Line, Self>,
}

/// A directive, as far as it tells what the headers of a main file are.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Line {
    text: Box<str>,
    /// The folder of the main file if the directive names a header in quotes, which may be there.
    folder: Option<Box<str>>,
}

/// The state of preprocessing behind the first directives of some main file.
#[derive(Debug)]
pub(crate) struct Beginning {
    id: BeginningId,
    /// The number of directives.
    directives: u32,
    /// The path of the main file from which it was kept.
    path: Arc<str>,
    /// Cheap to clone. It has no text of a main file.
    state: State,
    /// The sources that the main file includes, each with the index of its directive.
    included: Vec<(u32, u32)>,
}

/// What is known of a main file's beginning.
#[derive(Debug, Default)]
pub(crate) struct Begun {
    /// The longest kept beginning of the file.
    pub longest: Option<Arc<Beginning>>,
    /// The numbers of directives, ascending, behind which the state is to be kept.
    pub wanted: Vec<u32>,
}

impl Beginnings {
    /// Returns what is known of the beginning of a main file, and remembers how the file begins. The state is
    /// wanted where its beginning stops to be that of another file.
    pub(crate) fn of(&self, main: &Source, options: &PreprocessOptions) -> Begun {
        let mut begun = Begun::default();
        let mut tree = self.tree();
        if tree.is_closed {
            return begun;
        }
        let mut node = tree.roots.entry(options.clone()).or_default();
        let mut lines = leading(main).peekable();
        let mut directives = 0;
        while let Some(line) = lines.next() {
            node = node.next.entry(line).or_default();
            directives += 1;
            let is_parted = match lines.peek() {
                Some(next) => node.is_end || node.next.keys().any(|known| known != next),
                None => std::mem::replace(&mut node.is_end, true) || !node.next.is_empty(),
            };
            if node.kept.is_some() {
                begun.longest.clone_from(&node.kept);
                begun.wanted.clear();
            } else if is_parted && !std::mem::replace(&mut node.is_asked, true) {
                begun.wanted.push(directives);
            }
        }
        begun
    }

    /// Keeps the state behind the first `directives` of a main file, if that is worthwhile. `file` is the main file.
    pub(crate) fn keep(
        &self,
        directives: u32,
        state: &State,
        file: &Frame,
        options: &PreprocessOptions,
    ) -> Option<BeginningId> {
        let main = state.sources.first()?;
        let mut tree = self.tree();
        let Tree { roots, tokens, kept, .. } = &mut *tree;
        let mut node = roots.get_mut(options)?;
        let mut saved = 0;
        for line in leading(main).take(directives as usize) {
            node = node.next.get_mut(&line)?;
            saved = node.kept.as_ref().map_or(saved, |kept| kept.state.steps);
        }
        let more = *tokens + state.tokens.len();
        if node.kept.is_some() || more > MOST_TOKENS || (state.steps - saved) * WORTHWHILE < state.steps {
            return None;
        }
        let id = BeginningId(*kept);
        node.kept = Some(Arc::new(Beginning::new(id, directives, state, file)?));
        (*kept, *tokens) = (*kept + 1, more);
        Some(id)
    }

    /// Forgets everything, and keeps nothing from now on: most files have been read.
    pub fn close(&self) {
        let mut tree = self.tree();
        (tree.roots, tree.is_closed) = (FxHashMap::default(), true);
    }

    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Beginning {
    fn new(id: BeginningId, directives: u32, state: &State, file: &Frame) -> Option<Self> {
        let mut state = state.clone();
        state.freeze();
        let main = state.sources.first_mut()?;
        let path = Arc::clone(&main.path);
        *main = Source::main("".into(), Arc::new(Lexed::new("".into())));
        let included = state.sources.iter().enumerate().filter_map(|(source, included)| {
            let at = included.included_at.filter(|at| at.source == SourceId::MAIN)?;
            let mut lines = file.lexed.directives().iter();
            Some((source as u32, lines.position(|line| file.place(line) == at)? as u32))
        });
        let included = included.collect();
        Some(Self { id, directives, path, state, included })
    }

    /// Returns the number of this beginning.
    pub(crate) fn id(&self) -> BeginningId {
        self.id
    }

    /// Returns the state behind this beginning in another main file that begins with it.
    pub(crate) fn within(&self, main: Source) -> (State, Frame) {
        let mut state = self.state.clone();
        state.requests.come_from(&self.path, &main.path);
        let mut file = Frame::new(SourceId::MAIN, Arc::clone(&main.lexed));
        let lines = main.lexed.directives();
        for (source, line) in &self.included {
            state.sources[*source as usize].included_at = Some(file.place(&lines[*line as usize]));
        }
        file.jump(lines[self.directives as usize - 1].end, self.directives);
        state.sources[0] = main;
        (state, file)
    }
}

/// Yields the directives that a main file begins with, up to the first one after which another file would not be
/// preprocessed like this one.
fn leading(main: &Source) -> impl Iterator<Item = Line> {
    let lexed = &main.lexed;
    let mut end = 0;
    lexed.directives().iter().map_while(move |directive| {
        let line = &lexed.tokens()[directive.start as usize..directive.end as usize];
        let text = lexed.text().get(line.first()?.span.start as usize..directive.line_end as usize)?;
        let is_first = std::mem::replace(&mut end, directive.end) == directive.start;
        let operand = line.get(2).and_then(|token| lexed.text().as_bytes().get(token.span.start as usize));
        let is_plain = match directive.kind {
            // The name of a header may also come from a macro.
            DirectiveKind::Include => matches!(operand, Some(b'<' | b'"')),
            DirectiveKind::Undef => true,
            // The tokens of a body have their places in the main file.
            DirectiveKind::Define => line.len() == 3,
            _ => false,
        };
        let folder = (operand == Some(&b'"')).then(|| folder(&main.path).into());
        (is_first && is_plain).then(|| Line { text: text.into(), folder })
    })
}

/// Returns the folder of a path, as far as the path names one.
fn folder(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |slash| &path[..=slash])
}
