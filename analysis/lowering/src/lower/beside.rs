//! What evaluating an operand may do to the operands beside it, judged from the syntax tree.

use super::{
    Lowering,
    calls::{Call, Wanted, is_operator, library_name},
    ctype::{CType, Shape},
    scope::Symbol,
    types::arguments,
    usage::{called, inner, is_arrow},
};
use crate::summary::{Case, Summary};
use csieve_base::library::{Decided, Effects, Entry};
use csieve_domains::interval::{Interval, type_range};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::VarKind;

/// What evaluating an operand may do that operands beside it may see.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside<'t> {
    /// The number of calls that may read or write what other code can reach.
    pub calls: usize,
    /// The number of assignments to memory or to objects that other code can reach.
    assigned: usize,
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
    /// Returns whether the operand may change, or read by calls, what others see.
    pub(super) fn acts(&self) -> bool {
        self.calls > 0 || self.writes
    }

    /// Returns whether it may matter which of two operands is evaluated first. Without a call, C forbids that
    /// it does.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let is_open = self.calls > 0 || other.calls > 0;
        is_open && self.acts() && other.acts() && (self.writes || other.writes)
    }

    /// Returns whether the operand acts at most once, so that others are evaluated before or after that.
    pub(super) fn is_single(&self) -> bool {
        self.calls + self.assigned <= 1 && !self.is_fixed
    }

    /// Returns whether two operands take answers from outside of the same kind.
    pub(super) fn is_answered_beside(&self, other: &Self) -> bool {
        self.numbered.iter().any(|name| other.numbered.contains(name))
    }
}

/// What of an operand C lets be evaluated apart from the rest of it.
pub(super) enum Parts<'t> {
    /// Nothing that matters.
    None,
    /// These parts, before everything else.
    First(Vec<Node<'t>>),
    /// More than is looked at.
    Many,
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
                    if target.is_none_or(|target| self.is_seen(inner(target))) {
                        all.assigned += 1;
                        all.writes = true;
                    }
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

    /// Returns whether evaluating an expression reads what a call beside it may write. Addresses read nothing.
    pub(super) fn reads_shared(&mut self, node: Node<'a>) -> bool {
        // Each node with whether only its address is taken.
        let mut pending = vec![(node, false)];
        while let Some((node, is_address)) = pending.pop() {
            match node.kind() {
                Kind::SizeofExpression | Kind::AlignofExpression | Kind::OffsetofExpression => {}
                Kind::CallExpression if !self.is_of_literals(node) => return true,
                Kind::PointerExpression if node.operator() != Kind::Star => {
                    pending.extend(node.field(Field::Argument).map(|place| (inner(place), true)));
                }
                Kind::FieldExpression | Kind::SubscriptExpression | Kind::PointerExpression => {
                    let is_address = is_address || is_array(&self.type_reader().type_of(node));
                    if !is_address && self.is_seen(node) {
                        return true;
                    }
                    let is_inside = node.kind() == Kind::FieldExpression && !is_arrow(node);
                    let parts = [Field::Argument, Field::Index].into_iter();
                    let parts = parts.filter_map(|field| node.field(field));
                    pending.extend(parts.map(|part| (inner(part), is_inside)));
                }
                Kind::Identifier if !is_address && self.is_seen(node) => return true,
                _ => pending.extend(node.named_children().map(|child| (inner(child), is_address))),
            }
        }
        false
    }

    /// Returns whether a call has literals as arguments only, and neither reads nor writes anything else.
    fn is_of_literals(&self, call: Node<'a>) -> bool {
        let is_literal = |arg: &Node<'a>| {
            let kinds =
                [Kind::StringLiteral, Kind::ConcatenatedString, Kind::NumberLiteral, Kind::CharLiteral];
            kinds.contains(&inner(*arg).kind())
        };
        matches!(self.doing(call), Doing::Nothing) && arguments(call).iter().all(is_literal)
    }

    /// Returns which parts of an operand C lets be evaluated before something else, and the rest after it.
    pub(super) fn parts(&mut self, operand: Node<'a>) -> Parts<'a> {
        let mut node = inner(operand);
        loop {
            let is_call = node.kind() == Kind::CallExpression;
            let (reading, acting) = self.parts_of(node);
            let is_set = matches!(node.kind(), Kind::AssignmentExpression | Kind::UpdateExpression)
                && node.field(Field::Left).is_none_or(|left| self.is_seen(inner(left)));
            match (reading.as_slice(), acting.as_slice()) {
                ([], []) => return Parts::None,
                _ if is_set => return Parts::Many,
                (_, []) if is_call => return Parts::First(reading),
                ([], [part]) if is_call && self.beside(*part).is_single() && self.is_flat(*part) => {
                    return Parts::First(acting);
                }
                ([], [part]) if !is_call => node = *part,
                _ => return Parts::Many,
            }
        }
    }

    /// Returns whether nothing in an operand with one call is evaluated before that call, apart from what no call
    /// changes.
    fn is_flat(&mut self, operand: Node<'a>) -> bool {
        let mut node = inner(operand);
        loop {
            let (reading, acting) = self.parts_of(node);
            match (reading.as_slice(), acting.as_slice()) {
                ([], []) => return true,
                ([], [part]) => node = *part,
                _ => return false,
            }
        }
    }

    /// Returns the parts of an expression that read what calls may write, and the parts that act.
    fn parts_of(&mut self, node: Node<'a>) -> (Vec<Node<'a>>, Vec<Node<'a>>) {
        let is_call = node.kind() == Kind::CallExpression;
        let parts: Vec<Node<'a>> = if is_call {
            let function = node.field(Field::Function).map(inner);
            let function = function.filter(|function| function.kind() != Kind::Identifier);
            function.into_iter().chain(arguments(node).into_iter().map(inner)).collect()
        } else {
            node.named_children().map(inner).collect()
        };
        let (acting, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| self.beside(*part).acts());
        (others.into_iter().filter(|part| self.reads_shared(*part)).collect(), acting)
    }

    /// Returns whether other code may reach the object that an expression designates.
    fn is_seen(&self, place: Node<'a>) -> bool {
        let mut place = place;
        while place.kind() == Kind::FieldExpression && !is_arrow(place) {
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
        if is_operator(name) && !is_defined && !self.summaries.replaced().has(name) {
            return Doing::Nothing;
        }
        let (args, span) = (arguments(node), self.span(node));
        let call = Call { node, name: library_name(name), args, wanted: Wanted::Nothing, span };
        if self.is_library_call(&call, declared)
            && self.is_told(&call)
            && let Some(entry) = self.library.function(call.name)
        {
            let writes_nothing = self.library.writes_nothing(call.name) && !self.writes_hidden(call.name);
            return of_library(call.name, entry, writes_nothing);
        }
        match (declared, called(self.summaries, call.name, declared, call.args.len())) {
            (Some(function), _) if function.constant.is_some() => Doing::Nothing,
            (Some(_), Some(summary)) => of_summary(summary),
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
        || entry.unlocks.is_some()
        || entry.noreturn;
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
    let is_silent = is_silent && surely_returns(summary);
    if is_silent && !summary.cases.iter().any(writes) { Doing::Reads } else { Doing::Writes }
}

/// Returns whether a function may return whatever it is given, for all that its cases say: one of them applies to
/// any arguments, or some apply to any value of one parameter.
fn surely_returns(summary: &Summary) -> bool {
    // A function that accesses an object in any case is a misuse without one.
    let needs_object = |at: usize| summary.params.get(at).is_some_and(|param| param.dereferenced.is_some());
    let range = |at: usize| {
        let all = summary.params.get(at).map_or(Interval::TOP, |param| type_range(param.ty));
        if needs_object(at) { all.meet(Interval::NON_NULL) } else { all }
    };
    let excludes_zero = |case: &Case, at: usize| case.nonzero.contains(&at) && !needs_object(at);
    let restricted = |case: &Case| -> Vec<usize> {
        let is_restricted =
            |(at, allowed): (usize, &Interval)| !range(at).is_subset(*allowed) || excludes_zero(case, at);
        (0..case.args.len()).zip(&case.args).filter(|pair| is_restricted(*pair)).map(|(at, _)| at).collect()
    };
    let cases = summary.cases.iter().filter(|case| case.conditions.is_empty());
    let cases: Vec<(&Case, Vec<usize>)> = cases.map(|case| (case, restricted(case))).collect();
    let covers = |at: usize| {
        let only = cases.iter().filter(|(_, restricted)| *restricted == [at]).map(|(case, _)| *case);
        let takes_zero = only.clone().any(|case| case.args[at].contains(0) && !excludes_zero(case, at));
        let mut parts: Vec<(i128, i128)> = only.filter_map(|case| case.args[at].bounds()).collect();
        parts.sort_unstable();
        let Some((low, high)) = range(at).bounds() else { return false };
        let reached = parts.into_iter().fold(low, |reached, (from, to)| {
            if from <= reached { reached.max(to.saturating_add(1)) } else { reached }
        });
        (takes_zero || !range(at).contains(0)) && (reached > high || reached == i128::MAX)
    };
    cases.iter().any(|(_, restricted)| restricted.is_empty()) || (0..summary.params.len()).any(covers)
}

/// Returns whether reading the object that an expression designates cannot go wrong, as with a variable or a
/// member of one.
pub(super) fn is_plain(node: Node<'_>) -> bool {
    let mut place = inner(node);
    while place.kind() == Kind::FieldExpression && !is_arrow(place) {
        let Some(record) = place.field(Field::Argument) else { return false };
        place = inner(record);
    }
    place.kind() == Kind::Identifier
}
