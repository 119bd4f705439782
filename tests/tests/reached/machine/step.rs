//! What taking an edge does.

use csieve_analysis::{
    cfg::{Action, CallTarget, EdgeId, ExprId, MisuseKind, TO_NOTHING, VarId},
    checks::Rule,
};

use super::{Machine, Path, Stop};

impl Machine<'_> {
    /// Takes an edge if it can be taken.
    pub(super) fn step(&mut self, edge: EdgeId) -> Result<bool, Stop> {
        match self.cfg.edge(edge).action.clone() {
            Action::Skip => {}
            Action::Declare(var) => self.indeterminate[var.index()] = true,
            Action::Assign { var, value } => {
                let value = self.value(value)?;
                self.set(var, value);
            }
            Action::Assume { cond, holds } => return Ok((self.value(cond)? != 0) == holds),
            Action::Learn { value, low, high } => {
                let value = self.value(value)?;
                return Ok((low..=high).contains(&value));
            }
            Action::AssumeNone { value, cases } => {
                let value = self.value(value)?;
                return Ok(!cases.contains(&value));
            }
            Action::Deref { pointer, .. } => match self.value(pointer)? {
                0 => return Ok(false),
                pointer => self.access(pointer)?,
            },
            Action::Store { pointer, value } => {
                let (pointer, value) = (self.value(pointer)?, self.value(value)?);
                self.store(pointer, value)?;
            }
            Action::Alloc { var, .. } => {
                let address = self.allocate();
                self.set(var, address);
            }
            Action::AllocFail { var, .. } => self.set(var, 0),
            Action::Free { pointer, callee } => match self.value(pointer)? {
                0 => return Ok(false),
                // Whether this frees is the library's choice; most runs are of one that does not.
                _ if callee.ends_with(TO_NOTHING) && self.random.below(4) > 0 => return Ok(false),
                pointer => self.free(pointer)?,
            },
            Action::FreeNull { pointer } => return Ok(self.value(pointer)? == 0),
            Action::Call { target, args, result } => {
                // What a macro is given need not be evaluated.
                let is_macro = matches!(target, CallTarget::MaybeMacro(_));
                let args = if is_macro { Vec::new() } else { self.values(&args)? };
                for arg in args {
                    self.hand_over(arg)?;
                }
                self.disturb(&[]);
                self.result(result);
            }
            Action::LibraryCall { args, result, range, writes_memory, .. } => {
                self.values(&args)?;
                if writes_memory {
                    self.disturb(&[]);
                }
                match (result, range) {
                    (Some(var), Some((min, max))) => {
                        let value = self.any(self.cfg.var(var).ty);
                        self.set(var, if (min..=max).contains(&value) { value } else { min });
                    }
                    _ => self.result(result),
                }
            }
            Action::Open { var, resource, .. } => {
                let handle = if resource.is_pointer { self.allocate() } else { 3 };
                self.set(var, handle);
            }
            Action::OpenFail { var, resource, .. } => {
                self.set(var, if resource.is_pointer { 0 } else { -1 });
            }
            Action::Close { handle, resource, .. } => match self.value(handle)? {
                0 if resource.is_pointer => return Ok(false),
                handle if resource.is_pointer => self.free(handle)?,
                handle => return Ok(handle >= 0),
            },
            Action::CloseFail { handle } => {
                self.value(handle)?;
            }
            Action::Lock { lock, .. } | Action::LockFail { lock } | Action::Unlock { lock, .. } => {
                self.value(lock)?;
            }
            Action::Opaque { vars } => self.disturb(&vars),
            Action::Misuse { kind, operand } => {
                let rule = match kind {
                    MisuseKind::NullDereference => Rule::NullDereference,
                    MisuseKind::DivisionByZero => Rule::DivisionByZero,
                    MisuseKind::OutOfBounds => Rule::OutOfBounds,
                    MisuseKind::IntegerOverflow => Rule::IntegerOverflow,
                };
                return if (self.value(operand)? != 0) == kind.is_condition() {
                    Err(Stop::Misuse(rule))
                } else {
                    Ok(false)
                };
            }
            Action::Return(value) => drop(value.map_or(Ok(0), |value| self.value(value))?),
        }
        Ok(true)
    }

    fn values(&mut self, exprs: &[ExprId]) -> Result<Vec<i128>, Stop> {
        exprs.iter().map(|expr| self.value(*expr)).collect()
    }

    fn set(&mut self, var: VarId, value: i128) {
        self.vars[var.index()] = value;
        self.indeterminate[var.index()] = false;
    }

    fn result(&mut self, var: Option<VarId>) {
        if let Some(var) = var {
            let value = self.any(self.cfg.var(var).ty);
            self.set(var, value);
        }
    }

    /// A callee may free what it is given, keep it, or do nothing with it.
    fn hand_over(&mut self, pointer: i128) -> Result<(), Stop> {
        match self.random.below(4) {
            0 if self.place(pointer).is_some() => match self.free(pointer) {
                // The callee's misuse is not the caller's.
                Err(_) => Err(Stop::Silent),
                freed => freed,
            },
            1 => {
                self.share(pointer);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes anything to some variables, to what others may write, and to memory.
    fn disturb(&mut self, vars: &[VarId]) {
        let exposed = self.cfg.var_ids().filter(|var| self.cfg.var(*var).exposed || vars.contains(var));
        for var in exposed.collect::<Vec<_>>() {
            if self.random.one_in(3) {
                self.result(Some(var));
            }
        }
        for place in self.cells.keys().cloned().collect::<Vec<Path>>() {
            if self.random.one_in(3) {
                // Its type is known only where it is read.
                self.cells.remove(&place);
            }
        }
    }
}
