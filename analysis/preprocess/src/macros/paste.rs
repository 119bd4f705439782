//! The operator `##` (C11 6.10.3.3).

use crate::lex::single_token;
use crate::{Names, Token};

/// Joins two tokens into one. Returns `None` if their joined spelling is not a single token.
pub(crate) fn paste(left: &Token, right: &Token, names: &mut Names) -> Option<Token> {
    let mut spelling = names.text(left.name).to_owned();
    spelling.push_str(names.text(right.name));
    let kind = single_token(&spelling)?;
    let name = names.intern(&spelling);
    Some(Token { kind, name, painted: false, ..*left })
}
