"""Damped least squares with NumPy alone, as an external solver of `iklab study --solver`.

python3 numpy_dls.py [lambda]: J' (J J' + lambda^2 I)^-1 e for every problem, within the task's limits
on updates and time. Supports revolute and prismatic joints, but no mimic joints.
"""
import json
import sys
import time

import numpy as np

LAMBDA = float(sys.argv[1]) if len(sys.argv) > 1 else 0.05
MOST_STEP = 0.5  # Per joint, rad or m.


def say(**line):
    print(json.dumps(line), flush=True)


def rotation(axis, angle):
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def placed(item):
    roll, pitch, yaw = item["rpy"]
    turn = rotation([0, 0, 1], yaw) @ rotation([0, 1, 0], pitch) @ rotation([1, 0, 0], roll)
    return turn, np.array(item["xyz"], float)


class Robot:
    def __init__(self, robot):
        tree = robot["tree"]
        self.joints = {joint["id"]: joint for joint in tree["joints"]}
        kinds = {joint["type"] for joint in tree["joints"]}
        if kinds - {"revolute", "prismatic", "fixed"} or any("mimic" in j for j in tree["joints"]):
            raise ValueError("only hinges and slides that move by themselves")
        self.column = {name: i for i, name in enumerate(robot["joints"])}
        named = {effector["id"]: effector for effector in tree["effectors"]}
        self.effectors = [named[each["name"]] for each in robot["effectors"]]
        self.lower = np.array([-np.inf if x is None else x for x in robot["lower"]])
        self.upper = np.array([np.inf if x is None else x for x in robot["upper"]])

    def chain(self, name):
        found = []
        while name is not None:
            found.insert(0, self.joints[name])
            name = found[0]["parent"]
        return found

    def look(self, effector, q):
        """Rotation, position and Jacobian (6 x n) of an effector."""
        turn, at, moving = np.eye(3), np.zeros(3), []
        for joint in self.chain(effector["parent"]):
            r, p = placed(joint)
            at, turn = at + turn @ p, turn @ r
            if joint["type"] == "fixed":
                continue
            axis = np.array(joint["axis"], float) / np.linalg.norm(joint["axis"])
            c = self.column[joint["id"]]
            moving.append((c, joint["type"], turn @ axis, at))
            if joint["type"] == "revolute":
                turn = turn @ rotation(axis, q[c])
            else:
                at = at + turn @ axis * q[c]
        r, p = placed(effector)
        at, turn = at + turn @ p, turn @ r
        J = np.zeros((6, len(q)))
        for c, kind, axis, origin in moving:
            J[:3, c] = np.cross(axis, at - origin) if kind == "revolute" else axis
            J[3:, c] = axis if kind == "revolute" else 0
        return turn, at, J


def turn_to(now, quaternion):
    """Rotation vector from a rotation to a quaternion x y z w."""
    x, y, z, w = quaternion
    goal = np.eye(3) + 2 * w * np.cross(np.eye(3), [x, y, z]) + 2 * (
        np.outer([x, y, z], [x, y, z]) - np.dot([x, y, z], [x, y, z]) * np.eye(3))
    r = goal @ now.T
    sine = 0.5 * np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    length, cosine = np.linalg.norm(sine), 0.5 * (np.trace(r) - 1)
    if length < 1e-9:
        return sine if cosine > 0 else np.pi * np.linalg.eigh(r)[1][:, -1]
    return sine / length * np.arctan2(length, cosine)


def solve(robot, task, problem):
    q, begun, updates = np.array(problem["start"], float), time.perf_counter(), 0
    if q.shape != robot.lower.shape or not np.isfinite(q).all():
        return dict(id=problem["id"], refuse=f"a start is {len(robot.lower)} numbers")
    limit = 0.8 * task["time"] if task["time"] else np.inf
    while True:
        es, Js, reached = [], [], True
        for target in problem["targets"]:
            turn, at, J = robot.look(robot.effectors[target["effector"]], q)
            e = np.array(target["position"]) - at
            reached &= np.linalg.norm(e) <= task["tolerance"]
            if "orientation" in target:
                turned = turn_to(turn, target["orientation"])
                reached &= np.linalg.norm(turned) <= task["orientationTolerance"]
                e = np.append(e, turned)
            es.append(e)
            Js.append(J[:len(e)])
        spent = time.perf_counter() - begun
        if reached or updates >= task["updates"] or spent > limit:
            claim = "solved" if reached else "unsolved"
            return dict(id=problem["id"], q=q.tolist(), claim=claim, updates=updates, time=spent)
        e, J = np.concatenate(es), np.vstack(Js)
        step = J.T @ np.linalg.solve(J @ J.T + LAMBDA**2 * np.eye(len(e)), e)
        step *= min(1, MOST_STEP / max(np.abs(step).max(), 1e-300))
        q = np.clip(q + step, robot.lower, robot.upper)
        updates += 1


robot = task = None
for text in sys.stdin:
    line = json.loads(text)
    if "robot" in line:
        try:
            robot, task = Robot(line["robot"]), line["task"]
            say(ready=True, solver=f"numpy {np.__version__}, DLS", options={"lambda": LAMBDA}, threads=1)
        except ValueError as error:
            say(ready=False, reason=str(error))
    elif "problems" in line:
        def answer(problem):
            if any("free" in target for target in problem["targets"]):
                return dict(id=problem["id"], refuse="targets of which a part is free")
            return solve(robot, task, problem)
        say(answers=[answer(problem) for problem in line["problems"]])
    elif "end" in line:
        break
