"""The analytic rivals: right on a textured plane, unknown where they cannot know."""

import numpy as np
import pytest
import torch
from scipy.ndimage import gaussian_filter

from blurry_edges import load
from blurry_edges.optics import Camera, FocusSetting, capture
from blurry_edges.scenes.textures import rich_texture
from blurry_edges.stack import FocusStack

CAMERAS = {
    "paper": Camera.paper(),
    "other": Camera(FocusSetting(21.2, 0.0012), FocusSetting(21.6, 0.0012), 0.0502, 8e-6, (0.55, 0.9)),
}


RIVALS = ("focal-track", "focal-track-published", "tang", "tang-published")


def plane(camera: Camera, depth_m: float, photon_level: float) -> FocusStack:
    """Two photographs of a textured plane."""
    texture = rich_texture(np.random.default_rng(3), (168, 168))
    clean = [
        np.stack([gaussian_filter(texture[..., c], float(sigma)) for c in range(3)], -1)[30:-30, 30:-30]
        for sigma in camera.blur_sigmas_px(depth_m)
    ]
    light = (torch.tensor(photon_level), torch.tensor(2.0), torch.Generator().manual_seed(0))
    images = capture(torch.from_numpy(np.stack(clean).astype(np.float32)), *light).numpy()
    return FocusStack.of(images, photon_level=photon_level, read_noise=2.0)


@pytest.mark.parametrize("name", RIVALS)
@pytest.mark.parametrize(("camera", "depth_m"), [("paper", 0.93), ("paper", 1.0), ("other", 0.7)])
def test_a_bright_plane_is_where_it_is(name: str, camera: str, depth_m: float):
    result = load(name).estimate_stack(plane(CAMERAS[camera], depth_m, 20000.0), CAMERAS[camera])
    sure = result.depth_sd <= np.nanquantile(result.depth_sd, 0.4)
    assert np.nanmedian(result.depth[sure]) == pytest.approx(depth_m, rel=0.03)


def test_knowing_the_noise_helps_in_the_dark():
    camera, errors = CAMERAS["paper"], {}
    stack = plane(camera, 0.85, 190.0)
    for name in RIVALS:
        result = load(name).estimate_stack(stack, camera)
        sure = result.depth_sd <= np.nanquantile(result.depth_sd, 0.3)
        errors[name] = float(np.sqrt(np.nanmean((result.depth[sure] - 0.85) ** 2)))
    assert errors["focal-track"] < errors["focal-track-published"]
    assert errors["tang"] < errors["tang-published"]


@pytest.mark.parametrize("name", ["focal-track", "tang"])
def test_a_flat_image_has_no_certain_depth(name: str):
    generator = torch.Generator().manual_seed(1)
    flat = capture(torch.full((2, 64, 64, 3), 0.5), torch.tensor(190.0), torch.tensor(2.0), generator).numpy()
    result = load(name).estimate(*flat, camera=Camera.paper(), photon_level=190.0, read_noise=2.0)
    assert np.isnan(result.depth).any() or np.nanmedian(result.depth_sd) > 0.03
