//! The graphs of functions, made when a run first needs them.

use std::{
    borrow::Cow,
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
    sync::Arc,
};

use rustc_hash::FxHashMap;

use csieve_base::{library::Library, text::Sentence};
use csieve_graph::{Cfg, ExprId, ExprKind, Type, VarKind};
use csieve_lowering::{
    lower::{Skipped, UnitContext},
    project::{Meaning, Surroundings},
    summary::Summaries,
    unit::{START, TranslationUnit},
};
use csieve_machine::{Callee, First, FirstValues, Graphs};
use csieve_reduction::{
    consult::consulted,
    graphs::plain_graph,
    invariants::{Invariant, Program, between_calls, invariant, part_at},
};
use csieve_reports::finding::{Consulted, Looked};

use super::{
    initialisers::{InitialiserCache, MadeInitialiser},
    stored::{Values, passed, values},
};

/// The functions of a file, and of the files that are checked together with it, as the machine runs them. Each
/// function's graph is made when a run first needs it. Functions and objects have their names of the run (see
/// [`csieve_lowering::project`]).
pub struct UnitGraphs<'a> {
    files: Surroundings<'a>,
    library: &'a Library,
    wrapv: bool,
    /// Whether runs begin where the program does, so that objects with static storage have their first values.
    begins: bool,
    /// Whether the file declares functions of other files, which may change objects that both files know.
    is_shared: bool,
    /// Summaries of functions in other files: such functions exist, but cannot be run.
    elsewhere: &'a Summaries,
    own: OnceCell<Made>,
    /// What is made of the other files, by their numbers.
    others: Vec<OnceCell<Box<Made>>>,
    /// The names that were looked for in all files.
    sought: RefCell<BTreeSet<String>>,
    /// The values that a file stores in each variable that was asked for (without a position), and those that
    /// the file passes to each parameter that was asked for, by function and position.
    possible: RefCell<FxHashMap<(String, Option<u32>), Possible>>,
    /// The invariants of the objects that were asked for.
    invariants: RefCell<BTreeMap<String, Option<Invariant>>>,
    /// What static objects of functions that were asked for are between the calls of their functions.
    between_calls: RefCell<FxHashMap<String, Option<Invariant>>>,
    /// Whether the objects that were asked for begin with zeros.
    zeros: RefCell<FxHashMap<String, bool>>,
    /// Whether it is not told what the objects that were asked for may hold when a run begins.
    untold: RefCell<FxHashMap<String, bool>>,
    /// The files that declare the functions that were asked for: a run may call one a million times.
    declared: RefCell<FxHashMap<String, Option<Meaning<'static>>>>,
}

/// The values that are possible in the program; `None` if the file does not show them all.
type Possible = Option<Rc<Values>>;

/// What is made of a file when a run first needs something of it: analysing a function often needs no run.
struct Made {
    /// The graphs of the functions, those of headers behind those of the file (see [`TranslationUnit::function`]), in blocks of
    /// [`BLOCK`] functions: a run needs few of many functions.
    graphs: Vec<OnceCell<Vec<OnceCell<MadeGraph>>>>,
    /// The initialisers of objects with static storage, by the names of the objects.
    initialisers: InitialiserCache,
}

/// The graph of a function, or why it has none.
type MadeGraph = Result<Arc<Cfg>, Skipped>;

/// The number of functions whose graphs form a block.
const BLOCK: usize = 64;

impl Made {
    fn new(unit: &TranslationUnit) -> Self {
        let blocks = (unit.functions.len() + unit.header_functions().count()).div_ceil(BLOCK);
        let graphs = (0..blocks).map(|_| OnceCell::new()).collect();
        Self { graphs, initialisers: InitialiserCache::new() }
    }

    /// Returns the cell for the graph of a function.
    fn graph(&self, index: usize) -> &OnceCell<MadeGraph> {
        let block = self.graphs[index / BLOCK].get_or_init(|| vec![OnceCell::new(); BLOCK]);
        &block[index % BLOCK]
    }

    /// Returns the indices of the functions whose graphs some run needed.
    fn used(&self) -> impl Iterator<Item = usize> {
        let blocks = self.graphs.iter().enumerate();
        let blocks = blocks.filter_map(|(number, block)| Some((number * BLOCK, block.get()?)));
        let cells = blocks.flat_map(|(first, block)| (first..).zip(block));
        cells.filter(|(_, graph)| graph.get().is_some()).map(|(index, _)| index)
    }
}

impl<'a> UnitGraphs<'a> {
    /// Creates the source of graphs. No graph is made yet.
    pub fn new(files: Surroundings<'a>, library: &'a Library, elsewhere: &'a Summaries, wrapv: bool) -> Self {
        Self {
            files,
            library,
            wrapv,
            begins: false,
            is_shared: false,
            elsewhere,
            own: OnceCell::new(),
            others: (0..files.count()).map(|_| OnceCell::new()).collect(),
            sought: RefCell::default(),
            possible: RefCell::default(),
            invariants: RefCell::default(),
            between_calls: RefCell::default(),
            zeros: RefCell::default(),
            untold: RefCell::default(),
            declared: RefCell::default(),
        }
    }

    /// Sets in which function runs begin.
    #[must_use]
    pub fn begun_in(self, function: &str) -> Self {
        let context = &self.files.unit().context;
        let begins = function == START && !self.files.has_constructors();
        let is_from_outside = |name: &str| !self.library.is_function(name);
        // A file that declares no function from outside enters no other file.
        let is_shared = begins && context.undefined_functions().any(is_from_outside);
        Self { begins, is_shared, ..self }
    }

    /// Returns the file in which runs begin, and the files around it.
    pub fn files(&self) -> Surroundings<'a> {
        self.files
    }

    /// Returns the file that has a function or an object of a run, with the name there.
    fn meaning<'n>(&self, name: &'n str, is_object: bool) -> Meaning<'n> {
        let meaning = if is_object { self.files.object(name) } else { self.files.function(name) };
        let is_own = || meaning.file.is_none() && self.files.unit().context.is_definition(&meaning.name);
        if !self.others.is_empty() && !is_own() {
            let mut sought = self.sought.borrow_mut();
            if !sought.contains(&*meaning.name) {
                sought.insert(meaning.name.clone().into_owned());
            }
        }
        meaning
    }

    /// Returns the context of an object with static storage, with the name of the object there.
    pub(crate) fn context_of<'n>(&self, object: &'n str) -> (&'a UnitContext, Cow<'n, str>) {
        let Meaning { file, name } = self.meaning(object, true);
        (&self.files.unit_of(file).context, name)
    }

    /// Returns the same, and whether the object has its first value whenever a run reads it before it writes it.
    fn object<'n>(&self, object: &'n str) -> (&'a UnitContext, Cow<'n, str>, bool) {
        let (context, name) = self.context_of(object);
        // What functions of other files do to an object that both files know is not followed.
        let is_changed = self.is_shared && context.is_shared_variable(&name);
        let is_first = self.begins && !is_changed && !self.library.is_standard_stream(&name);
        let is_first = is_first || context.keeps_first_values(&name, self.elsewhere.replaced());
        (context, name, is_first)
    }

    fn made(&self, file: Option<u32>) -> &Made {
        let make = || Made::new(self.files.unit_of(file));
        match file {
            Some(number) => self.others[number as usize].get_or_init(|| Box::new(make())),
            None => self.own.get_or_init(make),
        }
    }

    /// Returns the graph of a function of the file that has a variable, by the name in the source.
    pub(super) fn body(&self, variable: &str, function: &str) -> Option<&Cfg> {
        let file = self.files.object(variable).file;
        let is_it = self.files.unit_of(file).context.is_definition(function);
        let index = self.files.unit_of(file).place(function).filter(|_| is_it)?;
        self.lowered(file, index).ok().map(|cfg| &**cfg)
    }

    /// Returns all values that a file assigns to a variable, its first one included. `None` if the file does
    /// not show all of them.
    pub(super) fn stored_values(&self, variable: &str) -> Possible {
        self.possible((variable.to_owned(), None), || values(self, variable))
    }

    /// Returns the values that an object of the file in which runs begin can have at any time. `None` if that may be
    /// any value of its type.
    pub(crate) fn invariant(&self, object: &str, ty: Type) -> Option<Invariant> {
        if let Some(known) = self.invariants.borrow().get(object) {
            return known.clone();
        }
        let program = Program { files: self.files, library: self.library, wrapv: self.wrapv };
        let is_here = self.meaning(object, true).file.is_none();
        let found = if is_here { invariant(program, (object, ty)) } else { None };
        self.invariants.borrow_mut().insert(object.to_owned(), found.clone());
        found
    }

    /// Returns the values that the integer or pointer of a type at an offset in bytes in an array or structure of the file in
    /// which runs begin can have at any time. `None` if that may be any value of its type.
    pub(crate) fn invariant_of_part(&self, object: &str, offset: u64, ty: Type) -> Option<Invariant> {
        let program = Program { files: self.files, library: self.library, wrapv: self.wrapv };
        let is_here = self.meaning(object, true).file.is_none();
        // Arrays and structures have no invariant as a whole. That they were asked for is noted here.
        self.invariants.borrow_mut().entry(object.to_owned()).or_insert(None);
        if is_here { part_at(program, object, offset, ty) } else { None }
    }

    /// Returns the values that a static object of a function has whenever a run begins outside of the function.
    pub(crate) fn between_calls(&self, object: &str, ty: Type) -> Option<Invariant> {
        if !object.contains('.') {
            return None;
        }
        let mut known = self.between_calls.borrow_mut();
        let program = Program { files: self.files, library: self.library, wrapv: self.wrapv };
        known.entry(object.to_owned()).or_insert_with(|| between_calls(program, (object, ty))).clone()
    }

    /// Returns all values that the file passes to a parameter of a function. `None` if there may be others.
    pub(super) fn passed_values(&self, function: &str, position: u32) -> Possible {
        self.possible((function.to_owned(), Some(position)), || passed(self, function, position))
    }

    /// Returns the values under a key, which are found out once.
    fn possible(&self, key: (String, Option<u32>), find: impl FnOnce() -> Option<Values>) -> Possible {
        if let Some(known) = self.possible.borrow().get(&key) {
            return known.clone();
        }
        let values = find().map(Rc::new);
        self.possible.borrow_mut().insert(key, values.clone());
        values
    }

    /// Returns what runs from the function `but` rest on: the functions whose graphs they needed, the variables
    /// and functions whose values or callers were asked for, and the names that were looked for in all files.
    pub fn consulted(&self, but: &str) -> Vec<Consulted> {
        let record = |file: Option<u32>, name: &str, looked: Looked| {
            consulted(self.files, self.elsewhere, (file, name), looked)
        };
        let bodies = |file: Option<u32>, made: &'_ Made| {
            let functions = &self.files.unit_of(file).functions;
            // A function of a header belongs to the declarations of the file.
            let names = made.used().filter_map(move |index| Some(functions.get(index)?.text.name.as_str()));
            let names = names.filter(|name| file.is_some() || *name != but);
            names.map(|name| record(file, name, Looked::Body)).collect::<Vec<_>>()
        };
        let mut all = self.own.get().map(|made| bodies(None, made)).unwrap_or_default();
        for (number, made) in (0..).zip(&self.others) {
            if let Some(made) = made.get() {
                all.push(record(Some(number), "", Looked::Declarations));
                all.extend(bodies(Some(number), made));
            }
        }
        let asked: BTreeSet<_> = self.possible.borrow().keys().cloned().collect();
        all.extend(asked.iter().map(|(name, position)| match position {
            Some(_) => record(None, name, Looked::Callers),
            None => {
                let Meaning { file, name } = self.files.object(name);
                record(file, &name, Looked::Callers)
            }
        }));
        // That there is no invariant rests on the same as an invariant would.
        for (object, found) in self.invariants.borrow().iter() {
            let name = object.rsplit('.').next().unwrap_or(object);
            let is_certain = found.as_ref().is_some_and(Invariant::is_certain);
            let is_private = is_certain || !self.files.unit().context.is_shared_variable(name);
            all.push(record(None, name, if is_private { Looked::Callers } else { Looked::Calls }));
        }
        all.extend(self.sought.borrow().iter().map(|name| record(None, name, Looked::Definition)));
        all
    }

    /// Returns the context of a file that declares a function of a run.
    pub(crate) fn declaring(&self, function: &str) -> Option<&UnitContext> {
        let context = |declared: &Meaning| &*self.files.unit_of(declared.file).context;
        if let Some(known) = self.declared.borrow().get(function) {
            return known.as_ref().map(context);
        }
        let declared = self.files.declaring(function);
        let found = declared.as_ref().map(context);
        self.declared.borrow_mut().insert(function.to_owned(), declared);
        found
    }

    /// Returns whether all bytes of an object with static storage are 0 when the program starts.
    pub(crate) fn starts_as_zeros(&self, object: &str) -> bool {
        if let Some(known) = self.zeros.borrow().get(object) {
            return *known;
        }
        let Meaning { file, name } = self.meaning(object, true);
        let are_zeros = self.files.unit_of(file).starts_as_zeros(self.library, &name);
        self.zeros.borrow_mut().insert(object.to_owned(), are_zeros);
        are_zeros
    }

    /// Returns whether all values are listed that a file stores in an object.
    fn is_listed(&self, object: &str) -> bool {
        self.stored_values(object).is_some_and(|values| values.has_no_steps())
    }

    /// Returns whether it is not told what an object may hold when a run begins: it is private to another file, which does
    /// not store only constants, one of several of that name in a function, or one that a function before `main` or after it sets.
    fn is_untold(&self, object: &str) -> bool {
        if let Some(known) = self.untold.borrow().get(object) {
            return *known;
        }
        let Meaning { file, name } = self.meaning(object, true);
        let unit = self.files.unit_of(file);
        let is_beside = |place: usize| unit.context.runs_beside_main(&unit.functions[place].text.name);
        let is_untold = unit.is_ambiguous(&name)
            || file.is_some() && !unit.context.is_shared_variable(&name) && !self.is_listed(object)
            || unit.assigning(&name).is_some_and(|functions| functions.into_iter().any(is_beside));
        self.untold.borrow_mut().insert(object.to_owned(), is_untold);
        is_untold
    }

    /// Returns what an object with static storage holds when a program starts of which nothing but these files is a part.
    pub fn first_of_program(&self, object: &str) -> First {
        let (context, name) = self.context_of(object);
        match context.starts_as(&name) {
            _ if self.library.is_standard_stream(&name) || self.files.has_constructors() => First::Unknown,
            _ if self.files.starts_elsewhere(object) => First::Unknown,
            Some(number) => First::Number(number),
            None if self.starts_as_zeros(object) => First::Zeros,
            None => First::Unknown,
        }
    }

    /// Returns a graph that stores what an object holds when a program starts of which nothing but these files is a
    /// part. `None` if [`Self::first_of_program`] says what it holds.
    pub fn initialiser_of_program(&self, object: &str) -> Option<FirstValues<'_>> {
        let (context, name) = self.context_of(object);
        let is_open = self.library.is_standard_stream(&name) || self.files.has_constructors();
        let known = self.initialiser_of(object).filter(|_| !is_open && context.starts_as(&name).is_none());
        known.map(MadeInitialiser::first_values)
    }

    /// Returns the initialiser of an object with static storage, if it has one that is understood.
    pub fn initialiser_of(&self, object: &str) -> Option<&MadeInitialiser> {
        let Meaning { file, name } = self.meaning(object, true);
        let unit = self.files.unit_of(file);
        self.made(file).initialisers.get(unit, self.library, &name, |graph| self.rename(file, graph))
    }

    /// Returns why a function of the file has no graph, as a phrase.
    pub fn obstacle(&self, name: &str) -> Sentence {
        let Meaning { file, name } = self.files.function(name);
        match *self.files.unit_of(file).places(&name) {
            [] => "the file has no such function".into(),
            [index] => match self.lowered(file, index) {
                Err(skipped) => skipped.reason(),
                Ok(_) => "another definition may be the one that is called".into(),
            },
            _ => "the file has several functions of that name".into(),
        }
    }

    fn lowered(&self, file: Option<u32>, index: usize) -> Result<&Arc<Cfg>, &Skipped> {
        let make = || {
            let mut cfg = self.in_source(file, index)?;
            let unit = self.files.unit_of(file);
            if index >= unit.functions.len() && has_objects(&cfg, &unit.context) {
                let what = "what functions of headers store in objects with static storage is not followed";
                return Err(Skipped { what: what.to_owned(), at: None });
            }
            if file.is_some() {
                self.rename(file, Arc::make_mut(&mut cfg));
            }
            Ok(cfg)
        };
        self.made(file).graph(index).get_or_init(make).as_ref()
    }

    /// Returns the graph of a short function of a header of a file.
    fn of_header(&self, file: Option<u32>, name: &str) -> Option<&Cfg> {
        let place = self.files.unit_of(file).header_place(name)?;
        self.lowered(file, place).ok().map(|cfg| &**cfg)
    }

    /// Gives a graph of a file the names of runs.
    fn rename(&self, file: Option<u32>, graph: &mut Cfg) {
        if let Some(number) = file {
            graph.rename_statics(|name| self.files.renamed(number, name));
        }
    }

    /// Returns the graph of a function with the names of the source.
    fn in_source(&self, file: Option<u32>, index: usize) -> Result<Arc<Cfg>, Skipped> {
        plain_graph(self.files, self.library, self.wrapv, (file, index))
    }

    /// Returns the graph of a function with the names of the source, for texts. The names of a file's own
    /// functions are those of the source anyway.
    pub(crate) fn in_words(&self, name: &str) -> Option<Arc<Cfg>> {
        let Meaning { file, name: plain } = self.files.function(name);
        if file.is_none() {
            let has_graph = matches!(self.graph(name), Callee::Graph(_));
            let index = self.files.unit().place(&plain).filter(|_| has_graph)?;
            return self.lowered(None, index).ok().cloned();
        }
        let index = self.files.unit_of(file).place(&plain)?;
        self.in_source(file, index).ok()
    }
}

/// Returns whether a function mentions objects with static storage.
fn has_objects(cfg: &Cfg, context: &UnitContext) -> bool {
    let is_object = |id: ExprId| match &cfg.expr(id).kind {
        ExprKind::Address(name) => context.is_variable(name),
        _ => false,
    };
    !cfg.statics.own.is_empty()
        || cfg.vars.iter().any(|var| var.kind == VarKind::Global)
        || cfg.expr_ids().any(is_object)
}

impl Graphs for UnitGraphs<'_> {
    fn initialiser(&self, object: &str) -> Option<FirstValues<'_>> {
        let (context, name, is_first) = self.object(object);
        let is_first = is_first && context.starts_as(&name).is_none();
        let known = self.initialiser_of(object).filter(|known| known.is_constant() || is_first);
        known.map(MadeInitialiser::first_values)
    }

    fn first(&self, object: &str) -> First {
        let (context, name, is_first) = self.object(object);
        match context.starts_as(&name).filter(|_| is_first) {
            _ if is_first && self.files.starts_elsewhere(object) => First::Unknown,
            Some(number) => First::Number(number),
            None if is_first && self.starts_as_zeros(object) => First::Zeros,
            None if self.is_untold(object) => First::Unknown,
            None => First::Input,
        }
    }

    fn library(&self) -> &Library {
        self.library
    }

    fn is_foreign(&self, function: &str) -> bool {
        self.library.is_opaque(function)
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        let Meaning { file, name } = self.meaning(name, false);
        let context = &self.files.unit_of(file).context;
        match *self.files.unit_of(file).places(&name) {
            [index] if context.is_definition(&name) => {
                self.lowered(file, index).map_or(Callee::Elsewhere, |cfg| Callee::Graph(cfg))
            }
            [_, ..] => Callee::Elsewhere,
            [] => match self.of_header(file, &name) {
                Some(cfg) => Callee::Graph(cfg),
                // A function of another file may have the name of a variable.
                None if context.is_variable(&name) => Callee::Unknown,
                None if self.elsewhere.get(&name).is_some() || context.is_defined_elsewhere(&name) => {
                    Callee::Elsewhere
                }
                None => Callee::Unknown,
            },
        }
    }
}
