//! The folders of the compiler and the system, found by looking at the disk: no compiler is asked.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::build::flags::Flags;

/// Where compilers keep folders by machine and version.
const GCC: [&str; 4] = ["usr/lib/gcc", "usr/lib64/gcc", "usr/lib/gcc-cross", "usr/local/lib/gcc"];

/// The folders for the machine that the flags name, in gcc's order; a folder may be missing.
pub fn standard_folders(flags: &Flags) -> Vec<PathBuf> {
    let root = flags.sysroot.as_deref().unwrap_or(Path::new("/"));
    let target = flags.triple();
    let machine = Machine { triple: target.as_deref(), is_32_bit: flags.bits == Some(32) };
    let own = machine.compiler(flags, root);
    let multiarch = machine.multiarch(root);
    let mut folders: Vec<PathBuf> = own.iter().cloned().collect();
    folders.extend(multiarch.iter().map(|name| root.join("usr/local/include").join(name)));
    folders.push(root.join("usr/local/include"));
    folders.extend(own.map(|own| own.with_file_name("include-fixed")));
    if let Some(triple) = machine.triple {
        folders.push(root.join("usr").join(triple).join("include"));
    }
    folders.extend(multiarch.iter().map(|name| root.join("usr/include").join(name)));
    folders.push(root.join("usr/include"));
    folders.extend(xcode(flags));
    folders
}

struct Machine<'a> {
    /// What was asked for; the machine csieve runs on if nothing was.
    triple: Option<&'a str>,
    is_32_bit: bool,
}

impl Machine<'_> {
    /// The compiler's own headers, such as `stddef.h`.
    fn compiler(&self, flags: &Flags, root: &Path) -> Option<PathBuf> {
        let beside = flags.compiler.as_deref().map(Path::new).filter(|compiler| compiler.is_absolute());
        let beside = beside.and_then(|compiler| Some(compiler.parent()?.parent()?.join("lib/gcc")));
        // The compiler stands outside of the system root that it compiles for.
        let usual = GCC.iter().flat_map(|folder| [root.join(folder), Path::new("/").join(folder)]);
        for folder in beside.into_iter().chain(usual) {
            let fitting = names(&folder).into_iter().filter(|name| self.fits(name));
            let mut versions = fitting.filter_map(|name| newest(&folder.join(name), "include"));
            if let Some(found) = versions.next_back() {
                return Some(found);
            }
        }
        clang(root)
    }

    /// Whether a compiler for a triple is one for this machine.
    fn fits(&self, triple: &str) -> bool {
        match self.triple {
            Some(wanted) => triple == wanted || (same_machine(triple, wanted) && same_system(triple, wanted)),
            None => same_machine(triple, std::env::consts::ARCH) && same_system(triple, std::env::consts::OS),
        }
    }

    /// The names of folders such as `/usr/include/x86_64-linux-gnu`, where a system has them.
    fn multiarch(&self, root: &Path) -> Vec<String> {
        let names = names(&root.join("usr/include"));
        let fitting = |machine: &str| {
            let fits = |name: &&String| name.contains("-linux-") && same_machine(name, machine);
            names.iter().filter(fits).cloned().collect::<Vec<_>>()
        };
        let machine = self.triple.unwrap_or(std::env::consts::ARCH);
        let narrow = self.is_32_bit && same_machine(machine, "x86_64");
        let mut found = if narrow { fitting("i386") } else { Vec::new() };
        found.extend(fitting(machine));
        found
    }
}

/// The first parts of two triples name the same machine.
fn same_machine(one: &str, other: &str) -> bool {
    let machine = |triple: &str| {
        let machine = triple.split('-').next().unwrap_or_default().to_owned();
        match machine.as_str() {
            "arm64" => "aarch64".to_owned(),
            "i486" | "i586" | "i686" | "x86" => "i386".to_owned(),
            "amd64" => "x86_64".to_owned(),
            _ => machine,
        }
    };
    machine(one) == machine(other)
}

/// Two triples name the same system, as far as they name one.
fn same_system(one: &str, other: &str) -> bool {
    let systems = ["linux", "darwin", "mingw", "freebsd", "none", "elf"];
    let system = |triple: &str| systems.into_iter().find(|system| triple.contains(system));
    let (one, other) = (system(one), system(other));
    one == other || one.is_none() || other.is_none()
}

fn clang(root: &Path) -> Option<PathBuf> {
    let usr = root.join("usr/lib");
    let versioned = names(&usr).into_iter().filter(|name| name.starts_with("llvm"));
    let mut installations: Vec<(Vec<u64>, PathBuf)> =
        versioned.map(|name| (version(&name), usr.join(name).join("lib/clang"))).collect();
    installations.sort();
    let mut folders: Vec<PathBuf> = vec![usr.join("clang"), root.join("usr/lib64/clang")];
    folders.extend(installations.into_iter().map(|(_, path)| path));
    folders.push(PathBuf::from("/Library/Developer/CommandLineTools/usr/lib/clang"));
    folders.iter().rev().find_map(|folder| newest(folder, "include"))
}

/// The headers of Apple's system.
fn xcode(flags: &Flags) -> Option<PathBuf> {
    let usual = flags.sysroot.is_none() && cfg!(target_os = "macos");
    let sdk = "/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include";
    usual.then(|| PathBuf::from(sdk))
}

/// The folder `inside` of the newest version below a folder.
fn newest(folder: &Path, inside: &str) -> Option<PathBuf> {
    let mut versions = names(folder);
    versions.sort_by_key(|name| version(name));
    versions.iter().rev().map(|name| folder.join(name).join(inside)).find(|path| path.is_dir())
}

/// The numbers in a name, for comparing versions.
fn version(name: &str) -> Vec<u64> {
    name.split(|character: char| !character.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}
