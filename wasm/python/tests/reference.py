"""Forward kinematics by products of matrices, and Jacobians by finite differences, in NumPy."""

import numpy as np


def about(axis, angle):
    """Returns a rotation as (4, 4), by Rodrigues' formula."""
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    frame = np.eye(4)
    frame[:3, :3] += np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
    return frame


def moved(by):
    frame = np.eye(4)
    frame[:3, 3] = by
    return frame


def placed(row):
    roll, pitch, yaw = row.get("rpy", (0, 0, 0))
    turn = about((0, 0, 1), yaw) @ about((0, 1, 0), pitch) @ about((1, 0, 0), roll)
    return moved(row.get("xyz", (0, 0, 0))) @ turn


def tip_by_hand(tree, effector, values):
    """Returns the pose of an effector, joint by joint, as defined by URDF."""
    joints = {each["id"]: each for each in tree["joints"]}

    def value(row):
        if "mimic" in row:
            leader = row["mimic"]
            return leader["multiplier"] * value(joints[leader["joint"]]) + leader["offset"]
        return values[row["id"]]

    def frame(name):
        if name is None:
            return np.eye(4)
        row = joints[name]
        before = frame(row.get("parent")) @ placed(row)
        axis, kind = row.get("axis", (0, 0, 1)), row.get("type", "revolute")
        if kind == "fixed":
            return before
        along = np.asarray(axis) / np.linalg.norm(axis) * value(row)
        if kind == "prismatic":
            return before @ moved(along)
        return before @ moved(row.get("pitch", 0) * along) @ about(axis, value(row))

    end = next(each for each in tree["effectors"] if each["id"] == effector)
    return frame(end["parent"]) @ placed(end)


STEP = 1e-6  # Radians or metres.


def check_jacobian(robot, effector, q):
    """Checks the Jacobian by central differences of `fk`, one joint at a time."""
    jacobian = robot.jacobian(q, effector)
    frame = robot.fk(q, effector)
    for column in range(len(q)):
        change = np.zeros(len(q))
        change[column] = STEP
        after, before = robot.fk(q + change, effector), robot.fk(q - change, effector)
        speed = (after - before) / (2 * STEP)
        spin = speed[:3, :3] @ frame[:3, :3].T  # omega as a skew matrix, base axes.
        turned = [spin[2, 1], spin[0, 2], spin[1, 0]]
        wanted = np.concatenate([speed[:3, 3], turned])
        np.testing.assert_allclose(jacobian[:, column], wanted, atol=1e-9)
