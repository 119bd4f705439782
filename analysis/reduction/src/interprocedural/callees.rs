//! Refutes findings in the graph of the function with the bodies of callees in place of calls.

use rustc_hash::FxHashSet;

use csieve_base::cancel::Cancelled;
use csieve_graph::{Cfg, EdgeId, Var, VarKind};
use csieve_lowering::{inline::inlined, project::Meaning};
use csieve_reports::finding::{Doubt, Finding, HintId, Looked, Refuted, Verdict};

use crate::invariants::Facts;

use super::{
    Subject,
    bodies::Graphs,
    held,
    notebook::Notebook,
    places::{self, Target},
    private,
    proof::{Answered, Larger, Misuse},
    within::Within,
};

/// The largest number of bodies in one graph, and the greatest depth of nested calls in these bodies.
const MOST_BODIES: usize = 8;
const MOST_NESTED: usize = 3;

/// The largest number of bytes of the text of a callee. For a larger one, its summary is used.
const MOST_BODY_BYTES: usize = 1_200;

/// The largest number of edges of a graph after inlining.
const MOST_EDGES: usize = 1_200;

/// Refutes findings that no run reaches in the graph of the function with the bodies of its small callees, and with what is
/// stored in the objects with static storage that these read. If code in files that are not checked may store something
/// else, the findings become doubtful.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let own = subject.cfg;
    let Some(root) = subject.own() else { return Ok(()) };
    let chosen = chosen(subject, root, notebook);
    let places = findings.iter().map(|finding| finding.span).collect();
    let mut graphs = Graphs::new(subject, &chosen).asking_at(places);
    for callee in &chosen {
        graphs.make(*callee);
    }
    let Some(whole) = graphs.graph(root) else { return Ok(()) };
    let with_bodies = inlined(whole, &graphs.bodies(), MOST_EDGES);
    let cfg = private::keep(with_bodies.cfg, subject, notebook);
    let is_kept = |var: &Var| var.kind == VarKind::Global && !var.exposed;
    if with_bodies.copies.is_empty() && !cfg.vars.iter().any(is_kept) {
        return Ok(());
    }
    let facts = Facts::of(&cfg, subject.program());
    notebook.looks_at_facts(subject, &facts);
    let copies: FxHashSet<_> = with_bodies.copies.iter().map(|copied| copied.edge).collect();
    let is_own = |edge: EdgeId| !copies.contains(&edge);
    let misuse = |finding: &Finding| -> Option<Misuse> {
        let target = Target::of(finding.rule)?;
        let known = places::edges(own, target, finding.span);
        let mut edges = places::edges(&cfg, target, finding.span);
        edges.retain(|edge| is_own(*edge));
        // If the misuse happens inside a callee, the larger graph has no edges of the misuse at the call.
        // Then it tells nothing about the misuse.
        Some((target, places::same((own, &known), (&cfg, &edges))?))
    };
    let asked = findings.iter_mut().filter_map(|finding| {
        let misuse = misuse(finding)?;
        Some((&mut **finding, misuse))
    });
    let whole = Whole { subject, root, cfg: &cfg, facts: &facts, is_own: &is_own };
    let left = whole.refute(asked.unzip(), notebook)?;
    whole.doubt(left, notebook)
}

/// Findings, each with what is asked about it.
type Asked<'f> = (Vec<&'f mut Finding>, Vec<Misuse>);

/// The graph of a function with the bodies of callees, and what is known of the objects in it.
struct Whole<'q, 'a> {
    subject: Subject<'a>,
    root: Within<'a>,
    cfg: &'q Cfg,
    facts: &'q Facts,
    is_own: &'q dyn Fn(EdgeId) -> bool,
}

impl Whole<'_, '_> {
    /// Asks whether some run comes to these misuses. `cfg` is the graph, perhaps with more that is known.
    fn answers(
        &self,
        cfg: &Cfg,
        misuses: &[Misuse],
        notebook: &mut Notebook,
    ) -> Result<Vec<Answered>, Cancelled> {
        let text = self.subject.text_of(self.root);
        let larger = Larger { cfg, text, is_own: self.is_own, trusts_others: false };
        larger.asked(self.subject, notebook, misuses)
    }

    /// Refutes findings with what is certain. Returns those to which a path is left.
    fn refute<'f>(
        &self,
        (asked, misuses): Asked<'f>,
        notebook: &mut Notebook,
    ) -> Result<Asked<'f>, Cancelled> {
        let certain = self.facts.added(self.cfg.clone(), true);
        let answers = self.answers(&certain, &misuses, notebook)?;
        let mut left = (Vec::new(), Vec::new());
        for ((finding, misuse), answer) in asked.into_iter().zip(misuses).zip(answers) {
            match answer {
                Answered::Never(rounds) => {
                    finding.verdict = Verdict::Refuted(Refuted::default());
                    finding.rounds = rounds;
                }
                Answered::Left { .. } => {
                    left.0.push(finding);
                    left.1.push(misuse);
                }
                Answered::Unknown => {}
            }
        }
        Ok(left)
    }

    /// Makes findings doubtful that no run reaches with what the checked files store in objects that others know too.
    fn doubt(&self, (asked, misuses): Asked, notebook: &mut Notebook) -> Result<(), Cancelled> {
        let Self { subject, cfg, facts, .. } = *self;
        if asked.is_empty() {
            return Ok(());
        }
        let ended = held::ended(subject, cfg, notebook);
        if ended.is_none() && !facts.has(false) {
            return Ok(());
        }
        let likely = facts.added(ended.as_ref().map_or(cfg, |ended| &ended.cfg).clone(), false);
        let answers = self.answers(&likely, &misuses, notebook)?;
        for (finding, answer) in asked.into_iter().zip(answers) {
            let Answered::Never(rounds) = answer else { continue };
            let of_facts = facts.doubted(cfg, &rounds).map(|said| Doubt::new(HintId::OtherStores, said));
            if let Some(doubt) = of_facts.or_else(|| ended.as_ref().map(|ended| ended.doubt.clone())) {
                finding.verdict.set_doubt(doubt);
            }
        }
        Ok(())
    }
}

/// Returns the small functions that a function calls, directly or through other small functions, in any file.
fn chosen<'a>(subject: Subject<'a>, root: Within<'a>, notebook: &mut Notebook) -> Vec<Within<'a>> {
    let mut chosen: Vec<Within> = Vec::new();
    let mut callers = vec![root];
    for _ in 0..MOST_NESTED {
        let mut next: Vec<Within> = Vec::new();
        for caller in callers {
            for name in caller.function.tree.calls() {
                let Some(callee) = callee(subject, caller, name, notebook) else { continue };
                let is_known = [root].iter().chain(&chosen).chain(&next).any(|known| known.is(callee));
                if !is_known
                    && chosen.len() + next.len() < MOST_BODIES
                    && callee.function.text.text.len() <= MOST_BODY_BYTES
                {
                    notebook.looks_in(subject, (callee.file, callee.name()), Looked::Effects);
                    next.push(callee);
                }
            }
        }
        chosen.extend(&next);
        callers = next;
    }
    chosen
}

/// Returns the function that another one calls by this name, if one file surely defines it.
pub(super) fn callee<'a>(
    subject: Subject<'a>,
    caller: Within<'a>,
    name: &str,
    notebook: &mut Notebook,
) -> Option<Within<'a>> {
    let files = subject.around.files;
    let here = files.unit_of(caller.file);
    if here.context.is_definition(name) {
        return Some(Within::new(files, caller.file, here.place(name)?));
    }
    if files.count() == 0 {
        return None;
    }
    let run_name = caller.file.and_then(|file| files.renamed(file, name)).unwrap_or_else(|| name.to_owned());
    let Meaning { file, name } = files.function(&run_name);
    notebook.looks(subject, &name, Looked::Definition);
    // The definition that is linked may be another one.
    let unit = files.unit_of(Some(file?));
    unit.context.is_definition(&name).then(|| Some(Within::new(files, file, unit.place(&name)?)))?
}
