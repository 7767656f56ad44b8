"""A long run of the compiled half that Ctrl-C stops."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Job(Protocol):
    """What can be told to stop from another thread."""

    def stop(self) -> None: ...


class _Outcome:
    """What a thread returned or raised."""

    def __init__(self) -> None:
        self.value: Any = None
        self.error: BaseException | None = None
        self.is_done = threading.Event()


def run_interruptibly(job: Job, run: Callable[[], T]) -> T:
    """Calls `run` in a thread of its own and waits for it here, where Python's signals arrive.

    On Ctrl-C, or any exception of a signal handler, the job is stopped and a callback that Python is in is interrupted;
    the exception goes on when the thread has ended.
    """
    outcome = _Outcome()

    def work() -> None:
        try:
            outcome.value = run()
        except BaseException as error:  # raised again in the thread that waits
            outcome.error = error
        finally:
            outcome.is_done.set()

    thread = threading.Thread(target=work, name="hotpath run", daemon=True)
    thread.start()
    try:
        outcome.is_done.wait()
    except BaseException:
        job.stop()
        _interrupt(thread, outcome.is_done)
        raise
    thread.join()
    if outcome.error is not None:
        try:
            raise outcome.error
        finally:
            outcome.error = None  # its traceback refers to this frame
    value: T = outcome.value
    return value


def _interrupt(thread: threading.Thread, is_done: threading.Event) -> None:
    """The compiled half ends within a block; a callback that does not end gets a KeyboardInterrupt, every second another."""
    from ._core import raise_in_thread

    while not is_done.wait(1.0):
        raise_in_thread(thread.ident or 0)
    thread.join()
