//! The inputs of a confirmed finding, in words.

use csieve_analysis::{finding::Input, machine::Source, program::START, text::Sentence};

use super::Located;

/// The number of inputs that one sentence lists at most.
const MOST: usize = 8;

/// The value of an input that stands for a call which succeeds.
const ORDINARY: &str = "succeeds";

/// Returns whether an input is worth a mention. Calls that succeed are not, because readers expect that, nor are parameters
/// that nobody reads.
pub fn is_worth_saying(input: &Input) -> bool {
    input.value != ORDINARY && input.is_read
}

/// Returns the text of an input: "`n` = 3", "`malloc` on line 4 fails". `resolve` fills in line numbers.
pub fn text(input: &Input, resolve: &dyn Fn(&Sentence) -> String) -> String {
    let what = resolve(&input.what);
    match input.value.as_str() {
        "fails" | ORDINARY => format!("{what} {}", input.value),
        value => format!("{what} = {value}"),
    }
}

/// Returns the first `MOST` texts, and "N more" if there are others.
pub fn shortened(mut texts: Vec<String>) -> Vec<String> {
    let more = texts.len().saturating_sub(MOST);
    texts.truncate(MOST);
    if more > 0 {
        texts.push(format!("{more} more"));
    }
    texts
}

/// Returns the texts of the inputs worth a mention. The results of several calls of a function make one text.
fn texts(inputs: &[Input], resolve: &dyn Fn(&Sentence) -> String) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for input in inputs.iter().filter(|input| is_worth_saying(input)) {
        let Some(function) = returning(&input.source) else {
            texts.push(text(input, resolve));
            continue;
        };
        let values = results(inputs, function);
        let all = inputs.iter().find(|input| is_later(input) && returning(&input.source) == Some(function));
        match all {
            _ if told.contains(&function) => {}
            Some(all) if values.iter().all(|value| *value == all.value) => {
                texts.push(format!("every result of `{function}` = {}", all.value));
            }
            Some(all) => {
                let values = values.join(", ");
                texts.push(format!("the results of `{function}` = {values}, then always {}", all.value));
            }
            None if values.len() == 1 => texts.push(text(input, resolve)),
            None => texts.push(format!("the results of `{function}` = {}", values.join(", "))),
        }
        told.push(function);
    }
    texts
}

/// Returns the function of whose result an input is, or of whose later results.
fn returning(source: &Source) -> Option<&str> {
    match source {
        Source::Result { function, .. } => Some(function),
        Source::Later(of) => returning(of),
        _ => None,
    }
}

/// Returns whether an input is one of all later calls.
fn is_later(input: &Input) -> bool {
    matches!(input.source, Source::Later(_))
}

/// Returns the values that a function returns, call by call.
fn results<'a>(inputs: &'a [Input], function: &str) -> Vec<&'a str> {
    let is_it = |input: &&Input| !is_later(input) && returning(&input.source) == Some(function);
    inputs.iter().filter(is_it).map(|input| input.value.as_str()).collect()
}

/// Returns the inputs of a finding as a sentence: "it happens with `n` = 3 and `p` = NULL". `None` if the
/// finding is not confirmed.
pub fn sentence(located: &Located) -> Option<String> {
    if !located.finding.is_confirmed() {
        return None;
    }
    let resolve = |text: &Sentence| located.sentence(text);
    let texts = shortened(texts(located.finding.inputs(), &resolve));
    Some(match texts.as_slice() {
        [] if located.finding.program() == Some(START) => {
            "it happens in every run of the program in which nothing fails".to_owned()
        }
        [] if located.finding.program().is_some_and(|start| start != located.finding.function) => {
            let start = located.finding.program().unwrap_or_default();
            format!("it happens whenever `{start}` is called and nothing fails")
        }
        [] => "it happens whenever the function is called".to_owned(),
        [one] => format!("it happens with {one}"),
        [others @ .., last] => format!("it happens with {} and {last}", others.join(", ")),
    })
}
