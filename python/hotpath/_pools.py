"""Where the points of a sweep run: this process, a pool of processes, or Ray.

A pool takes numbered tasks and gives back their results as they are done. A task's result depends on nothing but the task,
so the results are the same whatever the pool, its size and the order in which they come.
"""

from __future__ import annotations

import itertools
import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, NamedTuple, Protocol

from . import _core
from ._config import Configuration


class Task(NamedTuple):
    """A point of the sweep, and which value of each axis it has."""

    point: int
    places: list[int]


class Search(NamedTuple):
    """What every worker makes the sweep of."""

    configuration: Configuration
    axes: list[str]
    random: int
    seed: int

    def job(self) -> _core.SweepJob:
        """The sweep's plan."""
        text, name, strategies = self.configuration.text, self.configuration.name, self.configuration.strategies
        return _core.SweepJob(text, name, strategies, self.axes, self.random, self.seed)


class Pool(Protocol):
    """Results as they are done. Leaving the generator early stops the workers."""

    def run(self, search: Search, tasks: Iterable[Task], workers: int) -> Iterator[str]: ...


# ---- Processes ----

_job: _core.SweepJob | None = None  # a worker's


def _start_worker(search: Search) -> None:
    global _job
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the owner, which ends its workers
    _job = search.job()


def _run_in_worker(task: Task) -> str:
    assert _job is not None
    return _job.run(task.point, task.places)


class ProcessPool:
    """Processes forked from this one: they have its classes, also those of a notebook, and its modules."""

    def run(self, search: Search, tasks: Iterable[Task], workers: int) -> Iterator[str]:
        context = multiprocessing.get_context("fork")
        pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker, initargs=(search,))
        try:
            pending: set[Future[str]] = {pool.submit(_run_in_worker, task) for task in tasks}
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BaseException:
            for process in list((pool._processes or {}).values()):
                process.terminate()  # a point that is not done leaves nothing
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()


# ---- Ray ----


class RayPool:
    """Ray Core: a cluster that ray.init() has connected to, or a local one that is started here and ended with the sweep.

    A worker is an actor that holds the plan; recordings must be at the same path on every machine.
    """

    def run(self, search: Search, tasks: Iterable[Task], workers: int) -> Iterator[str]:
        ray = _import_ray()
        is_ours = not ray.is_initialized()
        if is_ours:
            ray.init(num_cpus=workers, include_dashboard=False, configure_logging=False, log_to_driver=False)
        actors: list[Any] = []
        try:
            plan = ray.put(_shipped(search))
            actors = [ray.remote(_RayWorker).options(num_cpus=1).remote(plan) for _ in range(workers)]
            yield from _run_on_actors(ray, actors, tasks)
        finally:
            for actor in actors:
                ray.kill(actor)
            if is_ours:
                ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise ImportError('pool="ray" needs the package ray: pip install "hotpath[ray]"') from None
    return ray


def _shipped(search: Search) -> bytes:
    """With the classes of a notebook or a script inside, which another machine cannot import."""
    from ray import cloudpickle

    return bytes(cloudpickle.dumps(search))  # type: ignore[no-untyped-call, unused-ignore]


class _RayWorker:
    def __init__(self, plan: bytes) -> None:
        from ray import cloudpickle

        search: Search = cloudpickle.loads(plan)
        self._job = search.job()

    def run(self, task: Task) -> str:
        return self._job.run(task.point, task.places)


def _run_on_actors(ray: Any, actors: list[Any], tasks: Iterable[Task]) -> Iterator[str]:
    """One task an actor at a time: a slow point keeps no other actor waiting."""
    waiting = iter(tasks)
    running: dict[Any, Any] = {}
    for actor, task in zip(actors, waiting):
        running[actor.run.remote(task)] = actor
    while running:
        done, _ = ray.wait(list(running), num_returns=1)
        actor = running.pop(done[0])
        yield ray.get(done[0])
        for task in itertools.islice(waiting, 1):
            running[actor.run.remote(task)] = actor


POOLS: dict[str, Pool] = {"process": ProcessPool(), "ray": RayPool()}
