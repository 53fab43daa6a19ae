"""Reads a robot from a URDF file and moves its tool to a pose: reach.py arm.urdf"""
import sys

import iklab

arm = iklab.Robot.from_urdf(sys.argv[1], effector="tool0")
goal = iklab.Pose([0.45, 0.2, 0.3], quaternion=[0, 1, 0, 0])  # Metres; z points down.
found = arm.solve(goal, method=iklab.dls(lambda_=0.03), tolerance=1e-6)
print(f"{found.reason} after {found.updates} updates, error {found.error:.1e} m")
for name, value in zip(arm.names, found.q):
    print(f"{name:<12} {value:+.6f}")
