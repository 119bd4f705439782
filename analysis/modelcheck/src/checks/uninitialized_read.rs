use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, Span, sentence};
use csieve_graph::{Action, Edge, EdgeId, ExprId};

use crate::model::{Counterexample, Function, Holder, Holders, Move, Phase, Property, Touch, Tracked};

use super::{Check, Decisions, Rule, any_loss::AnyIndeterminate, line};

declare! {
    /// ## What it does
    ///
    /// Finds reads of a local variable on a path on which nothing has given it a value: of a number or a
    /// pointer, of a member of a structure, of an element of an array.
    ///
    /// ## Why is this bad
    ///
    /// The value is whatever was in memory. The behaviour is undefined and changes with compiler and
    /// options.
    ///
    /// ## Example
    ///
    /// ```c
    /// # int example(int ready)
    /// # {
    ///     int status;
    ///     if (ready)
    ///         status = 1;
    ///     return status;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # int example(int n)
    /// # {
    ///     int value, valid = 0;
    ///     if (n > 0) {
    ///         value = n;
    ///         valid = 1;
    ///     }
    ///     return valid ? value : -1;
    /// # }
    /// ```
    ///
    /// `{valid = 0, valid != 0}` has no solution: the variable is read only where it was written.
    ///
    /// ## Limits
    ///
    /// Members and elements are followed along paths, also into structures that they are copied to, until the
    /// address of the object is handed on, or the function stores to an element whose index is not a constant.
    /// Memory from `malloc` and variables whose address was handed on are not followed along paths. Runs of the
    /// program see reads of them, except for bytes that are copied, and what copies of whole structures leave
    /// without a value.
    UninitializedRead {
        title: "A variable is read before it has a value",
        finds: "reads of variables without a value",
        cwe: 457,
        cert: &["EXP33-C"],
        misra: &["Rule 9.1"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["uninitvar", "uninitdata", "uninitStructMember", "legacyUninitvar", "ctuuninitvar"],
            gcc: &["-Wanalyzer-use-of-uninitialized-value", "-Wmaybe-uninitialized", "-Wuninitialized"],
            clang: &[
                "core.UndefinedBinaryOperatorResult",
                "core.uninitialized.Assign",
                "core.uninitialized.Branch",
            ],
        },
        detection: Detection::Search(&UninitializedRead),
        edges: MisuseEdges::Steps,
        ends_runs: true,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: true,
        in_runs: Some(InRuns {
            subject: RunSubject::Variable,
            message: |misuse| match misuse.from.text() {
                "" => sentence!(
                    "`{}` is read here in a run of the program but has no value yet",
                    misuse.subject
                ),
                _ => sentence!(
                    "`{}` reads memory{} in a run of the program, but that has no value yet",
                    misuse.statement,
                    misuse.from
                ),
            },
        }),
        driver: Driver {
            reports: &["use-after-poison"],
            names_line: true,
            instrument: Instrument::Poison,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for UninitializedRead {
    fn rule(&self) -> Rule {
        Rule::UninitializedRead
    }

    fn start(&self, function: &Function, id: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(id);
        match function.blank().begun_at(edge) {
            [] => {}
            begun => return Some(step_cells(function, begun.iter().copied(), id)),
        }
        match edge.action {
            Action::Declare(var) => Some(Move::To(Tracked::by(Holder::Var(var)))),
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let var = match tracked.holders.exact().first() {
            Some(Holder::Var(var)) => *var,
            Some(Holder::Cell(_)) => return step_cells(function, cells(tracked), edge),
            None => return Move::Gone,
        };
        // An access has two edges, one for a NULL pointer and one for others. The read is reported on the
        // latter.
        let is_read = function.reads(edge).binary_search(&var).is_ok();
        let action = &function.cfg.edge(edge).action;
        // A callee that may keep a pointer does not read the variable that the pointer leads to.
        let is_read = is_read && !is_kept(function.cfg.edge(edge));
        if is_read && !matches!(action, Action::Misuse { .. }) {
            return Move::Misuse { definite: true };
        }
        let has_address = function.addresses(edge).binary_search(&var).is_ok();
        let holders = tracked.holders.after(function, function.cfg.edge(edge));
        let still = holders.has(Holder::Var(var)) && !has_address && !is_read;
        if still { Move::To(tracked.clone()) } else { Move::Gone }
    }
}

/// Follows bytes in memory without a value along an edge.
fn step_cells(function: &Function, cells: impl Iterator<Item = ExprId>, edge: EdgeId) -> Move {
    let mut left = Vec::new();
    for address in cells {
        match function.blank().touch(function.cfg, address, edge) {
            Touch::Read => return Move::Misuse { definite: true },
            Touch::Nothing => left.push(Holder::Cell(address)),
            Touch::Perhaps | Touch::Written => {}
        }
        left.extend(function.blank().copied(edge, address).map(Holder::Cell));
    }
    followed(left).map_or(Move::Gone, Move::To)
}

/// Returns the state in which these bytes in memory are followed. `None` if there are none.
pub(super) fn followed(mut cells: Vec<Holder>) -> Option<Tracked> {
    cells.sort_unstable();
    cells.dedup();
    let holders = Holders::from_parts(cells, Vec::new());
    (!holders.is_empty()).then(|| Tracked { phase: Phase::default(), holders })
}

/// Returns the addresses of the bytes in memory that are followed.
pub(super) fn cells(tracked: &Tracked) -> impl Iterator<Item = ExprId> + '_ {
    tracked.holders.exact().iter().filter_map(|holder| match holder {
        Holder::Cell(address) => Some(*address),
        Holder::Var(_) => None,
    })
}

/// Returns whether an edge says that a callee may keep a pointer that it gets as an argument.
fn is_kept(edge: &Edge) -> bool {
    edge.inside.is_some() && matches!(edge.action, Action::Store { .. })
}

impl Check for UninitializedRead {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyIndeterminate
    }

    /// Returns whether an edge belongs to the misuse. The misuses of other operands in the statement belong
    /// to it as well: operands are evaluated in no fixed order, so such a misuse, which ends the run, may
    /// come before the read.
    fn is_at(&self, edge: &Edge, span: Span) -> bool {
        edge.span == span || matches!(edge.action, Action::Misuse { .. }) && span.contains(edge.span)
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterOne
    }

    /// A search for bytes in memory that was stopped has seen too few of the paths that write them.
    fn is_kept_when_stopped(&self, function: &Function, found: &Counterexample) -> bool {
        let is_in_memory = found.tracked.as_ref().is_some_and(|tracked| cells(tracked).next().is_some());
        !is_in_memory || super::is_straight(function, found)
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        let blank = function.blank();
        let tracked = found.tracked.as_ref();
        if let Some(var @ Holder::Var(_)) = tracked.and_then(|tracked| tracked.holders.exact().first()) {
            return super::holder_text(function, *var);
        }
        // Other loads of the edge may read what has a value.
        let read = |address| blank.read_at(function.cfg, address, found.misuse());
        let mut without_value = tracked.into_iter().flat_map(cells).filter_map(read);
        match without_value.next().or_else(|| blank.loads(found.misuse()).first().copied()) {
            Some(address) => super::holder_text(function, Holder::Cell(address)),
            None => "the variable".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let var = self.subject(function, found);
        if let Some(callee) = &function.cfg.edge(found.misuse()).told {
            return sentence!(
                "`{}` has no value yet, but `{}` reads it, says its attribute `access`",
                var,
                &**callee
            );
        }
        match found.origin() {
            Some(origin) => {
                let line = line(function, origin);
                sentence!("`{}`, declared on line {}, is read here but has no value yet", var, line)
            }
            None => sentence!("`{}` is read here but has no value yet", var),
        }
    }
}
