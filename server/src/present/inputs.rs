//! The inputs of a confirmed finding.

use csieve_analysis::{finding::Input, machine::Source, text::Sentence};

use super::Located;

/// Most inputs in one sentence.
const MOST: usize = 8;

/// What an allocation or the like does where nothing is said of it.
const ORDINARY: &str = "succeeds";

/// Whether an input is worth saying: that a call succeeds is what everybody expects.
pub fn is_worth_saying(input: &Input) -> bool {
    input.value != ORDINARY
}

/// An input: "`n` = 3", "`malloc` on line 4 fails"; `resolve` fills in lines.
pub fn text(input: &Input, resolve: &dyn Fn(&Sentence) -> String) -> String {
    let what = resolve(&input.what);
    match input.value.as_str() {
        "fails" | ORDINARY => format!("{what} {}", input.value),
        value => format!("{what} = {value}"),
    }
}

/// The first few texts, and how many others there are.
pub fn shortened(mut texts: Vec<String>) -> Vec<String> {
    let more = texts.len().saturating_sub(MOST);
    texts.truncate(MOST);
    if more > 0 {
        texts.push(format!("{more} more"));
    }
    texts
}

/// The inputs that are worth saying; what a function returns in several calls is said at once.
fn texts(inputs: &[Input], resolve: &dyn Fn(&Sentence) -> String) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for input in inputs.iter().filter(|input| is_worth_saying(input)) {
        let Source::Result { function, .. } = &input.source else {
            texts.push(text(input, resolve));
            continue;
        };
        let values = results(inputs, function);
        if values.len() == 1 {
            texts.push(text(input, resolve));
        } else if !told.contains(&function.as_str()) {
            told.push(function);
            texts.push(format!("the results of `{function}` = {}", values.join(", ")));
        }
    }
    texts
}

/// What a function returns, call by call.
fn results<'a>(inputs: &'a [Input], function: &str) -> Vec<&'a str> {
    let is_it =
        |input: &&Input| matches!(&input.source, Source::Result { function: of, .. } if of == function);
    inputs.iter().filter(is_it).map(|input| input.value.as_str()).collect()
}

/// With which inputs a confirmed finding happens: "it happens with `n` = 3 and `p` = NULL".
pub fn sentence(located: &Located) -> Option<String> {
    if !located.finding.is_confirmed() {
        return None;
    }
    let resolve = |text: &Sentence| located.sentence(text);
    let texts = shortened(texts(located.finding.inputs(), &resolve));
    Some(match texts.as_slice() {
        [] if located.finding.program().is_some() => {
            "it happens in every run of the program in which nothing fails".to_owned()
        }
        [] => "it happens whenever the function is called".to_owned(),
        [one] => format!("it happens with {one}"),
        [others @ .., last] => format!("it happens with {} and {last}", others.join(", ")),
    })
}
