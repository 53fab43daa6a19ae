"""The page that shows runs: an address, or a folder served to this machine only."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, Optional, Union

from ._sentences import shown

_OWN = Path(__file__).parent / "page"
_servers: Dict[Path, ThreadingHTTPServer] = {}


def page_address(host: Union[str, Path, None]) -> str:
    """Returns the address of a page or of a folder with a built page; None: the page of the
    package."""
    if isinstance(host, str) and host.startswith(("http://", "https://")):
        return host if host.endswith("/") or "?" in host else f"{host}/"
    folder = _OWN if host is None else Path(host)
    if (folder / "index.html").is_file():
        return _served(folder.resolve())
    if host is None:
        raise ValueError("host must be given: no page was installed with this package")
    raise ValueError(f"host must be an address or a folder of a built page; got {shown(host)}")


def page_or_none(host: Union[str, Path, None]) -> Optional[str]:
    """Returns the address, or None if there is no page and none was requested."""
    if host is None and not (_OWN / "index.html").is_file():
        return None
    return page_address(host)


def _served(folder: Path) -> str:
    """Serves a folder in a thread that ends with the program."""
    if folder not in _servers:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True, name="iklab page").start()
        _servers[folder] = server
    return f"http://127.0.0.1:{_servers[folder].server_address[1]}/"


class _Files(SimpleHTTPRequestHandler):
    """Serves the files of a folder, without directory listings, to pages of any origin."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        self.send_error(404, "Not Found")

    def log_message(self, format: str, *args: Any) -> None:
        pass
