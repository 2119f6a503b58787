"""`blurry-edges estimate`: photographs in, folders of depth and pictures out."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from blurry_edges.cli.lens import Lens

if TYPE_CHECKING:
    from blurry_edges.optics import Camera
    from blurry_edges.pairs import Development, PairFiles

__all__ = ["Demo", "Estimate"]


@dataclass(frozen=True)
class Estimate:
    """Estimate depth in metres with its error bar from two photographs of one static scene, or from many pairs."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder to write; with many pairs, one folder for each in it."""
    minus: Annotated[Path | None, tyro.conf.Positional] = None
    """First photograph, taken with the camera's [minus] setting; or a folder or CSV file of many pairs."""
    plus: Annotated[Path | None, tyro.conf.Positional] = None
    """Second photograph, taken with the [plus] setting."""
    camera: Path | None = None
    """Camera file (TOML); without it, what --lens and the photographs' EXIF say."""
    lens: Lens = field(default_factory=Lens)
    estimator: str = "fused"
    """fused: the default; evidence: closed-form, depth alone; paper, paper-w: the paper's model."""
    stack: Path | None = None
    """Folder with a focus stack, from which the best pair is chosen."""
    align: bool = False
    """Align the second photograph to the first; refused when it cannot be trusted."""
    photon_level: float | None = None
    """Photons of white; estimated from the photographs when left out."""
    read_noise: float | None = None
    """Read noise in photons; estimated from the photographs when left out."""
    gamma: Literal["auto", "linear", "srgb"] = "auto"
    """What the files hold: linear light, or gamma-coded as sRGB; auto asks the file."""
    white_level: float | None = None
    """Value of white in the files; without it, the largest that their type holds."""
    black_level: float = 0.0
    """Value of black in the files."""
    tile: int | None = None
    """Side in px of the parts in which a large image is computed; without it, what memory allows."""
    maps: Literal["auto", "all", "depth"] = "auto"
    """all: also the paper's maps and a refocused sweep; depth: depth alone; auto: maps below 1.5 Mpx, a sweep below
    0.5 Mpx."""
    check: bool = True
    """Refuse photographs that seem swapped or moved."""
    overwrite: bool = False
    """Replace output folders that exist; without it, many pairs go on where they were."""

    def run(self) -> int:
        """Estimate, write and say where."""
        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.pairs import find_pairs

        if self.stack is not None:
            return self._one(self._best_pair(self.stack))
        if self.minus is None:
            raise BlurryEdgesError("give two photographs, a folder or CSV file of pairs, or --stack")
        if self.plus is None:
            return self._many(find_pairs(self.minus))
        from blurry_edges.pairs import PairFiles

        return self._one(PairFiles(self.output.name, self.minus, self.plus))

    def _one(self, pair: "PairFiles") -> int:
        """Estimate a single pair."""
        from dataclasses import replace

        from blurry_edges.estimator import load
        from blurry_edges.estimator.fused import FusedEstimator
        from blurry_edges.pairs import estimate_pair

        estimator = load(self.estimator)
        if isinstance(estimator, FusedEstimator):
            estimator = replace(estimator, progress=True)
        result, said = estimate_pair(
            pair.minus, pair.plus, self._camera(pair), estimator, self._development(), self.output
        )
        height, width = result.depth.shape
        print(f"depth of {height} x {width} px by '{estimator.name}' with camera '{result.camera.name}'")
        print(f"light: {result.photon_level:.0f} photons of white, read noise {result.read_noise:.1f} photons")
        print("\n".join(said)) if said else None
        print(f"written to {self.output}: {', '.join(sorted(path.name for path in self.output.iterdir()))}")
        return 0

    def _many(self, pairs: "list[PairFiles]") -> int:
        """Estimate many pairs, one line each; those that were done before are skipped."""
        from tqdm import tqdm

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.estimator import load
        from blurry_edges.pairs import estimate_pair

        estimator, how = load(self.estimator), self._development()
        failed = skipped = 0
        for pair in tqdm(pairs, desc="pairs", unit="pair", disable=None):
            folder = self.output / pair.name
            if folder.is_dir() and not self.overwrite:
                skipped += 1
                tqdm.write(f"{pair.name}: done before, skipped")
                continue
            try:
                result, said = estimate_pair(pair.minus, pair.plus, self._camera(pair), estimator, how, folder)
            except BlurryEdgesError as error:
                failed += 1
                tqdm.write(f"{pair.name}: failed: {error}", file=sys.stderr)
                continue
            remarks = "".join(f"; {line}" for line in said if line.startswith("warning"))
            tqdm.write(f"{pair.name}: {folder}, {result.photon_level:.0f} photons{remarks}")
        print(f"{len(pairs) - failed - skipped} pairs done, {skipped} done before, {failed} failed: {self.output}")
        return 1 if failed else 0

    def _camera(self, pair: "PairFiles") -> "Camera":
        from blurry_edges.cli.lens import resolve_camera
        from blurry_edges.errors import CameraError
        from blurry_edges.io import load_photos

        path = pair.camera or self.camera
        files = [] if path is not None else [pair.minus, pair.plus]
        photos = load_photos(files, gamma=self.gamma, white_level=self.white_level, black_level=self.black_level)
        size = photos[0].image.shape[:2] if photos else None
        found = resolve_camera(path, self.lens, [photo.exif for photo in photos], size)
        if found.camera is None:
            raise CameraError(found.missing)
        print("\n".join(found.sources))
        return found.camera

    def _development(self) -> "Development":
        from blurry_edges.pairs import Development

        return Development(
            gamma=self.gamma,
            white_level=self.white_level,
            black_level=self.black_level,
            photon_level=self.photon_level,
            read_noise=self.read_noise,
            aligned=self.align,
            tile_px=self.tile,
            maps=self.maps,
            overwrite=self.overwrite,
            checked=self.check,
        )

    def _best_pair(self, folder: Path) -> "PairFiles":
        from blurry_edges.errors import DataError
        from blurry_edges.io import read_photo
        from blurry_edges.pairs import PairFiles, best_of_stack, photos_in

        files = photos_in(folder)
        if len(files) < 2:
            raise DataError(f"{folder} holds {len(files)} photographs; a stack needs two or more")
        images = [read_photo(path, gamma=self.gamma, white_level=self.white_level) for path in files]
        first, second = best_of_stack(images, self._camera(PairFiles("", files[0], files[-1])), aligned=self.align)
        print(f"of {len(files)} photographs, {files[first].name} and {files[second].name} are the best pair")
        return PairFiles(folder.name, files[first], files[second])


@dataclass(frozen=True)
class Demo:
    """Estimate the bundled pair and compare it with the true depth."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("demo-output")
    """Folder to write."""
    overwrite: bool = False
    """Replace the output folder if it exists."""

    def run(self) -> int:
        """Estimate, compare and say where."""
        import numpy as np

        from blurry_edges.bench.metrics import compare, depth_errors
        from blurry_edges.io import read_depth_png
        from blurry_edges.optics import Camera

        pair = Path(__file__).parent.parent / "assets" / "demo"
        code = Estimate(
            self.output, pair / "minus.png", pair / "plus.png", pair / "camera.toml", overwrite=self.overwrite
        ).run()
        depth_m = np.load(self.output / "depth.npz")["depth_m"]
        truth_m = read_depth_png(pair / "depth.png")
        errors = depth_errors(compare(depth_m, truth_m, Camera.paper().depth_range_m))
        print(f"error against the true depth: {errors.rmse_cm:.2f} cm RMSE, {errors.abs_rel_percent:.2f} % on average")
        print(f"look at {self.output / 'report.html'}")
        return code
