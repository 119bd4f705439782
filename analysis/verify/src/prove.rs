//! Proves by path reduction that no run comes to an error call, in one graph of the whole program.
//!
//! The graph is that of `main` with the bodies of all callees in place of calls. It is whole if nothing is left that may
//! enter the program again: no recursion, no call through a pointer. Then a search without a word, or with refuted words
//! only ([`Reduction::ask`]), speaks for all runs.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::{cancel::Never, options::Options, rule::Rule, watch::NoWatch};
use csieve_dataflow::{automaton::automaton, bounds::guard};
use csieve_graph::{CallTarget, Calls, Cfg, Edge, ExprKind, Writes};
use csieve_lowering::{
    inline::{Bodies, Body, inlined},
    project::Surroundings,
    unit::lowered,
};
use csieve_modelcheck::{checks::Reach, model::Function};
use csieve_reduction::reduce::{Answer, NoRuns, Pool, Reduction};

use crate::program::{NONDET, is_ending};

/// The largest number of edges of the graph of the whole program.
const MOST_EDGES: usize = 6_000;

/// Returns whether it is proved that no run from a function calls one of the functions `errors`.
pub(crate) fn is_proved(
    files: Surroundings,
    text: &str,
    start: &str,
    errors: &[String],
    options: &Options,
) -> bool {
    let Some(cfg) = whole(files, start, errors, options) else { return false };
    let is_error = |edge: &usize| {
        cfg.edges[*edge].effects().calls.name().is_some_and(|name| errors.iter().any(|error| error == name))
    };
    let edges: FixedBitSet = (0..cfg.edges.len()).filter(is_error).collect();
    if edges.is_clear() {
        return true;
    }
    let function = Function::new(&cfg);
    let automaton = automaton(&cfg, &function.dependencies, options.wrapv);
    let trusting = OnceCell::new();
    let reduction = Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &trusting,
        text,
        ending: &[],
        refuters: csieve_refuters::chosen(options.refuters),
        early: &NoRuns,
        options,
        cancel: &Never,
        watch: &NoWatch,
    };
    let property = Reach(Rule::UnreachableCode);
    let answer = reduction.ask(&property, &edges, None, &mut Pool::default());
    matches!(answer, Ok(Answer::Never(_) | Answer::NoWord))
}

/// Returns the graph of a function with the bodies of all callees; `None` if something is left of which the graph does
/// not say what it does.
fn whole(files: Surroundings, start: &str, errors: &[String], options: &Options) -> Option<Cfg> {
    let unit = files.unit();
    let (mut graphs, mut open): (FxHashMap<String, Cfg>, _) = (FxHashMap::default(), vec![start.to_owned()]);
    let mut met: FxHashSet<String> = open.iter().cloned().collect();
    while let Some(name) = open.pop() {
        let function = unit.named(&name)?;
        let cfg = lowered(&unit.context, &options.library, &files.without_summaries(), function).ok()?;
        let cfg = guard(cfg, options.wrapv);
        for edge in &cfg.edges {
            let name = edge.effects().calls.name().filter(|name| !errors.iter().any(|error| error == name));
            if let Some(name) = name.filter(|name| unit.context.is_definition(name))
                && met.insert(name.to_owned())
            {
                open.push(name.to_owned());
            }
        }
        graphs.insert(name, cfg);
    }
    let root = graphs.remove(start)?;
    let bodies: Bodies = graphs.iter().map(|(name, cfg)| (name.as_str(), Body { cfg, text: "" })).collect();
    let whole = inlined(root, &bodies, MOST_EDGES);
    if !whole.left.is_empty() || whole.cfg.edges.len() > MOST_EDGES {
        return None;
    }
    let cfg = whole.cfg;
    let is_defined = |name: &str| unit.context.is_definition(name);
    // A function whose address is known to others may be called by any of them.
    let takes_function = cfg
        .expr_ids()
        .any(|expr| matches!(&cfg.expr(expr).kind, ExprKind::Address(name) if is_defined(name)));
    let is_understood = |edge: &Edge| !matches!(edge.effects().writes, Writes::Anything { .. });
    let is_closed = cfg.edges.iter().all(is_understood)
        && cfg.edges.iter().all(|edge| match edge.effects().calls {
            Calls::Unknown { target: CallTarget::Pointer(_), .. } => false,
            Calls::Unknown { target: CallTarget::MaybeMacro(name), .. } => name.starts_with(NONDET),
            Calls::Unknown { target: CallTarget::Named(name), args } => {
                // What an argument points to may lead to a function.
                let is_given_none = || !args.iter().any(|arg| cfg.expr(*arg).ty.can_point(cfg.model));
                errors.contains(name) || is_ending(name) || !is_defined(name) && is_given_none()
            }
            Calls::Nothing | Calls::Library { .. } | Calls::Maker { .. } => true,
        });
    (is_closed && !takes_function && cfg.jumps_back.is_empty()).then_some(cfg)
}
