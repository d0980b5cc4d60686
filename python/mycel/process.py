"""A running ``mycel pipe``: calls go to it as lines of JSON, and its answers come back in the same order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
import weakref
from pathlib import Path
from typing import IO, Any, Callable, Dict, Optional, Sequence, Union

Place = Union[str, "os.PathLike[str]"]


class Error(Exception):
    """The command refuses a call, or has ended. ``code`` is its exit code: 2 is wrong usage."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def command() -> str:
    """Return the path of the command: that of MYCEL_BINARY, else the one which the wheel has installed beside Python's scripts."""
    named = os.environ.get("MYCEL_BINARY")
    if named:
        return named
    name = "mycel.exe" if os.name == "nt" else "mycel"
    package = Path(__file__).parent
    # The last two are of pip install --user and --target.
    user = f"{os.name}_user" if sys.version_info < (3, 10) else sysconfig.get_preferred_scheme("user")
    folders = [Path(sysconfig.get_path("scripts")), Path(sysconfig.get_path("scripts", user)), package.parent / "bin"]
    for folder in folders:
        path = folder / name
        if path.is_file():
            return str(path)
    raise FileNotFoundError(f"mycel: the command is in none of {', '.join(map(str, folders))}: install the wheel again")


def absolute(place: Place) -> str:
    """Return an address as it is, and a path as it is called from any folder."""
    text = os.fspath(place)
    return text if "://" in text else os.path.abspath(text)


class Process:
    """Threads may share it: their calls are answered one after the other."""

    def __init__(self, args: Sequence[str] = (), cwd: Optional[Place] = None) -> None:
        self._complaints = tempfile.TemporaryFile()
        try:
            self._child = subprocess.Popen([command(), "pipe", *args], cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints)
        except BaseException:
            self._complaints.close()
            raise
        self._lock = threading.Lock()
        self._calls = 0
        self.close = weakref.finalize(self, _end, os.getpid(), self._child, self._complaints)
        self.call("version")

    @property
    def alive(self) -> bool:
        return self.close.alive and self._child.poll() is None

    def call(self, name: str, on_file: Optional[Callable[[Dict[str, Any]], None]] = None, **args: Any) -> Any:
        """Return the result of a call. Files that come before it go to ``on_file``."""
        with self._lock:
            if not self.close.alive:
                raise Error("mycel: the index is closed")
            self._calls += 1
            number = self._calls
            request = {"id": number, "call": name, **{key: value for key, value in args.items() if value is not None}}
            line = json.dumps(request, allow_nan=False).encode() + b"\n"
            assert self._child.stdin and self._child.stdout
            try:
                self._child.stdin.write(line)
                self._child.stdin.flush()
            except OSError:
                pass  # the command has ended, which the lack of an answer tells
            while True:
                line = self._child.stdout.readline()
                if not line.endswith(b"\n"):
                    raise self._ended()
                answer = json.loads(line)
                if answer["id"] not in (number, None):  # None of a line that could not be read
                    continue  # of a call that was interrupted
                if "file" in answer:
                    if on_file:
                        on_file(answer["file"])
                elif "error" in answer:
                    raise Error(answer["error"]["message"], answer["error"]["code"])
                else:
                    return answer.get("result")

    def _ended(self) -> Error:
        code = self._child.wait()
        self._complaints.seek(max(0, self._complaints.seek(0, os.SEEK_END) - 10_000))
        text = self._complaints.read().decode(errors="replace").strip()
        self.close()
        return Error(text or f"mycel pipe: {f'ended by signal {-code}' if code < 0 else f'exit code {code}'}", code)


def _end(pid: int, child: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
    if pid != os.getpid():
        return  # a fork ends: the command belongs to the process that it left
    child.terminate()
    try:
        child.wait(timeout=10)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for stream in (child.stdin, child.stdout, complaints):
        try:
            if stream:
                stream.close()
        except OSError:
            pass  # what was written last has nobody to read it
