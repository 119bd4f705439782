//! Events of rules of users that a callee surely has.

use csieve_graph::{ExprId, ExprKind, MarkedObject, Type};

use super::{Call, learnt::Argument};
use crate::{
    lower::Lowering,
    summary::{Happened, Reached},
};

impl<'a> Lowering<'a> {
    /// Marks the events of a callee before the call has effects, so that its arguments still have their values. A function
    /// with labels of its own is known by these.
    pub(super) fn happened(&mut self, call: &Call<'a>, events: &[Happened], args: &[Argument]) {
        if self.dead || !self.library.own().of_call(call.name).is_empty() {
            return;
        }
        for event in events {
            let object = match &event.object {
                None => MarkedObject::None,
                Some(reached) => self.reached(reached, args).map_or(MarkedObject::Unknown, MarkedObject::Is),
            };
            self.mark_inside(event, object, call.span);
        }
    }

    /// Returns the value of an object that a callee reaches; `None` if it has no value here.
    fn reached(&mut self, reached: &Reached, args: &[Argument]) -> Option<ExprId> {
        let root = match (&reached.object, args.get(reached.path.param)) {
            (Some(object), _) => self.graph.exprs().add(ExprKind::Address(object.to_string()), Type::Pointer),
            (None, Some(Argument::Value(value, _))) => *value,
            (None, Some(Argument::Reference(var))) => self.referred(*var),
            (None, None) => return None,
        };
        let value = reached.path.from_argument(self.graph.exprs(), root, None)?;
        Some(self.graph.exprs_ref().strip_casts(value))
    }
}
