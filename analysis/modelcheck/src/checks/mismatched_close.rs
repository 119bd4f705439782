use csieve_base::{
    library::Resource,
    text::{Line, Sentence, sentence},
};
use csieve_graph::{Action, EdgeId};

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
    /// closed by `fclose`, a stream of `fopen` closed by `pclose`, a directory closed by `fclose`.
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
    /// A resource is followed from where the function opens it. [Tables](../library.md) add kinds of
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
        edges: MisuseEdges::Nowhere,
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

/// Returns the kinds of resources that a function opens, each once. The reason in a [`Phase`] is a position
/// in this list, counted from 1; 0 means that the kind is not known.
fn kinds<'f>(function: &'f Function) -> Vec<&'f Resource> {
    let mut kinds: Vec<&Resource> = Vec::new();
    for edge in &function.cfg.edges {
        if let Action::Open { resource, .. } = &edge.action
            && !kinds.iter().any(|kind| kind.name == resource.name)
        {
            kinds.push(resource);
        }
    }
    kinds
}

/// Returns the phase of a resource of this kind. `None` if no call in the function could close the resource
/// in a wrong way.
fn phase_of(function: &Function, opened: &Resource) -> Option<Phase> {
    let is_other =
        |action: &Action| matches!(action, Action::Close { resource, .. } if differ(opened, resource));
    function.cfg.edges.iter().any(|edge| is_other(&edge.action)).then_some(())?;
    let position = kinds(function).iter().position(|kind| kind.name == opened.name)?;
    Some(Phase::because(u8::try_from(position + 1).ok()?))
}

/// Returns whether a function that closes resources of the kind `closed` must not close one of the kind
/// `opened`. Only kinds with pointers as handles are compared, not descriptors.
fn differ(opened: &Resource, closed: &Resource) -> bool {
    opened.name != closed.name && opened.is_pointer && closed.is_pointer
}

impl Property for MismatchedClose {
    fn rule(&self) -> Rule {
        Rule::MismatchedClose
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let Action::Open { var, resource, .. } = &function.cfg.edge(edge).action else { return None };
        let phase = phase_of(function, resource)?;
        Some(Move::To(Tracked { phase, ..Tracked::by(Holder::Var(*var)) }))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        match &edge.action {
            Action::Close { handle, resource, .. }
                if tracked.holders.relation(function, *handle) == Some(Relation::Exact) =>
            {
                let opened = kinds(function)[usize::from(tracked.phase.reason()) - 1];
                if differ(opened, resource) { Move::Misuse { definite: false } } else { Move::Gone }
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
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyMismatch
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        freed_text(function, found.misuse())
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let handle = self.subject(function, found);
        let opened = found.start.map(|start| function.cfg.edge(found.word[start]));
        let opened = opened.and_then(|edge| match &edge.action {
            Action::Open { callee, .. } => Some((callee, Line(edge.span.start))),
            _ => None,
        });
        match (opened, &function.cfg.edge(found.misuse()).action) {
            (Some((opened, line)), Action::Close { callee, .. }) => sentence!(
                "`{}` is closed by `{}`, but `{}` opened it on line {}, which needs another function",
                handle,
                callee,
                opened,
                line
            ),
            _ => sentence!("`{}` is closed by a function for another kind of resource", handle),
        }
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
        Some(Move::To(match &function.cfg.edge(edge).action {
            Action::Open { var, resource, .. } => {
                state(MayHolders::fresh(function, *var), phase_of(function, resource)?)
            }
            action => state(from_outside(function, action)?, Phase::default()),
        }))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let suspects = suspects(tracked);
        let reason = tracked.phase.reason();
        let next = state(suspects.after(function, edge), Phase::because(reason));
        match &edge.action {
            Action::Close { handle, resource, .. } if suspects.may_be(function, *handle) => {
                // The kind of a resource that comes from outside the function is not known.
                let kind = usize::from(reason).checked_sub(1).map(|kind| kinds(function)[kind]);
                if kind.is_none_or(|kind| differ(kind, resource)) {
                    Move::Perhaps(next)
                } else {
                    Move::To(next)
                }
            }
            _ => Move::To(next),
        }
    }
}
