//! What calls of library functions write that their arguments do not name: buffers of streams, and what signal
//! handlers write while a call waits.

use super::Call;
use csieve_base::library::{Effects, Entry};
use csieve_graph::{ExprId, ExprKind};

use crate::lower::Lowering;

impl Lowering<'_> {
    /// Returns whether a call may have any effect: its entry says so, or the library keeps an argument that may be no
    /// null pointer.
    pub(super) fn may_do_anything(&self, entry: &Entry, args: &[ExprId]) -> bool {
        let is_null = |arg: &ExprId| {
            let pointer = self.graph.exprs_ref().strip_casts(*arg);
            self.graph.exprs_ref().get(pointer).kind == ExprKind::Const(0)
        };
        let kept = entry.keeps.and_then(|position| args.get(position));
        let calls_back = entry.uses_kept && self.context.kept.hooks;
        entry.effects == Effects::Anything || calls_back || kept.is_some_and(|arg| !is_null(arg))
    }

    /// Returns whether a call of a function without unlimited effects may write memory. A call that uses streams
    /// writes the memory that the file gave one as its buffer; where handlers may be installed, they may write
    /// while a call waits.
    pub(super) fn writes_memory(&self, call: &Call<'_>, entry: &Entry) -> bool {
        entry.effects == Effects::Memory || self.may_say_n(call, entry) || self.writes_unnamed(entry)
    }

    /// Returns whether a call may write in this file what neither its arguments nor its effects name.
    fn writes_unnamed(&self, entry: &Entry) -> bool {
        entry.uses_kept && self.context.kept.memory || entry.waits && self.handles_signals()
    }

    /// Returns whether the program may handle signals: the file declares a function that installs handlers.
    pub(in crate::lower) fn handles_signals(&self) -> bool {
        self.library.signal_handlers().iter().any(|name| self.context.functions.contains_key(name))
    }

    /// Returns whether calls of a library function do in this file what no entry could say: they use memory or functions
    /// that the file gave the library to keep, or change `errno`, of which the file keeps the address.
    pub(super) fn does_more(&self, entry: &Entry) -> bool {
        let kept = self.context.kept;
        kept.errno || entry.uses_kept && (kept.memory || kept.hooks)
    }

    /// Returns whether a library function that by its entry writes nothing may do so in this file.
    pub(in crate::lower) fn writes_hidden(&self, name: &str) -> bool {
        self.context.kept.errno || self.library.function(name).is_some_and(|entry| self.writes_unnamed(entry))
    }
}
