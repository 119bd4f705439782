//! What evaluating an operand may do to the operands beside it, judged from the syntax tree.

use super::{
    Lowering,
    calls::{Call, Wanted, is_operator, library_name},
    ctype::{CType, Shape},
    scope::Symbol,
    types::arguments,
    usage::inner,
};
use crate::summary::{Case, Summary};
use csieve_base::library::{Decided, Effects, Entry};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::VarKind;

/// What evaluating an operand may do that operands beside it may see.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside<'t> {
    /// The number of calls that may read or write what other code can reach.
    pub calls: usize,
    /// Whether memory or an object that other code can reach may be written, freed, or locked.
    pub writes: bool,
    /// The names of functions from outside whose answers a run numbers, as allocations.
    numbered: Vec<&'t str>,
    /// Whether the operand cannot be lowered twice: it has statements or assembly inside.
    pub is_fixed: bool,
}

/// What a call may do to what its caller's other operands see.
enum Doing<'t> {
    Nothing,
    /// It takes the next answer from outside.
    Answers(&'t str),
    Reads,
    Writes,
}

impl Beside<'_> {
    /// Returns whether the order of the operand matters to others at all.
    pub(super) fn acts(&self) -> bool {
        self.calls > 0 || self.writes || self.is_fixed || !self.numbered.is_empty()
    }

    /// Returns whether it may matter which of two operands is evaluated first. Without a call, C forbids that
    /// it does.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let touches = |one: &Self| one.calls > 0 || one.writes;
        let is_open = self.calls > 0 || other.calls > 0;
        is_open && touches(self) && touches(other) && (self.writes || other.writes)
            || self.numbered.iter().any(|name| other.numbered.contains(name))
    }
}

impl<'a> Lowering<'a> {
    /// Returns what evaluating an expression may do to operands beside it.
    pub(super) fn beside(&self, node: Node<'a>) -> Beside<'a> {
        let mut all = Beside::default();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match node.kind() {
                Kind::SizeofExpression | Kind::AlignofExpression | Kind::OffsetofExpression => continue,
                Kind::AssignmentExpression | Kind::UpdateExpression => {
                    let target = node.field(Field::Left).or_else(|| node.field(Field::Argument));
                    all.writes |= target.is_none_or(|target| self.is_seen(inner(target)));
                }
                Kind::CallExpression => match self.doing(node) {
                    Doing::Nothing => {}
                    Doing::Answers(name) => all.numbered.push(name),
                    Doing::Reads => all.calls += 1,
                    Doing::Writes => {
                        all.calls += 1;
                        all.writes = true;
                    }
                },
                Kind::CompoundStatement | Kind::GnuAsmExpression => {
                    (all.is_fixed, all.writes) = (true, true);
                    all.calls += 1;
                }
                _ => {}
            }
            pending.extend(node.named_children());
        }
        all
    }

    /// Returns whether evaluating an expression reads what a call beside it may write.
    pub(super) fn reads_shared(&self, node: Node<'a>) -> bool {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match node.kind() {
                Kind::SizeofExpression | Kind::AlignofExpression | Kind::OffsetofExpression => continue,
                Kind::CallExpression => return true,
                Kind::SubscriptExpression => return true,
                Kind::FieldExpression if self.is_seen(node) => return true,
                Kind::FieldExpression => continue,
                Kind::PointerExpression if node.operator() == Kind::Star => return true,
                Kind::PointerExpression => {
                    let object = node.field(Field::Argument).map(inner);
                    if object.is_some_and(|object| object.kind() == Kind::Identifier) {
                        continue;
                    }
                }
                Kind::Identifier if self.is_seen(node) => return true,
                _ => {}
            }
            pending.extend(node.named_children());
        }
        false
    }

    /// Returns whether other code may reach the object that an expression designates.
    fn is_seen(&self, place: Node<'a>) -> bool {
        let mut place = place;
        while place.kind() == Kind::FieldExpression
            && place.field(Field::Operator).is_none_or(|operator| operator.kind() != Kind::Arrow)
        {
            let Some(record) = place.field(Field::Argument) else { return true };
            place = inner(record);
        }
        if place.kind() != Kind::Identifier {
            return true;
        }
        let name = self.source(place);
        let is_global = || {
            let info = self.context.globals.get(name);
            info.is_some_and(|info| info.value.is_none() && !is_array(&info.ty))
        };
        match self.scopes.get(name) {
            Some(Symbol::Scalar { var, .. }) => {
                let info = self.graph.var_info(*var);
                info.exposed || info.kind == VarKind::Global
            }
            Some(Symbol::Fields { .. } | Symbol::Constant { .. }) => false,
            Some(Symbol::Memory { ty, .. }) => !is_array(ty),
            None => is_global(),
        }
    }

    fn doing(&self, node: Node<'a>) -> Doing<'a> {
        let function = node.field(Field::Function).map(inner);
        let Some(function) = function.filter(|function| function.kind() == Kind::Identifier) else {
            return Doing::Writes;
        };
        let name = self.source(function);
        if self.scopes.is_local(name) || self.context.globals.contains_key(name) {
            return Doing::Writes;
        }
        let declared = self.declared_function(name);
        let is_defined = declared.is_some_and(|function| function.defined);
        if is_operator(name) && !is_defined {
            return Doing::Nothing;
        }
        let (args, span) = (arguments(node), self.span(node));
        let call = Call { node, name: library_name(name), args, wanted: Wanted::Nothing, span };
        if self.is_library_call(&call, declared)
            && let Some(entry) = self.library.function(call.name)
        {
            return of_library(call.name, entry, self.library.writes_nothing(call.name));
        }
        match (declared, self.summaries.get(call.name)) {
            (Some(function), _) if function.constant.is_some() => Doing::Nothing,
            (Some(_), Some(summary)) if summary.fits(call.args.len()) => of_summary(summary),
            _ => Doing::Writes,
        }
    }
}

fn is_array(ty: &CType) -> bool {
    matches!(ty.shape, Shape::Array(..))
}

/// Returns what a call of a function in the library table does, apart from that it may write nothing.
fn of_library<'t>(name: &'t str, entry: &Entry, writes_nothing: bool) -> Doing<'t> {
    let changes = entry.effects != Effects::None
        || entry.frees.is_some()
        || entry.reallocates.is_some()
        || entry.closes.is_some()
        || entry.stores.is_some()
        || !entry.takes.is_empty()
        || entry.locks.is_some()
        || entry.unlocks.is_some();
    match entry {
        _ if changes => Doing::Writes,
        _ if entry.allocates.is_some() => Doing::Answers("malloc"),
        _ if entry.opens.is_some() => Doing::Answers("open"),
        _ if entry.decided == Decided::Environment => Doing::Answers(name),
        _ if writes_nothing => Doing::Nothing,
        _ => Doing::Writes,
    }
}

fn of_summary(summary: &Summary) -> Doing<'static> {
    let writes = |case: &Case| {
        case.opaque
            || case.writes_memory
            || !case.frees.is_empty()
            || !case.may_free.is_empty()
            || !case.writes.is_empty()
    };
    let is_silent = summary.globals.is_empty() && summary.locks.is_empty() && summary.events.is_empty();
    if is_silent && !summary.cases.iter().any(writes) { Doing::Reads } else { Doing::Writes }
}
