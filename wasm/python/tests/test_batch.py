"""Batches: each row equals a single solve to the bit, for any number of threads."""

import threading
import time
import unittest

import iklab
import numpy as np
from robots import every_kind, ur5e

COUNT = 300


def problems(robot, seed=1, count=COUNT):
    random = np.random.default_rng(seed)
    low, high = np.maximum(robot.limits[:, 0], -3), np.minimum(robot.limits[:, 1], 3)
    return random.uniform(low, high, (2, count, len(robot.names)))


def assert_same(one, other, rows=slice(None)):
    for field in ("q", "reached", "updates", "error", "stop", "distances", "angles", "restarts"):
        np.testing.assert_array_equal(getattr(one, field)[rows], getattr(other, field), field)


class Rows(unittest.TestCase):
    def test_rows_are_bit_identical_for_any_number_of_threads(self):
        robot = ur5e()
        ends, starts = problems(robot)
        T = robot.fk(ends)
        for method in ("sdls", "levenberg-marquardt", "bfgs", "fabrik"):
            asked = dict(method=method, restarts=3, max_updates=60)
            one = robot.solve_batch(T, starts, threads=1, **asked)
            for threads in (2, 3, 7, None):
                assert_same(one, robot.solve_batch(T, starts, threads=threads, **asked))
            self.assertTrue(0 < one.reached.sum() < COUNT, method)
            self.assertGreater(one.restarts.max(), 0)

    def test_rows_equal_single_solves(self):
        robot = ur5e()
        ends, starts = problems(robot)
        T = robot.fk(ends)
        batch = robot.solve_batch(T, starts, max_updates=60, restarts=0)
        for i in range(COUNT):
            alone = robot.solve(T[i], starts[i], max_updates=60, restarts=0)
            np.testing.assert_array_equal(batch.q[i], alone.q)
            self.assertEqual(
                (batch.reached[i], batch.updates[i], batch.error[i], batch.stop[i]),
                (alone.reached, alone.updates, alone.error, alone.stop),
            )
            self.assertEqual(batch.angles[i].tolist(), list(alone.angles.values()))

    def test_rows_without_a_start_equal_single_solves_for_any_number_of_threads(self):
        robot = ur5e()
        ends, _ = problems(robot)
        T = robot.fk(ends)
        one = robot.solve_batch(T, max_updates=30, restarts=2, threads=1)
        assert_same(one, robot.solve_batch(T, max_updates=30, restarts=2, threads=3))
        for i in range(0, COUNT, 7):
            alone = robot.solve(T[i], max_updates=30, restarts=2)
            np.testing.assert_array_equal(one.q[i], alone.q)
            self.assertEqual((one.updates[i], one.restarts[i]), (alone.updates, alone.restarts))
        self.assertGreater(one.restarts.max(), 0)
        self.assertGreater(one.reached.mean(), 0.8)

    def test_rows_depend_only_on_seed_and_index(self):
        robot = ur5e()
        ends, starts = problems(robot)
        T = robot.fk(ends)
        whole = robot.solve_batch(T, "random", restarts=2, max_updates=40, seed=5)
        assert_same(
            whole,
            robot.solve_batch(T[:97], "random", restarts=2, max_updates=40, seed=5),
            slice(97),
        )
        other = robot.solve_batch(T, "random", restarts=2, max_updates=40, seed=6)
        self.assertFalse(np.array_equal(whole.q, other.q))
        same_goal = robot.solve_batch(T[:1].repeat(20, 0), "random", method="dls")
        self.assertEqual(len(np.unique(same_goal.q, axis=0)), 20)

    def test_each_row_restarts_from_its_own_random_poses(self):
        robot = ur5e()
        goal = robot.fk([2.0, -1.0, 2.0, 1.0, -2.0, 0.5])[None].repeat(20, 0)
        start, asked = [-2.5, 2.0, -2.5, -1.0, 2.0, -2.0], dict(max_updates=5)
        self.assertFalse(robot.solve_batch(goal, start, restarts=0, **asked).reached.any())
        again = robot.solve_batch(goal, start, restarts=200, **asked)
        self.assertEqual(len(np.unique(again.q, axis=0)), 20)

    def test_starts_are_one_pose_or_one_per_row(self):
        robot = ur5e()
        ends, _ = problems(robot)
        T = robot.fk(ends)
        by_robot = robot.solve_batch(T, robot.start)
        assert_same(by_robot, robot.solve_batch(T, np.tile(robot.start, (COUNT, 1))))

    def test_random_starts_are_within_the_limits(self):
        robot = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3, limits=(0.2, 0.4))
        drawn = robot.solve_batch(
            np.zeros((50, 3)), "random", max_updates=1, max_step=1e-9, restarts=0
        )
        self.assertTrue(((drawn.q > 0.2 - 1e-8) & (drawn.q < 0.4 + 1e-8)).all())
        self.assertEqual(len(np.unique(drawn.q[:, 0])), 50)

    def test_accepts_positions_and_several_effectors(self):
        robot = every_kind()
        ends, starts = problems(robot, count=20)
        goals = {"tip": robot.fk(ends, "tip"), "side": robot.fk(ends, "side")[:, :3, 3]}
        batch = robot.solve_batch(goals, starts, restarts=5, limits="ignore")
        self.assertEqual(batch.distances.shape, (20, 2))
        for i in range(20):
            goal = {"tip": goals["tip"][i], "side": goals["side"][i]}
            if batch.restarts[i] == 0:
                alone = robot.solve(goal, starts[i], limits="ignore")
                np.testing.assert_array_equal(batch.q[i], alone.q)
        positions = robot.solve_batch(goals["side"], starts, effector="side")
        np.testing.assert_array_equal(positions.angles, 0)

    def test_accepts_zero_rows(self):
        robot = ur5e()
        batch = robot.solve_batch(np.empty((0, 4, 4)))
        self.assertEqual((len(batch), batch.q.shape, batch.reached.shape), (0, (0, 6), (0,)))

    def test_accepts_float32_and_strided_arrays(self):
        robot = ur5e()
        ends, starts = problems(robot)
        T = robot.fk(ends)
        gaps = np.asfortranarray(T)[::2]
        assert_same(
            robot.solve_batch(T, starts, restarts=0),
            robot.solve_batch(gaps, starts[::2], restarts=0),
            slice(0, None, 2),
        )
        single = T.astype(np.float32)
        assert_same(
            robot.solve_batch(single, starts), robot.solve_batch(single.astype(float), starts)
        )


class Lock(unittest.TestCase):
    def test_releases_the_gil_while_rows_are_solved(self):
        robot = ur5e()
        T = robot.fk(problems(robot, count=3000)[0])
        ticks, done = [], threading.Event()

        def count():
            while not done.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.001)

        other = threading.Thread(target=count)
        other.start()
        begun = time.perf_counter()
        robot.solve_batch(T, threads=1)
        ended = time.perf_counter()
        done.set()
        other.join()
        self.assertGreater(sum(begun < tick < ended for tick in ticks), 10)


if __name__ == "__main__":
    unittest.main()
