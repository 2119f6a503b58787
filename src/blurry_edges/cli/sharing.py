"""Options of the commands whose work many processes, machines or jobs of an array can share."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from blurry_edges.workers import Backend

__all__ = ["Sharing"]


@dataclass(frozen=True)
class Sharing:
    """Who does the work."""

    backend: Literal["local", "ray"] = "local"
    """Processes of this machine, or those of a Ray cluster, whose machines must all see the same files."""
    address: str | None = None
    """Of the Ray cluster, such as HOST:6379; without it, the one that this machine belongs to, otherwise one that is
    started on it."""
    workers: int | None = None
    """Processes that share the cores; none: one for each core, of this machine or of the cluster. The results are the
    same for any number, times are not."""
    shard: str | None = None
    """One part of the work, as 2/10, so that the jobs of an array can share it."""

    def as_backend(self) -> "Backend":
        """Return who does the work."""
        from blurry_edges.workers import Backend

        return Backend(self.backend, self.address)
