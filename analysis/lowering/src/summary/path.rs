//! Access paths from a parameter, independent of a graph: `p`, `*p`, `p->name`.

use borsh::{BorshDeserialize, BorshSerialize};

use csieve_graph::{Cfg, ExprArena, ExprId, ExprKind, IntType, Type};

/// The maximum number of steps in a path. Longer paths are not represented.
const MAX_STEPS: usize = 8;

/// One step of an access path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum PathStep {
    /// The address of a part of the object that the pointer points to: a member (by name) or an element (by
    /// constant index, with the type of the index).
    Inside(String, Option<(i128, Type)>),
    /// The value of this type that the pointer points to.
    Load(Type),
    /// The pointer after a cast to a pointer to the type of this name, with the pointer's type in the graph.
    Seen(String, Type),
    /// The pointer converted to this type.
    Cast(Type),
}

/// A value or pointer that is reached from a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct ParamPath {
    /// The position of the parameter, counted from 0.
    pub param: usize,
    /// The steps, starting from the value of the parameter.
    pub steps: Vec<PathStep>,
}

impl ParamPath {
    /// Returns the path of an expression. `param` returns the position of the parameter of which an
    /// expression is the value. The result is `None` if no path leads from a parameter to `expr`, if an index
    /// is not constant, or if the path has more than `MAX_STEPS` steps.
    pub fn of(cfg: &Cfg, expr: ExprId, param: impl Fn(ExprId) -> Option<usize>) -> Option<Self> {
        let mut steps = Vec::new();
        let mut at = expr;
        loop {
            if let Some(param) = param(at) {
                steps.reverse();
                return Some(Self { param, steps });
            }
            if steps.len() == MAX_STEPS {
                return None;
            }
            let ty = cfg.expr(at).ty;
            at = match &cfg.expr(at).kind {
                ExprKind::Inside { base, path, index } => {
                    let index = match index {
                        Some(index) => match cfg.expr(*index).kind {
                            ExprKind::Const(value) => Some((value, cfg.expr(*index).ty)),
                            _ => return None,
                        },
                        None => None,
                    };
                    steps.push(PathStep::Inside(path.clone(), index));
                    *base
                }
                ExprKind::Load(pointer) => {
                    steps.push(PathStep::Load(ty));
                    *pointer
                }
                ExprKind::Seen(inner, name) => {
                    steps.push(PathStep::Seen(name.clone(), ty));
                    *inner
                }
                ExprKind::Cast(inner) if ty == Type::Pointer => {
                    steps.push(PathStep::Cast(ty));
                    *inner
                }
                _ => return None,
            };
        }
    }

    /// Returns whether the path starts at the parameter at this position and loads nothing from memory.
    pub fn is_param(&self, position: usize) -> bool {
        self.param == position && !self.steps.iter().any(|step| matches!(step, PathStep::Load(_)))
    }

    /// Makes the expression of the path at a call, where `argument` is passed for the parameter. If
    /// `argument` is the address of a variable, `object` is the value of that variable. Returns `None` if the
    /// path leads to a part of that variable.
    pub fn from_argument(
        &self,
        exprs: &mut ExprArena,
        argument: ExprId,
        object: Option<ExprId>,
    ) -> Option<ExprId> {
        let mut steps = self.steps.as_slice();
        let mut at = argument;
        if let Some(object) = object {
            // Only the variable as a whole has an expression. Parts of the variable have none.
            while let [PathStep::Seen(..) | PathStep::Cast(_), rest @ ..] = steps {
                steps = rest;
            }
            let [PathStep::Load(ty), rest @ ..] = steps else { return None };
            if exprs.get(object).ty != *ty {
                return None;
            }
            (at, steps) = (object, rest);
        }
        for step in steps {
            at = match step {
                PathStep::Inside(path, index) => {
                    let index = index.map(|(value, ty)| match ty {
                        Type::Int(int) => exprs.constant(value, int),
                        _ => exprs.constant(value, IntType::LONG),
                    });
                    exprs.add(ExprKind::Inside { base: at, path: path.clone(), index }, Type::Pointer)
                }
                PathStep::Load(ty) => exprs.add(ExprKind::Load(at), *ty),
                PathStep::Seen(name, ty) => exprs.add(ExprKind::Seen(at, name.clone()), *ty),
                PathStep::Cast(ty) => exprs.add(ExprKind::Cast(at), *ty),
            };
        }
        Some(at)
    }
}
