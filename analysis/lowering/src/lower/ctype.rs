//! C's types as declarations spell them; richer than [`Type`], which is all the proofs need.

use std::sync::Arc;

use csieve_graph::{IntType, Type};

/// A type with its qualifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CType {
    pub shape: Shape,
    /// `volatile` or `_Atomic`: others may write it at any time.
    pub volatile: bool,
    pub constant: bool,
    /// An attribute gives it another alignment than its shape has.
    pub aligned: bool,
}

/// What a function takes and returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature {
    pub returns: CType,
    /// The types of the parameters as C adjusts them; none where no prototype says.
    pub params: Option<Vec<CType>>,
    /// `...` follows the parameters.
    pub variadic: bool,
}

impl Signature {
    /// A function of which only the result is known.
    pub(crate) fn returning(returns: CType) -> Self {
        Self { returns, params: None, variadic: false }
    }
}

/// A type without its qualifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Void,
    Int(IntType),
    /// A floating type, by its size in bytes.
    Float(u8),
    Pointer(Arc<CType>),
    /// Elements and their number, if it is a constant.
    Array(Arc<CType>, Option<u64>),
    Function(Arc<Signature>),
    /// A structure or union, by its key in the table of types.
    Record(Arc<str>),
    /// A type name that nothing here defines: the same name is the same type.
    Named(Arc<str>),
    /// Not known here: it may be anything, a structure included.
    Unknown,
}

impl CType {
    pub(crate) const VOID: Self = Self::plain(Shape::Void);
    pub(crate) const INT: Self = Self::plain(Shape::Int(IntType::INT));
    pub(crate) const ULONG: Self = Self::plain(Shape::Int(IntType::ULONG));
    pub(crate) const LONG: Self = Self::plain(Shape::Int(IntType::LONG));
    pub(crate) const DOUBLE: Self = Self::plain(Shape::Float(8));
    pub(crate) const UNKNOWN: Self = Self::plain(Shape::Unknown);

    pub(crate) const fn plain(shape: Shape) -> Self {
        Self { shape, volatile: false, constant: false, aligned: false }
    }

    pub(crate) const fn int(ty: IntType) -> Self {
        Self::plain(Shape::Int(ty))
    }

    pub(crate) fn pointer(self) -> Self {
        Self::plain(Shape::Pointer(Arc::new(self)))
    }

    pub(crate) fn unqualified(&self) -> Self {
        Self::plain(self.shape.clone())
    }

    /// The type of a value of this type in the graph; an aggregate stands for its address.
    pub(crate) fn ty(&self) -> Type {
        match &self.shape {
            Shape::Void => Type::Void,
            Shape::Int(int) => Type::Int(*int),
            Shape::Float(_) => Type::Float,
            Shape::Pointer(_) | Shape::Array(..) | Shape::Function(_) | Shape::Record(_) => Type::Pointer,
            Shape::Named(_) | Shape::Unknown => Type::Unknown,
        }
    }

    /// What tells it apart from types that are laid out in another way.
    pub(crate) fn outline(&self) -> String {
        let (mut ty, mut outline) = (self, String::new());
        while let Shape::Array(element, length) = &ty.shape {
            outline.push_str(&length.map_or_else(|| "[]".to_owned(), |length| format!("[{length}]")));
            ty = element;
        }
        let element = match &ty.shape {
            // Arithmetic on `void *` counts bytes.
            Shape::Void => "8 bits".to_owned(),
            Shape::Int(int) => format!("{} bits", int.bits.max(8)),
            Shape::Float(bytes) => format!("float of {bytes} bytes"),
            Shape::Pointer(_) | Shape::Array(..) => "pointer".to_owned(),
            Shape::Function(_) => "function".to_owned(),
            Shape::Record(name) | Shape::Named(name) => name.to_string(),
            Shape::Unknown => "unknown".to_owned(),
        };
        outline + &element
    }

    pub(crate) fn as_int(&self) -> Option<IntType> {
        match self.shape {
            Shape::Int(int) => Some(int),
            _ => None,
        }
    }

    /// What a pointer, array or function designator leads to.
    pub(crate) fn target(&self) -> Option<&Self> {
        match &self.shape {
            Shape::Pointer(to) | Shape::Array(to, _) => Some(to),
            _ => None,
        }
    }

    /// Whether nothing is known of it, not even whether it is a number.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self.shape, Shape::Named(_) | Shape::Unknown)
    }

    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self.shape, Shape::Pointer(_))
    }

    /// Whether it is the type of the initialiser: `__auto_type x = 1;`
    pub(crate) fn is_auto(&self) -> bool {
        matches!(&self.shape, Shape::Named(name) if matches!(&**name, "__auto_type" | "auto"))
    }

    /// A function that returns this.
    pub(crate) fn function(self) -> Self {
        Self::plain(Shape::Function(Arc::new(Signature::returning(self))))
    }

    pub(crate) fn is_float(&self) -> bool {
        matches!(self.shape, Shape::Float(_))
    }

    /// Whether it lives in memory as a whole: its value is its address.
    pub(crate) fn is_aggregate(&self) -> bool {
        matches!(self.shape, Shape::Array(..) | Shape::Record(_))
    }

    /// Whether nothing may write an object of the type.
    pub(crate) fn is_constant(&self) -> bool {
        let mut ty = self;
        while let Shape::Array(element, _) = &ty.shape {
            ty = element;
        }
        self.constant || ty.constant
    }

    /// The type of an expression of this type: arrays and functions become pointers.
    pub(crate) fn decayed(&self) -> Self {
        match &self.shape {
            Shape::Array(to, _) => Self::plain(Shape::Pointer(to.clone())),
            Shape::Function(_) => self.clone().pointer(),
            _ => self.unqualified(),
        }
    }
}

/// The type of an operand after the integer promotions.
pub(crate) fn promoted(ty: IntType) -> IntType {
    if ty.bits < IntType::INT.bits { IntType::INT } else { ty }
}

/// The common type of two operands after the usual arithmetic conversions.
pub(crate) fn common(left: IntType, right: IntType) -> IntType {
    let (left, right) = (promoted(left), promoted(right));
    let bits = left.bits.max(right.bits);
    let unsigned = |ty: IntType| !ty.signed && ty.bits == bits;
    IntType { bits, signed: !(unsigned(left) || unsigned(right)) }
}
