"""Answers questions of web/setup/compareAnswers.mjs: answers.py FILE

Prints per question a list of rows: method, stop, updates, joint values.
"""

import json
import sys
from pathlib import Path

import iklab
from scenarios import solutions


# The rules of a document of version 2: only the update limit ends a run early.
RULES = {
    "tolerance": 1e-4,
    "orientationTolerance": 1e-3,
    "minImprovement": 0,
    "maxRises": 1_000_000,
}


def default_rows(question):
    document = question["document"]
    robot = (
        iklab.Robot.from_urdf(question["urdf"])
        if question.get("urdf")
        else iklab.Robot.from_preset(question["preset"])
    )
    [target] = document["targets"]
    goal = iklab.Pose(target["position"], target.get("orientation"))
    for each in document["methods"]:
        found = robot.solve(goal, method=each["id"])
        yield [each["id"], found.stop, found.updates, *found.q.tolist()]


def document_rows(question):
    document = question["document"]
    ruled = {**document, "run": {**RULES, **document["run"]}}
    for each, found in zip(document["methods"], solutions(ruled)):
        yield [each["id"], found.stop, found.updates, *found.q.tolist()]


def study_rows(question):
    rows = iklab.study(question["document"])
    for method, stop, updates, q in zip(rows["method"], rows["stop"], rows["updates"], rows.q):
        yield [str(method), str(stop), int(updates), *q.tolist()]


def path_rows(question):
    course = iklab.study(question["document"]).course
    joints = [name for name in course.columns if name.startswith("end.")]
    for i, (method, updates) in enumerate(zip(course["method"], course["updates"])):
        yield [str(method), "none", int(updates), *(float(course[name][i]) for name in joints)]


ROWS = {
    "default": default_rows,
    "document": document_rows,
    "problems": study_rows,
    "path": path_rows,
}


def main():
    questions = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(json.dumps([list(ROWS[each["kind"]](each)) for each in questions]))


if __name__ == "__main__":
    main()
