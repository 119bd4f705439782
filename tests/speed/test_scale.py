"""Tests of the estimate for very large projects."""

import json
import unittest

import scale
from scale import clock, put
from scale_model import Component, Costs, Graph, Kind, callees_first, chunks, kind, project, schedule

SMALL = Kind("small", 1000, 3, 100, 900, 5.0, 10, ((1.0, 2.0), (3.0,)), (1.0, 1.0), (3.0,), ((3.0,),))
NOTHING = Costs(start=0.0, load=0.0, link=0.0, merge=0.0)


class Scheduling(unittest.TestCase):
    def test_a_task_goes_to_the_core_that_is_free_first(self):
        graph = Graph([3.0, 2.0, 2.0, 1.0], [[], [], [], []])
        self.assertEqual(schedule(graph, 1), [3.0, 5.0, 7.0, 8.0])
        self.assertEqual(schedule(graph, 2), [3.0, 2.0, 4.0, 4.0])
        self.assertEqual(schedule(graph, 9), [3.0, 2.0, 2.0, 1.0])

    def test_a_task_waits_for_others(self):
        graph = Graph([3.0, 1.0, 1.0], [[], [0], [1]])
        self.assertEqual(schedule(graph, 8), [3.0, 4.0, 5.0])
        self.assertEqual(graph.longest(), 5.0)

    def test_a_core_is_free_until_its_task_is_ready(self):
        graph = Graph([1.0, 4.0, 1.0], [[], [], [0]])
        self.assertEqual(schedule(graph, 2), [1.0, 4.0, 2.0])

    def test_no_schedule_is_better_than_its_bounds(self):
        components = project([SMALL], 200_000, 5, 1)
        for cores in (1, 7, 100):
            graph, _ = callees_first(components, NOTHING, cores, False)
            work, longest = sum(graph.seconds), graph.longest()
            end = max(schedule(graph, cores))
            self.assertGreaterEqual(end, max(work / cores, longest) - 1e-9)
            # What list scheduling is never worse than.
            self.assertLessEqual(end, work / cores + longest + 1e-9)


class Projects(unittest.TestCase):
    def test_components_lie_in_layers(self):
        found = project([SMALL], 10_000, 5, 1)
        self.assertEqual([each.layer for each in found], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
        self.assertTrue(all(found[at].layer == each.layer - 1 for each in found for at in each.calls))
        self.assertEqual(found[0].below, SMALL.head)
        self.assertEqual(found[-1].below, 9 * SMALL.head)

    def test_the_same_seed_gives_the_same_project(self):
        other = Kind("other", 500, 1, 10, 90, 2.0, 10, ((1.0,),), (1.0,), (1.0,), ())
        names = lambda seed: [each.kind.name for each in project([SMALL, other], 50_000, 5, seed)]
        self.assertEqual(names(1), names(1))
        self.assertNotEqual(names(1), names(2))

    def test_callees_are_summarised_first(self):
        components = [Component(SMALL, 0, [], 100), Component(SMALL, 1, [0], 200)]
        graph, summaries = callees_first(components, NOTHING, 100, False)
        done = schedule(graph, 100)
        self.assertEqual(max(done[:summaries]), 2.0 + 3.0 + 2.0 + 3.0)
        self.assertEqual(max(done), 11.0)

    def test_what_a_step_reads_is_taken_off_what_was_measured(self):
        measured = {
            "start": 10,
            "load": 20,
            "head": 1,
            "whole": 2000,
            "memory": 1,
            "bytes": 2,
            "checks": [[2, 1530], [1, 25]],
            "rounds": [{"link": 5, "tasks": [[2, 130]]}, {"link": 5, "tasks": []}],
            "units": [[100, 110, 1, 1], [100, 60, 1, 1], [100, 40, 1, 0]],
        }
        found = kind("one", measured)
        rounded = lambda times: [round(time, 3) for time in times]
        self.assertEqual(rounded(found.first), [0.18])
        self.assertEqual([rounded(times) for times in found.again], [[0.1]])
        self.assertEqual(rounded(found.checks), [1.5, 0.0])
        self.assertEqual([rounded(times) for times in found.summaries], [[0.03], [0.15]])


class Figures(unittest.TestCase):
    def test_times_are_short(self):
        self.assertEqual([clock(each) for each in (0.04, 9.96, 61, 600, 9000)], ["0.0 s", "10.0 s", "61 s", "10 min", "2.5 h"])

    def test_the_last_chunk_may_be_smaller(self):
        self.assertEqual(list(chunks([1, 2, 3], 2)), [3, 3])

    def test_the_page_has_the_tables_of_the_simulation(self):
        page = scale.PAGE.read_text()
        for name, made in scale.tables(json.loads(scale.DATA.read_text())).items():
            with self.subTest(name):
                self.assertEqual(put(page, name, made), page)


if __name__ == "__main__":
    unittest.main()
