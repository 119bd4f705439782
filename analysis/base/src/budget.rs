//! Budgets count steps, never time: the same input ends in the same way everywhere.

/// Steps that are left.
#[derive(Clone, Debug)]
pub struct Steps {
    left: u32,
}

impl Steps {
    /// A budget of this many steps.
    pub fn new(steps: u32) -> Self {
        Self { left: steps }
    }

    /// Takes one step; false if none is left.
    pub fn take(&mut self) -> bool {
        let some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        some
    }

    /// Takes this many steps at once; false, and nothing is left, if there are fewer.
    pub fn take_many(&mut self, steps: u32) -> bool {
        let enough = self.left >= steps;
        self.left = self.left.saturating_sub(steps);
        enough
    }

    /// How many steps are left.
    pub fn left(&self) -> u32 {
        self.left
    }
}
