"""Compares results with those of the command line and npm: doors.py FILE

FILE has the start poses of `iklab import`, and problems with the results of `iklab solve`,
`iklab run`, npm and `iklab study`. Prints the number of results of each kind, and the largest
difference of joint values, radians or metres (for paths: of all numbers). Start poses are the same
to the bit.
"""

import json
import sys
import warnings
from pathlib import Path

import iklab
import numpy as np
from scenarios import solutions


def robot_of(each):
    if "urdf" in each:
        return iklab.Robot.from_urdf(each["urdf"])
    if "dh" in each:
        return iklab.Robot.from_dh(each["dh"]["rows"], each["dh"].get("convention", "standard"))
    return iklab.Robot.from_preset(each["preset"])


def compare_starts(starts):
    for each in starts:
        robot = robot_of(each)
        assert dict(zip(robot.names, robot.start.tolist())) == each["start"], each


def compare_solves(solves):
    apart = 0.0
    for each in solves:
        robot = robot_of(each)
        if each["tool"]:
            robot = robot.with_tool(each["tool"])
        pose = iklab.Pose(each["position"], quaternion=each["quaternion"])
        here = robot.solve(pose, method=each["method"])
        there, told = each["answer"], (robot.name, each["method"], each["tool"])
        assert here.reached == there["reached"], told
        counts = (there["updates"], there["restarts"], there["givenUp"])
        assert (here.updates, here.restarts, here.given_up) == counts, told
        if here.reached:  # Among attempts that come equally close, rounding decides which is best.
            apart = max(apart, float(np.abs(here.q - list(there["q"].values())).max()))
    return apart


def compare_runs(documents):
    """Compares the ends of a document in every interface; `ends` has a list of panels for each."""
    count, apart = 0, 0.0
    for each in documents:
        found = list(solutions(each["document"], each["targets"]))
        assert any(here.reached for here in found), each["name"]
        for door, ends in each["ends"].items():
            assert len(ends) == len(found), (each["name"], door)
            for here, there in zip(found, ends):
                told = (each["name"], door, there)
                assert (here.updates, here.stop) == (there["updates"], there["stop"]), (told, here)
                apart = max(apart, float(np.abs(here.q - there["q"]).max()))
                count += 1
    return count, apart


def noted(study):
    """Returns the rows of a study, and the note about its version."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        rows = iklab.study(study)
    return rows, "".join(str(each.message) for each in told)


def compare_causes(causes):
    """Compares causes, joints and numbers with npm; returns how many goals were not reached."""
    count = 0
    for each in causes:
        robot = robot_of(each)
        for method, answers in zip(each["methods"], each["answers"]):
            for goal, there in zip(each["goals"], answers):
                pose = iklab.Pose(goal["position"], quaternion=goal.get("quaternion"))
                wanted = pose if "quaternion" in goal else goal["position"]
                here = robot.solve(wanted, method=method, restarts=0)
                told = (robot.name, method, goal, there, here.reason)
                assert (here.updates, here.stop) == (there["updates"], there["stop"]), told
                assert (here.cause, here.reason) == (there["cause"], there["reason"]), told
                count += not here.reached
    assert count >= 200, count
    return count


def compare_links(robots):
    """Compares the poses of all links with npm: same names, same order, same frames."""
    count, apart = 0, 0.0
    for each in robots:
        robot = robot_of(each)
        for there in each["answers"]:
            here = robot.link_poses(there["q"])
            assert list(here) == list(there["links"]), (robot.name, list(here))
            for name, pose in there["links"].items():
                wanted = iklab.Pose(pose["position"], quaternion=pose["quaternion"]).matrix
                apart = max(apart, float(np.abs(here[name] - wanted).max()))
                count += 1
    return count, apart


def compare_solutions(robots):
    """Compares all solutions and certificates with npm: same numbers, same order, same kind."""
    count, apart, kinds = 0, 0.0, set()
    for each in robots:
        robot = robot_of(each)
        for there in each["answers"]:
            goal = iklab.Pose(there["goal"]["position"], there["goal"].get("quaternion"))
            here = robot.solutions(goal, there["start"], starts=60, seed=4)
            told = (robot.name, there)
            assert (here.kind, here.reason) == (there["kind"], there["reason"]), told
            assert np.isclose(here.idealised, there["idealised"], rtol=0, atol=1e-15), told
            rows = there["solutions"]
            assert here.number.tolist() == [row["number"] for row in rows], told
            assert here.sides.tolist() == [row["sides"] for row in rows], told
            assert here.family.tolist() == [row["family"] for row in rows], told
            for i, row in enumerate(rows):
                near = dict(q=here.q[i], turn=here.turn[i])
                if np.isfinite(here.margin[i]):
                    near["margin"] = here.margin[i]
                else:
                    assert row["margin"] == "Infinity", told
                for name, value in near.items():
                    off = np.abs(value - np.array(row[name], dtype=float)).max()
                    apart = max(apart, float(off))
            proven, wanted = robot.certify(there["near"], goal), there["certificate"]
            assert (proven is None) == (wanted is None), told
            if proven:
                assert proven.within_limits == wanted["withinLimits"], told
                assert np.isclose(proven.radius, wanted["radius"], rtol=1e-6, atol=1e-15), told
            count += len(rows)
            kinds.add(here.kind)
    assert kinds == {"all", "found", "redundant"}, kinds
    return count, apart


def compare_studies(studies):
    apart = 0.0
    for each in studies:
        here, note = noted(each["study"])
        there = iklab.load(each["rows"])
        assert note == each["note"], (note, each["note"])
        swept = [axis["path"] for axis in each["study"]["sweep"]]
        for column in ("label", *swept, "index", "solved", "stop", "updates"):
            same = np.array_equal(here[column], there[column], equal_nan=column in swept)
            assert same, (each["study"], column)
        ends = np.stack([there[f"end.{name}"] for name in here.names], axis=1)
        solved = here["solved"]  # For the others, rounding decides where hundreds of updates end.
        assert solved.any(), each["study"]["scenario"]
        apart = max(apart, float(np.abs(here.q - ends)[solved].max()))
    return apart


TIMES = ("time", "time99")
# Jitter is divided by the travel of a joint, at least 1e-6 rad.
SCALES = {"jitter": 1e-3}


def compare_paths(paths):
    """Compares runs along paths and their points with the command line, and the runs with npm."""
    count, apart, jumps, limited, exact = 0, 0.0, 0, 0.0, 0
    for each in paths:
        here, _ = noted(each["study"])
        for table, file in ((here, each["rows"]), (here.course, each["course"])):
            there = iklab.load(file)
            assert table.columns == there.columns, (table.columns, there.columns)
            for column in set(table.columns) - set(TIMES):
                own = column_apart(each["study"], column, table, there)
                apart = max(apart, SCALES.get(column, 1) * own)
        there = iklab.load(each["rows"])
        for column in set(here.columns) - set(TIMES):
            told = [np.nan if row[column] is None else row[column] for row in each["npm"]]
            assert np.array_equal(there[column], told, equal_nan=there[column].dtype.kind == "f")
        count += len(here)
        jumps, limited = jumps + here["jumps"].sum(), limited + here["limited"].sum()
        exact += compare_bits(here.course, iklab.load(each["course"]))
    assert jumps > 0 and limited > 0 and exact >= 3, (jumps, limited, exact)
    return count, apart


def compare_bits(here, there):
    """Returns whether the targets have the same bits; then all rows have, except those of SDLS."""
    if any(
        (here[name] != there[name]).any() for name in here.columns if name.startswith("target.")
    ):
        return False
    others = here["method"] != "sdls"
    for name in here.columns:
        assert (here[name][others] == there[name][others]).all(), name
    return True


def column_apart(study, column, here, there):
    """Returns the largest difference; texts and counts must be equal."""
    ours, theirs = here[column], there[column]
    assert ours.dtype.kind == theirs.dtype.kind, (column, ours.dtype, theirs.dtype)
    told = (study["scenario"], study["sampling"], column)
    if ours.dtype.kind != "f":
        assert (ours == theirs).all(), (told, ours, theirs)
        return 0.0
    assert (np.isnan(ours) == np.isnan(theirs)).all(), told
    return float(np.abs(ours - theirs)[~np.isnan(ours)].max(initial=0))


def main():
    asked = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    compare_starts(asked["starts"])
    solves_apart = compare_solves(asked["solves"])
    runs, runs_apart = compare_runs(asked["documents"])
    causes = compare_causes(asked["causes"])
    links, links_apart = compare_links(asked["links"])
    solutions, solutions_apart = compare_solutions(asked["solutions"])
    rows_apart = compare_studies(asked["studies"])
    paths, paths_apart = compare_paths(asked["paths"])
    assert solves_apart < 1e-9, solves_apart
    assert runs_apart < 1e-12, runs_apart
    assert links_apart < 1e-14, links_apart
    assert solutions_apart < 1e-12, solutions_apart
    assert rows_apart < 1e-9, rows_apart
    assert paths_apart < 1e-9, paths_apart
    counts = [len(asked["starts"]), len(asked["solves"]), runs, causes, links, solutions, paths]
    told = [solves_apart, runs_apart, links_apart, solutions_apart, rows_apart, paths_apart]
    print(json.dumps([counts, *told]))


if __name__ == "__main__":
    main()
