"""Builds the Python package for pip (PEP 517), with CMake and the compiler of this machine.

It needs no Python package: Debian has pybind11 and Eigen, but no scikit-build-core. pip installs
pybind11 and cmake if they are missing and it may use the network.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

TOP = Path(__file__).resolve().parents[2]
NAME = "iklab"
# What the build reads, besides the built page.
SOURCES = [
    *("CMakeLists.txt", "LICENSE", "package.json", "pyproject.toml"),
    *("wasm/include", "wasm/src", "wasm/python"),
    "web/packages/core/scenario/presets/shelf",
]
PAGE = "web/dist"
# Files of the archive have this time (1980), so that the same sources give the same bytes.
TIME = 315532800

Settings = Optional[Dict[str, Any]]


def get_requires_for_build_wheel(config_settings: Settings = None) -> List[str]:
    if not shutil.which("cmake"):
        return ["cmake>=3.22", "pybind11>=2.10"]
    return [] if _finds_pybind11() else ["pybind11>=2.10"]


def get_requires_for_build_sdist(config_settings: Settings = None) -> List[str]:
    return []


def get_requires_for_build_editable(config_settings: Settings = None) -> List[str]:
    return []


def build_editable(wheel_directory: str, *_: Any) -> str:
    raise SystemExit(
        "iklab: an editable install is not possible, because the package is partly compiled; "
        "run `pip install .` again after a change"
    )


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    """Compiles the package; returns the name of the wheel."""
    tag = _tag()
    info = f"{NAME}-{_version()}.dist-info"
    name = f"{NAME}-{_version()}-{tag}.whl"
    with tempfile.TemporaryDirectory() as folder:
        files = dict(_installed(Path(folder)))
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/LICENSE"] = (TOP / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )
    record = "".join(f"{path},{_digest(text)},{len(text)}\n" for path, text in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, text)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Packs what the build reads, and the page if it is built; returns the archive's name."""
    base = f"{NAME}-{_version()}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [*_sources(), *_walk(TOP / PAGE)]:
            _add(archive, f"{base}/{path.relative_to(TOP).as_posix()}", path.read_bytes())
        _add(archive, f"{base}/PKG-INFO", _metadata().encode())
    name = f"{base}.tar.gz"
    with open(Path(sdist_directory, name), "wb") as file:
        with gzip.GzipFile("", "wb", 9, file, TIME) as compressed:
            compressed.write(packed.getvalue())
    return name


def _version() -> str:
    return str(json.loads((TOP / "package.json").read_text("utf-8"))["version"])


def _tag() -> str:
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    if sys.implementation.name != "cpython":
        raise SystemExit(f"iklab: needs CPython, not {sys.implementation.name}")
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _metadata() -> str:
    project = (TOP / "pyproject.toml").read_text("utf-8")
    fields = dict(line.split(" = ", 1) for line in project.splitlines() if " = " in line)
    needs = [f"Requires-Dist: {each}" for each in json.loads(fields["dependencies"])]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {NAME}",
        f"Version: {_version()}",
        f"Summary: {json.loads(fields['description'])}",
        "License: MIT",
        f"Requires-Python: {json.loads(fields['requires-python'])}",
        *needs,
        "Description-Content-Type: text/markdown",
    ]
    text = (TOP / json.loads(fields["readme"])).read_text("utf-8")
    return "\n".join(lines) + "\n\n" + text


def _installed(folder: Path) -> Iterator[Tuple[str, bytes]]:
    """Configures, compiles and installs in a folder; yields paths in the package and contents."""
    page = TOP / PAGE
    configure = [
        *("cmake", "-S", str(TOP), "-B", str(folder / "build"), "-DCMAKE_BUILD_TYPE=Release"),
        *("-DIKLAB_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"),
        *("-DIKLAB_PYTHON_DIR=.", "-DIKLAB_TOGETHER=0"),
        *_pybind11_folder(),
        *([f"-DIKLAB_PYTHON_PAGE={page}"] if (page / "index.html").exists() else []),
    ]
    _run(configure, "the build cannot be configured: it needs a C++20 compiler, Eigen and pybind11")
    build = ["cmake", "--build", str(folder / "build"), "--target", "iklab_python"]
    _run([*build, "--parallel", str(os.cpu_count() or 1)], "the sources do not compile")
    install = ["cmake", "--install", str(folder / "build"), "--component", "python", "--strip"]
    _run([*install, "--prefix", str(folder / "package")], "the package is incomplete")
    for path in _walk(folder / "package"):
        yield path.relative_to(folder / "package").as_posix(), path.read_bytes()


def _run(words: List[str], fault: str) -> None:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-4000:])
        packages = "cmake g++ libeigen3-dev pybind11-dev python3-dev"
        raise SystemExit(f"iklab: {fault}. On Debian: apt-get install {packages}")


def _finds_pybind11() -> bool:
    """Returns whether CMake finds pybind11 without the help of pip."""
    text = "cmake_minimum_required(VERSION 3.22)\nproject(check LANGUAGES CXX)\n"
    text += "find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)\n"
    text += "find_package(pybind11 2.10 CONFIG REQUIRED)\n"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "CMakeLists.txt").write_text(text)
        words = ["cmake", "-S", folder, "-B", folder, f"-DPython_EXECUTABLE={sys.executable}"]
        return subprocess.run(words, capture_output=True).returncode == 0


def _pybind11_folder() -> List[str]:
    """Returns an option with the folder of the pybind11 that pip has installed for this build."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


def _sources() -> Iterator[Path]:
    for name in SOURCES:
        path = TOP / name
        yield from [path] if path.is_file() else _walk(path)


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _add(archive: tarfile.TarFile, name: str, text: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = len(text), TIME, 0o644
    archive.addfile(entry, io.BytesIO(text))


def _digest(text: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("=")
