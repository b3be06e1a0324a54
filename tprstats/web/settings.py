"""What the server allows: addresses, sizes, times and numbers."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Settings:
    """Limits of one server.

    Parameters
    ----------
    host, port
        Where it listens.
    names
        Further names under which a browser may ask for it.
    workers
        Processes that calculate; one of them is kept free of long work.
    upload_bytes, unpacked_bytes
        Size of a file as sent, and unpacked.
    upload_seconds
        Time in which it has to arrive.
    uploads
        Files kept at once.
    keep_seconds
        A file is deleted so long after its last use.
    waiting
        Requests that wait for a worker at once; more are turned away.
    short_seconds, long_seconds
        Time for a request, waiting included: what a slider asks for, and whole reports and
        simulations.
    simulations
        Simulations that wait or run at once.
    most_events
        Events of one simulation.
    seasons
        Streak-free seasons of a verdict.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()
    workers: int = 3
    upload_bytes: int = 32 * 2**20
    unpacked_bytes: int = 256 * 2**20
    upload_seconds: float = 60.0
    uploads: int = 60
    keep_seconds: float = 30 * 60.0
    waiting: int = 200
    short_seconds: float = 60.0
    long_seconds: float = 300.0
    simulations: int = 4
    most_events: int = 20_000
    seasons: int = 20_000

    @property
    def hosts(self) -> frozenset[str]:
        """What the ``Host`` header may say."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        names = {*LOOPBACK, own.lower(), *(n.lower() for n in self.names)}
        bare = names if self.port == 80 else set()
        return frozenset({f"{name}:{self.port}" for name in names} | bare)

    @property
    def origins(self) -> frozenset[str]:
        """What the ``Origin`` header may say."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def address(self) -> str:
        """What to type into a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"
