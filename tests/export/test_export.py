"""The estimator leaves PyTorch: the misfit without FFTs, and an ONNX file that computes the same depth."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

import blurry_edges
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.fused_inputs import H_PX, t_hypotheses_px
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.evidence import misfit_volume
from blurry_edges.export import TileGraph, export_onnx
from blurry_edges.export.misfit import MatrixMisfit
from blurry_edges.optics import Camera, Psf, camera_from_toml
from blurry_edges.scenes.textured_scenes import TexturedScenes
from command import assert_one_sentence, run, run_process

CAMERA = Camera.paper()
TILE_PX = 96


@pytest.fixture(scope="module")
def pair() -> torch.Tensor:
    scene = TexturedScenes(size=(TILE_PX, TILE_PX)).render(np.random.default_rng(3), CAMERA)
    noise = np.random.default_rng(4).normal(0, 0.03, (2, TILE_PX, TILE_PX, 3))
    images = (np.stack(scene.images) + noise).clip(0, 1).astype(np.float32)
    return torch.from_numpy(images).permute(0, 3, 1, 2)


@pytest.mark.parametrize("psf", [Psf(), Psf("disc"), Psf("disc", soft_rim=0.25, obstruction=0.3)])
@pytest.mark.parametrize("photon_level", [30.0, 2000.0])
def test_the_misfit_by_matrices_is_that_by_ffts(pair: torch.Tensor, psf: Psf, photon_level: float):
    hypotheses = DepthHypotheses.at(4 * H_PX * t_hypotheses_px(), replace(CAMERA, psf=psf))
    light = torch.tensor([photon_level]), torch.tensor([2.0])
    expected = misfit_volume(pair[None], hypotheses.sigmas_px, psf, *light, step_px=2)
    found = MatrixMisfit(TILE_PX, hypotheses.sigmas_px, psf)(pair[None], *light)
    torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    "camera", [CAMERA, replace(CAMERA, minus=CAMERA.plus, plus=CAMERA.minus), replace(CAMERA, psf=Psf("disc"))]
)
def test_the_graph_gives_what_the_estimator_gives(pair: torch.Tensor, camera: Camera):
    estimator = blurry_edges.load("fused")
    images = pair.permute(0, 2, 3, 1).numpy()
    images = images[::-1].copy() if camera.minus == CAMERA.plus else images
    expected = estimator.estimate(*images, camera=camera, photon_level=190.0, read_noise=2.0)
    with torch.no_grad():
        given = torch.from_numpy(images).permute(0, 3, 1, 2)[None]
        found = TileGraph(estimator, camera, TILE_PX)(given, torch.tensor([190.0]), torch.tensor([2.0]))
    depth, sd, front, back, probability, boundary, sharp, denoised = (x.numpy() for x in found)
    assert expected.balances == ()
    np.testing.assert_allclose(depth, expected.depth_m, atol=2e-4)
    np.testing.assert_allclose(sd, expected.depth_sd_m, atol=2e-4)
    np.testing.assert_allclose(np.where(probability >= 0.5, front, back), expected.crisp_depth, atol=2e-3)
    np.testing.assert_allclose(boundary, expected.boundary, atol=1e-3)
    np.testing.assert_allclose(sharp.transpose(1, 2, 0), expected.sharp, atol=1e-3)
    np.testing.assert_allclose(denoised[1].transpose(1, 2, 0), expected.denoised_plus, atol=1e-3)


@pytest.mark.long
def test_the_command_writes_a_file_that_runs_without_this_package(tmp_path: Path, pair: torch.Tensor):
    path = tmp_path / "fused.onnx"
    done = run_process("export", "fused", "-o", path, "--tile-px", TILE_PX)
    assert done.returncode == 0, done.stderr
    assert "differs from PyTorch by" in done.stdout
    facts = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    assert camera_from_toml(facts["camera"]) == CAMERA
    assert int(facts["tile_px"]) == TILE_PX
    assert "depth in metres" in json.loads(facts["outputs"])["depth_m"]
    light = {"photon_level": np.array([190], np.float32), "read_noise": np.array([2], np.float32)}
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    depth, sd = session.run(["depth_m", "depth_sd_m"], {"pair": pair[None].numpy(), **light})
    expected = blurry_edges.load("fused").estimate(
        *pair.permute(0, 2, 3, 1).numpy(), camera=CAMERA, photon_level=190.0, read_noise=2.0, maps="depth"
    )
    np.testing.assert_allclose(depth, expected.depth_m, atol=3e-4)
    np.testing.assert_allclose(sd, expected.depth_sd_m, atol=3e-4)
    again = run("export", "fused", "-o", path, "--tile-px", TILE_PX)
    assert_one_sentence(again, "exists")


def test_surfaces_at_the_same_depth_are_no_difference(tmp_path: Path):
    # With the default size of tile, both surfaces are at one depth in some pixels of the pair that is compared.
    done = export_onnx(blurry_edges.load("fused"), CAMERA, tmp_path / "fused.onnx", 256, overwrite=False)
    assert max(done.largest_difference.values()) < 1e-4


def test_what_cannot_be_exported_is_refused(tmp_path: Path):
    assert_one_sentence(run("export", "evidence", "-o", tmp_path / "x.onnx"), "cannot be exported")
    with pytest.raises(BlurryEdgesError, match="multiple of 8"):
        TileGraph(blurry_edges.load("fused"), CAMERA, 100)
    assert list(tmp_path.iterdir()) == []
