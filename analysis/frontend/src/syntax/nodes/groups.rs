//! Groups of node kinds that the grammar has no name for.

use super::Kind;

impl Kind {
    /// Returns whether a node of this kind is a declarator that contains another declarator: `*p`, `a[1]`,
    /// `f(int)`, `(x)` or `x = 1`.
    pub const fn is_around_declarator(self) -> bool {
        matches!(
            self,
            Self::AbstractArrayDeclarator
                | Self::AbstractFunctionDeclarator
                | Self::AbstractParenthesizedDeclarator
                | Self::AbstractPointerDeclarator
                | Self::ArrayDeclarator
                | Self::AttributedDeclarator
                | Self::FunctionDeclarator
                | Self::InitDeclarator
                | Self::ParenthesizedDeclarator
                | Self::PointerDeclarator
        )
    }

    /// Returns whether a node of this kind is a declarator, with or without a name.
    pub const fn is_declarator(self) -> bool {
        matches!(self, Self::Identifier | Self::FieldIdentifier) || self.is_around_declarator()
    }

    /// Returns whether a node of this kind is a preprocessor directive or a part of one.
    pub const fn is_preprocessing(self) -> bool {
        matches!(
            self,
            Self::PreprocArg
                | Self::PreprocCall
                | Self::PreprocDef
                | Self::PreprocDefined
                | Self::PreprocDirective
                | Self::PreprocElif
                | Self::PreprocElifdef
                | Self::PreprocElse
                | Self::PreprocFunctionDef
                | Self::PreprocIf
                | Self::PreprocIfdef
                | Self::PreprocInclude
                | Self::PreprocParams
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::nodes::generated::{NAMED, TOKENS};

    #[test]
    fn groups_are_what_the_names_of_the_grammar_say() {
        for (name, kind) in NAMED {
            assert_eq!(kind.is_around_declarator(), name.ends_with("declarator"), "{name}");
            assert_eq!(kind.is_preprocessing(), name.starts_with("preproc"), "{name}");
        }
        assert!(TOKENS.iter().all(|(_, kind)| !kind.is_around_declarator() && !kind.is_preprocessing()));
    }
}
