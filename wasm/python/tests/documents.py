"""Documents of robots for the command line: documents.py FOLDER

Writes what `iklab.show` opens for robots of every kind, with offset goals, as NAME.json.
"""

import json
import sys
from pathlib import Path

import iklab
import numpy as np
from iklab._document import robot_document
from robots import ARM_URDF, EVERY_KIND

ROBOTS = {
    "urdf": iklab.Robot.from_urdf(ARM_URDF, effector="tool0"),
    "dh": iklab.Robot.from_dh([(0.3, 1.2, 0.3, 0.4), (0.5, -0.7, 0, 0.2), (0.4, 0, 0.1, 0)]),
    "kinds": iklab.Robot.from_scenario(EVERY_KIND),
    "hand": iklab.Robot.from_preset("allegro"),
}

for name, robot in ROBOTS.items():
    document = robot_document(robot, ["dls"])
    low, high = np.where(np.isfinite(robot.limits), robot.limits, (-9, 9)).T
    aside = np.clip(robot.start + 0.1, low, high)
    for target in document["targets"]:
        target["position"] = robot.fk(aside, target["effector"])[:3, 3].tolist()
    document["methods"][0]["params"] = {"lambda": 0.02}
    Path(sys.argv[1], f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
