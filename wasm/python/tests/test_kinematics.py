"""Forward kinematics against products of matrices, Jacobians against finite differences."""

import json
import unittest

import iklab
import numpy as np
from reference import about, check_jacobian, moved, tip_by_hand
from robots import ARM_URDF, EVERY_KIND, PRESETS, arm, every_kind, ur5e


class Forward(unittest.TestCase):
    def test_fk_matches_the_product_of_joint_matrices(self):
        robot, tree = every_kind(), EVERY_KIND["tree"]
        q = np.random.default_rng(1).uniform(-1.5, 1.5, (20, 4))
        for effector in ("tip", "side"):
            for row, frame in zip(q, robot.fk(q, effector)):
                wanted = tip_by_hand(tree, effector, dict(zip(robot.names, row)))
                np.testing.assert_allclose(frame, wanted, atol=1e-14)

    def test_fk_keeps_leading_dimensions(self):
        robot = arm()
        q = np.random.default_rng(2).uniform(-1, 1, (2, 3, 5, 6))
        frames = robot.fk(q)
        self.assertEqual(frames.shape, (2, 3, 5, 4, 4))
        np.testing.assert_array_equal(frames[1, 2, 4], robot.fk(q[1, 2, 4]))
        self.assertEqual(robot.fk(np.empty((0, 6))).shape, (0, 4, 4))

    def test_fk_accepts_lists_float32_and_strided_arrays(self):
        robot = arm()
        q = np.random.default_rng(3).uniform(-1, 1, (4, 6))
        wide = np.zeros((4, 12))
        wide[:, ::2] = q
        backwards = np.asfortranarray(q)
        for same in (q.tolist(), wide[:, ::2], backwards):
            np.testing.assert_array_equal(robot.fk(same), robot.fk(q))
        single = q.astype(np.float32)
        np.testing.assert_array_equal(robot.fk(single), robot.fk(single.astype(float)))
        self.assertEqual(robot.fk(np.zeros(6, dtype=int)).shape, (4, 4))


class Links(unittest.TestCase):
    def test_link_poses_match_the_product_of_joint_matrices(self):
        robot, joints = every_kind(), EVERY_KIND["tree"]["joints"]
        q = np.random.default_rng(7).uniform(-1.5, 1.5, (20, 4))
        links = robot.link_poses(q)
        self.assertEqual(list(links), [each["id"] for each in joints])
        for name, frames in links.items():
            # An effector in the frame of the joint.
            tree = {"joints": joints, "effectors": [{"id": "here", "parent": name}]}
            self.assertEqual(frames.shape, (20, 4, 4))
            for row, frame in zip(q, frames):
                wanted = tip_by_hand(tree, "here", dict(zip(robot.names, row)))
                np.testing.assert_allclose(frame, wanted, atol=1e-14, err_msg=name)

    def test_link_poses_keep_leading_dimensions(self):
        robot = arm()
        q = np.random.default_rng(8).uniform(-1, 1, (2, 3, 6))
        one = robot.link_poses(q[1, 2])
        for name, frames in robot.link_poses(q).items():
            self.assertEqual(frames.shape, (2, 3, 4, 4))
            np.testing.assert_array_equal(frames[1, 2], one[name])
        self.assertEqual(robot.link_poses(np.empty((0, 6)))["elbow"].shape, (0, 4, 4))


class Jacobians(unittest.TestCase):
    def test_jacobian_matches_finite_differences(self):
        random = np.random.default_rng(4)
        for robot in (every_kind(), arm(), ur5e()):
            for effector in robot.effectors:
                for _ in range(10):
                    check_jacobian(robot, effector, random.uniform(-1.5, 1.5, len(robot.names)))

    def test_jacobian_is_computed_row_by_row(self):
        robot = every_kind()
        q = np.random.default_rng(5).uniform(-1, 1, (3, 2, 4))
        rows = robot.jacobian(q, "tip")
        self.assertEqual(rows.shape, (3, 2, 6, 4))
        np.testing.assert_array_equal(rows[2, 1], robot.jacobian(q[2, 1], "tip"))


class Robots(unittest.TestCase):
    def test_urdf_is_read_from_text_path_and_string(self):
        by_path = iklab.Robot.from_urdf(ARM_URDF)
        for same in (ARM_URDF.read_text(), str(ARM_URDF)):
            robot = iklab.Robot.from_urdf(same, effector="tool0")
            self.assertEqual(robot.names, by_path.names)
            np.testing.assert_array_equal(robot.fk(np.full(6, 0.3)), by_path.fk(np.full(6, 0.3)))
        self.assertEqual(by_path.name, "arm")
        self.assertEqual(by_path.effectors, ("tool0",))
        self.assertEqual(by_path.limits.tolist()[0], [-2.9, 2.9])
        self.assertEqual(by_path.limits.tolist()[3], [-np.inf, np.inf])

    def test_urdf_robot_has_the_requested_effectors(self):
        robot = iklab.Robot.from_urdf(ARM_URDF, effector=["wrist", "tool0"])
        self.assertEqual(set(robot.effectors), {"wrist", "tool0"})
        np.testing.assert_array_equal(robot.fk(np.zeros(6), "tool0"), arm().fk(np.zeros(6)))

    def test_notes_list_what_the_import_left_out(self):
        urdf = ARM_URDF.read_text().replace(
            "</robot>",
            '<link name="spare"/><joint name="lid" type="floating"><parent link="base_link"/>'
            '<child link="spare"/></joint></robot>',
        )
        robot = iklab.Robot.from_urdf(urdf, effector="tool0")
        self.assertEqual(robot.notes, ('55: joint "lid": a floating joint is fixed in place',))
        self.assertEqual(robot.names, arm().names)

    def test_start_is_within_the_limits(self):
        urdf = ARM_URDF.read_text().replace('lower="-2" upper="2"', 'lower="1" upper="2"')
        one = iklab.Robot.from_dh([(1, 0, 0, 0)], limits=(0.5, 1))
        for robot in (iklab.Robot.from_urdf(urdf), one):
            low, high = robot.limits.T
            self.assertTrue(((robot.start >= low) & (robot.start <= high)).all(), robot.start)
        joint = {"id": "a", "xyz": [0, 0, 0], "limits": [0.5, 1]}
        tree = {"joints": [joint], "effectors": [{"id": "tip", "parent": "a", "xyz": [1, 0, 0]}]}
        self.assertEqual(iklab.Robot.from_scenario({"tree": tree}).start.tolist(), [0.5])

    def test_dh_robot_matches_the_product_of_its_rows(self):
        random = np.random.default_rng(6)
        table = random.uniform(-1.5, 1.5, (5, 4))
        q = random.uniform(-2, 2, (10, 5))
        kinds = ["revolute", "prismatic", "revolute", "revolute", "prismatic"]
        rows = [
            dict(zip(("a", "alpha", "d", "theta"), row), type=kind)
            for row, kind in zip(table, kinds)
        ]
        for convention in ("standard", "modified"):
            robot = iklab.Robot.from_dh(rows, convention)
            self.assertEqual(robot.kinds, tuple(kinds))
            for values in q:
                frame = np.eye(4)
                for (a, alpha, d, theta), kind, value in zip(table, kinds, values):
                    theta, d = (theta + value, d) if kind == "revolute" else (theta, d + value)
                    x = moved((a, 0, 0)) @ about((1, 0, 0), alpha)
                    z = moved((0, 0, d)) @ about((0, 0, 1), theta)
                    frame = frame @ (z @ x if convention == "standard" else x @ z)
                np.testing.assert_allclose(robot.fk(values), frame, atol=1e-13)

    def test_dh_accepts_fixed_rows_right_angles_and_limits(self):
        half = np.pi / 2
        rows = [
            (0, half, 0.3, 0),
            {"a": 0.4, "theta": half, "type": "fixed"},
            (0.2, -half, 0, half),
        ]
        robot = iklab.Robot.from_dh(rows, limits=[(-1, 1), (0, 0), (-2, 2)], effector="hand")
        self.assertEqual(robot.limits.tolist(), [[-1, 1], [-2, 2]])
        self.assertEqual(robot.effectors, ("hand",))
        frame = moved((0, 0, 0.3)) @ about((0, 0, 1), 0.2) @ about((1, 0, 0), half)
        frame = frame @ about((0, 0, 1), half) @ moved((0.4, 0, 0)) @ about((0, 0, 1), half - 0.7)
        frame = frame @ moved((0.2, 0, 0)) @ about((1, 0, 0), -half)
        # Numbers of a table are rounded to 12 decimals, as on the page.
        np.testing.assert_allclose(robot.fk([0.2, -0.7]), frame, atol=1e-12)

    def test_dh_is_accurate_at_right_angles(self):
        quarter = np.pi / 2
        for alpha in (quarter, -quarter):
            for theta in (quarter, -quarter, quarter + 1e-9):
                robot = iklab.Robot.from_dh([(0.1, alpha, 0, 0.3), (0.2, 0.4, 0.5, theta)])
                frame = about((0, 0, 1), 0.3 + 0.7) @ moved((0.1, 0, 0)) @ about((1, 0, 0), alpha)
                frame = frame @ about((0, 0, 1), theta - 0.2) @ moved((0.2, 0, 0.5))
                wanted = frame @ about((1, 0, 0), 0.4)
                np.testing.assert_allclose(robot.fk([0.7, -0.2]), wanted, atol=1e-12)

    def test_planar_scenarios_end_at_their_last_point(self):
        points = [[1, 0.2], [1.5, 1], [0.5, 1.4]]
        robot = iklab.Robot.from_scenario({"tree": {"planar": {"points": points}}})
        np.testing.assert_allclose(robot.fk(robot.start)[:2, 3], points[-1], atol=1e-15)
        links = iklab.Robot.from_scenario('{"tree": {"planar": {"links": [1, 0.8, 0.5]}}}')
        self.assertAlmostEqual(links.fk([0, 0, 0])[0, 3], 2.3)

    def test_scenario_is_read_from_dict_text_path_and_preset(self):
        file = PRESETS / "presets/shelf/so-101.json"
        text = file.read_text(encoding="utf-8")
        robot = iklab.Robot.from_scenario(json.loads(text))
        named = {"preset": "so-101", "name": "Mine"}
        for same in (text, file, str(file), named):
            other = iklab.Robot.from_scenario(same)
            self.assertEqual(other.names, robot.names)
            np.testing.assert_array_equal(other.start, robot.start)
            np.testing.assert_array_equal(other.fk(robot.start), robot.fk(robot.start))
        self.assertEqual(iklab.Robot.from_scenario(named).name, "Mine")

    def test_limits_and_start_are_read_only(self):
        for shown in (arm().limits, arm().start):
            with self.assertRaises(ValueError):
                shown[0] = 7


if __name__ == "__main__":
    unittest.main()
