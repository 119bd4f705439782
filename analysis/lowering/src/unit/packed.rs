//! Units as plain data, from which another process makes the same unit without the file and its headers.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_base::model::DataModel;
use csieve_frontend::{syntax::Unit, translation::FunctionText};

use super::{HeaderContext, HeaderPlace, InlineFunction, TranslationUnit, UnitFunction};

/// The texts of a unit after preprocessing. Its trees are made again from them.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct PackedUnit {
    model: DataModel,
    functions: Vec<PackedFunction>,
    headers: String,
    of_headers: Vec<(FunctionText, HeaderPlace)>,
    of_later_headers: Vec<(FunctionText, HeaderPlace)>,
    declarations: String,
    hidden: Vec<String>,
}

/// A function of a unit as plain data.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
struct PackedFunction {
    start: u32,
    text: Arc<FunctionText>,
    is_alternative: bool,
}

impl TranslationUnit {
    /// Returns the unit as plain data.
    pub fn packed(&self) -> PackedUnit {
        let packed = |function: &UnitFunction| PackedFunction {
            start: function.start,
            text: Arc::clone(&function.text),
            is_alternative: function.is_alternative,
        };
        let inline = |InlineFunction { function, place }: &InlineFunction| {
            (FunctionText::clone(&function.text), place.clone())
        };
        PackedUnit {
            model: self.model,
            functions: self.functions.iter().map(packed).collect(),
            headers: self.headers.text.clone(),
            of_headers: self.headers.functions.iter().map(inline).collect(),
            of_later_headers: self.inlines.iter().map(inline).collect(),
            declarations: self.declarations.text().to_owned(),
            hidden: self.hidden.to_vec(),
        }
    }
}

impl PackedUnit {
    /// Makes the unit. It is not meant to be edited: it does not know which names its functions need of headers.
    pub fn unit(self) -> TranslationUnit {
        let unpacked = |function: PackedFunction| UnitFunction {
            start: function.start,
            tree: Arc::new(Unit::parse(Arc::clone(&function.text.text))),
            text: function.text,
            is_alternative: function.is_alternative,
            needs: Arc::default(),
            uses: Arc::default(),
            known: Arc::default(),
        };
        let functions = self.functions.into_iter().map(unpacked).collect();
        let declarations = Arc::new(Unit::parse(self.declarations));
        let inline = |(text, place)| InlineFunction::of(text, place);
        let of_headers = self.of_headers.into_iter().map(inline).collect();
        let headers = HeaderContext::new(self.headers, of_headers, None);
        let inlines = self.of_later_headers.into_iter().map(inline).collect();
        let parts = (functions, declarations, self.hidden.into());
        TranslationUnit::of(parts, (headers, inlines), self.model, None)
    }
}
