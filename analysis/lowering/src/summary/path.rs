//! Access paths that start at a parameter, without the graph they were found in: `p`, `*p`, `p->name`.

use csieve_graph::{Cfg, ExprArena, ExprId, ExprKind, IntType, Type};

/// Longest path: deeper ones are not followed.
const MAX_STEPS: usize = 8;

/// One step of a path, outwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// A member or an element of what the pointer points to; the index is a constant.
    Inside(String, Option<(i128, Type)>),
    /// The value in memory there.
    Load(Type),
    /// The pointer seen as another type.
    Seen(String, Type),
    /// The pointer converted.
    Cast(Type),
}

/// A pointer that is found from a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParamPath {
    /// The parameter's position.
    pub param: usize,
    /// The steps from its value.
    pub steps: Vec<PathStep>,
}

impl ParamPath {
    /// The path of an expression; `param` tells the position of the parameter whose value an expression is.
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

    /// Whether it is the parameter at a position itself.
    pub fn is_param(&self, position: usize) -> bool {
        self.param == position && !self.steps.iter().any(|step| matches!(step, PathStep::Load(_)))
    }

    /// The path from an argument; `object` is the variable whose address the argument is, if it is one.
    pub fn from_argument(
        &self,
        exprs: &mut ExprArena,
        argument: ExprId,
        object: Option<ExprId>,
    ) -> Option<ExprId> {
        let mut steps = self.steps.as_slice();
        let mut at = argument;
        if let Some(object) = object {
            // Only the object itself has a name; its parts have not.
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
