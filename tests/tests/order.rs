//! Tests that imports and manifests respect the order of the crates and modules of the analysis.
//!
//! `analysis/order.toml` lists the crates, and the modules of a crate, lowest first. A crate or module that
//! uses a later one fails these tests.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use syn::{Attribute, Item, UseTree, visit::Visit};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    #[serde(rename = "crate")]
    crates: Vec<Layer>,
}

/// A crate in `analysis/order.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    name: String,
    /// The group of crates that the crate belongs to, for the map in ARCHITECTURE.md.
    wing: String,
    /// The modules of the crate, lowest first, if they have an order.
    #[serde(default)]
    modules: Vec<String>,
    /// The only crates that this crate may use; `None` if it may use all crates before it.
    uses: Option<Vec<String>>,
    /// Whether the crate may use no other crate of csieve.
    #[serde(default)]
    alone: bool,
}

#[derive(Deserialize)]
struct Manifest {
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
}

fn analysis() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../analysis")
}

fn order() -> Vec<Layer> {
    let text = fs::read_to_string(analysis().join("order.toml")).expect("the order can be read");
    toml::from_str::<Order>(&text).expect("the order is well formed").crates
}

/// The paths that a file imports or names, each as a list of identifiers.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

impl Paths {
    /// Adds every path of a `use` tree.
    fn add(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.add(&path.tree, &with(path.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add(tree, before)),
            UseTree::Name(name) => self.0.push(with(name.ident.to_string())),
            UseTree::Rename(name) => self.0.push(with(name.ident.to_string())),
            UseTree::Glob(_) => self.0.push(before.to_vec()),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !attributes.iter().any(is_for_tests) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }
}

/// Returns whether an attribute is `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
}

/// Returns the source files below a folder, sorted, except files and folders of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("its entries too").path();
            let is_for_tests = path.file_stem().is_some_and(|stem| stem == "tests");
            if path.is_dir() && !is_for_tests {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !is_for_tests {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the paths that a source file imports or names.
fn paths(file: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).expect("a source can be read");
    let mut paths = Paths::default();
    paths.visit_file(&syn::parse_file(&text).expect("a source can be parsed"));
    paths.0
}

/// Returns the module that a source file belongs to: the first folder below `src`, or the file itself.
fn module(source: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(source).expect("the file is in the folder");
    let first = inside.iter().next().expect("a file has a name").to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// Returns the name that a crate of csieve has in `analysis/order.toml`, from its name in sources or
/// manifests; `None` for other crates.
fn own(name: &str) -> Option<&str> {
    name.strip_prefix("csieve_").or_else(|| name.strip_prefix("csieve-"))
}

#[test]
fn crates_use_only_those_before_them() {
    let order = order();
    let mut wrong = Vec::new();
    for (index, layer) in order.iter().enumerate() {
        let before: Vec<&str> = order[..index].iter().map(|layer| layer.name.as_str()).collect();
        let may_use = |name: &str| {
            before.contains(&name)
                && !layer.alone
                && layer.uses.as_ref().is_none_or(|uses| uses.iter().any(|used| used == name))
        };
        let folder = analysis().join(&layer.name);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("the crate has a manifest");
        let manifest: Manifest = toml::from_str(&manifest).expect("the manifest is well formed");
        for used in manifest.dependencies.keys().filter_map(|name| own(name)).filter(|name| !may_use(name)) {
            wrong.push(format!("analysis/{}/Cargo.toml depends on `{used}`", layer.name));
        }
        let source = folder.join("src");
        for file in sources(&source) {
            for path in paths(&file) {
                let used = path.first().and_then(|name| own(name)).filter(|name| !may_use(name));
                wrong.extend(used.map(|used| format!("{} names `{used}`", file.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that point upwards (see analysis/order.toml):\n{}", wrong.join("\n"));
}

#[test]
fn modules_use_only_those_before_them() {
    let mut wrong = Vec::new();
    for layer in order().iter().filter(|layer| !layer.modules.is_empty()) {
        let source = analysis().join(&layer.name).join("src");
        let place = |name: &str| layer.modules.iter().position(|module| module == name);
        for file in sources(&source) {
            let module = module(&source, &file);
            if module == "lib" {
                continue;
            }
            let Some(own) = place(&module) else {
                wrong.push(format!("{} has no place in the order", file.display()));
                continue;
            };
            for path in paths(&file) {
                let [root, used, ..] = path.as_slice() else { continue };
                if root == "crate" && place(used).is_some_and(|used| used > own) {
                    wrong.push(format!("{} uses `{used}`", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that point upwards (see analysis/order.toml):\n{}", wrong.join("\n"));
}

#[test]
fn every_crate_has_a_place() {
    let mut listed: Vec<String> = order().into_iter().map(|layer| layer.name).collect();
    assert!(order().iter().all(|layer| !layer.wing.is_empty()));
    listed.sort();
    let folders = fs::read_dir(analysis()).expect("the folder can be read");
    let folders = folders.map(|entry| entry.expect("its entries too").path());
    let crates = folders.filter(|folder| folder.join("Cargo.toml").exists());
    let mut found: Vec<String> =
        crates.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned())).collect();
    found.sort();
    assert_eq!(found, listed);
}
