//! Calls of what has the name of a library function, while nothing declares it. The table is then a belief: one path does
//! what it says, another one what any function may do. Runs take neither, so that nothing behind it is confirmed.

use super::{Call, Wanted, library::variable};
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, CallTarget, ExprId, ExprKind, IntType, Loc, VarId};

use crate::lower::{Lowered, Lowering, convert::Value, ctype::Shape, place::Lvalue};

/// The call that is being lowered of what nothing declares.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Untold<'a> {
    node: Node<'a>,
    /// Where the call begins, and its arguments, once they are evaluated.
    begins: Option<(Loc, Vec<ExprId>)>,
}

impl<'a> Lowering<'a> {
    /// Lowers a call of what nothing declares with a path on which it is another function than that of the library.
    pub(super) fn untold_call(
        &mut self,
        call: &Call<'a>,
        lower: impl FnOnce(&mut Self) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let outer = self.untold.replace(Untold { node: call.node, begins: None });
        let first = self.graph.so_far().var_ids().count();
        let value = lower(self);
        let begins = std::mem::replace(&mut self.untold, outer).and_then(|untold| untold.begins);
        let mut value = value?;
        let Some((begins, args)) = begins else { return Ok(value) };
        let has_value = value.ty.shape != Shape::Void && !value.ty.is_aggregate();
        let place = match call.wanted {
            Wanted::Value | Wanted::Into(..) if has_value => {
                Some(match self.own_result(call, &value, first) {
                    Some(var) => Lvalue::Var { var, ty: value.ty.clone() },
                    None => {
                        let place = self.temporary(&value.ty, self.source(call.node).to_owned());
                        value = self.assign(&place, &value, call.span, true);
                        place
                    }
                })
            }
            _ => None,
        };
        let mut ends: Vec<Loc> = self.end().into_iter().collect();
        let target = CallTarget::MaybeMacro(call.name.to_owned());
        let other = Action::Call { target, args, result: variable(place.as_ref()) };
        ends.push(self.graph.step(begins, other, call.span));
        self.merge(&ends, call.span);
        Ok(place.map_or(value, |place| self.current(&place)))
    }

    /// Returns the variable of the result, if the call has made it (`first` is the first variable that it may have made), or
    /// was told to write it.
    fn own_result(&self, call: &Call<'a>, value: &Value, first: usize) -> Option<VarId> {
        let ExprKind::Var(var) = self.graph.exprs_ref().get(value.expr).kind else { return None };
        let is_own = match call.wanted {
            Wanted::Into(into, _) => var == into,
            Wanted::Value | Wanted::Nothing => var.index() >= first,
        };
        is_own.then_some(var)
    }

    /// Begins the path on which a call of what nothing declares does what the table says.
    pub(super) fn begin_untold(&mut self, call: &Call<'a>, args: impl Iterator<Item = ExprId>) {
        let (begins, is_dead) = (self.here, self.dead);
        let Some(untold) = self.untold.as_mut().filter(|untold| untold.node == call.node && !is_dead) else {
            return;
        };
        untold.begins = Some((begins, args.collect()));
        let never = self.graph.exprs().constant(0, IntType::INT);
        self.step(Action::Skip, call.span);
        let edge = self.graph.last_edge();
        self.graph.concrete().conditions.insert(edge, (never, true));
    }
}
