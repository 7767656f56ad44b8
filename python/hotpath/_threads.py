"""A long run of the compiled half that Ctrl-C stops."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

_BETWEEN_LOOKS_S = 0.1


class Job(Protocol):
    """What can be told to stop from another thread."""

    def stop(self) -> None: ...

    @property
    def is_in_callback(self) -> bool: ...


class _Outcome:
    """What a thread returned or raised."""

    def __init__(self) -> None:
        self.value: Any = None
        self.error: BaseException | None = None


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

    thread = threading.Thread(target=work, name="hotpath run", daemon=True)
    try:
        thread.start()
        # The kernel may give a signal to another thread, which does not wake this one: look again and again.
        while thread.is_alive():
            thread.join(_BETWEEN_LOOKS_S)
    except BaseException:
        job.stop()
        _interrupt(thread, job)
        raise
    if outcome.error is not None:
        try:
            raise outcome.error
        finally:
            outcome.error = None  # its traceback refers to this frame
    value: T = outcome.value
    return value


def _interrupt(thread: threading.Thread, job: Job) -> None:
    """The compiled half ends within a block; a callback that does not end gets a KeyboardInterrupt, every second another."""
    from ._core import raise_in_thread

    while thread.is_alive():
        thread.join(1.0)
        if thread.is_alive() and job.is_in_callback:
            raise_in_thread(thread.ident or 0)
