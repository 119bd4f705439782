//! Runs a function from its start to its end.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    code::Codes,
    inputs::{Callee, Graphs, Host, Source},
    locks::Locks,
    marks::Marks,
    memory::Memory,
    outcome::{End, Followed, Run, Stop},
    quick::{MOST_OPERATIONS, Pause, Word},
    state::{Counts, Machine},
    value::Known,
};
use csieve_base::budget::Steps;
use csieve_graph::EdgeId;

/// Runs a function on the inputs that a host chooses. With `wrapv`, signed overflow wraps around.
pub fn run<H: Host>(
    graphs: &dyn Graphs,
    function: &str,
    host: &mut H,
    wrapv: bool,
    budget: &mut Steps,
) -> Run {
    run_prepared((graphs, &Codes::default()), function, host, wrapv, budget)
}

/// Does the same as [`run()`] with what other runs with the same graphs have prepared of them.
pub(crate) fn run_prepared<'g, H: Host>(
    (graphs, prepared): (&'g dyn Graphs, &Codes<'g>),
    function: &str,
    host: &mut H,
    wrapv: bool,
    budget: &mut Steps,
) -> Run {
    let mut machine = Machine::new((graphs, prepared), host, wrapv);
    let end = match machine.start(function) {
        Ok(()) => machine.follow(budget),
        Err(stop) => machine.end(stop),
    };
    let Machine { misuses, held, releases, steps, .. } = machine;
    Run { end, misuses, held, releases, steps }
}

/// The number of edges that leave a location in one step if the host is told of their conditions.
const WAYS_IN_A_STEP: usize = 16;

impl<'g, 'h, H: Host> Machine<'g, 'h, H> {
    /// Creates a run that has not begun.
    pub(crate) fn new(
        (graphs, prepared): (&'g dyn Graphs, &'h Codes<'g>),
        host: &'h mut H,
        wrapv: bool,
    ) -> Self {
        Self {
            graphs,
            prepared,
            host,
            wrapv,
            memory: Memory::default(),
            frames: Vec::new(),
            spare: Vec::new(),
            misuses: Vec::new(),
            held: Vec::new(),
            releases: Vec::new(),
            counts: Counts::default(),
            initialised: FxHashSet::default(),
            initialisers: (Vec::new(), false),
            met: Vec::new(),
            rest_of_tokens: Known::Nothing,
            sets_jump: false,
            locks: Locks::default(),
            errno: None,
            returned: Known::Nothing,
            may_lose: false,
            marks: Marks::default(),
            steps: 0,
            work: 0,
            handled: 0,
            codes: FxHashMap::default(),
            values: Vec::new(),
            registers: [Word::ZERO; MOST_OPERATIONS],
            words: Vec::new(),
        }
    }

    /// Enters the function that is run first, with chosen values for its parameters.
    pub(crate) fn start(&mut self, function: &str) -> Followed<()> {
        let graphs = self.graphs;
        let Callee::Graph(cfg) = graphs.graph(function) else {
            return Err(Stop::Unknown(format!("there is no graph of `{function}`")));
        };
        let Some(params) = &cfg.params else {
            return Err(Stop::Unknown("the parameters of the function cannot be told".to_owned()));
        };
        self.memory.run_on(cfg.model);
        self.push(cfg, None);
        for (position, param) in params.iter().enumerate() {
            if let Some(var) = *param {
                let value = self.chosen(&Source::Param(position as u32), cfg.var(var).ty);
                self.set(var, value);
            }
        }
        Ok(())
    }

    /// Takes edges until the run ends.
    fn follow(&mut self, budget: &mut Steps) -> End {
        loop {
            let pause = self.hurry(budget);
            if matches!(pause, Ok(Pause::Chosen(_) | Pause::General)) {
                budget.take_many(self.host.general_step() - 1);
                budget.take_many(self.ways_to_tell());
            }
            let step = match pause {
                Ok(Pause::Stopped) => return End::Steps,
                Ok(Pause::Chosen(edge)) => self.along(edge),
                Ok(Pause::General) => self.advance(),
                Err(stop) => Err(stop),
            };
            if let Err(stop) = step {
                return self.end(stop);
            }
        }
    }

    /// Returns the number of further steps that the current location costs because the host is told of the condition
    /// of each edge that leaves it, as of each case of a `switch`.
    fn ways_to_tell(&self) -> u32 {
        let is_told = size_of::<H::Shadow>() > 0;
        let ways = if is_told { self.cfg().successors[self.frame().at.index()].len() } else { 0 };
        (ways / WAYS_IN_A_STEP) as u32
    }

    /// Takes the next edge.
    pub(crate) fn advance(&mut self) -> Followed<()> {
        self.show();
        let edge = self.next()?;
        self.along(edge)
    }

    /// Takes the edge that was chosen.
    pub(crate) fn along(&mut self, edge: EdgeId) -> Followed<()> {
        self.steps += 1;
        if self.take(edge)? {
            self.within_objects(edge)?;
            self.comes_to_life(edge);
            let to = self.cfg().edge(edge).to;
            self.frame_mut().at = to;
        }
        if self.may_lose {
            self.look_for_lost(None);
        }
        Ok(())
    }

    /// Shows the host the values for which it asks at the current location.
    fn show(&mut self) {
        let at = self.frame().at;
        let asked = self.host.asks(self.cfg(), at, self.depth());
        if !asked.is_empty() {
            let exact = |known: Known| if known.is_exact() { known } else { Known::Nothing };
            let values: Vec<_> = asked.into_iter().map(|expr| (expr, exact(self.quietly(expr)))).collect();
            self.host.sees(at, &values);
        }
    }

    /// Makes the object on the stack whose size `edge` has computed, as for an array `a[n]`. Other edges make
    /// none.
    fn comes_to_life(&mut self, edge: EdgeId) {
        if let Some((address, allocated)) = self.cfg().sizes.computed.get(&edge).copied() {
            let size = self.quietly(allocated.bytes).as_number();
            self.renew(address, size);
        }
    }

    pub(crate) fn end(&mut self, stop: Stop) -> End {
        match stop {
            Stop::Misuse(rule, subject) => {
                self.note(rule, subject);
                End::Misuse
            }
            Stop::Returned => End::Returned,
            Stop::NeverReturns => End::NeverReturns,
            Stop::Undefined(why) => End::Undefined(why),
            Stop::Unknown(why) => End::Unknown(why),
        }
    }
}
