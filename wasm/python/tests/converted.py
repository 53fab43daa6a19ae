"""Converts a xacro and an MJCF with the command that `Robot.from_urdf` names: converted.py

Run it in an empty folder, with `npx iklab` on the path. The poses must equal products of matrices
by the rules of URDF and MuJoCo.
"""

import re
import subprocess
from pathlib import Path

import iklab
import numpy as np
from reference import about, moved

XACRO = """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="length" value="0.4"/>
  <xacro:macro name="segment" params="parent name axis">
    <link name="${name}"/>
    <joint name="${name}_joint" type="revolute">
      <parent link="${parent}"/><child link="${name}"/>
      <origin xyz="0 0 ${length / 2 + 0.1}" rpy="0 0 ${pi / 2}"/><axis xyz="${axis}"/>
      <limit lower="-2" upper="${3 * length}" effort="1" velocity="1"/>
    </joint>
  </xacro:macro>
  <link name="base"/>
  <xacro:segment parent="base" name="a" axis="0 0 1"/>
  <xacro:segment parent="a" name="b" axis="0 1 0"/>
  <xacro:segment parent="b" name="c" axis="1 0 0"/>
  <link name="tool0"/>
  <joint name="mount" type="fixed">
    <parent link="c"/><child link="tool0"/><origin xyz="0.1 0 ${length}"/>
  </joint>
</robot>
"""

MJCF = """<mujoco model="arm">
  <compiler angle="radian" autolimits="true"/>
  <worldbody>
    <body name="a" pos="0.1 0 0.3" quat="0.9238795325112867 0 0 0.3826834323650898">
      <joint name="turn" axis="0 0 1" range="-2 2"/>
      <body name="b" pos="0.4 0 0">
        <joint name="lift" type="slide" axis="0 0 1" range="0 0.3"/>
        <body name="c" pos="0 0.2 0">
          <joint name="bend" axis="0 1 0" pos="0.05 0 0" range="-1.5 1.5"/>
          <body name="tool0" pos="0.3 0 0"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


def xacro_frame(q):
    quarter, frame = about((0, 0, 1), np.pi / 2), np.eye(4)
    for axis, value in zip(np.eye(3)[[2, 1, 0]], q):
        frame = frame @ moved((0, 0, 0.3)) @ quarter @ about(axis, value)
    return frame @ moved((0.1, 0, 0.4))


def mjcf_frame(q):
    turn, lift, bend = q
    frame = moved((0.1, 0, 0.3)) @ about((0, 0, 1), np.pi / 4 + turn) @ moved((0.4, 0, lift))
    anchor = np.array((0.05, 0, 0))  # A joint rotates about this point of its body.
    frame = frame @ moved((0, 0.2, 0)) @ moved(anchor) @ about((0, 1, 0), bend) @ moved(-anchor)
    return frame @ moved((0.3, 0, 0))


ROBOTS = {
    "arm.urdf.xacro": (XACRO, xacro_frame, [[-2, 1.2]] * 3),
    "made by hand.xml": (MJCF, mjcf_frame, [[-2, 2], [0, 0.3], [-1.5, 1.5]]),
}
NAMED = re.compile(
    r"Convert it: (npx iklab import .*), then iklab\.Robot\.from_scenario\('(.*)'\)$"
)


def main():
    random, apart = np.random.default_rng(1), 0.0
    for name, (text, frame_of, limits) in ROBOTS.items():
        Path(name).write_text(text, encoding="utf-8")
        try:
            iklab.Robot.from_urdf(name, effector="tool0")
            raise AssertionError(f"{name} is read")
        except ValueError as error:
            command, document = NAMED.search(str(error)).groups()
        subprocess.run(command, shell=True, check=True)
        robot = iklab.Robot.from_scenario(document)
        assert robot.effectors == ("tool0",), robot
        np.testing.assert_allclose(robot.limits, limits, atol=1e-15)
        for q in random.uniform(*robot.limits.T, (20, 3)):
            apart = max(apart, float(np.abs(robot.fk(q) - frame_of(q)).max()))
    assert apart < 1e-11, apart  # Documents have numbers with 12 decimals.
    print(len(ROBOTS), apart)


if __name__ == "__main__":
    main()
