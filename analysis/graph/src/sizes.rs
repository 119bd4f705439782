//! Sizes that the lowering saw: the sizes of objects, the offsets of members and elements, and the places
//! where memory is accessed. `csieve_dataflow::bounds` adds edges of misuses where an access may leave its
//! object.

use rustc_hash::FxHashMap;

use super::{EdgeId, ExprId, ExprKind};

/// The number of bytes that an access touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// A constant number of bytes.
    Known(u64),
    /// A number of bytes that an expression gives.
    Computed(ExprId),
}

/// An access, a buffer or an allocation that has to fit into a size.
#[derive(Clone, Debug)]
pub struct SizedUse {
    /// The edge after which the size is checked.
    pub edge: EdgeId,
    /// The kind of use.
    pub kind: UseKind,
}

/// What a [`SizedUse`] does with memory.
#[derive(Clone, Debug)]
pub enum UseKind {
    /// An object is read or written.
    Access {
        /// The address where the accessed object starts.
        pointer: ExprId,
        /// The size of the accessed object in bytes.
        bytes: u64,
    },
    /// A library function touches a buffer, or a function whose attribute says so. The number of touched bytes is
    /// constant or follows from the arguments.
    Buffer {
        /// The address where the buffer starts.
        pointer: ExprId,
        /// The number of bytes that the function may touch.
        bytes: Bytes,
        /// The name of the library function.
        callee: String,
        /// Whether the function touches all of these bytes; otherwise it may touch fewer.
        surely: bool,
        /// Whether the buffer holds a string with its terminating zero, and not a block of bytes.
        is_text: bool,
        /// Whether an attribute of the function tells of the buffer.
        is_told: bool,
    },
    /// A number is shifted by a count that is not a constant in range.
    Shift {
        /// The whole expression: `1 << n`.
        shift: ExprId,
        /// The number of places, `n`.
        count: ExprId,
    },
    /// Signed numbers are added, subtracted, multiplied, negated or divided.
    Arithmetic {
        /// The whole expression: `a + b`.
        result: ExprId,
    },
    /// Memory of a computed size is allocated.
    Allocation {
        /// The requested size in bytes, as the program computes it, possibly with overflow.
        bytes: ExprId,
        /// The name of the allocating function.
        callee: String,
    },
}

/// The size of allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocated {
    /// The size in bytes, as an expression of the program.
    pub bytes: ExprId,
    /// Whether the allocator itself guarantees that the size does not overflow, as `calloc` does.
    pub is_safe: bool,
    /// The edge after which the computation of the size has certainly not overflowed; `None` if it needs
    /// no check.
    pub checked: Option<EdgeId>,
    /// Whether an attribute of the allocating function tells the size.
    pub is_told: bool,
}

/// Everything known about sizes in a function.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// The size in bytes of the object or array that starts at an address; `None` if two different sizes were
    /// recorded for that address.
    extents: FxHashMap<ExprId, Option<u64>>,
    /// For a pointer to an element, the size of one element in bytes; for a pointer to a member, the member's
    /// offset in bytes. `None` if two different values were recorded for that pointer.
    strides: FxHashMap<ExprId, Option<u64>>,
    /// Addresses of last members of structures that may be longer than declared (flexible array members).
    pub flexible: rustc_hash::FxHashSet<ExprId>,
    /// The sizes of the memory that edges allocate.
    pub allocations: FxHashMap<EdgeId, Allocated>,
    /// Objects on the stack with a computed size. The key is the edge that creates the object; the value is
    /// the object's address and size.
    pub computed: FxHashMap<EdgeId, (ExprId, Allocated)>,
    /// The accesses, buffers and allocations whose sizes are checked, in order of evaluation.
    pub uses: Vec<SizedUse>,
}

impl Sizes {
    /// Records the size in bytes of the object at an address.
    pub fn set_extent(&mut self, address: ExprId, bytes: u64) {
        set(&mut self.extents, address, bytes);
    }

    /// Records the size in bytes of one element, or the offset in bytes of a member, for a pointer to it.
    pub fn set_stride(&mut self, inside: ExprId, bytes: u64) {
        set(&mut self.strides, inside, bytes);
    }

    /// Returns the size in bytes of the object or array at an address, if it is known.
    pub fn extent(&self, address: ExprId) -> Option<u64> {
        self.extents.get(&address).copied().flatten()
    }

    /// Returns the size in bytes of one element, or the offset in bytes of a member, for a pointer to it;
    /// `None` if it is not known.
    pub fn stride(&self, inside: ExprId) -> Option<u64> {
        self.strides.get(&inside).copied().flatten()
    }
}

fn set(sizes: &mut FxHashMap<ExprId, Option<u64>>, of: ExprId, bytes: u64) {
    sizes.entry(of).and_modify(|known| *known = known.filter(|known| *known == bytes)).or_insert(Some(bytes));
}

/// An access at a distance from a base pointer. The distance is `constant` bytes plus, for each of `parts`,
/// an index times the size of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The base pointer: the address of an object or array, or any other pointer.
    pub base: ExprId,
    /// The size in bytes of the object at the base, if it is known.
    pub extent: Option<u64>,
    /// The constant part of the distance, in bytes.
    pub constant: i128,
    /// The indices that contribute to the distance, each with the size of its elements in bytes.
    pub parts: Vec<(ExprId, i128)>,
    /// The number of bytes that the access touches from the pointer on.
    pub width: u64,
}

impl Reach {
    /// Returns whether the access needs no proof to stay inside its object: the distance is constant, and the
    /// access fits or the size of the object is unknown.
    pub fn is_inside(&self) -> bool {
        let end = self.constant.checked_add(i128::from(self.width));
        let fits = |extent: u64| self.constant >= 0 && end.is_some_and(|end| end <= i128::from(extent));
        self.parts.is_empty() && self.extent.is_none_or(fits)
    }
}

/// Returns the distance of a pointer from the outermost object that it was derived from; `None` if the
/// distance is unknown. Bounds of members and rows in between are ignored: programs step from one member or
/// row to the next on purpose.
pub fn outermost(exprs: &super::ExprArena, sizes: &Sizes, pointer: ExprId) -> Option<Reach> {
    let mut around = reaches(exprs, sizes, pointer, 0);
    let mut whole = around.pop()?;
    if matches!(exprs.get(whole.base).kind, ExprKind::Inside { .. }) {
        return None;
    }
    for reach in around.into_iter().rev() {
        whole.constant = whole.constant.checked_add(reach.constant)?;
        whole.parts.extend(reach.parts);
    }
    whole.width = 0;
    Some(whole)
}

/// Returns everything that an access of `width` bytes at a pointer must stay inside of, innermost first: an
/// element inside its row, the row inside its array, the array inside its structure.
pub fn reaches(exprs: &super::ExprArena, sizes: &Sizes, pointer: ExprId, width: u64) -> Vec<Reach> {
    let mut found = Vec::new();
    let mut reach = Reach { base: pointer, extent: None, constant: 0, parts: Vec::new(), width };
    let (mut last_stride, mut flexible) = (None, false);
    loop {
        reach.base = exprs.strip_casts(reach.base);
        let base = reach.base;
        flexible |= sizes.flexible.contains(&base);
        let kind = &exprs.get(base).kind;
        // `m[0][i]` may range over all of `m`, and `(&m[1])[1]` is not an element of the row `m[1]`.
        let extent = sizes.extent(base).filter(|extent| {
            let ExprKind::Inside { index: Some(index), .. } = kind else { return true };
            exprs.get(*index).kind != ExprKind::Const(0)
                && last_stride.is_none_or(|stride: u64| stride < *extent)
        });
        if let Some(extent) = extent {
            if flexible {
                return found;
            }
            found.push(Reach { extent: Some(extent), ..reach.clone() });
            reach = Reach { base, extent: None, constant: 0, parts: Vec::new(), width: extent };
        }
        let ExprKind::Inside { base: next, index, .. } = kind else {
            if extent.is_none() {
                found.push(reach);
            }
            return found;
        };
        let Some(stride) = sizes.stride(base) else { return found };
        last_stride = index.map(|_| stride);
        match index.map(|index| (index, &exprs.get(index).kind)) {
            None => reach.constant += i128::from(stride),
            Some((_, ExprKind::Const(count))) => match count.checked_mul(i128::from(stride)) {
                Some(bytes) if bytes.unsigned_abs() < 1 << 80 => reach.constant += bytes,
                _ => return found,
            },
            Some((index, _)) => reach.parts.push((index, i128::from(stride))),
        }
        reach.base = *next;
    }
}
