"""All solutions of a pose, and certificates: against closed forms and forward kinematics."""

import threading
import unittest

import iklab
import numpy as np
from robots import ur5e

BENT = np.array([0.4, -1.2, 1.5, -0.3, 0.9, -0.4])
# Two links of 1 m and 0.8 m; the elbow bends from -2 to 1 rad.
PLANAR = [(1, 0, 0, 0), (0.8, 0, 0, 0)]
LIMITS = [(-3, 3), (-2, 1)]
CORNER = [0.9, 0.7, 0]
# The pose of CORNER with the elbow to either side, by the law of cosines.
ELBOW = np.arccos((0.81 + 0.49 - 1 - 0.64) / 1.6)
EXACT = np.array(
    [
        [np.arctan2(0.7, 0.9) - np.arctan2(0.8 * np.sin(bend), 1 + 0.8 * np.cos(bend)), bend]
        for bend in (-ELBOW, ELBOW)
    ]
)


def planar():
    return iklab.Robot.from_dh(PLANAR, limits=LIMITS)


def skewed():
    """Returns an arm with six joints that has no closed form."""
    table = [(0.1, 1.2, 0.3, 0), (0.5, 0.2, 0.1, 0), (0.4, -0.9, 0.1, 0)]
    return iklab.Robot.from_dh([*table, (0.1, 1.4, 0.3, 0), (0.1, -1.1, 0.1, 0), (0, 0, 0.2, 0)])


def arrays(found):
    return found.number, found.q, found.turn, found.margin, found.sides, found.residual


class Solutions(unittest.TestCase):
    def test_ur5e_has_eight_solutions_with_distances_from_start_and_limits(self):
        robot = ur5e()
        goal, start = robot.fk(BENT), BENT + [0.1, -0.2, 0.1, 0.3, 0.2, -0.1]
        found = robot.solutions(goal, start)
        self.assertEqual((found.kind, len(found), found.q.shape), ("all", 8, (8, 6)))
        self.assertLess(found.idealised, 1e-5)
        np.testing.assert_allclose(robot.fk(found.q), np.tile(goal, (8, 1, 1)), atol=1e-11)
        self.assertLess(found.residual.max(), 1e-12)
        self.assertLess(np.abs(found.q - BENT).max(axis=1).min(), 1e-9)
        np.testing.assert_allclose(found.turn, np.abs(found.q - start).max(axis=1), atol=1e-12)
        # Of solutions with the same turn, within 1e-9, the sum of squares decides.
        self.assertTrue((np.diff(found.turn) >= -1e-9).all())
        low, high = robot.limits.T
        room = np.minimum(found.q - low, high - found.q).min(axis=1)
        np.testing.assert_allclose(found.margin, room, atol=1e-12)
        np.testing.assert_array_equal(found.number - 1, (found.sides < 0) @ [4, 2, 1])
        self.assertEqual(sorted(found.number), list(range(1, 9)))
        self.assertEqual((found.sides.shape, found.family.any()), ((8, 3), False))

    def test_start_is_that_of_the_robot_or_zeros(self):
        robot = ur5e()
        goal = robot.fk(BENT)
        for start, same in ((None, robot.start), ("zeros", np.zeros(6))):
            for here, there in zip(
                arrays(robot.solutions(goal, start)), arrays(robot.solutions(goal, same))
            ):
                np.testing.assert_array_equal(here, there)
        wound = BENT + [0, 0, 0, 0, 0, 2 * np.pi]
        np.testing.assert_allclose(robot.solutions(goal, wound).q[0], wound, atol=1e-9)

    def test_search_finds_both_poses_of_a_planar_arm(self):
        found = planar().solutions(CORNER, [0, 0.5])
        self.assertEqual((found.kind, found.idealised), ("found", 0))
        self.assertEqual(found.reason, "a closed form needs a target with a full orientation")
        # The start is nearer to the second, which is outside its limits.
        np.testing.assert_allclose(found.q, EXACT, atol=1e-8)
        np.testing.assert_allclose(found.margin, [2 - ELBOW, 1 - ELBOW], atol=1e-8)
        np.testing.assert_array_equal(found.sides, np.zeros((2, 3)))
        within = planar().solutions(CORNER, [0, 0.5], within_limits=True)
        for here, there in zip(arrays(within), arrays(found)):
            np.testing.assert_array_equal(here, there[:1])

    def test_search_depends_on_its_number_of_starts_and_seed(self):
        robot = skewed()
        goal = robot.fk(BENT)
        counts = [len(robot.solutions(goal, starts=starts)) for starts in (0, 1, 8, 9, 200)]
        self.assertEqual(counts[0], 0)
        self.assertEqual(counts, sorted(counts))
        many = robot.solutions(goal)
        self.assertEqual((many.kind, len(many)), ("found", counts[-1]))
        self.assertGreater(len(many), 3)
        np.testing.assert_allclose(robot.fk(many.q), np.tile(goal, (len(many), 1, 1)), atol=1e-8)
        np.testing.assert_array_equal(robot.solutions(goal).q, many.q)
        # Interrupts are checked after each eight searches, which must not change their number.
        few = [
            [len(robot.solutions(goal, starts=starts, seed=seed)) for seed in range(20)]
            for starts in (3, 8, 9, 15, 16)
        ]
        self.assertGreater(len(set(few[0])), 1)
        self.assertTrue((np.diff(np.sum(few, axis=1)) > 0).all(), few)

    def test_redundant_arm_has_those_at_a_value_of_its_parameter(self):
        panda = iklab.Robot.from_preset("panda")
        q = np.array([0.3, 0.6, -0.4, -1.4, 0.5, 1.1, 0.2])
        goal = panda.fk(q)
        found = panda.solutions(goal, q)
        self.assertEqual((found.kind, found.parameter.joint), ("redundant", "panda_joint7"))
        self.assertEqual(found.parameter.value, 0.2)
        self.assertIn('joint "panda_joint7" is held', found.reason)
        self.assertLess(np.abs(found.q[0] - q).max(), 1e-9)
        other = panda.solutions(goal, q, parameter=0.3)
        self.assertGreater(len(other), 0)
        np.testing.assert_allclose(other.q[:, 6], 0.3, atol=1e-12)
        np.testing.assert_allclose(
            panda.fk(other.q), np.tile(goal, (len(other), 1, 1)), atol=1e-11
        )
        self.assertEqual(sorted(other.number), list(range(1, len(other) + 1)))
        inside = panda.solutions(goal, q, parameter=0.3, within_limits=True)
        np.testing.assert_array_equal(inside.q, other.q[other.margin >= 0])

    def test_arm_with_several_spare_joints_has_no_list(self):
        robot = ur5e()
        found = robot.solutions(robot.fk(BENT)[:3, 3])
        self.assertEqual((found.kind, len(found), found.q.shape), ("redundant", 0, (0, 6)))
        self.assertEqual((found.sides.shape, repr(found)), ((0, 3), "Solutions(0, redundant)"))
        self.assertIn("3 degrees of freedom remain", found.reason)
        self.assertIsNone(found.parameter)
        free = robot.solutions(robot.fk(BENT), free={"orientation": ["z"]})
        self.assertEqual(free.kind, "redundant")

    def test_several_effectors_are_reached_at_once(self):
        joints, tips = [], []
        for side, y in (("left", 1), ("right", -1)):
            joints.append({"id": f"{side}1", "xyz": [0, y, 0]})
            joints.append({"id": f"{side}2", "parent": f"{side}1", "xyz": [1, 0, 0]})
            tips.append({"id": side, "parent": f"{side}2", "xyz": [1, 0, 0]})
        robot = iklab.Robot.from_scenario({"tree": {"joints": joints, "effectors": tips}})
        q = [0.3, 0.9, -0.2, 1.1]
        goals = {side: robot.fk(q, side)[:3, 3] for side in ("right", "left")}
        found = robot.solutions(goals)
        self.assertEqual((found.kind, len(found)), ("found", 4))  # Two elbows each.
        self.assertLess(np.abs(found.q - q).max(axis=1).min(), 1e-8)
        one = robot.solutions(goals["left"], effector="left")
        self.assertEqual((one.kind, len(one)), ("found", 2))
        np.testing.assert_array_equal(one.q[:, 2:], np.tile(robot.start[2:], (2, 1)))

    def test_calls_allow_another_thread_to_empty_the_cache(self):
        class Emptied(dict):
            """Loses each value just after it is stored."""

            def __setitem__(self, key, value):
                super().__setitem__(key, value)
                self.clear()

        robot = ur5e()
        goal = robot.fk(BENT)
        robot._finders, robot._models = Emptied(), Emptied()
        self.assertEqual(len(robot.solutions(goal)), 8)
        self.assertIsNotNone(robot.certify(BENT, goal))
        self.assertTrue(robot.solve(goal).reached)

    def test_calls_of_several_threads_do_not_disturb_each_other(self):
        robot = skewed()
        poses = BENT + np.linspace(0, 0.5, 6)[:, None]
        goals = robot.fk(poses)
        alone = [robot.solutions(goal, starts=40).q for goal in goals]
        together = [[] for _ in goals]

        def repeat(i):
            for _ in range(10):
                together[i].append(robot.solutions(goals[i], starts=40).q)

        threads = [threading.Thread(target=repeat, args=(i,)) for i in range(len(goals))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for expected, found in zip(alone, together):
            self.assertEqual(len(found), 10)
            for q in found:
                np.testing.assert_array_equal(q, expected)


class Certificates(unittest.TestCase):
    def test_radius_bounds_the_distance_to_the_exact_solution(self):
        robot = ur5e()
        goal = robot.fk(BENT)
        moved = BENT + 1e-6 * np.array([1, -1, 1, -1, 1, -1])
        proven = robot.certify(moved, goal)
        apart = np.linalg.norm(moved - BENT)
        self.assertGreater(proven.radius, apart)
        self.assertLess(proven.radius, 10 * apart)
        self.assertIs(proven.within_limits, True)
        self.assertIsNone(robot.certify(BENT + 0.2, goal))
        self.assertIsNone(planar().certify(EXACT[0], CORNER))

    def test_solution_may_be_outside_the_limits(self):
        table = [(0, np.pi / 2, 0.16, 0), (-0.42, 0, 0, 0), (-0.39, 0, 0, 0)]
        table += [(0, np.pi / 2, 0.13, 0), (0, -np.pi / 2, 0.1, 0), (0, 0, 0.1, 0)]
        limits = [(-2, 0.4 + 1e-9)] + [(-4, 4)] * 5
        robot = iklab.Robot.from_dh(table, limits=limits)
        goal = robot.fk(BENT)
        self.assertIs(robot.certify(BENT, goal).within_limits, True)
        # The solution is within its limits, but this is not proven.
        self.assertIs(robot.certify(BENT - 1e-6, goal).within_limits, False)


if __name__ == "__main__":
    unittest.main()
