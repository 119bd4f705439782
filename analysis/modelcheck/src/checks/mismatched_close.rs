use csieve_base::{
    library::Resource,
    text::{Line, Sentence, sentence},
};
use csieve_graph::{Action, EdgeId, ExprId, VarId};

use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names, Severity,
    declare,
};
use super::{
    Check, Rule,
    any_reason::{from_outside, state, suspects},
    freed::freed_text,
};
use crate::model::{Counterexample, Function, Holder, MayHolders, Move, Phase, Property, Relation, Tracked};

declare! {
    /// ## What it does
    ///
    /// Finds calls that close a resource with a function for another kind of resource: a stream of `popen`
    /// closed by `fclose`, a stream of `fopen` closed by `pclose`, a directory closed by `fclose`. Finds
    /// memory that is freed by a function that does not belong to its allocator: memory of `g_malloc` freed
    /// by `free`, an object whose allocator names another function in the attribute `malloc (release)`, a
    /// stream freed by `free`.
    ///
    /// ## Why is this bad
    ///
    /// The behaviour is undefined. `fclose` does not wait for the process of a stream of `popen`: the
    /// process stays as a zombie.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdio.h>
    /// # void example(void)
    /// # {
    ///     FILE *who = popen("whoami", "r");
    ///     if (who)
    ///         fclose(who);
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdio.h>
    /// # void example(const char *path, int is_command)
    /// # {
    ///     FILE *f = is_command ? popen(path, "r") : fopen(path, "r");
    ///     if (!f)
    ///         return;
    ///     if (is_command)
    ///         pclose(f);
    ///     else
    ///         fclose(f);
    /// # }
    /// ```
    ///
    /// `{is_command != 0, is_command == 0}` has no solution: what `popen` opened comes to `pclose` only.
    ///
    /// ## Limits
    ///
    /// A resource is followed from where the function opens it, memory from where it is allocated. [Tables](../library.md) add kinds of
    /// resources, and what opens and closes them.
    MismatchedClose {
        title: "A resource is closed by a function for another kind",
        finds: "streams, pipes and directories closed by the wrong function",
        cwe: 762,
        cert: &[],
        misra: &[],
        severity: Severity::Warning,
        names: Names { cppcheck: &["mismatchAllocDealloc"], gcc: &["-Wmismatched-dealloc"], clang: &[] },
        detection: Detection::Search(&MismatchedClose),
        edges: MisuseEdges::Steps,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: None,
        driver: Driver {
            reports: &[],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

/// The kind of what is closed or freed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'f> {
    /// A resource whose handle is a pointer.
    Resource(&'f Resource),
    /// Memory from the allocator of this name.
    Memory(&'f str),
}

/// Returns the kind of what an action opens or allocates, and the variable that gets it.
fn obtained(action: &Action) -> Option<(Kind<'_>, VarId)> {
    match action {
        Action::Open { var, resource, .. } if resource.is_pointer => Some((Kind::Resource(resource), *var)),
        Action::Alloc { var, callee } => Some((Kind::Memory(callee), *var)),
        _ => None,
    }
}

/// Returns the pointer that an action closes or frees.
fn released(action: &Action) -> Option<ExprId> {
    match action {
        Action::Close { handle, .. } => Some(*handle),
        Action::Free { pointer, .. } => Some(*pointer),
        _ => None,
    }
}

/// Returns the kinds that a function opens or allocates and may close or free in a wrong way, each once. The
/// reason in a [`Phase`] is a position in this list, counted from 1; 0 means that the kind is not known.
fn kinds<'f>(function: &'f Function) -> Vec<Kind<'f>> {
    let mut kinds: Vec<Kind> = Vec::new();
    for edge in &function.cfg.edges {
        if let Some((kind, _)) = obtained(&edge.action)
            && !kinds.contains(&kind)
            && may_be_wrong(function, kind)
        {
            kinds.push(kind);
        }
    }
    kinds
}

/// Returns the phase of what is of this kind. `None` if no call in the function could close or free it in a
/// wrong way.
fn phase_of(function: &Function, obtained: Kind) -> Option<Phase> {
    may_be_wrong(function, obtained).then_some(())?;
    let position = kinds(function).iter().position(|kind| *kind == obtained)?;
    Some(Phase::because(u8::try_from(position + 1).ok()?))
}

/// Returns whether the function closes or frees something in a way that is wrong for this kind.
fn may_be_wrong(function: &Function, kind: Kind) -> bool {
    function.releases().iter().any(|id| is_wrong(function, kind, &function.cfg.edge(*id).action))
}

/// Returns whether an action closes or frees what must not be of this kind. Only kinds with pointers as
/// handles are compared, not descriptors.
fn is_wrong(function: &Function, kind: Kind, action: &Action) -> bool {
    match (kind, action) {
        (Kind::Resource(opened), Action::Close { resource, .. }) => {
            resource.is_pointer && opened.name != resource.name
        }
        (Kind::Memory(_), Action::Close { resource, .. }) => resource.is_pointer,
        (Kind::Resource(_), Action::Free { callee, .. }) => function.cfg.frees_memory.contains(callee),
        (Kind::Memory(allocator), Action::Free { callee, .. }) => {
            function.cfg.mismatched.iter().any(|(one, other)| one == allocator && other == callee)
        }
        _ => false,
    }
}

impl Property for MismatchedClose {
    fn rule(&self) -> Rule {
        Rule::MismatchedClose
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let (kind, var) = obtained(&function.cfg.edge(edge).action)?;
        let phase = phase_of(function, kind)?;
        Some(Move::To(Tracked { phase, ..Tracked::by(Holder::Var(var)) }))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let is_held = |pointer| tracked.holders.relation(function, pointer) == Some(Relation::Exact);
        match &edge.action {
            action if released(action).is_some_and(is_held) => {
                let kind = kinds(function)[usize::from(tracked.phase.reason()) - 1];
                let is_wrong = is_wrong(function, kind, action);
                if is_wrong { Move::Misuse { definite: false } } else { Move::Gone }
            }
            // After a failed close, the handle need not be valid any more.
            Action::CloseFail { handle } if tracked.holders.occurs_in(function, *handle) => Move::Gone,
            _ => {
                let holders = tracked.holders.after(function, edge);
                let is_over = holders.none_exact();
                if is_over { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
            }
        }
    }
}

impl Check for MismatchedClose {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyMismatch
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        freed_text(function, found.misuse())
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let handle = self.subject(function, found);
        let start = found.start.map(|start| function.cfg.edge(found.word[start]));
        let line = start.map_or(Line(0), |edge| Line(edge.span.start));
        let obtained = start.and_then(|edge| obtained_by(&edge.action));
        match (obtained, &function.cfg.edge(found.misuse()).action) {
            (Some((did, by)), Action::Close { callee, .. }) => sentence!(
                "`{}` is closed by `{}`, the wrong function for it: `{}` {} it on line {}",
                handle,
                callee,
                by,
                did,
                line
            ),
            (Some((did, by)), Action::Free { callee, .. }) => sentence!(
                "`{}` is freed by `{}`, the wrong function for it: `{}` {} it on line {}",
                handle,
                callee,
                by,
                did,
                line
            ),
            _ => sentence!("`{}` is closed by a function for another kind of resource", handle),
        }
    }
}

/// Returns what an action did to obtain an object, in the past tense, and the function that did so.
fn obtained_by(action: &Action) -> Option<(&'static str, &str)> {
    match action {
        Action::Open { callee, .. } => Some(("opened", callee)),
        Action::Alloc { callee, .. } => Some(("allocated", callee)),
        _ => None,
    }
}

/// A resource of any kind that may be closed by a function for another kind, through a handle that may belong
/// to it.
#[derive(Clone, Copy, Debug)]
struct AnyMismatch;

impl Property for AnyMismatch {
    fn rule(&self) -> Rule {
        Rule::MismatchedClose
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        vec![state(MayHolders::at_entry(function), Phase::default())]
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let action = &function.cfg.edge(edge).action;
        Some(Move::To(match obtained(action) {
            Some((kind, var)) => state(MayHolders::fresh(function, var), phase_of(function, kind)?),
            None => state(from_outside(function, action)?, Phase::default()),
        }))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let suspects = suspects(tracked);
        let reason = tracked.phase.reason();
        let next = state(suspects.after(function, edge), Phase::because(reason));
        if !released(&edge.action).is_some_and(|pointer| suspects.may_be(function, pointer)) {
            return Move::To(next);
        }
        // The kind of what comes from outside the function is not known.
        let kind = usize::from(reason).checked_sub(1).map(|kind| kinds(function)[kind]);
        let may_be_wrong = kind.is_none_or(|kind| is_wrong(function, kind, &edge.action));
        if may_be_wrong { Move::Perhaps(next) } else { Move::To(next) }
    }
}
