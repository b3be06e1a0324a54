"""Where tasks are carried out: here, in processes, or on a Dask cluster, always in their order."""

# dask has no types.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from tprstats.errors import TprstatsError

__all__ = ["Execute", "executor"]

T = TypeVar("T")
R = TypeVar("R")


class Execute(Protocol):
    """What ``map`` does, wherever it is done."""

    def __call__(self, function: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]: ...


@contextmanager
def executor(workers: int, cluster: str | None) -> Iterator[Execute]:
    """Something that carries out a function of each task, in the order of the tasks."""
    if cluster is None and workers == 1:
        yield map
        return
    from joblib import Parallel, delayed, parallel_config

    def execute(function: Callable[[T], R], tasks: Iterable[T], /) -> Iterator[R]:
        pool = Parallel(
            n_jobs=-1 if cluster else workers,
            return_as="generator",
            pre_dispatch="2*n_jobs",
            batch_size=1,
        )
        yield from pool(delayed(function)(task) for task in tasks)

    if cluster is None:
        with parallel_config(backend="loky", inner_max_num_threads=1):
            yield execute
        return
    with _client(cluster, workers), parallel_config(backend="dask"):
        yield execute


@contextmanager
def _client(cluster: str, workers: int) -> Iterator[Any]:
    """A Dask client, of a cluster that runs or of one on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise TprstatsError(
            "--cluster needs dask and distributed: pip install 'tprstats[cluster]'"
        ) from None
    if cluster == "local":
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local,
            Client(local) as client,
        ):
            yield client
        return
    try:
        client = Client(cluster, timeout=10)
    except (OSError, TimeoutError, ValueError) as error:
        raise TprstatsError(f"no Dask scheduler answers at {cluster}: {error}") from None
    try:
        yield client
    finally:
        client.close()
