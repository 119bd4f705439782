//! Leaks before a misuse of another kind: the driver looks for leaks at the place where memory is lost,
//! because the later misuse keeps the run from the end of the program.

use csieve_analysis::checks::{Instrument, declaration};

use super::{
    Impossible, Scene,
    code::{Insertion, span_of},
};

/// The C code that defines `csieve_stop`, which looks for leaks; it stands before the text under test.
pub(super) const BEFORE: &str = "int __lsan_do_recoverable_leak_check(void);\nvoid csieve_exit(int) __asm__(\"_exit\");\n\
    static int csieve_stop(void)\n{\n    \
        if (__lsan_do_recoverable_leak_check()) {\n        \
            csieve_exit(1);\n    \
        }\n    \
        return 0;\n}\n";

/// Returns the call to insert that looks for leaks. `None` if the finding is no leak, or if the run returns
/// normally, so that a look at the end of the program suffices.
///
/// # Errors
/// If the source has no place where the call can be inserted.
pub(super) fn looked_for(scene: &Scene) -> Result<Option<Insertion>, Impossible> {
    let misuse = &scene.replay.misuse;
    let Some((function, edge)) =
        misuse.frames.last().filter(|_| declaration(misuse.rule).driver.instrument == Instrument::LeakCheck)
    else {
        return Ok(None);
    };
    if !scene.replay.goes_on {
        return Ok(None);
    }
    let text = scene.subject.source.text();
    let place = span_of(scene, function, *edge).and_then(|span| Some((span, text.get(span.range())?)));
    let before = place.and_then(|(span, _)| text.get(..span.start as usize)).map_or("", str::trim_end);
    match place {
        Some((span, "}")) => Ok(Some(Insertion { at: span.start, text: "csieve_stop(); ".to_owned() })),
        Some((span, text)) if is_expression(text) => {
            let inserted = if is_declared(before) {
                ", *csieve_none = (csieve_stop(), (void *)0)"
            } else {
                ", csieve_stop()"
            };
            Ok(Some(Insertion { at: span.end, text: inserted.to_owned() }))
        }
        _ => Err(Impossible::new("the run goes on to another misuse before the end of the program")),
    }
}

fn is_expression(text: &str) -> bool {
    let is_statement = text.ends_with(';') || text.ends_with('}') || text.starts_with('#');
    !is_statement && !text.starts_with("return") && !text.is_empty()
}

/// Returns whether a name that follows the text `before` is declared there, as after `int *`.
fn is_declared(before: &str) -> bool {
    let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    before.ends_with('*') || !word.is_empty() && !matches!(word, "else" | "do" | "return")
}

#[cfg(test)]
mod tests {
    use super::{is_declared, is_expression};

    #[test]
    fn a_declaration_is_told_from_a_statement() {
        assert!(is_declared("{ int *"));
        assert!(is_declared("struct item"));
        assert!(!is_declared("if (x)"));
        assert!(!is_declared("x = 1; else"));
        assert!(is_expression("p = malloc(4)"));
        assert!(!is_expression("return 0;"));
    }
}
