"""`blurry-edges serve`: a web page and a REST service on this machine."""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import tyro

from blurry_edges.serve.limits import Limits

__all__ = ["Serve"]


@dataclass(frozen=True)
class Serve:
    """Serve a web page where photographs are dropped and depth is seen, and the same over REST (/openapi.json)."""

    host: str = "127.0.0.1"
    """Address to listen at; 0.0.0.0 lets everybody in who can reach this machine, without a password."""
    port: int = 8000
    """Port; 0 is any that is free."""
    folder: Path | None = None
    """Folder for jobs and results, which survive a restart then; without it, a temporary one."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    names: tuple[str, ...] = ()
    """Further names of this machine by which browsers may call it."""
    limits: Annotated[Limits, tyro.conf.arg(name="")] = field(default_factory=Limits)

    def run(self) -> int:
        """Serve until stopped."""
        from blurry_edges.errors import MissingExtraError

        try:
            from blurry_edges.serve.server import run_service
        except ModuleNotFoundError as error:
            raise MissingExtraError(str(error.name), "web", "the service") from error
        say = partial(print, flush=True)
        run_service(self.host, self.port, self.folder, self.limits, self.device, self.names, say)
        return 0
