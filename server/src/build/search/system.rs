//! Finds the header folders of the compiler and the system by looking at the disk. No compiler is run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::build::flags::Flags;

/// The folders in which gcc keeps a folder per machine, such as `x86_64-linux-gnu`, with a folder per version
/// in it.
const GCC: [&str; 4] = ["usr/lib/gcc", "usr/lib64/gcc", "usr/lib/gcc-cross", "usr/local/lib/gcc"];

/// Returns the system's header folders for the machine that the flags name, in gcc's order. Some may not
/// exist.
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
    /// The target triple of the flags; `None` means the machine that csieve runs on.
    triple: Option<&'a str>,
    is_32_bit: bool,
}

impl Machine<'_> {
    /// Returns the folder with the compiler's own headers, such as `stddef.h`.
    fn compiler(&self, flags: &Flags, root: &Path) -> Option<PathBuf> {
        let beside = flags.compiler.as_deref().map(Path::new).filter(|compiler| compiler.is_absolute());
        let beside = beside.and_then(|compiler| Some(compiler.parent()?.parent()?.join("lib/gcc")));
        // A cross compiler is often outside of the system root that it compiles for.
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

    /// Returns whether a compiler with this target triple compiles for this machine.
    fn fits(&self, triple: &str) -> bool {
        match self.triple {
            Some(wanted) => triple == wanted || (same_machine(triple, wanted) && same_system(triple, wanted)),
            None => same_machine(triple, std::env::consts::ARCH) && same_system(triple, std::env::consts::OS),
        }
    }

    /// Returns the names of multiarch folders for this machine, such as `x86_64-linux-gnu` in `/usr/include`.
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

/// Returns whether the first parts of two triples name the same machine.
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

/// Returns whether two triples name the same operating system. A triple that names none matches every system.
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

/// Returns the header folder of Apple's SDK, when running on macOS without a system root.
fn xcode(flags: &Flags) -> Option<PathBuf> {
    let usual = flags.sysroot.is_none() && cfg!(target_os = "macos");
    let sdk = "/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include";
    usual.then(|| PathBuf::from(sdk))
}

/// Returns the folder `inside` in the newest of the version folders below a folder.
fn newest(folder: &Path, inside: &str) -> Option<PathBuf> {
    let mut versions = names(folder);
    versions.sort_by_key(|name| version(name));
    versions.iter().rev().map(|name| folder.join(name).join(inside)).find(|path| path.is_dir())
}

/// Returns the numbers in a name, for comparing versions.
fn version(name: &str) -> Vec<u64> {
    name.split(|character: char| !character.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

/// Returns the sorted names in a folder; empty if it cannot be read.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}
