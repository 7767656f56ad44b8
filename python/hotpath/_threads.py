"""A long run of the compiled half that Ctrl-C stops."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

_BETWEEN_LOOKS_S = 0.1


class Job(Protocol):
    """What another thread can stop."""

    def stop(self) -> None: ...

    def interrupt_callback(self) -> None: ...


class _Run(threading.Thread):
    """Runs a function once begin() was called; ends without it when its owner gives up before."""

    def __init__(self, function: Callable[[], Any]) -> None:
        super().__init__(name="hotpath run")
        self._function = function
        self._gate = threading.Event()
        self._is_wanted = False
        self.is_done = threading.Event()  # join() of an interrupted CPython 3.11 forgets that a thread is alive
        self.value: Any = None
        self.error: BaseException | None = None

    def begin(self) -> None:
        self._is_wanted = True
        self._gate.set()

    def give_up(self) -> None:
        self._gate.set()

    def run(self) -> None:
        while not self._gate.wait(1.0):
            if not threading.main_thread().is_alive():
                return
        try:
            if self._is_wanted:
                self.value = self._function()
        except BaseException as error:  # raised again in the thread that waits
            self.error = error
        finally:
            self.is_done.set()


def run_interruptibly(job: Job, run: Callable[[], T]) -> T:
    """Calls `run` in a thread of its own and waits for it here, where Python's signals arrive.

    On Ctrl-C, or any exception of a signal handler, the job is stopped and a callback that Python is in is interrupted;
    the exception goes on when the thread has ended.
    """
    thread = _Run(run)
    try:
        thread.start()  # an exception may come before or after it has: nothing runs until begin()
    except BaseException:
        thread.give_up()
        raise
    try:
        thread.begin()
        # The kernel may give a signal to another thread, which does not wake this one: look again and again.
        while not thread.is_done.wait(_BETWEEN_LOOKS_S):
            pass
    except BaseException:
        job.stop()
        while not thread.is_done.wait(1.0):  # it ends within a block, or in a callback that does not end
            job.interrupt_callback()
        raise
    error, thread.error = thread.error, None
    if error is not None:
        try:
            raise error
        finally:
            del error  # its traceback refers to this frame
    value: T = thread.value
    return value
