"""Solves scenario documents with fixed targets like the page and the command line."""

import iklab

TABLE = {info.id: info for info in iklab.methods()}


def method_of(identity, params):
    """Returns a method of a scenario: parameters by key, those of a stage as `first.lambda`."""
    names = {each.key: each for each in TABLE[identity].parameters}
    options, stages = {}, {}
    for key, value in params.items():
        stage, dot, inner = key.partition(".")
        if dot:
            stages.setdefault(stage, {})[inner] = value
        else:
            options[names[key].name] = value
    for name, inner in stages.items():
        options[name] = method_of(options.get(name, names[name].default), inner)
    return getattr(iklab, TABLE[identity].function)(**options)


def solutions(document, targets=None):
    """Yields the solution of each method. targets: by default those of the document or preset."""
    robot = iklab.Robot.from_scenario(document)
    targets = targets or document["targets"]
    goals = {
        each["effector"]: iklab.Pose(each["position"], each.get("orientation")) for each in targets
    }
    run = document["run"]
    names = {"minImprovement": "min_improvement", "maxRises": "max_rises"}
    rules = {name: run[key] for key, name in names.items() if key in run}
    tolerance = run["tolerance"]
    if "orientationTolerance" in run:
        tolerance = (tolerance, run["orientationTolerance"])
    own = {each["effector"]: each["tolerance"] for each in targets if each.get("tolerance")}
    weights = {
        each["effector"]: each["orientationWeight"]
        for each in targets
        if each.get("orientationWeight") is not None
    }
    for method in document["methods"]:
        yield robot.solve(
            goals,
            start=robot.start,
            method=method_of(method["id"], method.get("params", {})),
            limits=document.get("limitPolicy", "ignore"),
            tolerance={None: tolerance, **own},
            max_updates=run.get("maxUpdates", 4000),
            restarts=0,
            orientation_weight=weights,
            free={each["effector"]: each.get("free") for each in targets},
            **rules,
        )
