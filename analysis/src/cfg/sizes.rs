//! What the lowering saw of sizes: how large objects are, how far members and elements lie, and where memory is accessed.
//! `crate::bounds` makes edges of it where an access may leave its object.

use rustc_hash::FxHashMap;

use super::{EdgeId, ExprId, ExprKind};

/// How many bytes an access touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// This many.
    Known(u64),
    /// As many as an expression says.
    Computed(ExprId),
}

/// Something that memory of a size is needed for.
#[derive(Clone, Debug)]
pub struct SizedUse {
    /// The edge behind which it is checked.
    pub edge: EdgeId,
    /// What is done.
    pub kind: UseKind,
}

/// What memory of a size is needed for.
#[derive(Clone, Debug)]
pub enum UseKind {
    /// An object is read or written.
    Access {
        /// Where it starts.
        pointer: ExprId,
        /// Its size.
        bytes: u64,
    },
    /// A library function is told how many bytes it may touch, or always touches so many.
    Buffer {
        /// Where they start.
        pointer: ExprId,
        /// How many.
        bytes: Bytes,
        /// The function.
        callee: String,
        /// It touches all of them, and not just some.
        surely: bool,
        /// They are a text and the zero at its end, and no block of bytes.
        is_text: bool,
    },
    /// Memory of a computed size is allocated.
    Allocation {
        /// The size, as computed.
        bytes: ExprId,
        /// The function.
        callee: String,
    },
}

/// The size of allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocated {
    /// In bytes.
    pub bytes: ExprId,
    /// The allocator itself makes sure that it does not overflow.
    pub is_safe: bool,
    /// Behind this edge it has not overflowed; none if nothing can.
    pub checked: Option<EdgeId>,
}

/// All that is known of sizes in a function.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// Bytes of the object or array that starts at an address; none where two were seen.
    extents: FxHashMap<ExprId, Option<u64>>,
    /// Bytes of one element, or up to the member, of what points inside; none where two were seen.
    strides: FxHashMap<ExprId, Option<u64>>,
    /// Addresses of last members that may be longer than declared.
    pub flexible: rustc_hash::FxHashSet<ExprId>,
    /// What an edge allocates.
    pub allocations: FxHashMap<EdgeId, Allocated>,
    /// Objects on the stack whose size is computed: the edge that makes them, and their address.
    pub computed: FxHashMap<EdgeId, (ExprId, Allocated)>,
    /// Where sizes matter, in order of evaluation.
    pub uses: Vec<SizedUse>,
}

impl Sizes {
    /// Says how large the object at an address is.
    pub fn set_extent(&mut self, address: ExprId, bytes: u64) {
        set(&mut self.extents, address, bytes);
    }

    /// Says how far a pointer moves for each element, or up to the member.
    pub fn set_stride(&mut self, inside: ExprId, bytes: u64) {
        set(&mut self.strides, inside, bytes);
    }

    /// Bytes of the object or array at an address.
    pub fn extent(&self, address: ExprId) -> Option<u64> {
        self.extents.get(&address).copied().flatten()
    }

    /// Bytes of one element, or up to the member.
    pub fn stride(&self, inside: ExprId) -> Option<u64> {
        self.strides.get(&inside).copied().flatten()
    }
}

fn set(sizes: &mut FxHashMap<ExprId, Option<u64>>, of: ExprId, bytes: u64) {
    sizes.entry(of).and_modify(|known| *known = known.filter(|known| *known == bytes)).or_insert(Some(bytes));
}

/// How a pointer was made from another: `constant` bytes and elements further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Where it starts: an object, an array, or a pointer.
    pub base: ExprId,
    /// Bytes of what starts there, if that is known.
    pub extent: Option<u64>,
    /// Bytes from there.
    pub constant: i128,
    /// Indices with the bytes of their elements.
    pub parts: Vec<(ExprId, i128)>,
    /// Bytes that are touched from there on.
    pub width: u64,
}

impl Reach {
    /// Whether it stays inside, where that needs no proof.
    pub fn is_inside(&self) -> bool {
        let end = self.constant.checked_add(i128::from(self.width));
        let fits = |extent: u64| self.constant >= 0 && end.is_some_and(|end| end <= i128::from(extent));
        self.parts.is_empty() && self.extent.is_none_or(fits)
    }
}

/// Up to which object a pointer was made from another, through all elements and members on the way; none if that is
/// not known. Programs walk on from one member or row to the next on purpose.
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

/// Everything that an access of some bytes at a pointer must stay inside of: an element in its row, the row in its
/// array, the array in its structure.
pub fn reaches(exprs: &super::ExprArena, sizes: &Sizes, pointer: ExprId, width: u64) -> Vec<Reach> {
    let mut found = Vec::new();
    let mut reach = Reach { base: pointer, extent: None, constant: 0, parts: Vec::new(), width };
    let (mut last_stride, mut flexible) = (None, false);
    loop {
        reach.base = exprs.strip_casts(reach.base);
        let base = reach.base;
        flexible |= sizes.flexible.contains(&base);
        let kind = &exprs.get(base).kind;
        // `m[0][i]` goes through all of `m`; `(&m[1])[1]` is no element of the row `m[1]`.
        let extent = sizes.extent(base).filter(|extent| match kind {
            ExprKind::Inside { index: Some(index), .. } => {
                exprs.get(*index).kind != ExprKind::Const(0)
                    && last_stride.is_none_or(|stride: u64| stride < *extent)
            }
            _ => true,
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
