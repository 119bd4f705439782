//! The predefined macros of machines that the preprocessor does not know, as differences from a machine that
//! it knows.

mod model;

use csieve_analysis::{model::DataModel, preprocess::Target};

use super::flags::Flags;

const ILP32: &str = include_str!("ilp32.txt");
const LLP64: &str = include_str!("llp64.txt");
const I386: &str = include_str!("i386.txt");

/// Predefined macros by which programs recognise the processor x86-64.
const X86_64: [&str; 14] = [
    "__x86_64",
    "__x86_64__",
    "__amd64",
    "__amd64__",
    "__k8",
    "__k8__",
    "__SSE__",
    "__SSE2__",
    "__SSE_MATH__",
    "__SSE2_MATH__",
    "__MMX__",
    "__MMX_WITH_SSE__",
    "__FXSR__",
    "__code_model_small__",
];

/// Predefined macros by which programs recognise Linux.
const LINUX: [&str; 7] = ["linux", "unix", "__linux", "__linux__", "__unix", "__unix__", "__gnu_linux__"];

/// Prefixes of other processors' names, with the macros by which programs recognise them.
const OTHERS: [(&str, &[&str]); 9] = [
    ("arm", &["__arm__", "__ARM_EABI__"]),
    ("thumb", &["__arm__", "__thumb__", "__ARM_EABI__"]),
    ("riscv", &["__riscv"]),
    ("mips", &["__mips__", "__mips"]),
    ("powerpc", &["__powerpc__", "__PPC__"]),
    ("ppc", &["__powerpc__", "__PPC__"]),
    ("s390x", &["__s390__", "__s390x__"]),
    ("loongarch", &["__loongarch__"]),
    ("sparc", &["__sparc__"]),
];

/// Prefixes of the names of processors of which only the widths of types are known.
const BARE: [&str; 7] = ["m68k", "xtensa", "avr", "msp430", "wasm", "or1k", "nios2"];

/// Returns whether the first part of a target triple names a known machine.
pub fn is_machine(triple: &str) -> bool {
    let name = triple.split('-').next().unwrap_or_default();
    let starts = |start: &str| name.starts_with(start);
    is_x86(name)
        || is_arm64(name)
        || OTHERS.iter().any(|(start, _)| starts(start))
        || BARE.into_iter().any(starts)
}

fn is_x86(name: &str) -> bool {
    matches!(name, "x86_64" | "amd64" | "x86" | "i386" | "i486" | "i586" | "i686")
}

fn is_arm64(name: &str) -> bool {
    ["aarch64", "arm64"].contains(&name)
}

/// The predefined macros of a machine.
#[derive(Debug, Default)]
pub(super) struct Machine {
    /// The most similar machine that the preprocessor knows.
    pub target: Target,
    /// How it represents types.
    pub model: DataModel,
    /// The differences from `target`: macros to define, or to undefine if `-U` stands in front.
    pub defines: Vec<String>,
    /// A note for the user about macros that are not known.
    pub note: Option<String>,
}

/// Returns the target machine that flags name, or else the machine that csieve runs on.
pub(super) fn machine(flags: &Flags) -> Machine {
    let triple = flags.triple();
    let name =
        triple.as_deref().and_then(|triple| triple.split('-').next()).unwrap_or(std::env::consts::ARCH);
    let (is_x86, is_arm64) = (is_x86(name), is_arm64(name));
    let model = model::data_model(name, triple.as_deref(), flags);
    let mut machine = Machine { model, ..Machine::default() };
    let is_wide = model.pointer == 64;
    let is_windows = model.wchar == 16 && model.int == 32;
    if is_arm64 && is_wide && !is_windows {
        machine.target = Target::Aarch64Linux;
    }
    match (is_wide, is_windows) {
        (true, true) => machine.add(LLP64),
        (true, false) => {}
        (false, _) => {
            machine.defines.extend(["-U__LP64__", "-U_LP64", "-U__SIZEOF_INT128__"].map(str::to_owned));
            if model.int == 32 {
                machine.add(ILP32);
            }
        }
    }
    if is_x86 && !is_wide {
        machine.add(I386);
    } else if !is_x86 && !is_arm64 {
        machine.rename(name);
    }
    if is_windows && !is_wide {
        machine.defines.extend(["WIN32=1", "_WIN32=1", "__MINGW32__=1"].map(str::to_owned));
    }
    if model != model::of_target(machine.target) {
        machine.defines.extend(model::macros(model));
    }
    if triple.is_some_and(|triple| !triple.contains("linux")) {
        machine.defines.extend(LINUX.iter().map(|name| format!("-U{name}")));
    }
    machine
}

impl Machine {
    fn add(&mut self, lines: &str) {
        self.defines.extend(lines.lines().map(str::to_owned));
    }

    /// Replaces the macros that name x86-64 by those of another processor.
    fn rename(&mut self, processor: &str) {
        self.defines.extend(X86_64.iter().map(|name| format!("-U{name}")));
        let names = OTHERS.iter().find(|(start, _)| processor.starts_with(start)).map(|(_, names)| *names);
        self.defines.extend(names.unwrap_or_default().iter().map(|name| format!("{name}=1")));
        self.note = Some(format!("not all predefined macros of {processor} are known"));
    }
}
