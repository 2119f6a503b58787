"""Limits of the service: sizes, time, number of jobs."""

from dataclasses import dataclass, fields

from blurry_edges.errors import BlurryEdgesError

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """Largest sizes, times and numbers that the service takes on; each is above 0."""

    upload_mb: float = 500.0
    """Megabytes of the files of one job."""
    files: int = 30
    """Photographs of one job."""
    megapixels: float = 120.0
    """Megapixels of the photographs of one job together."""
    seconds: float = 900.0
    """Seconds that one job may compute."""
    upload_seconds: float = 300.0
    """Seconds that the files of one job may take to arrive."""
    stalled_seconds: float = 20.0
    """Seconds for which a client may send nothing while it is expected to."""
    waiting: int = 10
    """Jobs that wait; more are refused."""
    kept: int = 100
    """Jobs of which results are kept; when so many are, new ones are refused until some are deleted."""
    keep_hours: float = 24.0
    """Hours for which a result is kept."""

    def __post_init__(self) -> None:
        for item in fields(self):
            if not getattr(self, item.name) > 0:
                raise BlurryEdgesError(f"{item.name} is {getattr(self, item.name)}; give a number above 0")

    @property
    def upload_bytes(self) -> int:
        """Bytes of one request."""
        return int(self.upload_mb * 1e6)

    @property
    def pixels(self) -> int:
        """Pixels of one job."""
        return int(self.megapixels * 1e6)
