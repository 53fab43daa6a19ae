"""Tool frames and partial targets against NumPy matrices: only constrained components count."""

import unittest

import iklab
import numpy as np
from iklab._document import robot_document
from reference import about, check_jacobian, moved, tip_by_hand
from robots import EVERY_KIND, every_kind, ur5e

TOOL = [0.03, -0.05, 0.12, 0.4, -0.7, 1.1]
FRAME = moved(TOOL[:3]) @ about((0, 0, 1), 1.1) @ about((0, 1, 0), -0.7) @ about((1, 0, 0), 0.4)


class Tools(unittest.TestCase):
    def test_tool_frame_matches_the_product_of_matrices(self):
        robot, tree = every_kind(), EVERY_KIND["tree"]
        random = np.random.default_rng(1)
        for tool in (TOOL, FRAME, iklab.Pose.from_matrix(FRAME), FRAME.tolist()):
            with_tool = robot.with_tool(tool, "tip")
            for q in random.uniform(-1.5, 1.5, (10, 4)):
                values = dict(zip(robot.names, q))
                wanted = tip_by_hand(tree, "tip", values) @ FRAME
                np.testing.assert_allclose(with_tool.fk(q, "tip"), wanted, atol=2e-15)
                side = tip_by_hand(tree, "side", values)
                np.testing.assert_allclose(with_tool.fk(q, "side"), side, atol=1e-15)

    def test_tool_of_three_numbers_has_no_rotation(self):
        robot, q = ur5e(), np.full(6, 0.3)
        offset = robot.with_tool(TOOL[:3])
        np.testing.assert_allclose(offset.fk(q), robot.fk(q) @ moved(TOOL[:3]), atol=1e-15)

    def test_with_tool_leaves_the_original_robot_unchanged(self):
        robot, q = ur5e(), np.full(6, 0.3)
        before = robot.fk(q)
        with_tool = robot.with_tool(TOOL)
        np.testing.assert_array_equal(robot.fk(q), before)
        for name in ("name", "names", "kinds", "effectors", "notes"):
            self.assertEqual(getattr(with_tool, name), getattr(robot, name))
        np.testing.assert_array_equal(with_tool.start, robot.start)
        np.testing.assert_array_equal(with_tool.limits, robot.limits)

    def test_repeated_tools_are_concatenated(self):
        robot, q = ur5e(), np.full(6, 0.3)
        twice = robot.with_tool(TOOL).with_tool([0, 0, 0.1])
        np.testing.assert_allclose(
            twice.fk(q), robot.fk(q) @ FRAME @ moved((0, 0, 0.1)), atol=2e-15
        )

    def test_jacobian_with_tool_matches_finite_differences(self):
        random = np.random.default_rng(4)
        for robot in (every_kind().with_tool(TOOL, "tip"), ur5e().with_tool(TOOL)):
            for effector in robot.effectors:
                for _ in range(5):
                    q = random.uniform(-1.5, 1.5, len(robot.names))
                    check_jacobian(robot, effector, q)

    def test_solve_moves_the_tool_frame_to_the_goal(self):
        robot = ur5e()
        with_tool = robot.with_tool(TOOL)
        goals = robot.fk(np.random.default_rng(2).uniform(-2, 2, (20, 6))) @ FRAME
        batch = with_tool.solve_batch(goals, tolerance=(1e-6, 1e-6))
        self.assertTrue(batch.reached.all())
        np.testing.assert_allclose(robot.fk(batch.q) @ FRAME, goals, atol=2e-6)
        found = with_tool.solve(goals[3], tolerance=(1e-6, 1e-6))
        np.testing.assert_allclose(robot.fk(found.q) @ FRAME, goals[3], atol=2e-6)

    def test_robot_document_contains_the_tool(self):
        robot = every_kind().with_tool(TOOL, "tip")
        again = iklab.Robot.from_scenario(robot_document(robot, ["sdls"]))
        q = [0.1, 0.4, 0.5, -0.6]
        np.testing.assert_allclose(again.fk(q, "tip"), robot.fk(q, "tip"), atol=1e-15)


def rotation_vector(turn):
    cosine = np.clip((np.trace(turn) - 1) / 2, -1, 1)
    skew = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    return skew / 2 * np.arccos(cosine) / max(np.sqrt(1 - cosine**2), 1e-300)


def between(one, other):
    """Returns the angle between two vectors."""
    return np.arctan2(np.linalg.norm(np.cross(one, other)), np.dot(one, other))


def residual(frame, goal, free):
    """Returns the error in the constrained components of a goal, metres and radians."""
    axes = goal[:3, :3] if free.get("frame") == "target" else np.eye(3)
    asked = [i for i, axis in enumerate("xyz") if axis not in free.get("position", ())]
    distance = np.linalg.norm((axes.T @ (goal[:3, 3] - frame[:3, 3]))[asked])
    turn, off = free.get("orientation", []), goal[:3, :3] @ frame[:3, :3].T
    if "spin" in turn:
        axis = np.array(turn["spin"])
        return distance, between(frame[:3, :3] @ axis, goal[:3, :3] @ axis)
    if "cone" in turn:
        axis, angle = np.array(turn["cone"]["axis"]), turn["cone"]["angle"]
        return distance, max(0, between(frame[:3, :3] @ axis, goal[:3, :3] @ axis) - angle)
    kept = [i for i, axis in enumerate("xyz") if axis not in turn]
    if len(kept) == 2:  # Rotation about the third axis is free.
        axis = axes[:, ({0, 1, 2} - set(kept)).pop()]
        return distance, between(off @ axis, axis)
    return distance, np.linalg.norm((axes.T @ rotation_vector(off))[kept])


PARTIAL = [
    {"position": ["z"]},
    {"position": ["x", "y"]},
    {"position": ["x"], "frame": "target"},
    {"position": ["x", "y", "z"]},
    {"orientation": ["z"]},
    {"orientation": ["x"], "frame": "target"},
    {"orientation": ["x", "y"]},
    {"orientation": ["y", "z"], "frame": "target"},
    {"orientation": ["x", "y", "z"]},
    {"orientation": {"spin": [0, 0, 1]}},
    {"orientation": {"spin": [1, -2, 0.5]}},
    {"orientation": {"cone": {"axis": [0, 1, 1], "angle": 0.3}}},
    {"position": ["y"], "orientation": ["z"]},
    {"position": ["x", "z"], "orientation": {"spin": [1, 0, 0]}, "frame": "target"},
]
COUNT = 12


class PartialTargets(unittest.TestCase):
    def test_only_constrained_axes_reach_the_goal(self):
        robot = ur5e()
        random = np.random.default_rng(3)
        goals = robot.fk(random.uniform(-2, 2, (COUNT, 6)))
        for free in PARTIAL:
            with self.subTest(free):
                whole = []
                for goal in goals:
                    found = robot.solve(goal, tolerance=(1e-6, 1e-6), free=free)
                    self.assertTrue(found.reached, found.reason)
                    frame = robot.fk(found.q)
                    distance, angle = residual(frame, goal, free)
                    self.assertLess(distance, 1.01e-6)
                    self.assertLess(angle, 1.01e-6)
                    self.assertAlmostEqual(found.distances["tool0"], distance, delta=1e-12)
                    self.assertAlmostEqual(found.angles["tool0"], angle, delta=1e-7)
                    whole.append(max(residual(frame, goal, {})))
                self.assertGreater(np.median(whole), 0.01)  # The free components are used.

    def test_residuals_of_missed_targets_cover_constrained_axes(self):
        robot = ur5e()
        goal = robot.fk([0.5, -1, 1.2, 0.3, 0.4, 0.2])
        goal[:3, 3] += [3, 2, 0]
        for free in PARTIAL:
            if len(free.get("position", ())) >= 2:
                continue
            with self.subTest(free):
                found = robot.solve(goal, restarts=0, max_updates=30, free=free)
                distance, angle = residual(robot.fk(found.q), goal, free)
                self.assertAlmostEqual(found.distances["tool0"], distance, delta=1e-12)
                self.assertAlmostEqual(found.angles["tool0"], angle, delta=1e-7)
                proved = found.cause == "out-of-reach"
                self.assertEqual(proved, "position" not in free, found.reason)

    def test_free_axes_apply_to_position_goals(self):
        arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        found = arm.solve([9, 0.6, 0.7], [0.1, 0.2, 0.3], free={"position": ["x", "z"]})
        self.assertTrue(found.reached, found.reason)
        self.assertAlmostEqual(arm.fk(found.q)[1, 3], 0.6, delta=1e-4)

    def test_no_free_axes_equal_a_full_target(self):
        robot = ur5e()
        goal = robot.fk(robot.start + 0.2)
        whole = robot.solve(goal)
        for free in ({}, {"position": []}, {"orientation": [], "frame": "target"}, None):
            np.testing.assert_array_equal(robot.solve(goal, free=free).q, whole.q)

    def test_batch_rows_equal_single_solves(self):
        robot = ur5e()
        goals = robot.fk(np.random.default_rng(5).uniform(-2, 2, (COUNT, 6)))
        for free in PARTIAL:
            batch = robot.solve_batch(goals, free=free, restarts=0, threads=2)
            for i, goal in enumerate(goals):
                alone = robot.solve(goal, free=free, restarts=0)
                np.testing.assert_array_equal(batch.q[i], alone.q)
                self.assertEqual(batch.updates[i], alone.updates)
        positions = robot.solve_batch(goals[:, :3, 3] + [9, 0, 0], free={"position": ["x"]})
        self.assertTrue(positions.reached.all())
        np.testing.assert_allclose(robot.fk(positions.q)[:, 1:3, 3], goals[:, 1:3, 3], atol=1e-4)

    def test_free_axes_are_given_by_effector(self):
        robot = every_kind()
        q = [0.1, 0.4, 0.5, -0.6]
        goals = {"side": robot.fk(q, "side")[:3, 3], "tip": robot.fk(q, "tip")}
        free = {"tip": {"orientation": {"spin": [0, 0, 1]}}}
        found = robot.solve(goals, [0, 0.2, 0.3, -0.4], tolerance=1e-6, free=free)
        self.assertTrue(found.reached, found.reason)
        distance, angle = residual(robot.fk(found.q, "tip"), goals["tip"], free["tip"])
        self.assertLess(max(distance, angle / 1e3), 1e-6)
        rows = {name: np.asarray(goal)[None] for name, goal in goals.items()}
        batch = robot.solve_batch(rows, [0, 0.2, 0.3, -0.4], tolerance=1e-6, free=free)
        np.testing.assert_array_equal(batch.q[0], found.q)

    def test_free_axes_refer_to_the_tool_frame(self):
        robot = ur5e()
        with_tool, free = robot.with_tool(TOOL), {"orientation": {"spin": [0, 0, 1]}}
        goal = robot.fk([0.5, -1, 1.2, 0.3, 0.4, 0.2]) @ FRAME
        found = with_tool.solve(goal, free=free, tolerance=(1e-6, 1e-6))
        self.assertTrue(found.reached, found.reason)
        self.assertLess(max(residual(robot.fk(found.q) @ FRAME, goal, free)), 1.01e-6)


class AxisTolerances(unittest.TestCase):
    def test_solve_ends_when_every_axis_is_within_tolerance(self):
        robot = ur5e()
        goal = robot.fk(robot.start + 0.5)
        loose = robot.solve(goal, tolerance={"position": 0.02, "rotation": 0.05})
        tight = robot.solve(goal, tolerance={"position": 1e-9, "rotation": 1e-9})
        self.assertTrue(loose.reached and tight.reached)
        self.assertLess(loose.updates, tight.updates)
        for found, metres, radians in ((loose, 0.02, 0.05), (tight, 1e-9, 1e-9)):
            frame = robot.fk(found.q)
            self.assertLessEqual(np.abs(goal[:3, 3] - frame[:3, 3]).max(), metres)
            turn = goal[:3, :3] @ frame[:3, :3].T
            self.assertLessEqual(np.abs(rotation_vector(turn)).max(), radians + 1e-12)


class ByEffector(unittest.TestCase):
    def setUp(self):
        self.robot = iklab.Robot.from_preset("baxter")
        self.tips = ("left_gripper", "right_gripper")
        there = self.robot.start + 0.2
        self.goals = {tip: self.robot.fk(there, tip) for tip in self.tips}

    def test_tolerances_apply_to_their_effectors(self):
        for tight in self.tips:
            tolerance = {
                tip: {"position": x, "rotation": x}
                for tip, x in zip(self.tips, (1e-10, 0.02) if tight == self.tips[0] else (0.02, 1e-10))
            }
            found = self.robot.solve(self.goals, tolerance=tolerance)
            self.assertTrue(found.reached, found.reason)
            for tip, goal in self.goals.items():
                off = np.abs(goal[:3, 3] - self.robot.fk(found.q, tip)[:3, 3]).max()
                self.assertLessEqual(off, tolerance[tip]["position"])
        left = {"left_gripper": {"position": 1, "rotation": 4}}
        for rest, least, most in (((0.05, 4), 1e-4, 0.05), ((1e-9, 1e-9), 0, 1e-9)):
            found = self.robot.solve(self.goals, tolerance={None: rest, **left})
            self.assertTrue(found.reached and least <= found.distances["right_gripper"] <= most)
        alone = self.robot.solve(self.goals, tolerance={"left_gripper": {"position": 1, "rotation": 4}})
        self.assertLessEqual(alone.distances["right_gripper"], 1e-4)

    def test_orientation_weights_apply_to_their_effectors(self):
        same = [
            self.robot.solve(self.goals, method="dls", orientation_weight=weight, restarts=0).q
            for weight in (0.4, {tip: 0.4 for tip in self.tips})
        ]
        np.testing.assert_array_equal(*same)
        # Out of reach, a larger weight gives a smaller orientation error.
        goals = {tip: goal.copy() for tip, goal in self.goals.items()}
        for goal in goals.values():
            goal[:3, 3] *= 3
        heavy, light = (
            self.robot.solve(
                goals, method="dls", restarts=0, orientation_weight={"left_gripper": weight}
            )
            for weight in (2, 0.01)
        )
        self.assertLess(heavy.angles["left_gripper"], light.angles["left_gripper"])

    def test_unknown_effectors_are_rejected(self):
        for key, value in (
            ("tolerance", {"nose": {"position": 1, "rotation": 1}}),
            ("orientation_weight", {"nose": 1}),
        ):
            told = f"^the effector of {key} must be one of .*; got 'nose'"
            with self.assertRaisesRegex(ValueError, told):
                self.robot.solve(self.goals, **{key: value})
        with self.assertRaisesRegex(ValueError, r"^orientation_weight\['left_gripper'\] must be"):
            self.robot.solve(self.goals, orientation_weight={"left_gripper": "much"})


if __name__ == "__main__":
    unittest.main()
