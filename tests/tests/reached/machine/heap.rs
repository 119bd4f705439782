//! Memory: cells, objects of the allocator, and which of them nothing leads to any more.

use csieve_analysis::{
    cfg::{Action, EdgeId, Type, VarKind},
    checks::Rule,
};

use super::{Life, Machine, Object, Path, Stop};

impl Machine<'_> {
    /// Reads memory that was accessed already.
    pub(super) fn load(&mut self, pointer: i128, ty: Type) -> Result<i128, Stop> {
        let place = self.place(pointer).cloned().ok_or(Stop::Silent)?;
        if let Some(var) = whole_var(&place) {
            return if self.indeterminate[var] { Err(Stop::Silent) } else { Ok(self.vars[var]) };
        }
        if let Some(&value) = self.cells.get(&place) {
            return Ok(super::value::converted(value, ty));
        }
        let value = self.any(ty);
        self.cells.insert(place, value);
        Ok(value)
    }

    pub(super) fn store(&mut self, pointer: i128, value: i128) -> Result<(), Stop> {
        let place = self.place(pointer).cloned().ok_or(Stop::Silent)?;
        match whole_var(&place) {
            Some(var) => {
                self.vars[var] = super::value::converted(value, self.cfg.vars[var].ty);
                self.indeterminate[var] = false;
            }
            None => drop(self.cells.insert(place, value)),
        }
        Ok(())
    }

    pub(super) fn allocate(&mut self) -> i128 {
        self.made += 1;
        let object = Object::Heap(self.made);
        self.lives.insert(object.clone(), Life::Live);
        self.address((object, Vec::new(), 0))
    }

    pub(super) fn free(&mut self, pointer: i128) -> Result<(), Stop> {
        let (object, steps, element) = self.place(pointer).cloned().ok_or(Stop::Silent)?;
        let is_heap = matches!(object, Object::Heap(_) | Object::Foreign(_));
        if !is_heap || !steps.is_empty() || element != 0 {
            return Err(Stop::Misuse(Rule::InvalidFree));
        }
        match self.lives.insert(object, Life::Freed) {
            Some(Life::Freed) => Err(Stop::Misuse(Rule::DoubleFree)),
            _ => Ok(()),
        }
    }

    /// Whether the memory behind a pointer may be accessed.
    pub(super) fn access(&self, pointer: i128) -> Result<(), Stop> {
        let (object, ..) = self.place(pointer).ok_or(Stop::Silent)?;
        match self.lives.get(object) {
            Some(Life::Freed) => Err(Stop::Misuse(Rule::UseAfterFree)),
            _ => Ok(()),
        }
    }

    /// Others know the object from now on.
    pub(super) fn share(&mut self, pointer: i128) {
        if let Some((object, ..)) = self.place(pointer).cloned()
            && self.lives.get(&object) == Some(&Life::Live)
        {
            self.lives.insert(object, Life::Shared);
        }
    }

    /// Whether an edge that was taken lost the last way to an object; each is lost once.
    pub(super) fn lost(&mut self, edge: EdgeId) -> bool {
        let mut pending: Vec<i128> = Vec::new();
        let returned = match self.cfg.edge(edge).action {
            Action::Return(value) => Some(value),
            _ => None,
        };
        for (var, value) in self.cfg.vars.iter().zip(&self.vars) {
            if returned.is_none() || var.kind == VarKind::Global {
                pending.push(*value);
            }
        }
        if let Some(Some(value)) = returned {
            pending.extend(self.value(value));
        }
        let others = self.cells.iter().filter(|((object, ..), _)| match object {
            Object::Var(_) | Object::Heap(_) => self.lives.get(object) == Some(&Life::Shared),
            Object::Named(_) | Object::Foreign(_) => true,
        });
        pending.extend(others.map(|(_, value)| *value));
        let mut reached: Vec<Object> = Vec::new();
        while let Some(pointer) = pending.pop() {
            let Some((object, ..)) = self.place(pointer) else { continue };
            if !reached.contains(object) {
                reached.push(object.clone());
                let inside = self.cells.iter().filter(|((of, ..), _)| of == object);
                pending.extend(inside.map(|(_, value)| *value));
            }
        }
        let lost: Vec<Object> = self
            .lives
            .iter()
            .filter(|(object, life)| **life == Life::Live && !reached.contains(object))
            .map(|(object, _)| object.clone())
            .collect();
        for object in &lost {
            self.lives.insert(object.clone(), Life::Shared);
        }
        !lost.is_empty()
    }
}

/// The variable that a place is as a whole.
fn whole_var(place: &Path) -> Option<usize> {
    match place {
        (Object::Var(var), steps, 0) if steps.is_empty() => Some(var.index()),
        _ => None,
    }
}
