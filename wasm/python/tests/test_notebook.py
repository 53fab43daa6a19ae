"""Runs in notebooks: documents of robots, served pages, and the view without a live run."""

import base64
import html
import json
import re
import sys
import tempfile
import types
import unittest
import urllib.error
import urllib.request
import zlib
from pathlib import Path
from unittest import mock

import iklab
import numpy as np
import traitlets
from iklab import _notebook, _page
from iklab._document import drawn_lines, link_of, robot_document
from robots import ARM_URDF, EVERY_KIND, TOP

HOST = "https://iklab.example/"


def robots():
    yield iklab.Robot.from_urdf(ARM_URDF, effector="tool0")
    yield iklab.Robot.from_dh([(0.1, 1.2, 0.3, 0.4), (0.5, -0.7, 0, 0.2), (0.2, np.pi / 2, 0.1, 0)])
    yield iklab.Robot.from_scenario(EVERY_KIND)
    for name in iklab.presets():
        yield iklab.Robot.from_preset(name)


def poses(robot, count=4):
    low, high = np.clip(robot.limits, -2, 2).T
    return np.random.default_rng(3).uniform(low, high, (count, len(robot.names)))


def no_page(case):
    """Simulates an installation without a page."""
    absent = mock.patch.object(_page, "_OWN", Path(__file__).parent / "none")
    absent.start()
    case.addCleanup(absent.stop)


class Documents(unittest.TestCase):
    def test_document_restores_the_robot(self):
        for robot in robots():
            again = iklab.Robot.from_scenario(json.dumps(robot_document(robot, ["sdls"])))
            self.assertEqual((again.names, again.effectors), (robot.names, robot.effectors))
            self.assertEqual(again.kinds, robot.kinds)
            np.testing.assert_array_equal(again.start, robot.start)
            np.testing.assert_array_equal(again.limits, robot.limits)
            for effector in robot.effectors:
                there = robot.fk(poses(robot), effector)
                np.testing.assert_allclose(again.fk(poses(robot), effector), there, atol=1e-12)

    def test_drawing_ends_at_the_effectors(self):
        for robot in robots():
            for q in poses(robot, 2):
                ends = drawn_lines(robot, q)[-len(robot.effectors) :]
                for (_, end), effector in zip(ends, robot.effectors):
                    np.testing.assert_allclose(end, robot.fk(q, effector)[:3, 3], atol=1e-9)

    def test_links_pack_documents_like_the_page(self):
        golden = next((TOP / "web/fuzz/golden").glob("*.json"))
        theirs = json.loads(golden.read_text("utf-8"))["links"][0]["link"]
        document = {"iklab": 1, "name": "Über 7"}
        ours = link_of(f"{HOST}#old", document)
        self.assertTrue(ours.startswith(f"{HOST}#s=1."))
        self.assertIn("preset", unpacked(theirs))
        self.assertEqual(unpacked(ours), document)


def unpacked(link):
    packed = re.fullmatch(r".*#s=1\.([\w-]+)", link)[1]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=="), -15))


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name, "page")
        (self.folder / "assets").mkdir(parents=True)
        (self.folder / "index.html").write_text("<p>page</p>", "utf-8")
        (self.folder / "assets/a.wasm").write_bytes(b"\0asm")
        (self.folder / "ik-lab.js").write_text("1", "utf-8")
        Path(folder.name, "secret").write_text("no", "utf-8")

    def test_folder_is_served_on_localhost(self):
        robot = iklab.Robot.from_preset("scara")
        with mock.patch.dict(sys.modules, {"anywidget": None}):
            host = iklab.show(robot, host=self.folder).host
            self.assertEqual(iklab.show(robot, host=str(self.folder)).host, host)
            with mock.patch.object(_page, "_OWN", self.folder):
                self.assertEqual(iklab.show(robot).host, host)
        self.assertRegex(host, r"^http://127\.0\.0\.1:\d+/$")
        for path, kind in (
            ("", "text/html"),
            ("ik-lab.js?x=1", "text/javascript"),
            ("assets/a.wasm", "application/wasm"),
        ):
            with urllib.request.urlopen(host + path) as answer:
                self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
                self.assertEqual(answer.headers.get_content_type(), kind)
        for path in ("assets/", "none", "../secret", "%2e%2e/secret"):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(host + path)
            self.assertEqual(refused.exception.code, 404)
            refused.exception.close()

    def test_invalid_hosts_and_arguments_are_rejected(self):
        robot = iklab.Robot.from_preset("scara")
        with self.assertRaisesRegex(ValueError, "^host must be an address or a folder of "):
            iklab.show(robot, host=self.folder / "assets")
        with self.assertRaisesRegex(ValueError, "^what must be a Robot or a scenario; got 7"):
            iklab.show(7, host=HOST)
        with self.assertRaisesRegex(ValueError, "^ui must be a string; got 1"):
            iklab.show(robot, ui=1, host=HOST)


class Stills(unittest.TestCase):
    def setUp(self):
        no_page(self)
        absent = mock.patch.dict(sys.modules, {"anywidget": None})
        absent.start()
        self.addCleanup(absent.stop)
        made = mock.patch.object(_notebook, "_made", None)
        made.start()
        self.addCleanup(made.stop)

    def test_still_has_a_drawing_and_a_link(self):
        robot = iklab.Robot.from_preset("ur5e")
        w = iklab.show(robot, host=HOST, methods=["dls", "sdls"])
        q = robot.start + 0.3
        w.q = q
        np.testing.assert_array_equal(w.q, q)
        text = w._repr_html_()
        [path] = re.findall('<path d="([^"]+)"', text)
        self.assertEqual(path.count("L"), len(drawn_lines(robot)))
        document = unpacked(re.search(r'href="([^"]+)"', text)[1])
        self.assertEqual(document["start"], q.tolist())
        self.assertEqual(document["methods"], [{"id": "dls"}, {"id": "sdls"}])
        said = dict(re.findall(r' (\w+)="([^"]*)"', re.search("<ik-lab[^>]*>", text)[0]))
        self.assertEqual(json.loads(html.unescape(said.pop("scenario"))), w.scenario)
        self.assertEqual(said, {"host": HOST, "ui": "panes,transport", "label": "UR5e"})
        self.assertIn(f'<script type="module" src="{HOST}ik-lab.js"></script>', text)
        w.q = robot.start
        self.assertNotEqual(w._repr_html_(), text)

    def test_still_works_without_a_page_and_for_any_document(self):
        plain = iklab.show({"iklab": 1, "preset": "y", "name": "<b>&"})
        self.assertIn("&lt;b&gt;&amp;", plain._repr_html_())
        self.assertNotIn("<b>", plain._repr_html_())
        self.assertNotRegex(plain._repr_html_(), "<(a|script|ik-lab) ")
        robot = iklab.Robot.from_scenario(EVERY_KIND)
        self.assertIn("<svg", iklab.show(robot)._repr_html_())
        self.assertIn("<svg", iklab.show(json.dumps(EVERY_KIND), host=HOST)._repr_html_())

    def test_documented_example_runs(self):
        text = (TOP / "docs/notebook.md").read_text("utf-8")
        [example] = re.findall("```python\n(.*?)```", text, re.S)
        names = {}
        exec(example, names)
        self.assertIsInstance(names["w"], iklab.Widget)
        for name in re.findall(r"^\| `w\.(\w+)`", text, re.M):
            self.assertTrue(hasattr(names["w"], name) or name == "observe", name)

    def test_invalid_poses_are_rejected(self):
        w = iklab.show(iklab.Robot.from_preset("scara"), host=HOST)
        for q in ([0.1, 0.2], [[0] * 4], [np.nan] * 4):
            with self.assertRaisesRegex(ValueError, "^q"):
                w.q = q


class AnyWidget(traitlets.HasTraits):
    """Replaces anywidget's class, as far as it is used here."""

    def _repr_mimebundle_(self, **given):
        return {"text/plain": "widget", "application/vnd.jupyter.widget-view+json": {}}, {}


class Widgets(unittest.TestCase):
    def setUp(self):
        no_page(self)
        anywidget = types.ModuleType("anywidget")
        anywidget.AnyWidget = AnyWidget
        there = mock.patch.dict(sys.modules, {"anywidget": anywidget})
        made = mock.patch.object(_notebook, "_made", None)
        for each in (there, made):
            each.start()
            self.addCleanup(each.stop)

    def test_widget_has_a_module_and_synced_traits(self):
        robot = iklab.Robot.from_preset("ur5e")
        w = iklab.show(robot, host=HOST, ui="panes")
        self.assertIsInstance(w, AnyWidget)
        self.assertIn("export default", Path(w._esm).read_text("utf-8"))
        traits = w.traits(sync=True)
        asked = set(re.findall(r"model\.get\('(\w+)'\)", Path(w._esm).read_text("utf-8")))
        self.assertLessEqual(asked | {"results", "ui", "label"}, set(traits))
        self.assertEqual((w.host, w.ui, w.label), (HOST, "panes", "UR5e"))
        sent = traits["q"].metadata["to_json"](w.q, w)
        self.assertEqual(sent, robot.start.tolist())
        w.q = traits["q"].metadata["from_json"]([0.1] * 6, w)
        np.testing.assert_array_equal(w.q, [0.1] * 6)
        with self.assertRaisesRegex(traitlets.TraitError, r"^q: \(2,\), must be \(6,\)"):
            w.q = [1, 2]

    def test_observers_are_notified(self):
        w = iklab.show(iklab.Robot.from_preset("ur5e"), host=HOST)
        told = []
        w.observe(lambda change: told.append(change["new"].tolist()), "q")
        w.q = np.full(6, 0.2)
        w.q = [0.3] * 6
        self.assertEqual(told, [[0.2] * 6, [0.3] * 6])
        w.observe(lambda change: told.append(change["name"]), "results")
        w.results = [{"method": "SDLS", "reached": True}]
        self.assertEqual(told[-1], "results")

    def test_mime_bundle_contains_a_drawing_without_kernel(self):
        w = iklab.show(iklab.Robot.from_preset("ur5e"), host=HOST)
        data, _ = w._repr_mimebundle_()
        self.assertIn("application/vnd.jupyter.widget-view+json", data)
        self.assertRegex(data["text/html"], "(?s)<svg.*open in IK Lab")

    def test_without_a_page_show_returns_a_drawing(self):
        w = iklab.show(iklab.Robot.from_preset("ur5e"))
        self.assertIsInstance(w, iklab.Widget)


if __name__ == "__main__":
    unittest.main()
