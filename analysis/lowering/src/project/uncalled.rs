//! Functions that nothing in the checked files calls.

use csieve_base::{
    hints::{has_mark, is_called_from_outside},
    text::{Comments, Span},
};

use super::Surroundings;
use crate::unit::{
    UnitFunction,
    mentions::{occurrences, says},
};

impl Surroundings<'_> {
    /// Returns whether nothing in the checked files calls a function, and nothing makes it known to other code: only
    /// its definition mentions it. False if the files are perhaps not all that matter: a file without `main` that is
    /// checked alone, and files that call no function of this one. `alone` is the text of a file that is checked
    /// alone, if it is known.
    pub fn is_never_called(&self, function: &str, alone: Option<&str>) -> bool {
        if is_called_from_outside(function) || !self.unit.is_untold(function) {
            return false;
        }
        if self.project.files.is_empty() {
            let text = alone.filter(|_| self.unit.context.is_definition("main"));
            let mut named = self.unit.functions.iter().filter(|known| known.text.name == function);
            return text.zip(named.next()).is_some_and(|(text, known)| is_only_definition(text, known));
        }
        if !self.is_only_here(function) || !(self.project.has_main || self.is_entered()) {
            return false;
        }
        (0..self.count() as u32).all(|number| {
            let file = self.file(number);
            let text = &**file.source.text();
            if self.is_own(number) {
                file.function(function).is_some_and(|known| is_only_definition(text, known))
            } else {
                let unit = &file.unit;
                !unit.may_mention(function) && !unit.declares(function) && !is_said(text, function, None)
            }
        })
    }

    /// Returns whether another file calls a function of the one in which runs begin.
    fn is_entered(&self) -> bool {
        let context = &self.unit.context;
        let names = || self.unit.functions.iter().map(|function| function.text.name.as_str());
        let others = || (0..self.count() as u32).filter(|number| !self.is_own(*number));
        names().filter(|name| context.is_exported(name)).any(|name| {
            others()
                .map(|number| &self.file(number).unit)
                .any(|unit| unit.may_mention(name) && unit.calls(name))
        })
    }
}

/// Returns whether a text mentions a function only in its definition, which is no macro and begins with none that
/// vanishes.
fn is_only_definition(text: &str, function: &UnitFunction) -> bool {
    let name = function.text.name.as_str();
    let (span, body) = (function.span(), function.body());
    let header = text.get(span.start as usize..body.start as usize).unwrap_or_default();
    let Some(at) = occurrences(header, name).next() else { return false };
    let before = Comments::of(&header[..at]).comments.iter().rev().fold(
        header[..at].to_owned(),
        |mut text, comment| {
            text.replace_range(comment.range(), " ");
            text
        },
    );
    !has_mark(&before, function.header()) && !is_said(text, name, Some(span))
}

/// Returns whether a text mentions a name outside of a range and of comments. Strings, macros and lines that
/// conditional compilation leaves out count.
fn is_said(text: &str, name: &str, except: Option<Span>) -> bool {
    if !says(text, name) {
        return false;
    }
    let comments = Comments::of(text).comments;
    occurrences(text, name).any(|at| {
        let place = Span::new(at, at + name.len());
        let is_within = |span: &Span| span.contains(place);
        !except.iter().any(is_within) && !comments.iter().any(is_within)
    })
}
