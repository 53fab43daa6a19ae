"""Errors of invalid calls: each names the field, what is allowed, and the value."""

import shlex
import tempfile
import unittest
from pathlib import Path

import iklab
import numpy as np
from robots import ARM_URDF, EVERY_KIND, every_kind, ur5e

NAN = float("nan")
ROBOT = ur5e()
KINDS = every_kind()
POINT = [0.4, 0.2, 0.3]
FRAMES = ROBOT.fk(np.zeros((4, 6)))
NOT_TURNED = np.eye(4)[None].repeat(3, 0)
NOT_TURNED[1, 0, 0] = 1.5
MIRRORED = np.diag([1.0, 1.0, -1.0, 1.0])
WITH_NAN = np.zeros((4, 6))
WITH_NAN[2, 5] = NAN
FAR = np.zeros((4, 6))
FAR[3, 2] = 4
URDF = ARM_URDF.read_text()
SIX = "UR5e has 6 joints"


def scenario(**changed):
    """Returns EVERY_KIND with its second joint changed."""
    joints = [dict(each) for each in EVERY_KIND["tree"]["joints"]]
    joints[1].update(changed)
    return {"tree": {**EVERY_KIND["tree"], "joints": joints}}


solve, batch = ROBOT.solve, ROBOT.solve_batch
from_scenario = iklab.Robot.from_scenario

CALLS = [
    # Joint values.
    (lambda: ROBOT.fk([0] * 5), f"q: (5,), must be (..., 6): {SIX}"),
    (lambda: ROBOT.link_poses([0] * 5), f"q: (5,), must be (..., 6): {SIX}"),
    (lambda: ROBOT.fk(0.5), f"q: (), must be (..., 6): {SIX}"),
    (
        lambda: ROBOT.fk([[0] * 6, [0, 0, 0, NAN, 0, 0]]),
        "q[1][3] must be from -1e+15 to 1e+15; got nan",
    ),
    (lambda: ROBOT.jacobian([0, 1e16, 0, 0, 0, 0]), "q[1] must be from -1e+15 to 1e+15; got 1e+16"),
    (lambda: ROBOT.fk(["1"] * 6), "q must be numbers; got ['1', '1', '1', '1', '1', '1']"),
    (
        lambda: ROBOT.fk([[0] * 6, [0] * 5]),
        "q must be numbers; got [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]",
    ),
    (lambda: ROBOT.fk([1j] * 6), "q must be numbers; got [1j, 1j, 1j, 1j, 1j, 1j]"),
    (lambda: KINDS.fk([0] * 4), "effector must be one of tip, side; got None"),
    (lambda: KINDS.fk([0] * 4, "hand"), "effector must be one of tip, side; got 'hand'"),
    # Options around a method.
    (lambda: solve(POINT, clamp="fixed"), "clamp must be a dict; got 'fixed'"),
    (lambda: solve(POINT, clamp={}), "clamp.mode must be one of off, fixed, adaptive; got None"),
    (lambda: solve(POINT, clamp=False), "clamp must be a dict; got False"),
    (
        lambda: solve(POINT, clamp={"mode": "near"}),
        "clamp.mode must be one of off, fixed, adaptive; got 'near'",
    ),
    (
        lambda: solve(POINT, clamp={"mode": "fixed", "far": 1}),
        "clamp has no 'far'; known: mode, distance, angle, rule",
    ),
    (
        lambda: solve(POINT, clamp={"mode": "fixed", "distance": 0}),
        "clamp.distance must be above 0 and at most 1e+15; got 0",
    ),
    (
        lambda: solve(POINT, secondary={"kind": "comfort"}),
        "secondary.kind must be one of rest, limit-middle, manipulability, clearance; got 'comfort'",
    ),
    (
        lambda: solve(POINT, secondary={"kind": "rest", "radius": 1}),
        "secondary has no 'radius'; known: kind, gain",
    ),
    (
        lambda: solve(POINT, secondary={"kind": "clearance", "centre": [0, 0], "radius": 1}),
        "secondary.centre: (2,), must be (3,)",
    ),
    (
        lambda: batch(FRAMES, secondary={"kind": "rest", "gain": -1}),
        "secondary.gain must be from 0 to 1e+15; got -1",
    ),
    # Starts.
    (lambda: solve(POINT, [0] * 5), "start must have 6 values; got 5"),
    (lambda: solve(POINT, "zero"), "start must be numbers or zeros; got 'zero'"),
    (lambda: solve(POINT, [[0] * 6]), f"start: (1, 6), must be (6,): {SIX}"),
    (lambda: solve(POINT, [0, 0, NAN, 0, 0, 0]), "start[2] must be from -1e+15 to 1e+15; got nan"),
    (
        lambda: solve(POINT, [0, 0, 4, 0, 0, 0]),
        "start: joint 'elbow_joint' must be from -3.14159265359 to 3.14159265359; got 4",
    ),
    (lambda: batch(FRAMES, np.zeros((4, 7))), f"starts: (4, 7), must be (4, 6): {SIX}"),
    (lambda: batch(FRAMES, np.zeros((3, 6))), f"starts: (3, 6), must be (4, 6): {SIX}"),
    (lambda: batch(FRAMES, np.zeros(7)), f"starts: (7,), must be (6,): {SIX}"),
    (lambda: batch(FRAMES, WITH_NAN), "starts[2][5] must be from -1e+15 to 1e+15; got nan"),
    (
        lambda: batch(FRAMES, FAR),
        "starts[3]: joint 'elbow_joint' must be from -3.14159265359 to 3.14159265359; got 4",
    ),
    (lambda: batch(FRAMES, "drawn"), "starts must be numbers, random or zeros; got 'drawn'"),
    # Goals.
    (lambda: solve([0.4, 0.2]), "goal: (2,), must be (3,) or (4, 4)"),
    (lambda: solve([0.4, NAN, 0.3]), "goal[1] must be from -1e+15 to 1e+15; got nan"),
    (lambda: solve(None), "goal must be numbers; got None"),
    (
        lambda: solve(MIRRORED),
        "goal must be a rotation and a position, (R p; 0 0 0 1), is off by 2",
    ),
    (lambda: solve({}), "goal must have a goal for one effector at least"),
    (lambda: solve({"hand": POINT}), "the effector of goal must be one of tool0; got 'hand'"),
    (lambda: solve({"tool0": [1, 2]}), "goal['tool0']: (2,), must be (3,) or (4, 4)"),
    (lambda: KINDS.solve(POINT), "effector must be one of tip, side; got None"),
    (
        lambda: iklab.Pose(POINT, [0, 0.6, 0, 0.7]),
        "quaternion must have length 1; got 0.921954445729",
    ),
    (lambda: iklab.Pose(POINT, [0, 0, 1]), "quaternion: (3,), must be (4,): x y z w"),
    (lambda: iklab.Pose([1, 2]), "position: (2,), must be (3,): x y z, metres"),
    (lambda: iklab.Pose([1, 2, NAN]), "position[2] must be from -1e+15 to 1e+15; got nan"),
    (lambda: batch(np.zeros((4, 5))), "T: (4, 5), must be (N, 4, 4) or (N, 3)"),
    (lambda: batch(np.eye(4)), "T: (4, 4), must be (N, 4, 4) or (N, 3)"),
    (
        lambda: batch(NOT_TURNED),
        "T[1] must be a rotation and a position, (R p; 0 0 0 1), is off by 1.25",
    ),
    (lambda: batch([[0, 0, 0], [0, NAN, 0]]), "T[1][1] must be from -1e+15 to 1e+15; got nan"),
    (
        lambda: KINDS.solve_batch({"tip": np.zeros((4, 3)), "side": np.zeros((5, 3))}),
        "T['side']: 5 rows, must be 4, as many as T['tip']",
    ),
    # Tools.
    (lambda: ROBOT.with_tool([0, 1]), "tool: (2,), must be (3,), (6,) or (4, 4)"),
    (lambda: ROBOT.with_tool([0, 0, NAN]), "tool[2] must be from -1e+15 to 1e+15; got nan"),
    (
        lambda: ROBOT.with_tool(MIRRORED),
        "tool must be a rotation and a position, (R p; 0 0 0 1), is off by 2",
    ),
    (lambda: ROBOT.with_tool(POINT, "hand"), "effector must be one of tool0; got 'hand'"),
    (lambda: KINDS.with_tool(POINT), "effector must be one of tip, side; got None"),
    # Partial targets.
    (lambda: solve(POINT, free="x"), "free must be a dict; got 'x'"),
    (
        lambda: solve(POINT, free={"turn": []}),
        "free has no 'turn'; known: position, orientation, frame",
    ),
    (
        lambda: solve(POINT, free={"position": "xy"}),
        "free.position must be a list of axes; got 'xy'",
    ),
    (
        lambda: solve(POINT, free={"position": ["x", "w"]}),
        "free.position[1] must be one of x, y, z; got 'w'",
    ),
    (
        lambda: solve(POINT, free={"position": ["x", "x"]}),
        "free.position must name each axis once; got ['x', 'x']",
    ),
    (
        lambda: solve(POINT, free={"position": ["x", "y", "z"]}),
        "free must leave something to be reached, leaves all of it free",
    ),
    (
        lambda: solve(
            FRAMES[0], free={"position": ["x", "y", "z"], "orientation": ["z", "y", "x"]}
        ),
        "free must leave something to be reached, leaves all of it free",
    ),
    (
        lambda: solve(POINT, free={"orientation": {"spin": [0, 0, 1]}}),
        "free.orientation must be left out where the goal has no orientation",
    ),
    (
        lambda: solve(POINT, free={"position": ["x"], "frame": "target"}),
        "free.frame must be world where the goal has no orientation",
    ),
    (
        lambda: solve(POINT, free={"frame": "tool"}),
        "free.frame must be one of world, target; got 'tool'",
    ),
    (
        lambda: batch(FRAMES, free={"orientation": {"turn": 1}}),
        "free.orientation must be a list of axes, a spin or a cone; got {'turn': 1}",
    ),
    (
        lambda: batch(FRAMES, free={"orientation": {"spin": [0, 0, 0]}}),
        "free.orientation.spin must have a length above 1e-12 and at most 1e15; got [0.0, 0.0, 0.0]",
    ),
    (
        lambda: batch(FRAMES, free={"orientation": {"spin": [0, 1]}}),
        "free.orientation.spin: (2,), must be (3,): x y z",
    ),
    (
        lambda: batch(FRAMES, free={"orientation": {"cone": {"axis": [0, 0, 1]}}}),
        "free.orientation.cone.angle must be a number; got None",
    ),
    (
        lambda: batch(FRAMES, free={"orientation": {"cone": {"axis": [0, 0, 1], "angle": 4}}}),
        "free.orientation.cone.angle must be above 0 and at most 3.14159265359; got 4",
    ),
    (
        lambda: solve({"tool0": POINT}, free={"position": ["x"]}),
        "the effector of free must be one of tool0; got 'position'",
    ),
    (
        lambda: solve({"tool0": POINT}, free=["x"]),
        "free must be a dict by effector, as the goals are; got ['x']",
    ),
    (
        lambda: solve({"tool0": POINT}, free={"tool0": {"position": ["u"]}}),
        "free['tool0'].position[0] must be one of x, y, z; got 'u'",
    ),
    # Rules of the solve.
    (
        lambda: solve(POINT, tolerance={"position": 1}),
        "tolerance.rotation must be a number; got None",
    ),
    (
        lambda: solve(POINT, tolerance={"position": 1, "angle": 1}),
        "tolerance has no 'angle'; known: position, rotation",
    ),
    (lambda: solve(POINT, limits="hold"), "limits must be one of ignore, clamp, lock, wrap; got 'hold'"),
    (lambda: solve(POINT, tolerance=-1), "tolerance[0] must be from 0 to 1e+15; got -1"),
    (lambda: solve(POINT, tolerance=(1e-4, NAN)), "tolerance[1] must be from 0 to 1e+15; got nan"),
    (
        lambda: solve(POINT, tolerance=(1, 2, 3)),
        "tolerance must be metres, or metres and radians; got (1, 2, 3)",
    ),
    (lambda: solve(POINT, restarts=1001), "restarts must be from 0 to 1000; got 1001"),
    (lambda: solve(POINT, restarts=1.5), "restarts must be a whole number; got 1.5"),
    (lambda: solve(POINT, seed=-1), "seed must be from 0 to 9007199254740991; got -1"),
    (lambda: solve(POINT, max_updates=0), "max_updates must be from 1 to 1000000; got 0"),
    (lambda: solve(POINT, max_rises=0), "max_rises must be from 1 to 1000000; got 0"),
    (lambda: solve(POINT, min_improvement=-1), "min_improvement must be from 0 to 1e+15; got -1"),
    (lambda: solve(POINT, gain=0), "gain must be above 0 and at most 1e+15; got 0"),
    (lambda: solve(POINT, gain="a"), "gain must be a number; got 'a'"),
    (lambda: solve(POINT, max_step=-1), "max_step must be above 0 and at most 1e+15; got -1"),
    (lambda: solve(POINT, max_slide=0), "max_slide must be above 0 and at most 1e+15; got 0"),
    (
        lambda: solve(FRAMES[0], orientation_weight=0),
        "target on 'tool0': its orientation weight must be above 0 and at most 1e15",
    ),
    (lambda: batch(FRAMES, tolerance=-1), "tolerance[0] must be from 0 to 1e+15; got -1"),
    (lambda: batch(FRAMES, threads=0), "threads must be from 1 to 1024; got 0"),
    (lambda: batch(FRAMES, restarts=-1), "restarts must be from 0 to 1000; got -1"),
    # Solutions.
    (lambda: ROBOT.solutions([0.4, 0.2]), "goal: (2,), must be (3,) or (4, 4)"),
    (lambda: ROBOT.solutions(FRAMES[0], [0] * 5), f"start: (5,), must be (6,): {SIX}"),
    (
        lambda: ROBOT.solutions(FRAMES[0], [0, 0, NAN, 0, 0, 0]),
        "start[2] must be from -1e+15 to 1e+15; got nan",
    ),
    (lambda: ROBOT.solutions(POINT, starts=100001), "starts must be from 0 to 100000; got 100001"),
    (lambda: ROBOT.solutions(POINT, starts=1.5), "starts must be a whole number; got 1.5"),
    (lambda: ROBOT.solutions(POINT, seed=-1), "seed must be from 0 to 9007199254740991; got -1"),
    (
        lambda: ROBOT.solutions(FRAMES[0], parameter=1),
        "parameter must be None: the robot has no free parameter for this goal",
    ),
    (
        lambda: ROBOT.solutions(FRAMES[0], parameter=NAN),
        "parameter must be from -1e+15 to 1e+15; got nan",
    ),
    (
        lambda: ROBOT.solutions(FRAMES[0], parameter="0"),
        "parameter must be a number; got '0'",
    ),
    (lambda: ROBOT.solutions(FRAMES[0], parameter=[1]), "parameter must be a number; got [1]"),
    (
        lambda: ROBOT.solutions(POINT, within_limits=1),
        "within_limits must be True or False; got 1",
    ),
    (lambda: KINDS.solutions(POINT), "effector must be one of tip, side; got None"),
    (lambda: ROBOT.certify([0] * 5, POINT), f"q: (5,), must be (6,): {SIX}"),
    (
        lambda: ROBOT.certify([0, 0, 0, 0, 0, NAN], POINT),
        "q[5] must be from -1e+15 to 1e+15; got nan",
    ),
    (
        lambda: KINDS.certify([0] * 4, {"tip": POINT, "side": POINT}),
        "goal must be for one effector; got 2",
    ),
    # Methods.
    (lambda: solve(POINT, method="dsl"), "there is no method 'dsl'"),
    (
        lambda: solve(POINT, method=7),
        "method must be an id or what a function of iklab gives; got 7",
    ),
    (lambda: iklab.dls(lambda_=-3), "lambda_ must be from 0 to 1000; got -3"),
    (lambda: iklab.dls(lambda_="3"), "lambda_ must be a number; got '3'"),
    (lambda: iklab.dls(lambda_max=NAN), "lambda_max must be from 0 to 1000; got nan"),
    (
        lambda: iklab.sdls(cutoff_is="both"),
        "cutoff_is must be one of relative, absolute; got 'both'",
    ),
    (lambda: iklab.gauss_newton(line_search=1), "line_search must be True or False; got 1"),
    (lambda: iklab.gauss_newton(line_search=None), "line_search must be True or False; got None"),
    (lambda: iklab.idls(p=3), "p must be even; got 3"),
    (lambda: iklab.fabrik(passes=1.5), "passes must be a whole number; got 1.5"),
    (lambda: iklab.two_stage(first="bfgs"), "first must be a method that may be a stage; got bfgs"),
    (lambda: iklab.two_stage(switch_at=-1), "switch_at must be from 0 to 1000000; got -1"),
    (
        lambda: iklab.formula("Δθ = Jᵀ (J Jᵀ + lamda I)⁻¹ e"),
        "line 1, column 17: Unknown name lamda.",
    ),
    (lambda: iklab.formula(7), "text must be a str; got 7"),
    # Robots.
    (
        lambda: iklab.Robot.from_urdf(URDF.replace('xyz="0 1 0"', 'xyz="0 0 0"', 1)),
        '23: joint "shoulder", axis: must not have length 0',
    ),
    (lambda: iklab.Robot.from_urdf(7), "source must be the text of a URDF or a path; got 7"),
    (
        lambda: iklab.Robot.from_dh([(1, 2, 3)]),
        "table[0] must be a, alpha, d, theta, or a dict; got (1, 2, 3)",
    ),
    (
        lambda: iklab.Robot.from_dh([{"r": 1}]),
        "table[0] has no 'r'; known: a, alpha, d, theta, type, limits, name",
    ),
    (
        lambda: iklab.Robot.from_dh([{"a": 1, "type": "ball"}]),
        "table[0].type must be one of revolute, prismatic, fixed; got 'ball'",
    ),
    (
        lambda: iklab.Robot.from_dh([(0, 0, 0, 0)], "craig"),
        "convention must be one of standard, modified; got 'craig'",
    ),
    (
        lambda: iklab.Robot.from_dh([(0, 0, 0, 0)] * 2, limits=[1, 2, 3]),
        "limits: (3,), must be (2,) or (2, 2)",
    ),
    (
        lambda: iklab.Robot.from_dh([(0, 0, 0, 0)], limits=(2, 1)),
        "joint 'q1': its lower limit is above its upper one",
    ),
    (lambda: iklab.Robot.from_dh([]), "the tree has no joint"),
    (lambda: from_scenario([]), "scenario must be a JSON object; got []"),
    (lambda: from_scenario("{"), "scenario: line 1, column 2: "),
    (lambda: from_scenario({"preset": "ur5x"}), "preset: name must be one of allegro, "),
    (
        lambda: from_scenario({"tree": {"preset": "y"}}),
        "tree must be written out, as joints and effectors or planar; got {'preset': 'y'}",
    ),
    (lambda: from_scenario({"tree": {"joints": 7}}), "tree.joints must be a list; got 7"),
    (lambda: from_scenario({"tree": {"joints": [7]}}), "tree.joints[0] must be an object; got 7"),
    (lambda: from_scenario(scenario(id=7)), "tree.joints[1].id must be a string; got 7"),
    (
        lambda: from_scenario(scenario(type="ball")),
        "tree.joints[1].type must be one of revolute, prismatic, screw, fixed; got 'ball'",
    ),
    (lambda: from_scenario(scenario(xyz=[1])), "tree.joints[1].xyz: (1,), must be (3,): x y z"),
    (
        lambda: from_scenario(scenario(limits=[1])),
        "tree.joints[1].limits: (1,), must be (2,): two numbers",
    ),
    (
        lambda: from_scenario(scenario(mimic=7)),
        "tree.joints[1].mimic.joint must be a string; got None",
    ),
    (lambda: from_scenario(scenario(weight="a")), "tree.joints[1].weight must be a number; got 'a'"),
    (
        lambda: from_scenario(scenario(parent="nobody")),
        "joint 'turn': its parent 'nobody' is unknown",
    ),
    (
        lambda: from_scenario({"tree": {"planar": {"links": [1]}}, "start": [1, 2]}),
        "start: (2,), must be (1,): 1 joint",
    ),
    (lambda: from_scenario({"tree": {"planar": 7}}), "tree.planar must have links or points; got 7"),
]


class BadCalls(unittest.TestCase):
    def test_raise_value_errors_that_name_field_and_value(self):
        for i, (call, sentence) in enumerate(CALLS):
            with self.subTest(i, sentence=sentence):
                with self.assertRaises(ValueError) as refused:
                    call()
                self.assertTrue(str(refused.exception).startswith(sentence), str(refused.exception))

    def test_do_not_change_the_robot(self):
        before = ROBOT.solve(POINT)
        for call, _ in CALLS:
            with self.assertRaises(ValueError):
                call()
        np.testing.assert_array_equal(ROBOT.solve(POINT).q, before.q)

    def test_unknown_option_lists_the_known_ones(self):
        with self.assertRaises(TypeError) as refused:
            iklab.priority(lamda=1)
        self.assertEqual(
            str(refused.exception), "priority has no option 'lamda': it has lambda_, last_first"
        )

    def test_missing_file_raises_file_not_found(self):
        for read in (iklab.Robot.from_urdf, iklab.Robot.from_scenario):
            with self.assertRaises(FileNotFoundError):
                read("nowhere.urdf")


MJCF = '<mujoco model="a"><worldbody><body name="b"><joint name="j"/></body></worldbody></mujoco>'
XACRO = """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="length" value="0.4"/>
</robot>"""
EXPRESSION = URDF.replace('xyz="0 1 0"', 'xyz="0 ${one} 0"', 1)


class OtherDescriptions(unittest.TestCase):
    def test_error_names_the_command_that_converts_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text, what in (
                ("my arm.xml", MJCF, "MJCF (1: <mujoco>: "),
                ("arm.urdf.xacro", XACRO, "a xacro (3: <xacro:property>: "),
                ("arm.xacro", EXPRESSION, "a xacro (23: "),
            ):
                path = Path(folder, name)
                path.write_text(text, encoding="utf-8")
                with self.assertRaises(ValueError) as refused:
                    iklab.Robot.from_urdf(path, effector="tool0")
                said, stem = str(refused.exception), name.split(".")[0]
                self.assertTrue(said.startswith(f"{path}: must be a URDF; got {what}"), said)
                file = shlex.quote(f"{stem}.json")
                command = f"npx iklab import {shlex.quote(str(path))} --effector tool0 > {file}, "
                self.assertIn(f"Convert it: {command}", said)
                self.assertTrue(said.endswith(f"iklab.Robot.from_scenario('{stem}.json')"), said)

    def test_error_names_the_command_for_text_input(self):
        for text in (MJCF, XACRO):
            with self.assertRaises(ValueError) as refused:
                iklab.Robot.from_urdf(text)
            said = str(refused.exception)
            self.assertTrue(said.startswith("source: must be a URDF; got "), said)
            self.assertIn("npx iklab import FILE > robot.json, then ", said)


if __name__ == "__main__":
    unittest.main()
