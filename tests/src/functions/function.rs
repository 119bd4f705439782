//! Writes one random C function.

use super::{
    inputs::Input,
    scope::Number,
    types::{TYPES, Type},
    writer::Writer,
};
use crate::{random::Random, spelling::Text};

/// A generated function with its inputs.
pub(super) struct Function {
    pub text: Text,
    pub inputs: Vec<Input>,
}

/// Returns the random function that a seed gives.
pub(super) fn function(seed: u64) -> Function {
    let mut writer = Writer::new(seed);
    let inputs = inputs(&mut writer.random);
    locals(&mut writer);
    for input in &inputs {
        let Some(ty) = input.number_type() else {
            writer.scope.pointers.push(input.name().to_owned());
            continue;
        };
        let number = Number { name: input.name().to_owned(), ty };
        // Inputs are listed three times, so that most conditions depend on them.
        writer.scope.numbers.extend([number.clone(), number.clone(), number.clone()]);
        if writer.random.one_in(3) {
            writer.scope.writable.push(number);
        }
    }
    body(&mut writer);
    Function { text: assembled(seed, &inputs, writer), inputs }
}

fn inputs(random: &mut Random) -> Vec<Input> {
    let mut inputs = vec![Input::number(random, "a"), Input::number(random, "b")];
    match random.below(10) {
        0 | 1 => inputs.push(Input::number(random, "c")),
        2 | 3 => inputs.push(Input::pointer(random, "pa")),
        4 => inputs.extend([Input::pointer(random, "pa"), Input::pointer(random, "pb")]),
        5 => inputs.push(Input::result(random, "r")),
        6 => inputs.push(Input::global(random)),
        // The call that gives the input `r` may write variables of the file, so `r` comes before the
        // variable.
        7 => inputs.extend([Input::result(random, "r"), Input::global(random)]),
        _ => {}
    }
    inputs
}

fn locals(writer: &mut Writer) {
    for _ in 0..2 + writer.random.below(2) {
        let ty = writer.random.choose(&TYPES);
        let value = writer.random.pick(&["0", "1", "a", "b", "(a > b)", "2"]).to_owned();
        writer.scope.number("x", ty, &value);
    }
    let count = writer.random.choose(&[4, 4, 3, 5]);
    let ty = writer.random.choose(&TYPES);
    writer.scope.array(ty, count);
    if writer.random.one_in(2) {
        let pointer = writer.scope.pointer();
        writer.scope.pointers.push(pointer);
    }
    if writer.random.one_in(3) {
        let name = writer.scope.name("s");
        writer.scope.declarations.push(format!("struct {{ int u; unsigned char v; }} {name} = {{1, 2}};"));
        for (member, ty) in [("u", Type::Int), ("v", Type::UnsignedChar)] {
            let member = Number { name: format!("{name}.{member}"), ty };
            writer.scope.numbers.push(member.clone());
            writer.scope.writable.push(member);
        }
    }
}

fn body(writer: &mut Writer) {
    writer.text.open();
    while writer.left > 0 {
        writer.step(2);
    }
    while !writer.sites.is_empty() {
        writer.site();
    }
    let result = writer.some_number().name;
    writer.line(&format!("return {result};"));
    writer.text.close("}");
}

/// Puts the function's header, the guards against other inputs and the declarations before its body.
fn assembled(seed: u64, inputs: &[Input], writer: Writer) -> Text {
    let declared: Vec<String> = inputs.iter().filter_map(Input::parameter).collect();
    let mut text = Text::default();
    text.line(&format!("int f{seed}({}) {{", declared.join(", ")));
    text.open();
    for input in inputs {
        for line in input.declaration().into_iter().chain(input.guard()) {
            text.line(&line);
        }
    }
    for declaration in &writer.scope.declarations {
        text.line(declaration);
    }
    text.append(writer.text);
    text
}
