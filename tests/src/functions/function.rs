//! One function.

use super::{parameters::Parameter, scope::Number, types::TYPES, writer::Writer};
use crate::spelling::Text;

/// A generated function.
pub struct Function {
    pub text: Text,
    pub parameters: Vec<Parameter>,
}

/// The function of a seed.
pub fn function(seed: u64) -> Function {
    let mut writer = Writer::new(seed);
    let parameters = parameters(&mut writer);
    locals(&mut writer);
    for parameter in &parameters {
        match parameter {
            Parameter::Number { name, ty, .. } => {
                let number = Number { name: name.clone(), ty: *ty };
                writer.scope.numbers.extend([number.clone(), number.clone(), number.clone()]);
                if writer.random.one_in(3) {
                    writer.scope.writable.push(number);
                }
            }
            Parameter::Pointer { name, .. } => writer.scope.pointers.push(name.clone()),
        }
    }
    body(&mut writer);
    Function { text: assembled(seed, &parameters, writer), parameters }
}

fn parameters(writer: &mut Writer) -> Vec<Parameter> {
    let random = &mut writer.random;
    let mut parameters = vec![Parameter::number(random, "a"), Parameter::number(random, "b")];
    match random.below(5) {
        0 => parameters.push(Parameter::number(random, "c")),
        1 => parameters.push(Parameter::pointer(random, "pa")),
        2 => parameters.extend([Parameter::pointer(random, "pa"), Parameter::pointer(random, "pb")]),
        _ => {}
    }
    parameters
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
        for (member, ty) in [("u", super::types::Type::Int), ("v", super::types::Type::UnsignedChar)] {
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

/// Header, guards and declarations in front of the body.
fn assembled(seed: u64, parameters: &[Parameter], writer: Writer) -> Text {
    let declared: Vec<String> = parameters.iter().map(Parameter::declaration).collect();
    let mut text = Text::default();
    text.line(&format!("int f{seed}({}) {{", declared.join(", ")));
    text.open();
    for guard in parameters.iter().filter_map(Parameter::guard) {
        text.line(&guard);
    }
    for declaration in &writer.scope.declarations {
        text.line(declaration);
    }
    text.append(writer.text);
    text
}
