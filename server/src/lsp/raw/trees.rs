//! The thread that keeps the raw trees of open documents.
//!
//! It is told of each edit and each question in order, so that a question is answered from the text that the
//! client had when it asked. An edit of a tree takes microseconds; only a question makes the thread parse.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use csieve_analysis::text::SourceText;
use rustc_hash::FxHashMap;
use tokio::sync::oneshot;
use tower_lsp::lsp_types::Url;
use tree_sitter::{InputEdit, Tree};

use super::RawText;

/// The time after the last question about a document until its tree is forgotten. A tree takes about 16 times
/// as much memory as its text.
const KEPT: Duration = Duration::from_secs(60);

/// What changed in a text; `None` if it is another text altogether.
pub(crate) type Edits = Option<Vec<InputEdit>>;

/// A message to the thread.
#[derive(Debug)]
enum Told {
    Edited(Url, Edits),
    Asked(Url, SourceText, oneshot::Sender<RawText>),
}

/// The trees of open documents, kept on a thread of their own.
#[derive(Debug)]
pub(crate) struct Trees {
    told: Option<Sender<Told>>,
}

impl Trees {
    /// Starts the thread, which ends when the returned value is dropped. If the system cannot start one,
    /// questions have no answers.
    pub(in crate::lsp) fn start() -> Self {
        let (told, messages) = channel();
        let run = move || Kept::default().run(&messages);
        match thread::Builder::new().name("trees".to_owned()).spawn(run) {
            Ok(_) => Self { told: Some(told) },
            Err(error) => {
                tracing::error!(%error, "texts are not parsed for symbols");
                Self { told: None }
            }
        }
    }

    /// Records an edit of a document, which may have no tree.
    pub(in crate::lsp) fn edited(&self, uri: &Url, edits: Edits) {
        self.tell(Told::Edited(uri.clone(), edits));
    }

    /// Forgets the tree of a document.
    pub(in crate::lsp) fn forget(&self, uri: &Url) {
        self.edited(uri, None);
    }

    /// Answers with the tree of a document whose current text is `source`.
    pub(in crate::lsp) fn ask(&self, uri: &Url, source: SourceText, reply: oneshot::Sender<RawText>) {
        self.tell(Told::Asked(uri.clone(), source, reply));
    }

    fn tell(&self, told: Told) {
        if let Some(thread) = &self.told {
            let _ = thread.send(told);
        }
    }
}

/// The trees that are kept.
#[derive(Debug, Default)]
struct Kept {
    trees: FxHashMap<Url, KeptTree>,
}

#[derive(Debug)]
struct KeptTree {
    tree: Tree,
    /// Whether the text was edited since it was parsed.
    is_edited: bool,
    asked: Instant,
}

impl Kept {
    fn run(&mut self, messages: &Receiver<Told>) {
        loop {
            let told = if self.trees.is_empty() {
                messages.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                messages.recv_timeout(KEPT)
            };
            match told {
                Ok(Told::Edited(uri, edits)) => self.edit(&uri, edits),
                Ok(Told::Asked(uri, source, reply)) => self.answer(uri, source, reply),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.trees.retain(|_, kept| kept.asked.elapsed() < KEPT);
        }
    }

    fn edit(&mut self, uri: &Url, edits: Edits) {
        let Some(edits) = edits else {
            self.trees.remove(uri);
            return;
        };
        if let Some(kept) = self.trees.get_mut(uri) {
            kept.is_edited |= !edits.is_empty();
            for edit in &edits {
                kept.tree.edit(edit);
            }
        }
    }

    fn answer(&mut self, uri: Url, source: SourceText, reply: oneshot::Sender<RawText>) {
        // The client may have cancelled the question meanwhile.
        if reply.is_closed() {
            return;
        }
        let before = self.trees.remove(&uri);
        let raw = match before {
            Some(KeptTree { tree, is_edited: false, .. }) => Some(RawText { source, tree }),
            before => {
                let before = before.map(|kept| kept.tree);
                let parse = || RawText::parse(source, before.as_ref());
                catch_unwind(AssertUnwindSafe(parse)).ok().flatten()
            }
        };
        let Some(raw) = raw else { return };
        let kept = KeptTree { tree: raw.tree.clone(), is_edited: false, asked: Instant::now() };
        self.trees.insert(uri, kept);
        let _ = reply.send(raw);
    }
}

#[cfg(test)]
mod tests {
    use csieve_analysis::text::{SourceText, Span};
    use tokio::sync::oneshot;
    use tower_lsp::lsp_types::Url;

    use super::{Kept, RawText};
    use crate::lsp::raw::edit;

    fn ask(kept: &mut Kept, uri: &Url, source: &SourceText) -> String {
        let (reply, mut answer) = oneshot::channel();
        kept.answer(uri.clone(), source.clone(), reply);
        answer.try_recv().expect("it is parsed").tree.root_node().to_sexp()
    }

    #[test]
    fn a_tree_that_was_edited_along_is_that_of_the_text() {
        let uri = Url::parse("file:///a.c").expect("this is a URI");
        let mut kept = Kept::default();
        let mut source = SourceText::new("int f(void)\n{\n    return 1;\n}\nint g(void) { return é; }\n");
        ask(&mut kept, &uri, &source);
        for (from, to, text) in [
            (14, 14, "    if (x) {\n"),
            (4, 5, "first"),
            (0, 0, "struct s { int a; };\n"),
            (30, 60, ""),
            (7, 7, "\n"),
        ] {
            let new = source.edited(Span::new(from, to), text);
            kept.edit(&uri, Some(vec![edit(&source, Span::new(from, to), &new, text.len())]));
            source = new;
            let fresh = RawText::parse(source.clone(), None).expect("nothing cancels the parser");
            assert_eq!(ask(&mut kept, &uri, &source), fresh.tree.root_node().to_sexp(), "{}", source.text());
        }
    }

    #[test]
    fn a_question_that_was_cancelled_parses_nothing() {
        let uri = Url::parse("file:///a.c").expect("this is a URI");
        let (mut kept, (reply, answer)) = (Kept::default(), oneshot::channel());
        drop(answer);
        kept.answer(uri, SourceText::new("int a;"), reply);
        assert!(kept.trees.is_empty());
    }
}
