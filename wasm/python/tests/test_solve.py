"""Solves: the reported errors and reasons are correct."""

import pickle
import unittest

import iklab
import numpy as np
from robots import arm, every_kind, ur5e


class Solves(unittest.TestCase):
    def test_reaches_poses_positions_and_matrices(self):
        robot = ur5e()
        frame = robot.fk(robot.start + 0.2)
        for goal in (frame, iklab.Pose.from_matrix(frame), frame.astype(np.float32).tolist()):
            found = robot.solve(goal, tolerance=(1e-5, 1e-4))
            self.assertTrue(found.reached, found.reason)
            off = robot.fk(found.q) - frame
            self.assertLess(np.linalg.norm(off[:3, 3]), 1.1e-5)
            self.assertLess(np.abs(off[:3, :3]).max(), 1.1e-4)
            self.assertGreater(found.error + found.angles["tool0"], 0)
        for goal in (frame[:3, 3], iklab.Pose(frame[:3, 3]), frame[:3, 3].tolist()):
            found = robot.solve(goal)
            self.assertTrue(found.reached)
            self.assertEqual(found.angles, {"tool0": 0})
            np.testing.assert_allclose(robot.fk(found.q)[:3, 3], frame[:3, 3], atol=1e-4)

    def test_starts_at_the_given_pose(self):
        robot = ur5e()
        start = robot.start + 0.4
        there = robot.solve(robot.fk(start), start)
        self.assertEqual((there.updates, there.reached), (1, True))
        np.testing.assert_allclose(there.q, start, atol=1e-9)

    def test_without_a_start_the_nearest_pose_of_the_table_begins(self):
        robot = ur5e()
        random = np.random.default_rng(3)
        goals = robot.fk(random.uniform(-3, 3, (300, 6)))
        table = robot.solve_batch(goals, method="levenberg-marquardt")
        start = robot.solve_batch(goals, robot.start, "levenberg-marquardt")
        self.assertLess(table.updates.mean(), 0.8 * start.updates.mean())
        self.assertGreaterEqual(table.reached.sum(), start.reached.sum())
        for i in range(0, 300, 10):
            alone = robot.solve(goals[i], method="levenberg-marquardt", seed=9)
            np.testing.assert_array_equal(alone.q, table.q[i])

    def test_restarts_come_from_where_they_are_asked_to(self):
        robot = ur5e()
        random = np.random.default_rng(5)
        # So few updates that many attempts fail: where they begin decides where the solve ends.
        T = robot.fk(random.uniform(-3, 3, (30, 6)))

        def ends(*start, max_updates=15, **more):
            return robot.solve_batch(T, *start, max_updates=max_updates, **more).q.tolist()

        self.assertEqual(ends(), ends(restart_from="table"))
        self.assertNotEqual(ends(), ends(restart_from="random"))
        self.assertEqual(ends("zeros"), ends("zeros", restart_from="random"))
        self.assertNotEqual(ends("zeros"), ends("zeros", restart_from="table"))
        self.assertEqual(ends(max_updates=100), ends(max_updates=100, restart_max_slow=3))
        self.assertNotEqual(ends(max_updates=100), ends(max_updates=100, restart_max_slow=0))
        goal = T[0]
        with self.assertRaisesRegex(ValueError, "restart_max_slow must be from 0 to 1000000"):
            robot.solve(goal, restart_max_slow=-1)
        with self.assertRaisesRegex(ValueError, "restart_from must be one of random, table"):
            robot.solve(goal, restart_from="tables")

    def test_reaches_several_effectors_at_once(self):
        robot = every_kind()
        q = [0.1, 0.4, 0.5, -0.6]
        goals = {"side": robot.fk(q, "side")[:3, 3], "tip": robot.fk(q, "tip")}
        found = robot.solve(goals, [0, 0.2, 0.3, -0.4], tolerance=1e-6, max_updates=500)
        self.assertTrue(found.reached, found.reason)
        self.assertEqual(list(found.distances), ["side", "tip"])
        self.assertAlmostEqual(sum(found.distances.values()), found.error)
        one = robot.solve(robot.fk(q, "side")[:3, 3], effector="side")
        self.assertEqual(list(one.distances), ["side"])

    def test_has_a_ready_pose_and_starts_at_zeros_on_request(self):
        robot = arm()
        low, high = robot.limits.T
        ends = np.isfinite(high)
        room = np.minimum(robot.start - low, high - robot.start)[ends] / (high - low)[ends]
        self.assertGreater(room.min(), 0.09)
        # At zero its wrist is straight, so a direction of the tool is lost; at the start none is.
        least = [np.linalg.svd(robot.jacobian(q))[1][-1] for q in (robot.start, np.zeros(6))]
        self.assertGreater(least[0], 0.02)
        self.assertLess(least[1], 1e-9)
        goal, asked = robot.fk([0.3] * 6), dict(method="dls", restarts=0)
        T = np.tile(goal, (2, 1, 1))
        expected = robot.solve(goal, np.zeros(6), **asked)
        np.testing.assert_array_equal(robot.solve(goal, "zeros", **asked).q, expected.q)
        for q in robot.solve_batch(T, "zeros", **asked).q:
            np.testing.assert_array_equal(q, expected.q)

    def test_reports_the_cause_and_the_remaining_error(self):
        robot = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3, limits=(-0.3, 0.3))
        straight = robot.solve([3, 0, 0], start=[0.1, -0.1, 0.1])
        self.assertRegex(
            straight.reason,
            r"^out-of-reach: at least 1\.5 m too far in every pose, 1\.5\d? m short$",
        )
        self.assertEqual(straight.cause, "out-of-reach")
        self.assertFalse(straight.reached)
        bent = robot.solve([0.5, 1.2, 0], start=[0.1, 0.1, 0.1])
        self.assertEqual(bent.stop, "at-limit")
        self.assertEqual(bent.cause, "joint-limits")
        self.assertRegex(bent.reason, r"^joint-limits: q\d would have to move [\d.]+° beyond its upper")
        np.testing.assert_allclose(bent.q, 0.3)
        short = float(np.linalg.norm(robot.fk(bent.q)[:2, 3] - [0.5, 1.2]))
        self.assertIn(f"{short * 1e3:.0f} mm short", bent.reason)
        self.assertAlmostEqual(short, bent.error)
        far = ur5e().solve([3, 0, 0])
        self.assertRegex(far.reason, r"^out-of-reach: at least 1\.97 m too far")
        few = robot.solve(
            [0.5, 1.2, 0], method="transpose", max_updates=2, limits="ignore", restarts=0
        )
        self.assertRegex(few.reason, "^[a-z-]+: .* short$")

    def test_cause_is_computed_when_first_read(self):
        robot = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3, limits=(-0.3, 0.3))
        goal = np.array([0.5, 1.2, 0])
        found, copied = (robot.solve(goal, start=[0.1, 0.1, 0.1]) for _ in range(2))
        copied = pickle.loads(pickle.dumps(copied))
        goal[:] = found.q[:] = 9
        self.assertEqual((found.cause, found.reason), ("joint-limits", copied.reason))
        self.assertNotIn("explain", repr(found))

    def test_diverged_pose_is_undiagnosed(self):
        found = ur5e().solve(
            [0.4, 0.2, 0.3], method="dls", limits="ignore", restarts=0, gain=1e12,
            max_step=np.inf, max_rises=1000, min_improvement=0, max_updates=50,
        )
        self.assertGreater(np.abs(found.q).max(), 1e9)
        self.assertRegex(found.reason, r"^undiagnosed: the joint values have diverged, [\d.]+ m?m short$")

    def test_reason_states_the_orientation_error(self):
        robot = iklab.Robot.from_dh([(0.5, 0, 0, 0)])
        quarter = iklab.Pose([0.5, 0, 0], quaternion=[np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
        found = robot.solve(quarter, start=[0.0])
        self.assertRegex(found.reason, r"turned 90° off$")

    def test_limit_policy_is_applied(self):
        robot = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 2, limits=(-0.3, 0.3))
        goal = [0.5, 0.5, 0]
        self.assertLessEqual(np.abs(robot.solve(goal, [0.1, 0.1]).q).max(), 0.3)
        self.assertLessEqual(np.abs(robot.solve(goal, [0.1, 0.1], limits="lock").q).max(), 0.3)
        free = robot.solve(goal, [0.1, 0.1], limits="ignore")
        self.assertTrue(free.reached)
        self.assertGreater(np.abs(free.q).max(), 0.3)

    def test_restarts_find_solutions_that_one_attempt_misses(self):
        robot = ur5e()
        random = np.random.default_rng(7)
        ends, starts = random.uniform(-3, 3, (2, 30, 6))
        goals = robot.fk(ends)
        asked = dict(max_updates=40, restarts=50)
        short = [
            i for i in range(30) if not robot.solve(goals[i], starts[i], max_updates=40, restarts=0).reached
        ]
        self.assertGreater(len(short), 3)
        for i in short:
            found = robot.solve(goals[i], starts[i], **asked)
            self.assertTrue(found.reached, found.reason)
            self.assertGreater(found.restarts, 0)
            self.assertGreater(found.updates, 1)
            again = robot.solve(goals[i], starts[i], **asked)
            np.testing.assert_array_equal(found.q, again.q)
            other = robot.solve(goals[i], starts[i], seed=2, **asked)
            self.assertFalse(np.array_equal(found.q, other.q))

    def test_steps_stay_within_max_step_and_max_slide(self):
        robot, start = arm(), np.full(6, 0.2)
        found = robot.solve(robot.fk(start + 0.5), start, max_step=0.01, max_updates=1, restarts=0)
        self.assertLessEqual(np.abs(found.q - start).max(), 0.01 + 1e-15)
        slide = every_kind()
        found = slide.solve(
            [0, 0, 3], "zeros", effector="side", max_slide=0.02, max_updates=1, restarts=0
        )
        self.assertLessEqual(abs(found.q[0]), 0.02 + 1e-15)

    def test_target_clamp_moves_the_goal_closer(self):
        robot, start = arm(), np.full(6, 0.2)
        frame = robot.fk(start + 0.5)
        way = frame[:3, 3] - robot.fk(start)[:3, 3]
        self.assertGreater(np.linalg.norm(way), 0.1)
        asked = dict(
            method="dls", max_updates=1, limits="ignore", max_step=float("inf"), restarts=0
        )
        near = frame[:3, 3] - way * (1 - 0.1 / np.linalg.norm(way))
        within = {"mode": "fixed", "distance": 0.1}
        clamped = robot.solve(frame[:3, 3], start, clamp=within, **asked)
        np.testing.assert_allclose(clamped.q, robot.solve(near, start, **asked).q, atol=1e-13)
        far = robot.solve(frame[:3, 3], start, clamp={"mode": "fixed", "distance": 9}, **asked)
        np.testing.assert_array_equal(far.q, robot.solve(frame[:3, 3], start, **asked).q)

    def test_secondary_goal_acts_in_the_null_space(self):
        robot = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 4)
        start = np.array([0.4, 0.3, 0.5, -0.2])
        goal = robot.fk(start)[:3, 3] + [0.02, -0.01, 0]
        asked = dict(method="pseudoinverse", max_updates=1, max_step=float("inf"), restarts=0)
        plain = robot.solve(goal, start, **asked).q - start
        rest = robot.solve(goal, start, secondary={"kind": "rest", "gain": 0.2}, **asked).q - start
        # Along the negative gradient of |q|^2 / 2, in the null space of the task.
        J = robot.jacobian(start)[:2]
        free = np.eye(4) - np.linalg.pinv(J) @ J
        np.testing.assert_allclose(rest, plain - 0.2 * free @ start, atol=1e-12)
        rows = robot.solve_batch(
            goal[None], start, secondary={"kind": "rest", "gain": 0.2}, **asked
        )
        np.testing.assert_array_equal(rows.q[0], start + rest)

    def test_input_arrays_are_not_modified(self):
        robot = ur5e()
        start, frame = robot.start + 0.1, robot.fk(robot.start)
        kept = start.copy(), frame.copy()
        found = robot.solve(frame, start)
        found.q[:] = 7
        np.testing.assert_array_equal(start, kept[0])
        np.testing.assert_array_equal(frame, kept[1])


if __name__ == "__main__":
    unittest.main()
