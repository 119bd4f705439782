#!/usr/bin/env python3
"""Tests of the tools that compare csieve with gcc. Run: python3 -m unittest discover tests/projects"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import build
import functions
from lex import spellings, tokens
from tokens import differences


class Tokens(unittest.TestCase):
    def test_white_space_markers_and_pragmas_do_not_count(self):
        marked = '# 1 "a.c"\n#pragma once\nint  x\n=1;\n# 9 "b.h" 2\nint y;\n'
        self.assertEqual(spellings(marked), spellings("int x = 1;int y;"))
        self.assertEqual([token.text for token in tokens(marked)], spellings(marked))
        self.assertEqual(tokens(marked)[-1].place, "b.h:9")

    def test_tokens_are_the_longest(self):
        text = r"""a+++b 1e+5x .5 ...->L'\'' u8"a\"b" x##y $z <<="""
        self.assertEqual(
            spellings(text),
            ["a", "++", "+", "b", "1e+5x", ".5", "...", "->", r"L'\''", r'u8"a\"b"', "x", "##", "y", "$z", "<<="],
        )

    def test_streams_come_together_again(self):
        same = " ".join(f"x{number}" for number in range(20))
        found = differences(tokens(f"a {same} b {same}"), tokens(f"{same} c {same}"))
        self.assertEqual([(one.kind, one.gcc, one.ours) for one in found][0], ("tokens missing", "a", ""))
        self.assertEqual([(one.gcc, one.ours) for one in found][1:], [("b", "c")])
        self.assertEqual(differences(tokens(same), tokens(same)), [])


class Builds(unittest.TestCase):
    def test_only_options_of_the_preprocessor_are_taken(self):
        arguments = "gcc -O2 -I a -DB=1 -Wall -o x.o -include c.h -c -MF d -std=gnu99 x.c".split()
        entry = build.entry({"directory": "/d", "file": "x.c", "arguments": arguments})
        self.assertEqual(entry.path, "/d/x.c")
        self.assertEqual(entry.preprocessing, "-O2 -I a -DB=1 -include c.h -std=gnu99".split())


class Functions(unittest.TestCase):
    def test_names_stand_where_gcc_puts_them(self):
        for prototype, name in {
            "static int f (void); /* () */": "f",
            "extern void (*g (int a, void (*h) (int))) (int); /* (a, h) */": "g",
            "static int (*k (void)) (int); /* () */": "k",
        }.items():
            self.assertEqual(functions.NAME.search(prototype)[1], name)

    def test_a_name_made_by_a_macro_is_told_from_one_in_the_text(self):
        with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
            file.write("MAKE(one)\nint two(void)\n{\n")
            file.flush()
            self.assertEqual(functions.cause("f_one", 1, file.name, True), "its name is made by a macro")
            self.assertNotEqual(functions.cause("two", 2, file.name, True), "its name is made by a macro")


if __name__ == "__main__":
    unittest.main()
