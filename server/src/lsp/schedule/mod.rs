//! Schedules the analysis in the background, on threads of its own: one analysis round per version of a
//! document, with one job per function.

mod early;
mod half_typed;
mod kept;
mod told;

use std::{
    fs,
    hash::{Hash, Hasher},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use csieve_analysis::{
    Around,
    cancel::{Cancel, Cancelled},
    finding::FunctionReport,
    options::Options,
    project::Surroundings,
    summarise::some_summaries,
    summary::Summaries,
    text::SourceText,
    unit::{TranslationUnit, UnitFunction},
    watch::NoWatch,
};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, prelude::*};
use rustc_hash::FxHasher;
use thread_priority::ThreadPriority;
use tokio::{runtime::Handle, sync::Notify};

use self::half_typed::around_errors;
pub(crate) use self::told::{Listed, Progress};
use super::{
    attention::{Attention, Lined, Queue},
    cache::Cache,
    configured::configured,
    epoch::Epoch,
    snapshot::Basis,
    summaries::RecentSummaries,
    units::Translated,
};
use crate::{
    build::is_header,
    cache::DiskCache,
    project::{FunctionKey, KeptForFile, Others, STACK_BYTES, function_keys, skipped},
};

/// The time from a change in other files until a text is analysed again, because more may follow.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// The time that the functions of a text must take to be analysed so that their reports are kept on disk: what was typed
/// and is quickly analysed again is not worth a file.
const WORTH_KEEPING: Duration = Duration::from_millis(200);

/// A function that analyses one C function: [`csieve_analysis::analyse_function`], or a stand-in for it in
/// tests.
pub type Analyse = Arc<
    dyn Fn(&str, Around, &UnitFunction, &Options, &dyn Cancel) -> Result<FunctionReport, Cancelled>
        + Send
        + Sync,
>;

/// A function that makes a translation unit of a document's text, with the document's current flags and
/// headers. `None` if the text is not the current one any more.
pub(crate) type Translate = Arc<dyn Fn(&SourceText) -> Option<Translated> + Send + Sync>;

/// An analysis round: the analysis of one text of a document.
#[derive(Clone)]
pub(crate) struct Round {
    /// The text to analyse.
    pub source: SourceText,
    /// Preprocesses and parses the text.
    pub translate: Translate,
    /// The options of the analysis.
    pub options: Arc<Options>,
    /// What is known of other files.
    pub others: Arc<Others>,
    /// Whether more will be known of other files soon.
    pub is_early: bool,
    /// Whether the text is the one that was opened.
    pub is_opened: bool,
    /// Whether all functions of some text of the document were summarised, so that few are to be summarised anew.
    pub is_summarised: Arc<AtomicBool>,
    /// The path by which other files know the text.
    pub path: String,
    /// The number of the analysis round, which is cancelled when another round for the same document begins.
    pub epoch: Epoch,
    /// Which functions come first.
    pub attention: Arc<Attention>,
    /// Notified when a client waits for an answer, so that the analysis round starts without a pause.
    pub hurry: Arc<Notify>,
}

impl Cancel for Round {
    fn is_cancelled(&self) -> bool {
        self.epoch.is_cancelled()
    }
}

/// Carries out analysis rounds, and other work in the background.
#[derive(Clone)]
pub(crate) struct Scheduler {
    pool: Arc<ThreadPool>,
    /// Threads for long work that must not delay open documents.
    aside: Arc<ThreadPool>,
    timer: Handle,
    analyse: Analyse,
    cache: Arc<Cache>,
    /// The reports of functions with syntax errors, which have what is known around these. They are nobody's but the
    /// reader's of the text, so that they are kept apart.
    half_typed: Arc<Cache>,
    known: Arc<RecentSummaries>,
    /// The summaries of the text that was read last, in their form in use: the next text is most often its next version.
    last: Arc<Mutex<Arc<Summaries>>>,
    disk: Option<Arc<DiskCache>>,
}

impl Scheduler {
    /// Starts the threads for background work.
    ///
    /// # Errors
    /// If the system cannot start them.
    pub(super) fn new(
        timer: Handle,
        analyse: Analyse,
        disk: Option<Arc<DiskCache>>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = |name: &'static str, threads: usize| {
            let builder = ThreadPoolBuilder::new().stack_size(STACK_BYTES).num_threads(threads);
            builder.thread_name(move |index| format!("{name}-{index}"))
        };
        let half = std::thread::available_parallelism().map_or(1, |all| (all.get() / 2).max(1));
        let pool_aside = pool("workspace", half).start_handler(|_| step_back());
        let (pool, aside) = (Arc::new(pool("analysis", 0).build()?), Arc::new(pool_aside.build()?));
        let (cache, half_typed, known, last) = Default::default();
        Ok(Self { pool, aside, timer, analyse, cache, half_typed, known, last, disk })
    }

    /// Returns the cache with the reports of all documents.
    pub(super) fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Returns the cache on disk, if one is used.
    pub(super) fn disk(&self) -> Option<&DiskCache> {
        self.disk.as_deref()
    }

    /// Returns the summaries of all functions seen so far.
    pub(super) fn known(&self) -> &Arc<RecentSummaries> {
        &self.known
    }

    /// Starts an analysis round in the background after a pause, or earlier if [`Round::hurry`] is notified.
    pub(super) fn start(
        &self,
        round: Round,
        pause: Duration,
        send: impl Fn(Progress) + Send + Sync + 'static,
    ) {
        let scheduler = self.clone();
        self.timer.spawn(async move {
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = round.hurry.notified() => {}
            }
            if !round.is_cancelled() {
                let pool = Arc::clone(&scheduler.pool);
                pool.spawn(move || scheduler.run(&round, &send));
            }
        });
    }

    /// Runs short work after a pause.
    pub(super) fn after(&self, pause: Duration, work: impl FnOnce() + Send + 'static) {
        self.timer.spawn(async move {
            tokio::time::sleep(pause).await;
            work();
        });
    }

    /// Runs short work in the background.
    pub(super) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        spawn(&self.pool, work);
    }

    /// Runs long work in the background, on threads that do not delay open documents.
    pub(super) fn spawn_aside(&self, work: impl FnOnce() + Send + 'static) {
        spawn(&self.aside, work);
    }

    fn run(&self, round: &Round, send: &(dyn Fn(Progress) + Send + Sync)) {
        let text = round.source.text();
        let began = Instant::now();
        let translated = catch_unwind(AssertUnwindSafe(|| (round.translate)(&round.source)));
        let Ok(translated) = translated else {
            tracing::error!("preprocessing panicked");
            let (source, (functions, reading, suppressions)) = (round.source.clone(), Default::default());
            send(Progress::Listed(Listed { source, functions, reading, suppressions }, None));
            return;
        };
        let Some(Translated { unit, standing, reading, suppressions, build }) = translated else { return };
        let listed = |functions| Listed {
            source: round.source.clone(),
            functions,
            reading: Arc::clone(&reading),
            suppressions: Arc::clone(&suppressions),
        };
        let options = configured(&round.options, build.config.as_deref(), Path::new(&round.path));
        let options = options.of_build(build.flags.wrapv);
        let translated = began.elapsed();
        let files = Surroundings::new(&round.others.project, &round.path, &standing);
        let lined = Lined::new(unit.functions.iter().map(UnitFunction::item), round.source.lines());
        if let Some(functions) = self.early(round, &unit, &options, (files, &lined)) {
            send(Progress::Early(listed(functions)));
        }
        let early = began.elapsed();
        let Ok(summaries) = self.all_summaries(round, &standing, &options) else { return };
        let summarised = began.elapsed();
        let keys = function_keys(text, &unit, files, &options, &summaries);
        let earlier =
            || self.store(round).map(|store| store.earlier(Path::new(&round.path))).unwrap_or_default();
        let known = self.known_reports(&keys, files, &summaries, earlier);
        let known = self.with_half_typed(known, &keys, files, &summaries);
        let missing: Vec<usize> = (0..known.len()).filter(|index| known[*index].is_none()).collect();
        let functions = unit.functions.iter().map(UnitFunction::item).zip(known.iter().cloned()).collect();
        if round.is_cancelled() {
            return;
        }
        let (listed_after, missing_functions) = (began.elapsed(), missing.len());
        tracing::debug!(?translated, ?early, ?summarised, ?listed_after, missing_functions, "a text is read");
        // A header is a part of files that are not open, whatever it changes there.
        let included = is_header(Path::new(&round.path)).then_some(&**text);
        let (others, interface) = (Arc::clone(&round.others), interface(&standing, &summaries, included));
        let is_unsaved = round.is_opened && fs::read(&round.path).is_ok_and(|saved| saved != text.as_bytes());
        let basis = Some(Basis { unit: Arc::clone(&unit), others, build, interface, is_unsaved });
        send(Progress::Listed(listed(functions), basis));
        let kept = KeptForFile::default();
        let around = Around { files: files.keeping(&kept), summaries: &summaries, watch: &NoWatch };
        let queue = Queue::new(&lined, &round.attention, missing);
        if is_long(&unit) && queue.is_seen() {
            send(Progress::Seen);
        }
        let made = self.analyse_all(round, (&unit, &keys), &options, around, &queue, send);
        let took = began.elapsed().saturating_sub(listed_after);
        // What is found early would take the place of what is found with all that is known of other files.
        if took < WORTH_KEEPING || round.is_early || round.is_cancelled() {
            return;
        }
        let mut reports = known;
        for (index, report) in made {
            reports[index] = Some(report);
        }
        self.keep(round, &unit, &reading, (&keys, reports));
    }

    /// Analyses the functions of a unit that wait in a queue, and reports each. Returns their indices with their reports.
    fn analyse_all(
        &self,
        round: &Round,
        (unit, keys): (&TranslationUnit, &[FunctionKey]),
        options: &Options,
        around: Around,
        queue: &Queue,
        send: &(dyn Fn(Progress) + Send + Sync),
    ) -> Vec<(usize, Arc<FunctionReport>)> {
        let made = (0..unit.functions.len()).into_par_iter().filter_map(|_| {
            let index = queue.next()?;
            let function = &unit.functions[index];
            let text = round.source.text();
            let report = Arc::new(self.report(text, options, around, function, round).ok()?);
            self.cache.insert(keys[index], &report);
            let report = around_errors(text, options, around, function, report, round).ok()?;
            if report.half_typed.is_some() {
                self.half_typed.insert(keys[index], &report);
            }
            if !round.is_cancelled() {
                send(Progress::Analysed { index, report: Arc::clone(&report) });
                if queue.has_seen(index) && is_long(unit) {
                    send(Progress::Seen);
                }
            }
            Some((index, report))
        });
        made.collect()
    }

    /// Returns the summaries of all functions of a unit, and keeps them in use for the next text.
    fn all_summaries(
        &self,
        round: &Round,
        unit: &TranslationUnit,
        options: &Options,
    ) -> Result<Arc<Summaries>, Cancelled> {
        let summaries = Arc::new(self.summaries(round, unit, options, |_| true)?);
        round.is_summarised.store(true, Ordering::Relaxed);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&summaries);
        Ok(summaries)
    }

    /// Returns the summaries of the functions of a unit that are `wanted` by their names, and of those that they call; no
    /// summaries if making them panics.
    fn summaries(
        &self,
        round: &Round,
        unit: &TranslationUnit,
        options: &Options,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Summaries, Cancelled> {
        let make = || {
            let others = round.others.summaries_for(&round.path);
            let summaries = some_summaries(unit, &wanted, &others, options, &*self.known, round)?;
            Ok(round.others.known_to(unit, &round.path, summaries))
        };
        catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|_| {
            tracing::error!("the summaries of a document panicked");
            Ok(Summaries::default())
        })
    }

    /// Analyses a function. If the analysis panics, the function counts as skipped.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub(super) fn report(
        &self,
        text: &str,
        options: &Options,
        around: Around,
        function: &UnitFunction,
        cancel: &dyn Cancel,
    ) -> Result<FunctionReport, Cancelled> {
        cancel.go_on()?;
        let analysis = || (self.analyse)(text, around, function, options, cancel);
        catch_unwind(AssertUnwindSafe(analysis)).unwrap_or_else(|_| {
            tracing::error!(function = function.text.name, "the analysis panicked");
            Ok(skipped(&function.text.name, "internal error"))
        })
    }
}

/// If a text has at least so many functions, those that somebody looks at are shown before the others are known.
const MANY: usize = 300;

/// Returns whether a text is so long that what somebody looks at is shown before all is known.
fn is_long(unit: &TranslationUnit) -> bool {
    unit.functions.len() >= MANY
}

/// Returns a hash of what other files know of a unit: its functions, what they do with results, and the text that other files
/// include.
fn interface(unit: &TranslationUnit, summaries: &Summaries, included: Option<&str>) -> u64 {
    let mut hasher = FxHasher::default();
    included.hash(&mut hasher);
    unit.uses().shared.hash(&mut hasher);
    let names = unit.functions.iter().map(|function| function.text.name.as_str());
    for name in names.filter(|name| unit.context.is_exported(name)) {
        (name, summaries.fingerprint(name)).hash(&mut hasher);
    }
    hasher.finish()
}

/// Lets other programs and the threads for open documents go before the current thread.
fn step_back() {
    if let Err(error) = thread_priority::set_current_thread_priority(ThreadPriority::Min) {
        tracing::info!(?error, "files that are not open are read at the usual priority");
    }
}

fn spawn(pool: &ThreadPool, work: impl FnOnce() + Send + 'static) {
    pool.spawn(move || {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            tracing::error!("work in the background panicked");
        }
    });
}
