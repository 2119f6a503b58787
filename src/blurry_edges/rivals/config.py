"""Settings of a rival's training."""

from dataclasses import dataclass, replace

from blurry_edges.train.config import Optimization, smoke

__all__ = ["RivalTraining"]


@dataclass(frozen=True)
class RivalTraining(Optimization):
    """Settings of `blurry-edges train baseline NAME`; the light is the paper's."""

    scenes: int = 600
    """Scenes to render ahead."""
    scene_seed: int = 1
    """Seed of the scenes."""
    textured_share: float = 0.0
    """Share of textured scenes; the paper trains everything on plain shapes."""
    stack_images: int = 5
    """Images of a focus stack, focused uniformly in 1/z over the working range."""
    stack_share: float = 0.5
    """Share of the steps that see the stack; the others see the pair, so that the weights serve both."""
    ema_decay: float = 0.99
    weight_decay: float = 0.0
    photon_level: tuple[float, float] = (180.0, 200.0)
    read_noise: tuple[float, float] = (2.0, 2.0)
    dimmed_share: float = 0.0
    brighter_share: float = 0.6
    """Share of the steps during which the light falls to that of the paper: blur is learned sooner without noise."""
    brighter: float = 30.0
    """How much more light there is in the first step."""

    def at(self, step: int) -> "RivalTraining":
        """Return the settings in the light of one step."""
        left = max(0.0, 1 - step / max(1.0, self.brighter_share * self.steps))
        low, high = (level * self.brighter**left for level in self.photon_level)
        return replace(self, photon_level=(low, high))

    def smoke(self) -> "RivalTraining":
        """Return settings of a run of seconds, which shows that all parts work."""
        return smoke(self, scenes=3, batch=2, crop_px=32)
