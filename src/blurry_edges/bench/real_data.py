"""Real photographs with a known depth, in two layouts: a focus stack, and pairs beside depth maps.

A stack is a folder of photographs of known focus; its truth is `truth.npz`, and without one the depth from focus over
all its frames. Pairs are NAME_f8.jpg and NAME_f2.8.jpg, one view at two apertures, with NAME_depth_mm.png: 16 bits, in
millimetres, 0 where unknown.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from blurry_edges.align import Alignment, align_stack, estimate_alignment
from blurry_edges.arrays import read_npz
from blurry_edges.errors import DataError
from blurry_edges.photos import PHOTO_SUFFIXES, focus_of_files, read_photo
from blurry_edges.photos.decode import decode
from blurry_edges.photos.focus import NamesMean
from blurry_edges.typing import Array, Bool, Float

__all__ = ["AperturePair", "RealStack", "find_pairs_with_depth", "read_stack"]

TRUTH_NAME = "truth.npz"
_DEPTH_SUFFIX = "_depth_mm.png"
_APERTURE = re.compile(r"(.+)_f(\d+(?:\.\d+)?)")
_SURE = 0.999
"""Share of known truth around a pixel from which its truth is known after it was moved."""
_TRUSTED_SHARE = 0.05
"""Depth from focus counts as truth where its sd is below this share of the stack's range of focus in dioptres."""
_FLAT_PX, _FLAT_SHARE = 15, 0.05
_TEXTURE_SIGMAS_PX = (1.0, 4.0)


@dataclass(frozen=True)
class RealStack:
    """A focus stack whose focus is known."""

    files: tuple[Path, ...]
    focus_dpt: tuple[float, ...]
    """Focus of each photograph in dioptres; 0 is infinity."""
    source: str
    """Where the focus comes from."""

    @property
    def folder(self) -> Path:
        """The folder that holds it."""
        return self.files[0].parent

    @property
    def truth_source(self) -> str:
        """Source of the truth, in words."""
        path = self.folder / TRUTH_NAME
        return str(path) if path.is_file() else f"depth from focus over all {len(self.files)} photographs"

    def nearest(self, focus_dpt: float) -> int:
        """Return which photograph is focused nearest to this."""
        return int(np.abs(np.array(self.focus_dpt) - focus_dpt).argmin())

    def truth_dpt(self, first: Path, image: Float[Array, "H W 3"]) -> Float[Array, "H W"]:
        """Return the truth in dioptres, NaN where unknown, at the pixels of one of the photographs."""
        path = self.folder / TRUTH_NAME
        if not path.is_file():
            return self._by_focus(self.files.index(first))
        depth_dpt, valid, reference_dpt = _read_truth(path)
        if depth_dpt.shape != image.shape[:2]:
            raise DataError(f"{path} is of {depth_dpt.shape} px, but the photographs are of {image.shape[:2]} px")
        reference = self.files[self.nearest(reference_dpt)]
        if reference == first:
            return np.where(valid, depth_dpt, np.nan)
        return _moved(depth_dpt, valid, estimate_alignment(image, read_photo(reference)))

    def _by_focus(self, first: int) -> Float[Array, "H W"]:
        from blurry_edges.estimator.focus import FocusEstimator
        from blurry_edges.stack import FocusStack

        order = np.argsort(self.focus_dpt)
        images = [read_photo(self.files[index]) for index in order]
        found = align_stack(images, int(np.flatnonzero(order == first)[0]))
        aligned = np.stack([one.warp(image) for one, image in zip(found, images, strict=True)])
        focus_dpt = np.array(self.focus_dpt)[order]
        light = FocusStack.of([images[0], images[-1]])
        dpt, sd_dpt = FocusEstimator().dioptres(aligned, focus_dpt, light.photon_level, light.read_noise)
        seen = np.logical_and.reduce([one.seen() for one in found])
        with np.errstate(invalid="ignore"):
            return np.where(seen & (sd_dpt < _TRUSTED_SHARE * np.ptp(focus_dpt)), dpt, np.nan)


@dataclass(frozen=True)
class AperturePair:
    """One view at two apertures, the smaller first, and its depth map."""

    name: str
    files: tuple[Path, Path]
    f_numbers: tuple[float, float]
    depth: Path

    def truth_dpt(self, image: Float[Array, "H W 3"], depth_range_m: tuple[float, float]) -> Float[Array, "H W"]:
        """Return the truth in dioptres at the pixels of the first photograph, NaN where it does not count.

        It counts within the range of depths, where it varies by less than 5 % within 15 px, and where the gradients of
        the photograph are above their median: a depth camera errs at edges, and defocus shows in texture alone.
        """
        stored = decode(self.depth)
        if stored.shape != image.shape[:2]:
            raise DataError(f"{self.depth} is of {stored.shape} px, but its photographs are of {image.shape[:2]} px")
        depth_m = stored.astype(np.float32) / 1000
        near, far = depth_range_m
        counts = (depth_m >= near) & (depth_m <= far) & _flat(depth_m) & _textured(image)
        return np.where(counts, 1 / np.where(counts, depth_m, 1), np.nan)


def find_pairs_with_depth(folder: Path) -> list[AperturePair]:
    """Return the pairs with a depth map in a folder; none if it is laid out otherwise."""
    if not folder.is_dir():
        raise DataError(f"{folder} is not a folder of photographs")
    pairs = []
    for depth in sorted(folder.glob(f"*{_DEPTH_SUFFIX}")):
        name = depth.name.removesuffix(_DEPTH_SUFFIX)
        found = {
            float(match[2]): path
            for path in sorted(folder.iterdir())
            if path.suffix.lower() in PHOTO_SUFFIXES and (match := _APERTURE.fullmatch(path.stem)) and match[1] == name
        }
        if len(found) != 2:
            raise DataError(
                f"{depth} needs two photographs named by their f-numbers, as {name}_f8.jpg and {name}_f2.8.jpg; "
                f"there are {len(found)}"
            )
        small, wide = sorted(found, reverse=True)
        pairs.append(AperturePair(name, (found[small], found[wide]), (small, wide), depth))
    return pairs


def read_stack(folder: Path, names: NamesMean = "auto") -> RealStack:
    """Return the focus stack of a folder; `names` says what bare numbers in the names of its files mean."""
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in PHOTO_SUFFIXES)
    if len(files) < 2:
        raise DataError(
            f"{folder} holds neither a focus stack nor pairs with depth maps (NAME_f8.jpg, NAME_f2.8.jpg, "
            f"NAME{_DEPTH_SUFFIX})"
        )
    focus = focus_of_files(files, names)
    known = tuple(dpt for dpt in focus.dpt if dpt is not None)
    if len(known) != len(files) or focus.source is None:
        raise DataError(focus.hint or f"the focus of the photographs in {folder} is not known; write focus.csv")
    return RealStack(tuple(files), known, focus.source)


def _read_truth(path: Path) -> tuple[Float[Array, "H W"], Bool[Array, "H W"], float]:
    """Return depth in dioptres, where it can be trusted, and the focus of the photograph whose pixels it is at."""
    file = read_npz(path, "truth")
    try:
        depth_dpt, valid = file["depth_dpt"].astype(np.float32), file["valid"].astype(bool)
        reference_dpt = float(file["reference_dpt"])
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path} needs depth_dpt, valid and reference_dpt: {error}") from error
    if depth_dpt.ndim != 2 or valid.shape != depth_dpt.shape:
        raise DataError(f"{path} has maps of the sizes {depth_dpt.shape} and {valid.shape}")
    return depth_dpt, valid & np.isfinite(depth_dpt), reference_dpt


def _moved(depth_dpt: Float[Array, "H W"], valid: Bool[Array, "H W"], to_reference: Alignment) -> Float[Array, "H W"]:
    """Return a truth at the pixels of another photograph, which lie in the truth's where the alignment says."""
    import cv2

    place = to_reference.displacement_px()
    place[..., 0] += np.arange(place.shape[1], dtype=np.float32)
    place[..., 1] += np.arange(place.shape[0], dtype=np.float32)[:, None]
    moved, sure = (
        cv2.remap(x.astype(np.float32), place[..., 0], place[..., 1], cv2.INTER_LINEAR)
        for x in (np.where(valid, depth_dpt, 0), valid)
    )
    return np.where(sure > _SURE, moved, np.nan)


def _flat(depth_m: Float[Array, "H W"]) -> Bool[Array, "H W"]:
    """Where the depth around a pixel is known and hardly varies."""
    from scipy.ndimage import maximum_filter, minimum_filter

    low, high = minimum_filter(depth_m, _FLAT_PX), maximum_filter(depth_m, _FLAT_PX)
    return np.asarray((low > 0) & (high - low < _FLAT_SHARE * depth_m))


def _textured(image: Float[Array, "H W 3"]) -> Bool[Array, "H W"]:
    """Where the squared gradient, averaged around a pixel, is above its median."""
    from scipy.ndimage import gaussian_filter, gaussian_gradient_magnitude

    fine, wide = _TEXTURE_SIGMAS_PX
    energy = gaussian_filter(gaussian_gradient_magnitude(np.sqrt(image.mean(-1)), fine) ** 2, wide)
    return np.asarray(energy > np.median(energy))
