"""Illuminance: the eight rows of the paper's Table 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.optics import LightMeter, photon_level_from_noise

TABLE_1 = {  # noise SD in LSB, from quietest to loudest, and lux as printed, brightest first
    "Focal Flow": ((0.09, 0.63), (3_323_680, 67_832)),
    "Tang et al.": ((1.50, 3.75), (11_967, 1_916)),
    "Focal Track": ((0.30, 2.00), (299_133, 6_732)),
    "PhaseCam3D": ((2.55,), (4_142,)),
    "Guo et al.": ((0.70,), (54_944,)),
    "DefocusNet": ((1.00, 4.00), (26_923, 1_684)),
    "DEReD": ((1.00, 4.00), (26_923, 1_684)),
    "Blurry-Edges": ((18.21, 19.22), (83, 74)),
}


@pytest.mark.parametrize("method", TABLE_1)
def test_table_1(method: str):
    for noise_sd, lux in zip(*TABLE_1[method], strict=True):
        assert round(LightMeter().illuminance_lux(photon_level_from_noise(noise_sd))) == lux


@given(photon_level=st.floats(1, 1e6), read_noise=st.floats(0, 50))
def test_photon_level_solves_its_equation(photon_level: float, read_noise: float):
    noise_sd = (photon_level + read_noise**2) ** 0.5 / photon_level * 255
    assert photon_level_from_noise(noise_sd, read_noise) == pytest.approx(photon_level, rel=1e-9)


def test_noise_must_be_positive():
    with pytest.raises(ValueError, match="must be positive"):
        photon_level_from_noise(0.0)
