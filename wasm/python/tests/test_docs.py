"""Runs the examples of all docstrings; everything public must have one."""

import contextlib
import doctest
import importlib
import inspect
import io
import json
import os
import pkgutil
import re
import unittest

import iklab
import numpy as np
from robots import ARM_URDF, TOP

MODULES = [
    importlib.import_module(f"iklab.{each.name}") for each in pkgutil.iter_modules(iklab.__path__)
]


def load_tests(loader, tests, pattern):
    names = {"iklab": iklab, "np": np}
    for module in (iklab, *MODULES):
        finder = doctest.DocTestFinder(exclude_empty=True)
        tests.addTests(
            doctest.DocTestCase(each)
            for each in finder.find(module, extraglobs=names)
            if each.examples
        )
    return tests


def public():
    """Yields names and objects of the package and of its classes."""
    for name in iklab.__all__:
        each = getattr(iklab, name)
        if name in TEXTS:
            continue
        yield name, each
        if inspect.isclass(each):
            for key, member in vars(each).items():
                if not key.startswith("_") and (
                    callable(member) or isinstance(member, classmethod)
                ):
                    yield f"{name}.{key}", getattr(each, key)


# Created by other functions, or returned by a solve.
SHOWN_ELSEWHERE = {"MethodInfo", "Parameter", "Solution"}
FUNCTIONS = {info.function for info in iklab.methods()}  # See test_methods.py.
TEXTS = {"__version__"}


class Version(unittest.TestCase):
    def test_version_is_that_of_package_json(self):
        manifest = json.loads((TOP / "package.json").read_text("utf-8"))
        self.assertEqual(iklab.__version__, manifest["version"])


class Readme(unittest.TestCase):
    def test_readme_example_runs(self):
        for path in ("README.md", "wasm/python/README.md"):
            with self.subTest(path):
                self.run_example(TOP / path)

    def run_example(self, path):
        [text] = re.findall("```python\n(.*?)```", path.read_text("utf-8"), re.S)
        said = io.StringIO()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ARM_URDF.parent)
        with contextlib.redirect_stdout(said):
            exec(text, {})
        self.assertEqual(len(said.getvalue().strip("[] \n").split()), 6, said.getvalue())


class Documented(unittest.TestCase):
    def test_every_public_name_has_a_docstring_with_an_example(self):
        for name, each in public():
            text = inspect.getdoc(each)
            if "as in `solve`" in text:
                text += inspect.getdoc(iklab.Robot.solve)
            self.assertTrue(text, name)
            if name not in SHOWN_ELSEWHERE:
                self.assertIn(">>> ", text, name)

    def test_every_argument_is_annotated_and_documented(self):
        for name, each in public():
            if not inspect.isroutine(each) or name in FUNCTIONS:
                continue
            text = inspect.getdoc(each)
            if "as in `solve`" in text:
                text += inspect.getdoc(iklab.Robot.solve)
            for argument in inspect.signature(each).parameters.values():
                if argument.name == "self":
                    continue
                self.assertIsNot(argument.annotation, argument.empty, (name, argument.name))
                self.assertIn(argument.name, text, (name, argument.name))


if __name__ == "__main__":
    unittest.main()
