"""Settings of the paper's model: as the paper trains it, and what two cores can do in an hour or two."""

from dataclasses import dataclass
from typing import Literal

from blurry_edges.nets.unet import PAPER_WIDTHS
from blurry_edges.train.config import Optimization, smoke

__all__ = [
    "DENSIFY_PRESETS",
    "GLOBAL_PRESETS",
    "LOCAL_PRESETS",
    "DensifyTraining",
    "GlobalTraining",
    "LocalTraining",
]


_LAST_EPOCH = 350
"""Last epoch of the global stage's schedule."""


@dataclass(frozen=True)
class PaperTraining(Optimization):
    """Settings that the runs of the paper's model share; the light is the paper's."""

    scenes: int = 8000
    """Scenes to render ahead."""
    scene_seed: int = 1
    """Seed of the scenes."""
    textured_share: float = 0.0
    """Share of textured scenes; the paper trains on plain shapes alone."""
    photon_level: tuple[float, float] = (180.0, 200.0)
    read_noise: tuple[float, float] = (2.0, 2.0)
    dimmed_share: float = 0.0
    patch_size: int = 21
    """Side R of a patch in px."""
    short: bool = False
    """Weights of the losses for short training, which change over the whole run, instead of the paper's schedule."""
    whole_schedule: bool = False
    """Go through the paper's schedule once, however few steps there are."""
    validation_scenes: int = 2000
    """Scenes that are not learned from, by which the best weights are chosen."""
    gradient_norm: float = 1.0

    def epoch(self, step: int) -> float:
        """Return the epoch of a step; a short training has a hundred, however many steps it has."""
        if self.short:
            return 100 * step / self.steps
        return _LAST_EPOCH * step / self.steps if self.whole_schedule else step / self.steps_per_epoch


@dataclass(frozen=True)
class LocalTraining(PaperTraining):
    """Settings of `blurry-edges train local`."""

    dense: bool = True
    """Evaluate the CNN densely instead of patch by patch."""


@dataclass(frozen=True)
class GlobalTraining(PaperTraining):
    """Settings of `blurry-edges train global`."""

    configuration: Literal[1, 2, 3] = 1
    """Configuration of the ablation table; the paper's results are those of 1."""
    dense_depth: bool = False
    """Add g8, which makes the wedges' depth right wherever they are seen (W)."""
    dropout: float = 0.1
    """Dropout of the Transformer; without it attention is fused, and several times as fast."""


@dataclass(frozen=True)
class DensifyTraining(PaperTraining):
    """Settings of `blurry-edges train densify`."""

    samples: int = 500
    """Sparse depth maps to compute ahead."""
    derivative: float = 0.5
    """ν2, weight of the depth's first derivative; ν1 is 1."""
    widths: tuple[int, ...] = (24, 48, 72, 96, 128)
    """Channels of the U-Net at each scale."""
    inputs: Literal["depth", "filled", "all"] = "all"
    """Input of the U-Net; see `UNetConfig`."""
    forgive_level: bool = False
    """Take the median error of the sparse depth out of the truth: by how much it is off on average depends on the kind
    of scenes, and a correction of that does not hold for others."""


_VALIDATED = {"validation_scenes": 32, "validation_steps": 100, "validation_batches": 12}
_SMOKE = {"scenes": 3, "validation_scenes": 2, "validation_steps": 2, "validation_batches": 1}

LOCAL_PRESETS = {
    # 1000 epochs of 16,000 patches, 64 at a time: both of 32 pairs.
    "paper": LocalTraining(
        steps=250_000,
        steps_per_epoch=250,
        batch=32,
        crop_px=21,
        centred_within_px=11.0,
        dense=False,
        validation_steps=250,
        validation_batches=62,
        learning_rate=6e-5,
        plateau=True,
        precision="float32",
        ema_decay=0.0,
        checkpoint_steps=2500,
    ),
    "cpu": LocalTraining(
        scenes=4000,
        textured_share=0.5,
        steps=8000,
        batch=6,
        crop_px=47,
        optimizer="muon",
        learning_rate=1e-3,
        held_share=0.5,
        short=True,
        ema_decay=0.995,
        checkpoint_steps=100,
        **_VALIDATED,  # type: ignore[arg-type]
    ),
    # A little more of it, after `cpu`: with other losses or scenes.
    "finetune": LocalTraining(
        scenes=2400,
        textured_share=0.5,
        steps=280,
        batch=6,
        crop_px=47,
        learning_rate=4e-4,
        warmup_steps=20,
        short=True,
        ema_decay=0.98,
        checkpoint_steps=40,
        **_VALIDATED | {"validation_steps": 140},  # type: ignore[arg-type]
    ),
    # Minutes, to compare patch sizes: all on the same scenes, from nothing.
    "ablation": LocalTraining(
        scenes=1000,
        textured_share=0.5,
        steps=600,
        batch=6,
        crop_px=59,
        optimizer="muon",
        learning_rate=1e-3,
        warmup_steps=50,
        held_share=0.5,
        short=True,
        ema_decay=0.98,
        checkpoint_steps=100,
        **_VALIDATED,  # type: ignore[arg-type]
    ),
    "smoke": smoke(LocalTraining(short=True), batch=2, crop_px=33, **_SMOKE),
}
GLOBAL_PRESETS = {
    # 350 epochs of 8000 images, 8 at a time.
    "paper": GlobalTraining(
        steps=350_000,
        steps_per_epoch=1000,
        batch=8,
        crop_px=147,
        validation_steps=1000,
        validation_batches=250,
        learning_rate=1e-4,
        plateau=True,
        plateau_from_epoch=100,
        precision="float32",
        ema_decay=0.0,
        checkpoint_steps=1000,
    ),
    "cpu": GlobalTraining(
        scenes=2000,
        textured_share=0.5,
        steps=20_000,
        batch=4,
        crop_px=59,
        learning_rate=3e-4,
        warmup_steps=50,
        dropout=0.0,
        short=True,
        ema_decay=0.995,
        **_VALIDATED,  # type: ignore[arg-type]
    ),
    # Whole images, after `cpu`: attention over all of them at once.
    "finetune": GlobalTraining(
        scenes=2000,
        textured_share=0.5,
        steps=200,
        batch=1,
        crop_px=147,
        learning_rate=1.5e-4,
        warmup_steps=20,
        checkpoint_steps=50,
        dropout=0.0,
        short=True,
        ema_decay=0.98,
        **_VALIDATED | {"validation_steps": 50},  # type: ignore[arg-type]
    ),
    # Minutes, to compare patch sizes and configurations: the paper's weights of all losses, over its whole schedule.
    "ablation": GlobalTraining(
        scenes=400,
        textured_share=0.5,
        steps=700,
        batch=4,
        crop_px=59,
        learning_rate=3e-4,
        warmup_steps=50,
        dropout=0.0,
        whole_schedule=True,
        ema_decay=0.98,
        **_VALIDATED,  # type: ignore[arg-type]
    ),
    "smoke": smoke(GlobalTraining(short=True), batch=1, crop_px=41, **_SMOKE),
}
DENSIFY_PRESETS = {
    # The paper's own size on whole images, from sparse depth alone.
    "paper": DensifyTraining(
        steps=100_000,
        steps_per_epoch=1000,
        batch=8,
        crop_px=147,
        samples=8000,
        widths=PAPER_WIDTHS,
        inputs="depth",
        learning_rate=1e-4,
        precision="float32",
        ema_decay=0.0,
        checkpoint_steps=1000,
        validation_steps=1000,
        validation_batches=250,
    ),
    "cpu": DensifyTraining(
        scenes=2000,
        textured_share=1.0,
        steps=4000,
        batch=8,
        crop_px=99,
        samples=2000,
        optimizer="muon",
        learning_rate=2e-3,
        warmup_steps=100,
        held_share=0.5,
        ema_decay=0.995,
        **_VALIDATED | {"validation_batches": 4},  # type: ignore[arg-type]
    ),
    "smoke": smoke(DensifyTraining(short=True), batch=2, crop_px=41, samples=3, **_SMOKE),
}
"""Named settings: `paper` is as the paper says, `cpu` for two cores, `finetune` goes on from there, `ablation` compares
in minutes, `smoke` shows in seconds that all parts work."""
