"""The same questions as the command line: doors.py FILE

FILE has what `iklab solve` and `iklab study` answer, with the questions. Prints how many answers were
compared, and how far apart joint values are at most, radians or metres.
"""

import json
import sys
from pathlib import Path

import iklab
import numpy as np


def main():
    asked = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    apart = 0.0
    for each in asked["solves"]:
        robot = iklab.Robot.from_preset(each["preset"])
        pose = iklab.Pose(each["position"], quaternion=each["quaternion"])
        here = robot.solve(pose, method=each["method"])
        there, told = each["answer"], (each["preset"], each["method"])
        assert here.reached == there["reached"], told
        assert (here.updates, here.restarts) == (there["updates"], there["restarts"]), told
        if here.reached:  # of attempts that come as near as each other, rounding names the best
            apart = max(apart, float(np.abs(here.q - list(there["q"].values())).max()))
    for each in asked["studies"]:
        rows = iklab.study(each["study"])
        solved = {label: int(rows["solved"][rows["label"] == label].sum()) for label in rows.labels}
        assert solved == each["solved"], (each["study"]["scenario"], solved, each["solved"])
    assert apart < 1e-9, apart
    print(len(asked["solves"]), len(asked["studies"]), f"{apart:.1e}")


if __name__ == "__main__":
    main()
