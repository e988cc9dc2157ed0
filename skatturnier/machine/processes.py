"""Processes: whether one lives, how one is started beside another, how it steps back and how it ends."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final

BEHIND: Final = int(os.environ.get("STEPS_BACK", "10"))
"""How far work that nobody waits for steps back behind what somebody does, in steps of Unix; another by STEPS_BACK."""

FLAGS: Final = ("-X", "utf8")
"""With which each of our own Pythons runs: an unpacked one on Windows reads no variables."""

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    MAY_WAIT, STILL_RUNS = 0x0010_0000, 0x102
    """``SYNCHRONIZE``, and ``WAIT_TIMEOUT``: it has not ended."""

    BELOW_NORMAL, IDLE = 0x4000, 0x40

    def _kernel() -> ctypes.WinDLL:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.WaitForSingleObject.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        kernel.SetPriorityClass.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        return kernel

    def is_alive(process: int) -> bool:
        """Test whether a process runs, by its number."""
        kernel = _kernel()
        handle = kernel.OpenProcess(MAY_WAIT, False, process)
        if not handle:
            return False
        try:
            return bool(kernel.WaitForSingleObject(handle, 0) == STILL_RUNS)
        finally:
            kernel.CloseHandle(handle)

    def is_child_of(process: int) -> bool:
        """Test whether the process that started this one still runs."""
        return is_alive(process)

    def step_back(*, by: int = 1) -> None:
        """Leave the processors to whatever somebody waits for; ``by`` 2, to what stepped back once, too."""
        kernel = _kernel()
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL if by == 1 else IDLE)

    def _behind() -> dict[str, Any]:
        # From its first module on: the site itself is starting.
        return {"creationflags": BELOW_NORMAL}

    def _apart() -> dict[str, Any]:
        # Without a window, which would flash, and out of reach of the Ctrl-C that ends the site.
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        return {"creationflags": flags}

    def become(module: str, *arguments: str, python: Path | None = None) -> None:
        """Go on as another of our modules, of another ``python`` if need be; this process ends as it ends."""
        sys.exit(subprocess.call([*_python(module, python), *arguments]))  # noqa: S603  (our own arguments)

else:

    def is_alive(process: int) -> bool:
        """Test whether a process runs, by its number."""
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def is_child_of(process: int) -> bool:
        """Test whether the process that started this one still runs."""
        return os.getppid() == process

    def step_back(*, by: int = 1) -> None:
        """Leave the processors to whatever somebody waits for; ``by`` 2, to what stepped back once, too."""
        os.nice(by * BEHIND)
        if BEHIND and sys.platform == "linux":
            # Of itself whoever wakes up takes the processor from whoever computes; this leaves it.
            os.sched_setscheduler(0, os.SCHED_BATCH if by == 1 else os.SCHED_IDLE, os.sched_param(0))

    def _behind() -> dict[str, Any]:
        # Each process steps back by itself.
        return {}

    def _apart() -> dict[str, Any]:
        return {"start_new_session": True}

    def become(module: str, *arguments: str, python: Path | None = None) -> None:
        """Go on as another of our modules, of another ``python`` if need be, in this very process."""
        command = [*_python(module, python), *arguments]
        os.execv(command[0], command)  # noqa: S606  (our own arguments)


def start_apart(module: str, *arguments: str, folder: Path) -> None:
    """Start one of our modules: it is reaped when it ends, and lives on if this process ends."""
    process = subprocess.Popen(  # noqa: S603  (our own arguments)
        [*_python(module), *arguments], cwd=folder, stdin=subprocess.DEVNULL, **_apart()
    )
    threading.Thread(target=process.wait, daemon=True).start()


def start_beside(module: str, *arguments: str, folder: Path) -> None:
    """Start one of our modules beside this process, whatever that becomes; it gets the locks that may be passed on."""
    subprocess.Popen(  # noqa: S603  (our own arguments)
        [*_python(module), *arguments], cwd=folder, stdin=subprocess.DEVNULL, close_fds=False, **_behind()
    )


def started(
    module: str, *arguments: str, folder: Path, output: BinaryIO, **environment: str
) -> subprocess.Popen[bytes]:
    """Start one of our modules with more in its environment, what it says in the file ``output``; return it."""
    return subprocess.Popen(  # noqa: S603  (our own arguments)
        [*_python(module), *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
    )


def start_to_ask(module: str) -> subprocess.Popen[bytes]:
    """Start one of our modules that is asked by its standard input, answers by its output, and ends with that input."""
    return subprocess.Popen(  # noqa: S603  (our own arguments)
        _python(module), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def end() -> None:
    """End this process as if it had been told to: what it has in hand is done first."""
    signal.raise_signal(signal.SIGTERM)


def when_told(act: Callable[[], object]) -> None:
    """Do something when this process is told to end, from the keyboard too."""
    for signals in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signals, lambda *_: act())


def end_when_told() -> None:
    """Let what is told to end go out by the way of ``SystemExit``."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def _python(module: str, python: Path | None = None) -> list[str]:
    return [str(python or sys.executable), *FLAGS, "-m", module]
