//! Budgets count steps, never time, so the same input ends in the same way on every machine.

/// A budget: the number of steps that may still be taken.
#[derive(Clone, Debug)]
pub struct Steps {
    left: u32,
}

impl Steps {
    /// Creates a budget of `steps` steps.
    pub fn new(steps: u32) -> Self {
        Self { left: steps }
    }

    /// Takes one step. Returns false if no step was left.
    pub fn take(&mut self) -> bool {
        let some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        some
    }

    /// Takes `steps` steps at once. If fewer are left, returns false and leaves none.
    pub fn take_many(&mut self, steps: u32) -> bool {
        let enough = self.left >= steps;
        self.left = self.left.saturating_sub(steps);
        enough
    }

    /// Returns the number of steps that are left.
    pub fn left(&self) -> u32 {
        self.left
    }
}
