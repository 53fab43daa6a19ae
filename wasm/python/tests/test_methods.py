"""The functions of the methods: one per entry of the table, their types and options."""

import ast
import inspect
import unittest
from pathlib import Path

import iklab
import numpy as np
from robots import arm, ur5e

TYPES = ast.parse((Path(iklab.__file__).parent / "_methods.pyi").read_text(encoding="utf-8"))


class Table(unittest.TestCase):
    def test_each_method_has_a_function_with_its_options_and_defaults(self):
        for info in iklab.methods():
            made = getattr(iklab, info.function)()
            self.assertEqual(made.id, info.id)
            arguments = inspect.signature(getattr(iklab, info.function)).parameters
            self.assertEqual(list(arguments), [each.name for each in info.parameters])
            for each in info.parameters:
                self.assertEqual(arguments[each.name].default, each.default)
                self.assertTrue(each.label and each.help, (info.id, each.name))

    def test_type_stubs_match_the_methods(self):
        written = {each.name: each for each in TYPES.body if isinstance(each, ast.FunctionDef)}
        self.assertEqual(list(written), [info.function for info in iklab.methods()])
        for info in iklab.methods():
            told = written[info.function].args
            self.assertEqual([a.arg for a in told.kwonlyargs], [p.name for p in info.parameters])
            defaults = [ast.literal_eval(each) for each in told.kw_defaults]
            self.assertEqual(defaults, [p.default for p in info.parameters])

    def test_parameters_accept_exactly_their_range(self):
        for info in iklab.methods():
            function = getattr(iklab, info.function)
            for each in info.parameters:
                if each.kind in ("toggle", "choice", "method"):
                    continue
                for end, beyond in ((each.low, each.low - 1), (each.high, each.high * 2 + 1)):
                    function(**{each.name: end})
                    with self.assertRaisesRegex(ValueError, f"^{each.name} must be from "):
                        function(**{each.name: beyond})

    def test_parameters_accept_every_choice(self):
        for info in iklab.methods():
            for each in info.parameters:
                for word in each.choices if each.kind == "choice" else ():
                    method = getattr(iklab, info.function)(**{each.name: word})
                    self.assertEqual(method.options, {each.name: word})


class Methods(unittest.TestCase):
    def test_every_method_reaches_a_near_point(self):
        robot = ur5e()
        goal = robot.fk(robot.start + 0.1)[:3, 3]
        for info in iklab.methods():
            found = robot.solve(goal, method=info.id)
            self.assertTrue(found.reached, f"{info.id}: {found.reason}")
            np.testing.assert_allclose(robot.fk(found.q)[:3, 3], goal, atol=1e-4)

    def test_options_change_the_result(self):
        robot, start = arm(), np.full(6, 0.2)
        goal = robot.fk(start + 0.3)
        updates = [
            robot.solve(goal, start, iklab.dls(lambda_=each)).updates for each in (0.02, 0.2, 2.0)
        ]
        self.assertEqual(updates, sorted(updates))
        self.assertLess(updates[0], updates[2])
        by_rule = robot.solve(goal, start, iklab.dls(lambda_=0.02, damping="bounded-step"))
        constant = robot.solve(goal, start, iklab.dls(lambda_=0.02))
        self.assertFalse(np.array_equal(by_rule.q, constant.q))

    def test_default_options_equal_the_method_by_id(self):
        robot, start = arm(), np.full(6, 0.2)
        goal = robot.fk(start + 0.3)
        for same in (iklab.dls(), iklab.dls(lambda_=None)):
            found = robot.solve(goal, start, same)
            np.testing.assert_array_equal(found.q, robot.solve(goal, start, "dls").q)

    def test_two_stage_runs_its_stages(self):
        robot, start = arm(), np.full(6, 0.2)
        goal = robot.fk(start + 0.3)
        always_first = iklab.two_stage(
            first=iklab.dls(lambda_=0.3), second="transpose", switch_at=0
        )
        alone = robot.solve(goal, start, iklab.dls(lambda_=0.3), max_updates=3)
        np.testing.assert_array_equal(
            robot.solve(goal, start, always_first, max_updates=3).q, alone.q
        )
        always_second = iklab.two_stage(first="sdls", second=iklab.dls(lambda_=0.3), switch_at=1e6)
        np.testing.assert_array_equal(
            robot.solve(goal, start, always_second, max_updates=3).q, alone.q
        )
        self.assertEqual(
            repr(always_first), "two_stage(first=dls(lambda_=0.3), second='transpose', switch_at=0)"
        )

    def test_formula_equals_the_built_in_method(self):
        robot, start = arm(), np.full(6, 0.2)
        goal = robot.fk(start + 0.3)
        text = "param λ = 1 m in 0.001..10 log\nΔθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e"
        mine = robot.solve(goal, start, iklab.formula(text, {"λ": 0.1}), max_step=np.inf)
        library = robot.solve(goal, start, iklab.dls(lambda_=0.1), max_step=np.inf)
        self.assertEqual(mine.updates, library.updates)
        np.testing.assert_allclose(mine.q, library.q, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
