//! Summarises the functions of files that are checked together, callees first, whatever file they are in.

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
};

use indexmap::IndexMap;
use petgraph::{
    Direction,
    algo::tarjan_scc,
    graph::{DiGraph, NodeIndex},
    unionfind::UnionFind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use csieve_base::options::Options;
use csieve_lowering::{
    project::{Programs, ProjectFile},
    summary::{Summaries, Summary},
    unit::{Outline, defined_by},
};

use super::{
    export::Exporter,
    unit::{Cache, Maker, Missing, Needed, Unknown, set},
};

/// The number of times that summaries are handed around a cycle of calls through several files.
const ROUNDS: usize = 3;

/// A function: the number of its file, and its place among the functions of the file.
pub type Place = (usize, usize);

/// The summary of a function of a project; `None` if the function may do anything.
pub type Made = (Place, Option<Arc<Summary>>);

/// A file of a project.
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// The file.
    pub file: &'a ProjectFile,
    /// The options of the file.
    pub options: &'a Options,
    /// Where summaries of the file's functions are kept by what they are made of.
    pub cache: &'a (dyn Cache + Sync),
    /// What happens with summaries that are not there.
    pub missing: Missing,
}

/// How far a function is.
#[derive(Clone, Debug, Default)]
enum Progress {
    #[default]
    Open,
    /// The function has this summary; `None` if it may do anything.
    Done(Option<Arc<Summary>>),
}

/// What is made of one file.
struct Part<'a> {
    outline: &'a Outline,
    maker: Maker<'a>,
    exporter: Exporter<'a>,
    /// The places of the functions, by name; the last one of several.
    named: FxHashMap<&'a str, usize>,
    /// How far each function is.
    done: Vec<Progress>,
    /// The summaries of the functions of headers; unknown if one of them is missing.
    of_headers: OnceLock<Result<Summaries, Unknown>>,
    /// The names of the functions of headers.
    in_headers: FxHashSet<&'a str>,
}

/// The summaries of a project in the making.
pub struct ProjectSummaries<'a> {
    parts: Vec<Part<'a>>,
    /// Which functions are summarised.
    needed: Needed,
    /// The functions that define a name for other files, in the order of the files.
    defining: FxHashMap<&'a str, Vec<Place>>,
    /// Which files may be parts of one program. Found when it is first asked for.
    programs: OnceLock<Programs>,
    /// The summaries that files have of functions in other files. The summary of a name that several files define
    /// covers what each of these functions does.
    shared: Summaries,
}

/// What a file has in place of the shared summaries: of functions that several files define, of which not all may be in
/// one program with the file.
pub type Apart = Vec<(Arc<str>, Option<Arc<Summary>>)>;

impl<'a> ProjectSummaries<'a> {
    /// Begins with files of which nothing is summarised. Functions that are not `needed` never are.
    pub fn new(files: &[File<'a>], needed: Needed) -> Self {
        let mut defining: FxHashMap<&str, Vec<Place>> = FxHashMap::default();
        let mut parts = Vec::with_capacity(files.len());
        for (number, file) in files.iter().enumerate() {
            let mut named = FxHashMap::default();
            let Outline { functions, header_functions: of_headers, .. } = &*file.file.outline;
            for (place, function) in functions.iter().enumerate() {
                named.insert(&*function.name, place);
                if function.is_exported {
                    defining.entry(&*function.name).or_default().push((number, place));
                }
            }
            parts.push(Part {
                outline: &file.file.outline,
                maker: Maker::of_file(file.file, file.options, file.cache, file.missing),
                exporter: Exporter::new(file.file, file.cache),
                named,
                done: vec![Progress::Open; functions.len()],
                of_headers: OnceLock::new(),
                in_headers: of_headers.iter().map(|(function, _)| &*function.name).collect(),
            });
        }
        let (replaced, inlined) = defined_by(files.iter().map(|file| &*file.file.outline));
        let shared = Summaries::knowing(replaced, inlined);
        Self { parts, needed, defining, programs: OnceLock::new(), shared }
    }

    /// Returns the needed functions in the order in which they can be summarised. Each level needs only earlier ones, and
    /// its groups do not need each other. The functions of a group call each other.
    pub fn levels(&self) -> Vec<Vec<Vec<Place>>> {
        let mut graph = DiGraph::<Place, ()>::new();
        let nodes: Vec<Vec<NodeIndex>> = self
            .parts
            .iter()
            .enumerate()
            .map(|(file, part)| (0..part.done.len()).map(|place| graph.add_node((file, place))).collect())
            .collect();
        for (file, part) in self.parts.iter().enumerate() {
            for (place, function) in part.maker.functions.iter().enumerate() {
                for name in &function.calls {
                    for (to_file, to) in self.called(file, name) {
                        graph.update_edge(nodes[file][place], nodes[to_file][to], ());
                    }
                }
            }
        }
        let mut depths: Vec<Option<usize>> = vec![None; graph.node_count()];
        let mut levels: Vec<Vec<Vec<Place>>> = Vec::new();
        // Callees come before their callers, so that only those of the same group have no depth yet.
        for group in tarjan_scc(&graph) {
            let is_called =
                |node: &NodeIndex| graph.neighbors_directed(*node, Direction::Incoming).next().is_some();
            if self.needed == Needed::Called && !group.iter().any(is_called) {
                continue;
            }
            let callees = group.iter().flat_map(|node| graph.neighbors(*node));
            let depth =
                callees.filter_map(|callee| depths[callee.index()]).max().map_or(0, |depth| depth + 1);
            for node in &group {
                depths[node.index()] = Some(depth);
            }
            if levels.len() <= depth {
                levels.resize_with(depth + 1, Vec::new);
            }
            let mut places: Vec<Place> = group.iter().map(|node| graph[*node]).collect();
            places.sort_unstable();
            levels[depth].push(places);
        }
        for level in &mut levels {
            level.sort_unstable();
        }
        levels
    }

    /// Returns the functions that a file may call by a name.
    fn called(&self, file: usize, name: &str) -> Vec<Place> {
        match self.parts[file].named.get(name) {
            Some(own) => vec![(file, *own)],
            None if self.parts[file].in_headers.contains(name) => Vec::new(),
            None => self.defining(file, name).into_owned(),
        }
    }

    /// Returns the functions of other files that a file may call by a name. Those of other programs are left out.
    fn defining(&self, file: usize, name: &str) -> Cow<'_, [Place]> {
        let Some(all) = self.defining.get(name) else { return Cow::Borrowed(&[]) };
        if all.len() < 2 {
            return Cow::Borrowed(all);
        }
        let programs = self.programs.get_or_init(|| {
            let outlines: Vec<&Outline> = self.parts.iter().map(|part| part.outline).collect();
            Programs::of(&outlines)
        });
        let is_linked = |place: &Place| programs.may_link(file as u32, place.0 as u32);
        if all.iter().all(is_linked) {
            return Cow::Borrowed(all);
        }
        let linked: Vec<Place> = all.iter().copied().filter(is_linked).collect();
        // The file is in none of the programs then.
        if linked.is_empty() { Cow::Borrowed(all) } else { Cow::Owned(linked) }
    }

    /// Summarises a group of a level whose callees are done. Nothing is made if a callee or a summary stays unknown.
    pub fn made(&self, group: &[Place]) -> Vec<Made> {
        if self.is_ready(group) { self.group(group).unwrap_or_default() } else { Vec::new() }
    }

    fn group(&self, group: &[Place]) -> Result<Vec<Made>, Unknown> {
        let parts: Vec<&[Place]> = group.chunk_by(|one, next| one.0 == next.0).collect();
        let rounds = if parts.len() == 1 { 1 } else { ROUNDS };
        let mut made: Vec<Made> = Vec::new();
        for _ in 0..rounds {
            for part in &parts {
                let new = self.part(part, &made)?;
                made.retain(|(place, _)| !part.contains(place));
                made.extend(new);
            }
        }
        Ok(made)
    }

    /// Returns whether all functions that a group calls are done, apart from its own.
    fn is_ready(&self, group: &[Place]) -> bool {
        let calls = |(file, place): Place| self.parts[file].maker.functions[place].calls.iter();
        let called = group.iter().flat_map(|place| calls(*place).map(|name| (place.0, name)));
        let mut called = called.flat_map(|(file, name)| self.called(file, name));
        called.all(|place| self.is_done(place) || group.contains(&place))
    }

    fn is_done(&self, (file, place): Place) -> bool {
        matches!(self.parts[file].done[place], Progress::Done(_))
    }

    /// Returns the files whose summaries can be made next, because all that they need is known: each entry has the
    /// numbers of files that must be summarised together, in ascending order.
    pub fn to_make(&self) -> Vec<Vec<usize>> {
        let groups = self.levels().into_iter().flatten();
        let is_open = |group: &Vec<Place>| group.iter().any(|place| !self.is_done(*place));
        let open = groups.filter(|group| is_open(group) && self.is_ready(group));
        let mut together = UnionFind::<usize>::new(self.parts.len());
        let mut open_files: Vec<usize> = Vec::new();
        for group in open {
            for (file, _) in &group {
                together.union(group[0].0, *file);
                open_files.push(*file);
            }
        }
        open_files.sort_unstable();
        open_files.dedup();
        let mut entries: IndexMap<usize, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for file in open_files {
            entries.entry(together.find(file)).or_default().push(file);
        }
        entries.into_values().collect()
    }

    /// Summarises functions of one file. `around` has summaries of functions of the same group.
    fn part(&self, places: &[Place], around: &[Made]) -> Result<Vec<Made>, Unknown> {
        let Some((file, _)) = places.first().copied() else { return Ok(Vec::new()) };
        let maker = &self.parts[file].maker;
        let mut all = self.shared.without_any();
        for (_, place) in places {
            for name in &maker.functions[*place].calls {
                if all.get(name).is_none() {
                    all.set(Arc::from(&**name), self.seen(file, name, around)?);
                }
            }
        }
        let group: Vec<usize> = places.iter().map(|(_, place)| *place).collect();
        for place in &group {
            set(&mut all, &maker.functions[*place], None);
        }
        maker.group(&mut all, &group)?;
        let summary = |place: usize| all.get(&maker.functions[place].name).cloned();
        // Of several functions of one name, the file's calls may reach any.
        Ok(group.iter().map(|place| ((file, *place), summary(*place))).collect())
    }

    /// Returns the summary that a file has of a function that it calls by a name.
    ///
    /// # Errors
    /// [`Unknown`] if it is a function of a header, and summaries of those are missing.
    fn seen(&self, file: usize, name: &str, around: &[Made]) -> Result<Option<Arc<Summary>>, Unknown> {
        let part = &self.parts[file];
        if let Some(own) = part.named.get(name) {
            return Ok(self.known((file, *own), around));
        }
        if part.in_headers.contains(name) {
            let of_headers = part.of_headers.get_or_init(|| {
                let mut all = self.shared.without_any();
                part.maker.add_of_headers(&mut all).map(|()| all)
            });
            return of_headers.as_ref().map(|all| all.get(name).cloned()).map_err(|unknown| *unknown);
        }
        let defining = self.defining(file, name);
        let is_around = |place: &Place| around.iter().any(|(known, _)| known == place);
        let are_all = matches!(defining, Cow::Borrowed(_));
        if defining.is_empty() || are_all && !defining.iter().any(is_around) {
            return Ok(self.shared.get(name).cloned());
        }
        Ok(self.joined(&defining, around))
    }

    fn known(&self, (file, place): Place, around: &[Made]) -> Option<Arc<Summary>> {
        if let Some((_, summary)) = around.iter().find(|(known, _)| *known == (file, place)) {
            return summary.clone();
        }
        match &self.parts[file].done[place] {
            Progress::Done(summary) => summary.clone(),
            Progress::Open => None,
        }
    }

    /// Returns the summary that covers what each of some functions does, for other files.
    fn joined(&self, defining: &[Place], around: &[Made]) -> Option<Arc<Summary>> {
        let mut all = defining.iter().map(|place| {
            let summary = self.known(*place, around)?;
            self.parts[place.0].exporter.exported(&summary)
        });
        let first = all.next()??;
        all.try_fold(first, |joined, next| joined.joined(&*next?).map(Arc::new))
    }

    /// Takes summaries of a level over. They count for the next levels.
    pub fn take(&mut self, made: Vec<Made>) {
        let places: Vec<Place> = made.iter().map(|(place, _)| *place).collect();
        for ((file, place), summary) in made {
            self.parts[file].done[place] = Progress::Done(summary);
        }
        for (file, place) in places {
            let name = &self.parts[file].maker.functions[place].name;
            let Some(defining) = self.defining.get(&**name) else { continue };
            let are_done = defining.iter().all(|place| self.is_done(*place));
            if defining.contains(&(file, place)) && are_done {
                let joined = self.joined(defining, &[]);
                self.shared.set(Arc::clone(name), joined);
            }
        }
    }

    /// Returns the summaries that files have of functions in other files, and what each file has in place of them.
    pub fn shared(self) -> (Summaries, Vec<Apart>) {
        let apart = (0..self.parts.len()).map(|file| self.apart(file)).collect();
        (self.shared, apart)
    }

    fn apart(&self, file: usize) -> Apart {
        let part = &self.parts[file];
        let mut names: Vec<&str> =
            part.maker.functions.iter().flat_map(|function| &function.calls).map(|name| &**name).collect();
        names.retain(|name| {
            self.defining.get(name).is_some_and(|all| all.len() > 1) && !part.named.contains_key(name)
        });
        names.sort_unstable();
        names.dedup();
        let apart = names.into_iter().filter(|name| !part.in_headers.contains(name)).filter_map(|name| {
            let Cow::Owned(linked) = self.defining(file, name) else { return None };
            Some((Arc::from(name), self.joined(&linked, &[])))
        });
        apart.collect()
    }
}
