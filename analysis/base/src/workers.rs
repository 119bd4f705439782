//! Work that may be done at once. The analysis itself has no threads; whoever has some lends them.

/// Does independent pieces of work.
pub trait Workers: Sync {
    /// Does the pieces `0..count`, in any order and perhaps several at once, and returns when all are done.
    fn all(&self, count: usize, work: &(dyn Fn(usize) + Sync));
}

/// Does one piece after the other.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne;

impl Workers for OneByOne {
    fn all(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(work);
    }
}
