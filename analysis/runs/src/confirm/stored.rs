//! The values that a program can store in a variable of its file, and those that it passes to a function of the
//! file. A run that begins with another value is no evidence: no run of the program does.

use std::collections::BTreeSet;

use csieve_graph::{Action, BinaryOp, CallTarget, Cfg, Edge, ExprId, ExprKind, VarId, VarKind};
use csieve_lowering::project::Meaning;
use csieve_machine::{Callee, Chosen, Graphs, InputObject, Source, concolic::Asked};
use csieve_reduction::invariants::{Basis, Invariant};
use num_integer::Integer;

use super::UnitGraphs;

/// The largest number of values of a variable that are told apart.
const MOST_VALUES: usize = 64;

/// The values that a variable or a parameter can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values {
    known: BTreeSet<i128>,
    /// Any number of steps of this size away from one of the known values, up or down. 0 if there are no others.
    step: i128,
}

impl Values {
    /// Returns whether these are all values.
    pub(super) fn has_no_steps(&self) -> bool {
        self.step == 0
    }

    fn contains(&self, value: i128) -> bool {
        let is_away = |known: &i128| self.step != 0 && (value - known) % self.step == 0;
        self.known.contains(&value) || self.known.iter().any(is_away)
    }
}

/// Returns whether the program can store every value with which a run of a function begins in variables of the
/// file, and can pass every value of a parameter to the function.
pub(crate) fn are_stored(graphs: &UnitGraphs, function: &str, asked: &[Asked]) -> bool {
    asked.iter().all(|asked| {
        let value = match asked.chosen {
            Chosen::Number(value) => value,
            Chosen::Null => 0,
            Chosen::Object { .. } | Chosen::Nothing => {
                return excluding(graphs, asked).is_none_or(|(_, found)| found.basis == Basis::CheckedFiles);
            }
        };
        let possible = match &asked.source {
            Source::Global(name) => graphs.stored_values(name),
            Source::Param(index) => graphs.passed_values(function, *index),
            _ => return true,
        };
        possible.is_none_or(|values| values.contains(value))
            && is_named(graphs, function, &asked.source, value)
            && excluding(graphs, asked).is_none_or(|(_, found)| found.basis == Basis::CheckedFiles)
    })
}

/// Returns whether a value of a parameter is one that its type names, if that is an enumeration.
fn is_named(graphs: &UnitGraphs, function: &str, source: &Source, value: i128) -> bool {
    let (Source::Param(index), Callee::Graph(cfg)) = (source, graphs.graph(function)) else { return true };
    cfg.concrete.enumerators.get(index).is_none_or(|values| values.binary_search(&value).is_ok())
}

/// Returns the invariant of an object that a run begins with another value of, and the object's name.
pub(crate) fn excluding<'n>(graphs: &UnitGraphs, asked: &'n Asked) -> Option<(&'n str, Invariant)> {
    let (name, offset) = match &asked.source {
        Source::Global(name) => (name, 0),
        Source::Memory { object: InputObject::Global(name), offset } => (name, *offset),
        _ => return None,
    };
    let is_possible = |found: &Invariant| match asked.chosen {
        Chosen::Number(value) => found.values.contains(value),
        Chosen::Null => found.values.contains(0),
        Chosen::Object { .. } => found.values.as_point() != Some(0),
        Chosen::Nothing => true,
    };
    let whole = || [graphs.invariant(name, asked.ty), graphs.between_calls(name, asked.ty)];
    let whole = if offset == 0 { whole() } else { [None, None] };
    let part = u64::try_from(offset).ok().and_then(|at| graphs.invariant_of_part(name, at, asked.ty));
    let known = whole.into_iter().chain([part]).flatten();
    Some((name, known.into_iter().find(|found| !is_possible(found))?))
}

/// Returns all values that the file passes as an argument of a function, by the position of the argument.
/// `None` if other files may call the function, if nothing does, or if a call passes what is no constant.
pub(super) fn passed(graphs: &UnitGraphs, function: &str, position: u32) -> Option<Values> {
    let unit = graphs.files().unit();
    let Callee::Graph(callee) = graphs.graph(function) else { return None };
    let param = callee.params.as_ref()?.get(position as usize).copied().flatten()?;
    let ty = callee.var(param).ty.as_int()?;
    let mut values = BTreeSet::new();
    for caller in unit.callers(function)? {
        let Callee::Graph(cfg) = graphs.graph(&unit.functions[caller].text.name) else { return None };
        for edge in &cfg.edges {
            let Action::Call { target: CallTarget::Named(name), args, .. } = &edge.action else { continue };
            if name == function {
                for value in constants(cfg, *args.get(position as usize)?)? {
                    values.insert((ty.min() <= value && value <= ty.max()).then_some(value)?);
                }
            }
        }
    }
    (!values.is_empty() && values.len() <= MOST_VALUES).then_some(Values { known: values, step: 0 })
}

/// Returns all values that an expression may have, if it is a constant or a variable that only gets constants, such as the
/// temporary in which `c ? 1 : 2` is kept.
fn constants(cfg: &Cfg, value: ExprId) -> Option<Vec<i128>> {
    let ExprKind::Var(var) = cfg.expr(cfg.exprs.strip_casts(value)).kind else {
        return constant(cfg, value).map(|value| vec![value]);
    };
    if cfg.var(var).kind != VarKind::Temp || cfg.var(var).exposed {
        return None;
    }
    let assigned = cfg.edges.iter().map(|edge| assigned(cfg, edge, var));
    let all = assigned.filter(|assigned| !matches!(assigned, Assigned::Nothing));
    all.map(|assigned| match assigned {
        Assigned::Constant(value) => Some(value),
        _ => None,
    })
    .collect()
}

fn constant(cfg: &Cfg, value: ExprId) -> Option<i128> {
    match cfg.expr(cfg.exprs.strip_casts(value)).kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    }
}

/// Returns all values that the file assigns to a variable, its first one included. `None` if the file does not
/// show all of them.
pub(super) fn values(graphs: &UnitGraphs, variable: &str) -> Option<Values> {
    let Meaning { file, name } = graphs.files().object(variable);
    let unit = graphs.files().unit_of(file);
    let assigning = unit.assigning(&name)?;
    let mut values = BTreeSet::from([unit.context.first_value(&name)?]);
    let mut step = 0;
    for function in assigning {
        let cfg = graphs.body(variable, &unit.functions[function].text.name)?;
        let is_it = |id: &VarId| cfg.var(*id).kind == VarKind::Global && cfg.var(*id).name == variable;
        // Without the variable in the graph, the function does not assign to it, or the graph does not show it.
        let var = cfg.var_ids().find(is_it)?;
        for edge in &cfg.edges {
            match assigned(cfg, edge, var) {
                Assigned::Nothing => {}
                Assigned::Constant(value) => drop(values.insert(value)),
                Assigned::Step(size) => step = size.gcd(&step),
                Assigned::Anything => return None,
            }
        }
    }
    (values.len() <= MOST_VALUES).then_some(Values { known: values, step })
}

/// What an edge assigns to a variable.
enum Assigned {
    Nothing,
    Constant(i128),
    /// The value that it has, and this number.
    Step(i128),
    Anything,
}

/// Returns what an edge assigns to a variable by name. A call does nothing of the kind: the functions that it
/// enters are looked at themselves.
fn assigned(cfg: &Cfg, edge: &Edge, var: VarId) -> Assigned {
    match &edge.action {
        Action::Assign { var: written, value } if *written == var => {
            let step = || step(cfg, var, *value).map(Assigned::Step);
            constant(cfg, *value).map(Assigned::Constant).or_else(step).unwrap_or(Assigned::Anything)
        }
        Action::Opaque { vars } if vars.contains(&var) => Assigned::Anything,
        _ if edge.assigned() == Some(var) => Assigned::Anything,
        _ => Assigned::Nothing,
    }
}

/// Returns how far a value is from that of a variable, if it is a sum or a difference of the variable and a constant. A sum
/// that wraps loses a power of two, the number of values of its type: only steps that divide it are told then.
fn step(cfg: &Cfg, var: VarId, value: ExprId) -> Option<i128> {
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), of, by) =
        cfg.expr(cfg.exprs.strip_casts(value)).kind
    else {
        return None;
    };
    let is_var = |id: ExprId| cfg.expr(cfg.exprs.strip_casts(id)).kind == ExprKind::Var(var);
    let by = match op {
        BinaryOp::Add if is_var(by) => constant(cfg, of)?,
        _ if is_var(of) => constant(cfg, by)?,
        _ => return None,
    };
    let bits = u32::from(cfg.var(var).ty.as_int()?.bits).min(i128::BITS - 2);
    Some((1_i128 << bits).gcd(&by))
}
