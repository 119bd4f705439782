"""A project of many components, and how long its steps take on many cores by list scheduling.

A synthetic project is made of copies of measured ones, its components. They lie in layers; a component calls a few ones of the
layer below. A task goes to the core that is free first, once all tasks that it waits for are done. Nothing is random but the
choice of components, which has a fixed seed.
"""

import heapq
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# What is asked: lines, machines, cores of each, bytes a second that a machine receives.
LINES, MACHINES, CORES, NETWORK = 100_000_000, (1, 10, 100), 16, 1.25e9

# The shape of the synthetic project: layers of components, how many components of the layer below each calls, units of a task.
LAYERS, CALLS, TASK, SEED = 5, 2, 10, 2007

# Tasks for each core, unless that makes them smaller than TASK units or larger than this.
TASKS, LARGEST = 8, 400

# Columns of a unit in scale.json.
UNIT_LINES, SUMMARISE, BYTES, LEVEL = range(4)


@dataclass(frozen=True)
class Kind:
    """A measured project, whose copies are components. Times are in seconds, of one core."""

    name: str
    lines: int
    units: int
    head: int
    bytes: int
    # All of it in one process: seconds, bytes of memory.
    whole: float
    memory: int
    # Tasks that summarise, by level; and those that check.
    summaries: tuple[tuple[float, ...], ...]
    checks: tuple[float, ...]
    # The first summaries, which need nothing, and those of each round after it, without what is read.
    first: tuple[float, ...]
    again: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Costs:
    """What all steps cost besides their own work, in seconds."""

    # The start of a process.
    start: float
    # Reading what is known, for each byte of heads.
    load: float
    # A link, for each unit; a merge, for each log.
    link: float
    merge: float


def chunks(times: Iterable[float], size: int) -> Iterator[float]:
    """Returns the sums of so many times each."""
    rest = list(times)
    for at in range(0, len(rest), size):
        yield sum(rest[at : at + size])


def kind(name: str, measured: dict) -> Kind:
    """Makes a component of a measured project."""
    units = measured["units"]
    start, load = measured["start"], measured["load"]
    rounds = [each["tasks"] for each in measured["rounds"] if each["tasks"]]

    def own(times: Iterable[float], *common: float) -> tuple[float, ...]:
        return tuple(max(0.0, time - sum(common)) / 1000 for time in times)

    by_level: dict[int, list[float]] = {}
    for unit in units:
        by_level.setdefault(unit[LEVEL], []).extend(own([unit[SUMMARISE]], start))
    summaries = []
    for level in sorted(by_level):
        # Units that call each other are one task.
        size, together = max(rounds[level - 1]) if level else (0, 0.0)
        large = own([together], start, load) if size > TASK else ()
        summaries.append(large + tuple(chunks(by_level[level], TASK)))
    return Kind(
        name=name,
        lines=sum(unit[UNIT_LINES] for unit in units),
        units=len(units),
        head=measured["head"],
        bytes=measured["bytes"],
        whole=measured["whole"] / 1000,
        memory=measured["memory"],
        summaries=tuple(summaries),
        checks=own((time for _, time in measured["checks"]), start, load),
        first=tuple(chunks(own((unit[SUMMARISE] for unit in units), start), TASK)),
        again=tuple(own((time for _, time in tasks), start, load) for tasks in rounds),
    )


def costs(data: dict) -> Costs:
    """Fits what all steps have in common to the measured projects."""
    all_of = list(data["projects"].values())
    total = lambda name: sum(each[name] for each in all_of)
    units = sum(len(each["units"]) for each in all_of)
    links = sum(each["rounds"][-1]["link"] for each in all_of)
    start = total("start") / len(all_of)
    return Costs(
        start=start / 1000,
        load=total("load") / total("head") / 1000,
        link=max(0.0, links - start * len(all_of)) / units / 1000,
        merge=total("merge") / sum(len(each["checks"]) for each in all_of) / 1000,
    )


@dataclass
class Component:
    kind: Kind
    layer: int
    calls: list[int]
    # The bytes of heads of itself and of all that it calls directly, and of all that it calls, directly or not.
    beside: int = 0
    below: int = 0


def project(kinds: list[Kind], lines: int, layers: int, seed: int, most: int = CALLS) -> list[Component]:
    """Makes components until there are so many lines, lowest layer first."""
    chosen = random.Random(seed)
    picked: list[Kind] = []
    while sum(each.lines for each in picked) < lines:
        picked.append(chosen.choice(kinds))
    found: list[Component] = []
    reached: list[set[int]] = []
    for number, each in enumerate(picked):
        layer = number * layers // len(picked)
        under = [at for at, other in enumerate(found) if other.layer == layer - 1]
        calls = chosen.sample(under, min(most, len(under)))
        reached.append({number}.union(*(reached[at] for at in calls)))
        found.append(Component(each, layer, calls))
        found[-1].beside = sum(found[at].kind.head for at in (number, *calls))
        found[-1].below = sum(found[at].kind.head for at in reached[-1])
    return found


@dataclass
class Graph:
    """Tasks in an order in which none comes before one that it waits for."""

    seconds: list[float] = field(default_factory=list)
    waits: list[list[int]] = field(default_factory=list)

    def add(self, seconds: float, waits: Iterable[int] = ()) -> int:
        self.seconds.append(seconds)
        self.waits.append(list(waits))
        return len(self.seconds) - 1

    def all_of(self, tasks: Iterable[int]) -> int:
        """Adds a task without work that is done when all of these are."""
        return self.add(0.0, tasks)

    def longest(self) -> float:
        """Returns how long it takes with any number of cores."""
        return max(schedule(self, len(self.seconds) + 1), default=0.0)


def schedule(graph: Graph, cores: int) -> list[float]:
    """Returns when each task is done: whichever is ready first goes to the core that is free first."""
    after: list[list[int]] = [[] for _ in graph.seconds]
    missing = [len(waits) for waits in graph.waits]
    for task, waits in enumerate(graph.waits):
        for other in waits:
            after[other].append(task)
    done = [0.0] * len(graph.seconds)
    ready = [(0.0, task) for task, number in enumerate(missing) if number == 0]
    heapq.heapify(ready)
    free = [0.0] * min(cores, len(graph.seconds))
    while ready:
        at, task = heapq.heappop(ready)
        if graph.seconds[task] == 0.0:
            done[task] = at
        else:
            done[task] = max(at, free[0]) + graph.seconds[task]
            heapq.heapreplace(free, done[task])
        for other in after[task]:
            missing[other] -= 1
            if missing[other] == 0:
                heapq.heappush(ready, (max(done[before] for before in graph.waits[other]), other))
    return done


def callees_first(components: list[Component], costs: Costs, cores: int, direct: bool) -> tuple[Graph, int]:
    """The tasks of an engine that knows what calls what, such as Bazel; also returns the number of those that summarise.

    A task reads the heads of all that it calls, directly or not; with `direct`, only of what it calls directly.
    """
    units = sum(each.kind.units for each in components)
    size = max(1, min(LARGEST, units // (TASKS * cores)) // TASK)
    graph = Graph()
    ends: list[int] = []
    read = lambda each: costs.start + (each.beside if direct else each.below) * costs.load
    for each in components:
        before = graph.all_of(ends[at] for at in each.calls)
        for level in each.kind.summaries:
            before = graph.all_of([graph.add(read(each) + time, [before]) for time in chunks(level, size)])
        ends.append(before)
    summaries = len(graph.seconds)
    for each, end in zip(components, ends):
        for time in chunks(each.kind.checks, size):
            graph.add(read(each) + time, [end])
    return graph, summaries


@dataclass(frozen=True)
class Estimate:
    """The seconds that parts of the work take, by the clock."""

    summaries: float
    links: float
    checks: float
    merge: float
    network: float
    # Processor time.
    work: float

    @property
    def all(self) -> float:
        return self.summaries + self.links + self.checks + self.merge + self.network


def bytes_of(components: list[Component]) -> tuple[int, int]:
    """Returns how many bytes the summary files have, and how many of them are heads."""
    return sum(each.kind.bytes for each in components), sum(each.kind.head for each in components)


def by_graph(components: list[Component], costs: Costs, machines: int, direct: bool = False) -> Estimate:
    graph, number = callees_first(components, costs, machines * CORES, direct)
    done = schedule(graph, machines * CORES)
    summaries = max(done[:number])
    whole, heads = bytes_of(components)
    network = heads / NETWORK + (whole - heads) / NETWORK / machines if machines > 1 else 0.0
    logs = sum(seconds > 0.0 for seconds in graph.seconds[number:])
    return Estimate(summaries, 0.0, max(done) - summaries, logs * costs.merge, network, sum(graph.seconds))


def by_direct(components: list[Component], costs: Costs, machines: int) -> Estimate:
    return by_graph(components, costs, machines, direct=True)


def by_rounds(components: list[Component], costs: Costs, machines: int) -> Estimate:
    """The tasks of an engine that links after each round, such as csieve_dask; every task reads what is known of all files."""
    cores = machines * CORES
    whole, heads = bytes_of(components)
    units = sum(each.kind.units for each in components)
    link = costs.start + units * costs.link
    read = costs.start + heads * costs.load

    def spread(times: list[float], each: float, most: int) -> tuple[float, float]:
        """Spreads work over so many tasks; returns how long it takes, and the processor time."""
        tasks = [sum(times[at::most]) for at in range(min(most, len(times)))]
        graph = Graph([each + time for time in tasks], [[] for _ in tasks])
        return max(schedule(graph, cores), default=0.0), sum(graph.seconds)

    summaries, work = spread([time for each in components for time in each.kind.first], costs.start, TASKS * cores)
    rounds = 0
    for layer in range(components[-1].layer + 1):
        here = [each.kind for each in components if each.layer == layer]
        for number in range(max(len(each.again) for each in here)):
            times = [time for each in here for time in (each.again[number] if number < len(each.again) else ())]
            clock, used = spread(times, read, 2 * cores)
            summaries, work, rounds = summaries + clock, work + used, rounds + 1
    checks, used = spread([time for each in components for time in each.kind.checks], read, TASKS * cores)
    network = (rounds + 1) * heads / NETWORK + whole / NETWORK if machines > 1 else 0.0
    links = (rounds + 1) * link
    return Estimate(summaries, links, checks, TASKS * cores * costs.merge, network, work + used + links)


ENGINES = (("callees first", by_graph), ("callees first, direct", by_direct), ("rounds", by_rounds))
