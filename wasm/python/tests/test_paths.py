"""Studies along a path, against closed forms of an elbow and of the shapes."""

import csv
import tempfile
import unittest
from pathlib import Path

import iklab
import numpy as np

ELBOW = {
    "tree": {"planar": {"links": [1, 1]}},
    "start": [0.9, -1],
    "targets": [{"effector": "tip", "position": [1.4, 0.5, 0]}],
    "methods": [{"id": "pseudoinverse", "maxStep": None}],
    "run": {"tolerance": 1e-12},
}
LINE = {"shape": "line", "from": [1.7, 0.2, 0], "to": [0.6, 1.1, 0]}
UR5E = {"preset": "ur5e", "methods": [{"id": "dls"}, {"id": "sdls"}]}


def document(path=LINE, scenario=ELBOW, sampling=None, **changed):
    few = {"points": 24, "updates": 30, "rounds": 2, "starts": 3}
    told = {"kind": "follow", "path": path, **few, **(sampling or {})}
    return {"iklabStudy": 2, "scenario": scenario, "sampling": told, **changed}


def elbow(goals, side):
    """Returns joint values of two links of 1 m. side: the sign of the second value."""
    x, y = goals[:, 0], goals[:, 1]
    second = side * np.arccos((x * x + y * y - 2) / 2)
    return np.stack(
        [np.arctan2(y, x) - np.arctan2(np.sin(second), 1 + np.cos(second)), second], axis=1
    )


class Elbow(unittest.TestCase):
    def test_line_matches_the_closed_form(self):
        runs = iklab.study(document())
        goals = runs.goals[:, 0]
        shares = np.append(np.arange(13) / 12, np.arange(11, 0, -1) / 12)[:, None]
        np.testing.assert_allclose(
            goals[:, :3], [1.7, 0.2, 0] + shares * [-1.1, 0.9, 0], atol=1e-15
        )
        for run, side in enumerate((-1, 1)):
            apart = runs.q[run] - elbow(goals, side)
            np.testing.assert_allclose(
                apart - 2 * np.pi * np.round(apart / (2 * np.pi)), 0, atol=1e-9
            )
        self.assertTrue((runs["within"] == 1).all())
        self.assertTrue((runs["largest"] <= 1e-12).all())
        self.assertTrue((runs["gap"] < 1e-9).all())
        self.assertEqual(runs["run"].tolist(), [0, 1, 2])

    def test_first_point_is_solved_from_the_pose_before_it_and_counts(self):
        slow = {**ELBOW, "methods": [{"id": "dls", "params": {"lambda": 0.8}}]}
        for rounds in (1, 3):
            runs = iklab.study(document(LINE, slow, {"updates": 1, "rounds": rounds}))
            goals, q, errors = runs.goals[:, 0, :2], runs.starts[2], []
            for goal in np.tile(goals, (rounds, 1)):
                before, both = q, q.sum()
                far = goal - [np.cos(q[0]) + np.cos(both), np.sin(q[0]) + np.sin(both)]
                outer = np.array([-np.sin(both), np.cos(both)])
                jacobian = np.stack([outer + [-np.sin(q[0]), np.cos(q[0])], outer], axis=1)
                square = jacobian @ jacobian.T + 0.64 * np.eye(2)
                q = q + jacobian.T @ np.linalg.solve(square, far)
                both = q.sum()
                tip = [np.cos(q[0]) + np.cos(both), np.sin(q[0]) + np.sin(both)]
                errors.append((np.hypot(*(goal - tip)), np.abs(q - before).max(), *q))
            errors, turns, *joints = np.array(errors[-len(goals) :]).T
            np.testing.assert_allclose(runs.q[2], np.stack(joints, axis=1), atol=1e-12)
            points = runs.course["run"] == 2
            np.testing.assert_allclose(runs.course["error"][points], errors, atol=1e-12)
            np.testing.assert_allclose(runs.course["turn"][points], turns, atol=1e-12)
            self.assertAlmostEqual(runs["rms"][2], np.sqrt((errors**2).mean()), 12)
            self.assertGreater(errors[0], 0.005)

    def test_starts_are_both_branches_then_near_them(self):
        runs = iklab.study(document(sampling={"starts": 7}))
        first = runs.goals[:1, 0]
        branches = np.vstack([elbow(first, -1), elbow(first, 1)])
        np.testing.assert_allclose(runs.starts[:2], branches, atol=1e-8)
        for i in range(2, 7):
            aside = np.abs(runs.starts[i] - runs.starts[i % 2])
            self.assertTrue((aside <= 0.05).all() and (aside > 0).all(), aside)

    def test_jumps_are_found_where_the_target_jumps(self):
        # One second per point, there and back.
        slow = [{"time": t, "position": [x, 0, 0]} for t, x in ((0, 0.5), (30, 0.6))]
        away = [{"time": t, "position": [1.9, 0, 0]} for t in (31, 60)]
        sampling = {"points": 120, "rounds": 1, "starts": 1, "updates": 50}
        runs = iklab.study(document({"shape": "poses", "poses": slow + away}, sampling=sampling))
        jumps = np.flatnonzero(runs.course["jump"])
        turns = np.append(0, np.abs(np.diff(runs.q[0], axis=0)).max(axis=1))
        self.assertEqual(runs["jumps"].tolist(), [2])
        self.assertEqual(jumps.tolist(), np.flatnonzero(turns > np.pi / 12).tolist())
        self.assertEqual(runs["firstJump"][0], 31 / 120)
        self.assertEqual(runs["largeSteps"][0], 2 / 120)

    def test_lag_is_the_best_fitting_shift(self):
        slow = {**ELBOW, "methods": [{"id": "dls", "params": {"lambda": 1.2}}]}
        circle = {"shape": "circle", "centre": [0.9, 0.6, 0], "radius": 0.3}
        runs = iklab.study(document(circle, slow, {"points": 200, "updates": 1, "starts": 1}))
        tips = np.stack([np.cos(runs.q[0, :, 0]), np.sin(runs.q[0, :, 0])], axis=1)
        both = runs.q[0].sum(axis=1)
        tips = tips + np.stack([np.cos(both), np.sin(both)], axis=1)
        missed = [
            ((tips - np.roll(runs.goals[:, 0, :2], shift, axis=0)) ** 2).sum()
            for shift in range(51)
        ]
        self.assertEqual(runs["lag"][0], int(np.argmin(missed)))
        self.assertGreater(runs["lag"][0], 0)
        self.assertAlmostEqual(runs["lagTime"][0], runs["lag"][0] * 8 / 200)


class Settings(unittest.TestCase):
    """One update from the first point of a line to its end, against matrices of a planar arm."""

    ARM = {
        "tree": {"planar": {"links": [1, 0.8, 0.5]}},
        "start": [0.3, 0.6, 0.5],
        "targets": [{"effector": "tip", "position": [1, 1.4, 0]}],
    }
    LINE = {"shape": "line", "from": [1, 1.4, 0], "to": [1.2, 1.1, 0]}

    def step(self, **method):
        """Returns the pose before the update, the update, and the Jacobian and error before it."""
        scenario = {**self.ARM, "methods": [{"maxStep": None, **method}]}
        asked = {"points": 2, "updates": 1, "rounds": 1, "starts": 1}
        runs = iklab.study(document(self.LINE, scenario, asked))
        start = runs.q[0, 0]
        angles = np.cumsum(start)
        links = np.array([1, 0.8, 0.5])
        tip = (links * np.stack([np.cos(angles), np.sin(angles)])).sum(axis=1)
        along = links * np.stack([-np.sin(angles), np.cos(angles)])
        jacobian = np.cumsum(along[:, ::-1], axis=1)[:, ::-1]
        return start, runs.q[0, 1] - start, jacobian, np.array([1.2, 1.1]) - tip

    def test_target_clamp_limits_the_error_of_an_update(self):
        for clamp, distance in (
            ({"mode": "fixed", "distance": 0.01}, 0.01),
            ({"mode": "fixed", "distance": 5}, 5),
            ({"mode": "off", "distance": 0.01}, 5),
        ):
            _, step, j, e = self.step(id="dls", params={"lambda": 0.2}, targetClamp=clamp)
            seen = e * min(1, distance / np.hypot(*e))
            wanted = j.T @ np.linalg.solve(j @ j.T + 0.04 * np.eye(2), seen)
            self.assertGreater(np.hypot(*e), 0.01)
            np.testing.assert_allclose(step, wanted, atol=1e-12)

    def test_default_clamp_is_half_a_typical_link(self):
        links = {"preset": "ur5e", "methods": [{"id": "dls"}]}
        tree = iklab.Robot.from_preset("ur5e")._tree
        frames = [each for each in (*tree.joints, *tree.tips) if each["parent"]]
        far = [np.sqrt(np.square(each["xyz"]).sum()) for each in frames]
        half = np.median([each for each in far if each > 0]) / 2
        runs = []
        for clamp in ({"mode": "fixed"}, {"mode": "fixed", "distance": half}):
            scenario = {**links, "methods": [{"id": "dls", "targetClamp": clamp}]}
            line = {"shape": "line", "to": [0.2, 0.6, 0.4]}
            runs.append(iklab.study(document(line, scenario, {"updates": 1, "points": 4})))
        np.testing.assert_array_equal(runs[0].q, runs[1].q)

    def test_secondary_goal_moves_in_the_null_space(self):
        rest = {"kind": "rest", "gain": 0.3}
        start, step, j, e = self.step(id="pseudoinverse", secondary=rest)
        inverse = np.linalg.pinv(j)
        wanted = inverse @ e + (np.eye(3) - inverse @ j) @ (-0.3 * start)
        np.testing.assert_allclose(step, wanted, atol=1e-9)
        _, plain, j, e = self.step(id="pseudoinverse")
        np.testing.assert_allclose(plain, np.linalg.pinv(j) @ e, atol=1e-9)


class Sweeps(unittest.TestCase):
    def test_runs_of_a_sweep_equal_those_of_each_value(self):
        axis = {"path": "methods[0].params.lambda", "from": 0.05, "to": 0.8, "count": 3}
        scenario = {**ELBOW, "methods": [{"id": "dls"}, {"id": "transpose"}]}
        few = {"updates": 1, "points": 12}
        swept = iklab.study(document(scenario=scenario, sampling=few, sweep=[axis]))
        values = swept["methods[0].params.lambda"]
        self.assertEqual(values[:9].tolist(), [0.05] * 3 + [0.425] * 3 + [0.8] * 3)
        self.assertTrue(np.isnan(values[9:]).all() and len(values) == 12)
        self.assertEqual(swept.columns[:4], ("method", "label", axis["path"], "run"))
        self.assertEqual(swept.course.columns[:5], (*swept.columns[:4], "point"))
        for i, value in enumerate((0.05, 0.425, 0.8)):
            methods = [{"id": "dls", "params": {"lambda": value}}]
            alone = iklab.study(document(scenario={**ELBOW, "methods": methods}, sampling=few))
            np.testing.assert_array_equal(swept.q[3 * i : 3 * i + 3], alone.q)
            np.testing.assert_array_equal(swept["rms"][3 * i : 3 * i + 3], alone["rms"])

    def test_values_of_the_run_apply_to_every_method(self):
        axis = {"path": "run.tolerance", "from": 1e-6, "to": 0.1, "count": 2, "scale": "log"}
        scenario = {**ELBOW, "methods": [{"id": "dls"}, {"id": "sdls"}]}
        swept = iklab.study(document(scenario=scenario, sweep=[axis]))
        self.assertEqual(swept["run.tolerance"][::3].tolist(), [1e-6, 0.1] * 2)
        loose = swept["run.tolerance"] == 0.1
        self.assertLess(swept["updates"][loose].max(), swept["updates"][~loose].min())


class Shapes(unittest.TestCase):
    def points(self, path, **sampling):
        given = {"points": 40, "starts": 1, "rounds": 1, **sampling}
        runs = iklab.study(document(path, UR5E, given))
        return runs.goals[:, 0, :3], runs.goals[:, 0, 3:]

    def test_figures_match_their_definitions(self):
        angle = 2 * np.pi * np.arange(40) / 40
        tip = iklab.Robot.from_preset("ur5e").fk(iklab.Robot.from_preset("ur5e").start)
        at, turned = self.points({"shape": "circle", "radius": 0.1})
        ring = 0.1 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
        np.testing.assert_allclose(at, tip[:3, 3] + ring, atol=1e-14)
        for quaternion in turned:
            kept = iklab.Pose([0, 0, 0], quaternion).matrix[:3, :3]
            np.testing.assert_allclose(kept, tip[:3, :3], atol=1e-14)
        eight = {
            "shape": "eight",
            "centre": [0.5, 0.1, 0.4],
            "size": [0.2, 0.1],
            "plane": [1, 0, 0],
        }
        at, _ = self.points(eight)
        # The axes of a plane with normal x are y and z.
        wanted = np.stack([0 * angle, 0.1 * np.sin(angle), 0.05 * np.sin(2 * angle)], axis=1)
        np.testing.assert_allclose(at, [0.5, 0.1, 0.4] + wanted, atol=1e-14)

    def test_tangent_orientation_turns_with_the_path(self):
        at, turned = self.points(
            {"shape": "circle", "radius": 0.1, "plane": [0, 1, 1]}, turn="tangent"
        )
        frames = np.array([iklab.Pose([0, 0, 0], each).matrix[:3, :3] for each in turned])
        centre = at.mean(axis=0)
        own = np.einsum("kji,kj->ki", frames, at - centre)  # In the tool frame the centre is fixed.
        np.testing.assert_allclose(own, np.tile(own[0], (40, 1)), atol=1e-14)

    def test_poses_are_joined_by_lines_or_a_spline(self):
        half = np.sqrt(0.5)
        poses = [
            {"time": 0, "position": [0.3, 0, 0.4], "orientation": [0, 1, 0, 0]},
            {"time": 1, "position": [0.3, 0.2, 0.4], "orientation": [0, -half, -half, 0]},
        ]
        at, turned = self.points({"shape": "poses", "poses": poses})
        np.testing.assert_allclose(at[10], [0.3, 0.1, 0.4], atol=1e-15)  # There and back.
        # The shorter arc.
        np.testing.assert_allclose(
            turned[10], [0, np.cos(np.pi / 8), np.sin(np.pi / 8), 0], atol=1e-15
        )

        def parabola(t):
            return [0.3 + 0.01 * t, 0.1 * t * t - 0.2 * t, 0.4]

        # A spline through a parabola at equal times equals it, except in the end pieces.
        poses = [{"time": t, "position": parabola(t)} for t in range(5)]
        at, _ = self.points({"shape": "poses", "poses": poses, "between": "spline"})
        for k in range(5, 16):
            np.testing.assert_allclose(at[k], parabola(8 * k / 40), atol=1e-14)

    def test_motion_path_matches_the_target_motion(self):
        sine = {
            "kind": "sine",
            "amplitude": [0.1, 0, 0.05],
            "period": [8, 4, 4],
            "phase": [0, 0, 1],
        }
        ring = {"kind": "path", "period": 4, "points": [[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0]]}
        target = {"effector": "tool0", "position": [0.4, 0.2, 0.4], "orientation": [0, 1, 0, 0]}
        for motion in (sine, ring):
            scenario = {**UR5E, "targets": [{**target, "motion": motion}]}
            runs = iklab.study(
                document({"shape": "motion"}, scenario, {"points": 80, "starts": 1, "period": 8})
            )
            at, times = runs.goals[:, 0, :3] - target["position"], np.arange(80) / 10
            if motion is sine:
                wanted = [
                    0.1 * np.sin(np.pi * times / 4),
                    0 * times,
                    0.05 * np.sin(np.pi * times / 2 + 1),
                ]
                np.testing.assert_allclose(at, np.stack(wanted, axis=1), atol=1e-15)
            else:  # A spline through its points; halfway, the Catmull-Rom formula.
                np.testing.assert_allclose(at[40], at[0], atol=1e-15)
                halfway = at[np.flatnonzero(np.isclose(times % 4, 0))]
                np.testing.assert_allclose(halfway, [[0, 0, 0]] * 2, atol=1e-15)
                a, b, c = np.array(ring["points"])
                np.testing.assert_allclose(at[20], (9 * (b + c) - 2 * a) / 16, atol=1e-15)


class Rows(unittest.TestCase):
    def runs(self, **changed):
        path = {"shape": "circle", "radius": 0.1}
        return iklab.study(
            document(path, UR5E, {"points": 30, "updates": 2, "starts": 4}), **changed
        )

    def test_rows_are_bit_identical_for_any_threads_or_parts(self):
        whole, one, part = self.runs(), self.runs(threads=1), self.runs(first=1, count=2)
        for name in whole.columns[:-2]:  # Except for the times.
            np.testing.assert_array_equal(whole[name], one[name], name)
            np.testing.assert_array_equal(part[name][2:], whole[name][5:7], name)
        np.testing.assert_array_equal(whole.q, one.q)
        self.assertEqual(part["run"].tolist(), [1, 2, 1, 2])
        self.assertTrue((whole["time99"] >= whole["time"]).all() and (whole["time"] > 0).all())

    def test_row_statistics_match_the_points(self):
        runs = self.runs()
        robot = iklab.Robot.from_preset("ur5e")
        course = runs.course
        q = np.stack([course[f"end.{name}"] for name in robot.names], axis=1)
        goal = np.stack([course[f"target.tool0.{axis}"] for axis in "xyz"], axis=1)
        missed = np.sqrt(((robot.fk(q)[:, :3, 3] - goal) ** 2).sum(axis=1))
        np.testing.assert_allclose(course["error"], missed, atol=1e-12)
        for i, error in enumerate(missed.reshape(8, 30)):
            self.assertAlmostEqual(runs["rms"][i], np.sqrt((error**2).mean()), 12)
            self.assertAlmostEqual(runs["error95"][i], np.quantile(error, 0.95), 12)
            self.assertAlmostEqual(runs["largestAt"][i], error.argmax() / 30)
        steps = np.diff(runs.q, axis=1)
        way = np.abs(steps).sum(axis=(1, 2))
        self.assertTrue((runs["travel"] > way).all())  # Includes the step from the previous round.
        self.assertTrue((runs["limited"] == 0).all())

    def test_free_rotation_changes_the_course(self):
        free = self.runs_of({"turn": "free"})
        spin = self.runs_of({}, {"free": {"orientation": ["z"]}})
        kept = self.runs_of({})
        self.assertNotIn("target.tool0.qw", free.course.columns)
        self.assertTrue((free["angleLargest"] == 0).all())
        self.assertFalse(np.allclose(spin.q, kept.q))
        self.assertTrue((kept["within"] == 1).all() and (spin["within"] == 1).all())

    def runs_of(self, sampling, target=None):
        preset = {"effector": "tool0", "position": [0.4, 0.2, 0.4], "orientation": [0, 1, 0, 0]}
        scenario = {**UR5E, "targets": [{**preset, **(target or {})}]}
        circle = {"shape": "circle", "radius": 0.05, "centre": [0.4, 0.2, 0.4]}
        return iklab.study(document(circle, scenario, {"updates": 100, "starts": 2, **sampling}))

    def test_saved_tables_are_read_back(self):
        runs = self.runs()
        with tempfile.TemporaryDirectory() as folder:
            for table, name in ((runs, "runs"), (runs.course, "course")):
                packed, text = (Path(folder, f"{name}.{end}") for end in ("npz", "csv"))
                table.save(packed)
                table.save(text)
                again = iklab.load(packed)
                self.assertEqual(again.columns, table.columns)
                self.assertEqual(again.manifest["document"], runs.document)
                for column in table.columns:
                    np.testing.assert_array_equal(again[column], table[column], column)
                with text.open(encoding="utf-8", newline="") as file:
                    read = list(csv.reader(file))
                self.assertEqual(read[0], list(table.columns))
                self.assertEqual(len(read), len(table) + 1)
        self.assertEqual(runs.to_numpy().dtype.names, runs.columns)


def path(**changed):
    return document({**LINE, **changed})


def sampled(**changed):
    return document(sampling=changed)


POSE = {"time": 0, "position": [1, 1, 0]}
BAD = [
    (document(causes=3), "a study along a path has no 'causes'; known: iklabStudy, "),
    (document(count=3), "a study along a path has no 'count'; known: iklabStudy, "),
    (document(path=7), "sampling.path must be a JSON object; got 7"),
    (
        document({}),
        "sampling.path.shape must be one of line, circle, eight, poses, motion; got None",
    ),
    (path(radius=1), "sampling.path has no 'radius'; known: shape, effector, from, to"),
    (path(to=[1, 2]), "sampling.path.to: (2,), must be (3,)"),
    (path(to=LINE["from"]), "sampling.path.to must not be the same point as path.from"),
    (path(effector="hand"), "sampling.path.effector must be one of tip; got 'hand'"),
    (sampled(points=1), "sampling.points must be from 2 to 10000; got 1"),
    (sampled(updates=0), "sampling.updates must be from 1 to 1000; got 0"),
    (
        sampled(points=10000, starts=1000, rounds=1, updates=1, period=-1),
        "sampling.period must be ",
    ),
    (sampled(turn="kept"), "sampling.turn must be free, as the target on 'tip' has no orientation"),
    (sampled(turn="left"), "sampling.turn must be one of kept, tangent, free; got 'left'"),
    (document({"shape": "circle", "radius": 0}), "sampling.path.radius must be above 0 "),
    (
        document({"shape": "circle", "radius": 1, "plane": [0, 0, 0]}),
        "sampling.path.plane must be a normal of any length but 0",
    ),
    (
        document({"shape": "poses", "poses": [POSE]}),
        "sampling.path.poses must be a list of 2 to 1000",
    ),
    (
        document({"shape": "poses", "poses": [POSE, POSE]}),
        "sampling.path.poses[1].time must be > 0, the time of the pose before; got 0",
    ),
    (
        document({"shape": "poses", "poses": [POSE, {**POSE, "time": 1}]}, sampling={"period": 3}),
        "sampling.period must be left out if poses are given, because poses have times",
    ),
    (document({"shape": "motion"}), "sampling.path.shape 'motion' needs a target with a motion"),
]


class BadStudies(unittest.TestCase):
    def test_bad_studies_raise_value_errors_that_name_the_field(self):
        for asked, sentence in BAD:
            with self.subTest(sentence):
                with self.assertRaises(ValueError) as refused:
                    iklab.study(asked)
                self.assertTrue(str(refused.exception).startswith(sentence), str(refused.exception))
        with self.assertRaisesRegex(ValueError, "^first must be from 0 to 2; got 3"):
            iklab.study(document(), first=3)
        with self.assertRaisesRegex(ValueError, "^count must be from 1 to 2; got 3"):
            iklab.study(document(), first=1, count=3)


if __name__ == "__main__":
    unittest.main()
