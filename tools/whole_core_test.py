#!/usr/bin/env python3
"""Which tests of a result were measured on a shared core: whole_core.py."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import whole_core


class Result(unittest.TestCase):
    def left_of(self, additions):
        """Exit status, tests that are left, what was said; each test of `additions` has a record."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.json"
            records = [{"test": test, "regime": "near", "value": 1} for test in additions]
            path.write_text(json.dumps([*records, {"record": "provenance", "additions_at_a_time_by_test": additions}]))
            with mock.patch.object(sys, "argv", ["whole_core.py", str(path)]), contextlib.redirect_stdout(io.StringIO()) as said:
                status = whole_core.main()
            return status, [line["test"] for line in json.loads(path.read_text()) if "test" in line], said.getvalue()

    def test_a_test_on_a_shared_core_is_left_out_and_named(self):
        status, left, said = self.left_of({"alone": [3.6, 3.5, 1.9], "shared": [3.6, 1.7, 1.8]})
        self.assertEqual((status, left), (0, ["alone"]))
        self.assertIn("shared: not saved", said)
        self.assertIn("1.8 additions at a time", said)

    def test_without_any_other_test_nothing_is_to_be_saved(self):
        self.assertEqual(self.left_of({"shared": [1.7, 1.8]})[0], 1)

    def test_where_it_is_not_known_everything_is_kept(self):
        self.assertEqual(self.left_of({"on arm": [0.0, 0.0], "one process": []})[:2], (0, ["on arm", "one process"]))


if __name__ == "__main__":
    unittest.main()
