//! Fields, identified by their offset in an object, so that two names of the same bytes are never two fields.

use csieve_graph::{Cfg, ExprId, ExprKind, Type};

/// A scalar inside an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// The offset from the start of the object in bytes.
    pub offset: u64,
    /// The type with which it is read and written.
    pub ty: Type,
    /// The name in the source.
    pub name: String,
}

impl Field {
    /// Returns whether both have the same offset and type. Names are not compared.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.offset == other.offset && self.ty == other.ty
    }

    /// Returns whether the field holds integers.
    pub(super) fn is_number(&self) -> bool {
        self.ty.as_int().is_some()
    }

    /// Returns whether the two fields share a byte.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let end = |field: &Self| field.offset.saturating_add(width(field.ty));
        self.offset < end(other) && other.offset < end(self)
    }
}

/// Returns the size of an integer or a pointer in bytes. Pointers have 8 bytes, which may be more than they
/// need.
fn width(ty: Type) -> u64 {
    ty.as_int().map_or(8, |int| u64::from(int.bits.div_ceil(8)))
}

/// Splits an address into its base pointer, the offset from it in bytes, and the name of the member there
/// (`*` if there is none). `None` for array elements and unknown offsets.
pub(super) fn based(cfg: &Cfg, address: ExprId) -> Option<(ExprId, u64, String)> {
    let (mut at, mut offset) = (address, 0_u64);
    let mut names: Vec<&str> = Vec::new();
    loop {
        match &cfg.expr(at).kind {
            ExprKind::Seen(inner, _) => at = *inner,
            ExprKind::Cast(inner) if is_pointer(cfg, at) && is_pointer(cfg, *inner) => at = *inner,
            ExprKind::Inside { base, path, index: None } if !path.is_empty() => {
                offset = offset.checked_add(cfg.sizes.stride(at)?)?;
                names.push(path);
                at = *base;
            }
            ExprKind::Inside { .. } => return None,
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Any(_) | ExprKind::Load(_) => break,
            ExprKind::Address(_) | ExprKind::AddressOf(_) | ExprKind::Cast(_) => break,
            ExprKind::Unary(..) | ExprKind::Binary(..) => break,
        }
    }
    names.reverse();
    let name = if names.is_empty() { "*".to_owned() } else { names.join(".") };
    Some((at, offset, name))
}

/// Returns whether the type of an expression is a pointer.
pub(super) fn is_pointer(cfg: &Cfg, expr: ExprId) -> bool {
    cfg.expr(expr).ty == Type::Pointer
}
