"""`blurry-edges scenes`: write a folder of synthetic scenes with known depth."""

import json as json_module
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

from blurry_edges.cli.sharing import Sharing
from blurry_edges.errors import DataError
from blurry_edges.scenes.effects import CameraEffects

if TYPE_CHECKING:
    from blurry_edges.scenes.generate import Generated
    from blurry_edges.scenes.plan import Plan, Recipe

__all__ = ["Scenes"]

_FOLDERS = {"realistic": ("foregrounds", "backgrounds", "coco_annotations"), "rgbd": ("pictures",)}
"""Options that only one kind of scene has."""


@dataclass(frozen=True)
class Effects(CameraEffects):
    """Effects of a real camera; the defaults are none."""

    random: bool = False
    """Draw a random combination of effects for each scene."""

    def as_plan(self) -> "CameraEffects | Literal['random']":
        """Return what a plan of scenes takes."""
        given = CameraEffects(**{field.name: getattr(self, field.name) for field in fields(CameraEffects)})
        if self.random and not given.is_none:
            option = next(iter(given.as_fields())).replace("_", "-")
            raise DataError(f"--effects.random draws every effect by chance; leave out --effects.{option}, or random")
        return "random" if self.random else given


@dataclass(frozen=True)
class Scenes:
    """Write synthetic scenes with known depth. A run that was stopped continues where it was."""

    kind: Annotated[Literal["shapes", "textured", "relief", "interior", "realistic", "rgbd"], tyro.conf.Positional]
    """shapes: the paper's training scenes; textured: textured objects on tilted planes; relief: curved
    surfaces; interior: rooms with furniture; realistic: cut-outs over pictures, from --foregrounds and --backgrounds;
    rgbd: sharp pictures with depth maps, from --pictures."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder to write to."""
    count: int = 100
    """Number of scenes."""
    seed: int = 0
    """Scene k depends on the seed and k alone."""
    size: tuple[int, int] = (147, 147)
    """Height and width of the images in px."""
    camera: Path | None = None
    """Camera file (TOML); without it, the camera of the paper's synthetic data."""
    stack: int | None = None
    """Take a focus stack of this many images over the working range instead of the camera's pair."""
    pair: bool = False
    """With --stack: take the camera's pair as well, before the stack."""
    photon_level: tuple[float, float] = (180.0, 200.0)
    """Photons of white, lowest and highest: drawn for each scene, uniformly, or uniformly in the logarithm if they
    are more than a factor of two apart."""
    read_noise: float = 2.0
    """Standard deviation of the read noise in photons."""
    effects: Effects = Effects()
    """Effects of a real camera beyond defocus and photon noise."""
    foregrounds: Path | None = None
    """Realistic only: folder of RGBA cut-outs, or of the photographs of --coco-annotations."""
    backgrounds: Path | None = None
    """Realistic only: folder of pictures, for example paintings."""
    coco_annotations: Path | None = None
    """Realistic only: COCO instances file whose objects are the foregrounds."""
    pictures: Path | None = None
    """Rgbd only: folder of pictures NAME.png or NAME.jpg with depth maps NAME_depth_mm.png, millimetres in 16 bits, 0
    where unknown."""
    preview: int = 0
    """Also write preview.png with this many scenes."""
    json: bool = False
    """Print the summary as JSON for scripts."""
    sharing: Annotated[Sharing, tyro.conf.arg(name="")] = field(default_factory=Sharing)
    """Who does the work."""

    def run(self) -> int:
        """Write the scenes, the manifest and the preview."""
        from blurry_edges.scenes.generate import generate
        from blurry_edges.scenes.preview import write_preview

        if self.preview < 0:
            raise DataError(f"cannot preview {self.preview} scenes; ask for zero or more")
        sharing = self.sharing
        generated = generate(
            self._plan(),
            self.count,
            self.output,
            sharing.workers,
            backend=sharing.as_backend(),
            shard=sharing.shard,
        )
        if self.preview and generated.folder is not None:
            write_preview(generated.folder, self.preview, self.output / "preview.png")
        summary = self._summary(generated)
        print(json_module.dumps(summary, indent=2) if self.json else _as_text(summary))
        return 0

    def _plan(self) -> "Plan":
        from blurry_edges.optics import Camera, read_camera
        from blurry_edges.scenes.plan import Light, Plan

        camera = Camera.paper() if self.camera is None else read_camera(self.camera)
        if self.pair and self.stack is None:
            raise DataError("--pair goes with --stack; without a stack, the pair is what is taken")
        settings = None
        if self.stack is not None:
            settings = (*(camera.settings if self.pair else ()), *camera.focus_stack(self.stack))
        light = Light(self.photon_level, self.read_noise)
        return Plan(self._recipe(), camera, settings, light, self.seed, self.effects.as_plan())

    def _recipe(self) -> "Recipe":
        if min(self.size) < 1:
            raise DataError(f"size is {self.size[0]} x {self.size[1]} px; both sides need one or more")
        for kind, options in _FOLDERS.items():
            if option := next((o for o in options if kind != self.kind and getattr(self, o) is not None), None):
                flag = option.replace("_", "-")
                raise DataError(f"--{flag} is for {kind} scenes; leave it out or ask for {kind} ones")
        if self.kind == "realistic":
            return self._realistic()
        if self.kind == "rgbd":
            return self._rgbd()
        if self.kind == "shapes":
            from blurry_edges.scenes.shape_scenes import ShapeScenes

            return ShapeScenes(size=self.size)
        if self.kind == "relief":
            from blurry_edges.scenes.relief_scenes import ReliefScenes

            return ReliefScenes(size=self.size)
        if self.kind == "interior":
            from blurry_edges.scenes.interior_scenes import InteriorScenes

            return InteriorScenes(size=self.size)
        from blurry_edges.scenes.textured_scenes import TexturedScenes

        return TexturedScenes(size=self.size)

    def _realistic(self) -> "Recipe":
        from blurry_edges.scenes.realistic_scenes import RealisticScenes

        if self.foregrounds is None or self.backgrounds is None:
            raise DataError("realistic scenes need --foregrounds and --backgrounds, two folders of pictures")
        return RealisticScenes(self.foregrounds, self.backgrounds, self.coco_annotations, self.size)

    def _rgbd(self) -> "Recipe":
        from blurry_edges.scenes.rgbd_scenes import RgbdScenes

        if self.pictures is None:
            raise DataError("rgbd scenes need --pictures, a folder of pictures NAME.png with NAME_depth_mm.png")
        return RgbdScenes(self.pictures, self.size)

    def _summary(self, generated: "Generated") -> dict[str, Any]:
        rate = generated.made / generated.seconds
        return {
            "output": str(self.output),
            "scenes": self.count,
            "complete": generated.folder is not None,
            "made": generated.made,
            "seconds": round(generated.seconds, 3),
            "scenes_per_second": round(rate, 3),
            "preview": str(self.output / "preview.png") if self.preview and generated.folder is not None else None,
        }


def _as_text(summary: dict[str, Any]) -> str:
    kept = summary["scenes"] - summary["made"]
    lines = [f"{summary['scenes']} scenes in {summary['output']} ({summary['made']} made, {kept} kept)"]
    if not summary["complete"]:
        lines = [f"{summary['made']} scenes made in {summary['output']}; other shards make the rest"]
    if summary["made"]:
        lines.append(f"{summary['seconds']:.1f} s, {summary['scenes_per_second']:.2f} scenes per second")
    if summary["preview"]:
        lines.append(f"preview in {summary['preview']}")
    return "\n".join(lines)
