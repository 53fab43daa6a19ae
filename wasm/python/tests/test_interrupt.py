"""Ctrl-C stops long computations, and other threads may write to their input arrays."""

import linecache
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import numpy as np
from robots import ur5e

TIMEOUT = 120  # Seconds after which an interrupt counts as ignored.

# Each call takes hours: a gain of 1e-9 makes no progress, and every attempt has a million updates.
SLOW = dict(
    gain=1e-9, min_improvement=0, max_updates=1_000_000, restarts=1000, restart_max_slow=0
)
STUDY = {
    "iklabStudy": 2,
    "scenario": {
        "tree": {"planar": {"links": [1, 0.8, 0.5]}},
        "targets": [{"effector": "tip", "position": [1, 1, 0]}],
        "run": {"minImprovement": 0, "maxUpdates": 1_000_000},
    },
    "sampling": {"kind": "reachable", "start": "random"},
    "restarts": {"most": 1000},
    "count": 1000,
}


def goals(count):
    robot = ur5e()
    return robot, robot.fk(np.random.default_rng(1).uniform(-3, 3, (count, 6)))


def solve():
    robot, T = goals(1)
    robot.solve(T[0], **SLOW)


def batch(threads):
    robot, T = goals(100)
    robot.solve_batch(T, threads=threads, **SLOW)


def study(method, threads):
    import iklab

    methods = [{"id": method, "gain": 1e-9}]
    document = {**STUDY, "scenario": {**STUDY["scenario"], "methods": methods}}
    iklab.study(document, threads=threads)


def path():
    import iklab

    methods = [{"id": "sdls", "gain": 1e-9}]
    away = {"shape": "line", "from": [9, 9, 9], "to": [9, 9, 8]}
    sampling = {"kind": "follow", "path": away, "updates": 1000, "points": 9000}
    scenario = {**STUDY["scenario"], "methods": methods}
    iklab.study({"iklabStudy": 2, "scenario": scenario, "sampling": sampling}, threads=3)


def search():
    import iklab

    joints, tips = [], []
    for i in range(60):  # Arms of two links, whose goals are out of reach.
        joints.append({"id": f"a{i}"})
        joints.append({"id": f"b{i}", "parent": f"a{i}", "xyz": [1, 0, 0]})
        tips.append({"id": f"t{i}", "parent": f"b{i}", "xyz": [1, 0, 0]})
    robot = iklab.Robot.from_scenario({"tree": {"joints": joints, "effectors": tips}})
    robot.solutions({name: [3, 0, 0] for name in robot.effectors}, starts=100_000)


CALLS = {
    "solve": solve,
    "batch by one thread": lambda: batch(1),
    "batch by three threads": lambda: batch(3),
    "batch with fewer rows than threads": lambda: batch(64),
    "study": lambda: study("sdls", 1),
    "study along a path": path,
    "study in lanes": lambda: study("dls", 3),
    "search for all solutions": search,
}


def computes(thread):
    """Returns whether a thread is inside a call of the compiled module."""
    frame = sys._current_frames().get(thread.ident)
    line = frame and linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    calls = ("solver.solve", "finder.find", "return compute(")
    return bool(line) and any(each in line for each in calls)


def interrupt_once_all(threads):
    """Sends SIGINT to this process once all these threads are computing."""

    def wait():
        while not all(computes(thread) for thread in threads):
            time.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, daemon=True).start()


def is_interrupted(call):
    try:
        call()
    except KeyboardInterrupt:
        return True
    return False


def assert_usable():
    robot, T = goals(20)
    assert robot.solve_batch(T, restarts=50).reached.all()


def on_main_thread(name):
    interrupt_once_all([threading.main_thread()])
    assert is_interrupted(CALLS[name])
    assert_usable()


def on_other_threads(names):
    ended = queue.Queue()
    threads = [
        threading.Thread(target=lambda name=name: ended.put(is_interrupted(CALLS[name])))
        for name in names
    ]

    def join(interrupt=False):
        if interrupt:
            interrupt_once_all(threads)
        for thread in threads:
            thread.join()

    for thread in threads:
        thread.start()
    assert is_interrupted(lambda: join(interrupt=True))
    # A second join would not wait: Python takes a thread for ended whose join was interrupted.
    results = [ended.get() for _ in names]
    assert results == [True] * len(names), results
    assert_usable()


def handled_by_program():
    """If the program has its own handler, a solve on another thread ends normally."""
    received, ended = [], []
    signal.signal(signal.SIGINT, lambda *_: received.append(True))
    robot, T = goals(1)
    some = {**SLOW, "restarts": 1}
    thread = threading.Thread(
        target=lambda: ended.append(is_interrupted(lambda: robot.solve(T[0], **some)))
    )
    thread.start()
    interrupt_once_all([thread])
    thread.join()
    assert received and ended == [False], (received, ended)


class Interrupt(unittest.TestCase):
    def run_alone(self, call):
        """Runs a call in its own process, which is killed if it ignores the interrupt."""
        command = [sys.executable, "-c", f"import test_interrupt as t; {call}"]
        ended = subprocess.run(
            command,
            cwd=Path(__file__).parent,
            timeout=TIMEOUT,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_stops_a_computation_on_the_main_thread(self):
        for name in CALLS:
            with self.subTest(name):
                self.run_alone(f"t.on_main_thread({name!r})")

    def test_stops_computations_on_all_threads(self):
        names = ["solve", "batch by three threads", "study", "solve"]
        self.run_alone(f"t.on_other_threads({names})")

    def test_leaves_other_threads_alone_if_the_program_handles_sigint(self):
        self.run_alone("t.handled_by_program()")


class ConcurrentWrites(unittest.TestCase):
    def while_overwritten(self, call, *arrays):
        """Returns the result of a call on copies that another thread overwrites meanwhile."""
        own = [array.copy() for array in arrays]
        done, main = threading.Event(), threading.current_thread()
        written = []

        def overwrite():
            while not done.is_set():
                if computes(main):
                    for array in own:
                        array[...] = np.nan
                    written.append(True)

        other = threading.Thread(target=overwrite)
        other.start()
        try:
            return call(*own), written
        finally:
            done.set()
            other.join()

    def test_writes_to_goals_and_starts_change_no_row(self):
        robot, T = goals(20_000)
        starts = np.random.default_rng(2).uniform(-3, 3, (len(T), 6))
        one = robot.solve_batch(T, starts, method="dls", max_updates=100)
        other, written = self.while_overwritten(
            lambda *own: robot.solve_batch(*own, method="dls", max_updates=100), T, starts
        )
        self.assertTrue(written)
        for field in ("q", "updates", "error", "stop", "distances", "angles", "restarts"):
            np.testing.assert_array_equal(getattr(one, field), getattr(other, field))


if __name__ == "__main__":
    unittest.main()
