//! The objects of a symbolic run.

use std::{rc::Rc, sync::Arc};

use csieve_domains::bits::Terms;

use crate::value::{Content, Value};

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An object with static storage.
    Static,
    /// An object of a call.
    Local,
    /// Memory that the run allocated.
    Heap,
    /// A string literal.
    Literal,
    /// A function, by its name.
    Function(Arc<str>),
}

/// The stage of an object's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// The object exists.
    Live,
    /// The object was freed.
    Freed,
    /// The call of the object has returned.
    Dead,
}

/// The contents of an object where nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    /// Any bytes.
    Any,
    /// Bytes that are 0.
    Zero,
    /// Known bytes, which are the whole object.
    Bytes(Rc<[u8]>),
}

/// Consecutive bytes of an object that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The offset of the first byte.
    pub start: i64,
    /// The number of bytes.
    pub bytes: i64,
    /// What the bytes hold.
    pub content: Content,
}

impl Cell {
    fn end(&self) -> i64 {
        self.start.saturating_add(self.bytes)
    }
}

/// An object in the memory of a symbolic run.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// What the object is.
    pub kind: Kind,
    /// The size in bytes, if it is known.
    pub size: Option<i64>,
    /// Whether the object still exists.
    pub life: Life,
    /// What the bytes are that were never written.
    pub blank: Blank,
    /// What was written, ascending and without overlaps.
    pub cells: Vec<Cell>,
}

impl Object {
    /// Creates an object to which nothing was written.
    pub(crate) fn new(kind: Kind, size: Option<i64>, blank: Blank) -> Self {
        Self { kind, size, life: Life::Live, blank, cells: Vec::new() }
    }

    /// Returns the indices of the cells that overlap a range.
    fn overlapping(&self, start: i64, bytes: i64) -> std::ops::Range<usize> {
        let guess = usize::try_from(start / bytes.max(1)).unwrap_or(0);
        if self.cells.get(guess).is_some_and(|cell| cell.start == start && cell.bytes == bytes) {
            return guess..guess + 1;
        }
        let first = self.cells.partition_point(|cell| cell.end() <= start);
        let last = self.cells.partition_point(|cell| cell.start < start.saturating_add(bytes));
        first..last.max(first)
    }

    /// Writes bytes. What is left of cells that are only covered in part stays.
    pub(crate) fn write(&mut self, terms: &mut Terms, start: i64, bytes: i64, content: Content) {
        let range = self.overlapping(start, bytes);
        let new = Cell { start, bytes, content };
        if let [old] = &mut self.cells[range.clone()]
            && (old.start, old.bytes) == (start, bytes)
        {
            *old = new;
            return;
        }
        let mut all = Vec::with_capacity(3);
        let mut behind = None;
        for old in &self.cells[range.clone()] {
            if old.start < start {
                let bytes = start - old.start;
                let content = old.content.part(terms, 0, bytes);
                all.push(Cell { start: old.start, bytes, content });
            }
            if old.end() > new.end() {
                let from = new.end() - old.start;
                let content = old.content.part(terms, from, old.bytes - from);
                behind = Some(Cell { start: new.end(), bytes: old.bytes - from, content });
            }
        }
        all.push(new);
        all.extend(behind);
        self.cells.splice(range, all);
    }

    /// Returns the contents of a range, cut into pieces without a gap: each with its start, relative to the start of
    /// the range, and the number of its bytes.
    pub(crate) fn pieces(&self, terms: &mut Terms, start: i64, bytes: i64) -> Vec<Cell> {
        let (mut pieces, mut at, end) = (Vec::new(), start, start + bytes);
        let range = self.overlapping(start, bytes);
        for cell in &self.cells[range] {
            if cell.start > at {
                self.blank(terms, at, cell.start, start, &mut pieces);
            }
            let (from, to) = (cell.start.max(start), cell.end().min(end));
            let whole = (from, to) == (cell.start, cell.end());
            let content =
                if whole { cell.content } else { cell.content.part(terms, from - cell.start, to - from) };
            pieces.push(Cell { start: from - start, bytes: to - from, content });
            at = to;
        }
        if at < end {
            self.blank(terms, at, end, start, &mut pieces);
        }
        pieces
    }

    fn blank(&self, terms: &mut Terms, from: i64, to: i64, start: i64, pieces: &mut Vec<Cell>) {
        match &self.blank {
            Blank::Any => {
                let content = Content::Value(Value::Any);
                pieces.push(Cell { start: from - start, bytes: to - from, content });
            }
            Blank::Zero => {
                pieces.push(Cell { start: from - start, bytes: to - from, content: Content::Zeros });
            }
            Blank::Bytes(known) => {
                for at in from..to {
                    let byte = usize::try_from(at).ok().and_then(|at| known.get(at)).copied();
                    let byte = terms.constant(8, u128::from(byte.unwrap_or(0)));
                    let content = Content::Value(Value::Bits(byte));
                    pieces.push(Cell { start: at - start, bytes: 1, content });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use csieve_domains::bits::Terms;

    use super::{Blank, Kind, Object};
    use crate::value::{Content, Value};

    /// Returns the bytes of a range as numbers; `None` for a byte that may be any.
    fn bytes(object: &Object, terms: &mut Terms, start: i64, count: i64) -> Vec<Option<u128>> {
        let mut all = Vec::new();
        for piece in object.pieces(terms, start, count) {
            for at in 0..piece.bytes {
                let byte = piece.content.part(terms, at, 1).value(terms, 1);
                all.push(if let Value::Bits(term) = byte { terms.as_constant(term) } else { None });
            }
        }
        all
    }

    #[test]
    fn what_a_write_does_not_cover_stays() {
        let mut terms = Terms::default();
        let mut object = Object::new(Kind::Heap, Some(8), Blank::Zero);
        let number = |terms: &mut Terms, bits, of| Content::Value(Value::Bits(terms.constant(bits, of)));
        let word = number(&mut terms, 32, 0x0403_0201);
        object.write(&mut terms, 2, 4, word);
        let byte = number(&mut terms, 8, 9);
        object.write(&mut terms, 3, 1, byte);
        let known = [0, 0, 1, 9, 3, 4, 0, 0].map(Some);
        assert_eq!(bytes(&object, &mut terms, 0, 8), known);
        object.write(&mut terms, 5, 2, Content::Value(Value::Any));
        assert_eq!(bytes(&object, &mut terms, 4, 4), [Some(3), None, None, Some(0)]);
        object.write(&mut terms, 0, 8, Content::Zeros);
        assert_eq!(object.cells.len(), 1);
    }
}
