"""NumPy files from anyone: round trips, and one sentence for what is damaged. Found by the fuzzer."""

import contextlib
import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.arrays import read_npy, read_npz
from blurry_edges.errors import DataError


def as_npy(values: np.ndarray) -> bytes:
    data = io.BytesIO()
    np.save(data, values)
    return data.getvalue()


@pytest.mark.parametrize("dtype", ["u1", ">u2", "f4", "f8", "?", "U7"])
def test_arrays_come_back_as_they_were(tmp_path: Path, dtype: str):
    values = np.arange(12).reshape(3, 4).astype(dtype)
    np.testing.assert_array_equal(read_npy(as_npy(values), "it"), values)
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "x.npz", a=values, b=np.array(3))
        found = read_npz(tmp_path / "x.npz", "scene")
        np.testing.assert_array_equal(found["a"], values)
        assert found["b"] == 3


@given(st.data())
def test_damage_is_noticed_or_harmless(data: st.DataObject):
    content = bytearray(as_npy(np.zeros((5, 6), np.float32)))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, 127))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(DataError):  # anything else is a bug; a harmless change is none
        assert read_npy(bytes(content), "image x.npy").size == 30


@pytest.mark.parametrize("header", ["{'descr': '<f4', 'fortran_order': False, 'shape': (5, ", "{" * 90, "(" * 90])
def test_headers_that_do_not_end(header: str):
    length = len(header).to_bytes(2, "little")
    with pytest.raises(DataError, match="damaged"):
        read_npy(b"\x93NUMPY\x01\x00" + length + header.encode(), "it")


def test_an_array_that_announces_more_than_it_holds_is_not_made():
    data = as_npy(np.zeros((5, 6), np.float32)).replace(b"(5, 6)", b"(9999999, 99999)")
    with pytest.raises(DataError, match="damaged"):
        read_npy(data, "it")


def test_objects_are_never_unpickled(tmp_path: Path):
    np.savez(tmp_path / "x.npz", a=np.array([{"x": 1}], object))
    with pytest.raises(DataError, match="damaged"):
        read_npz(tmp_path / "x.npz", "scene")


def test_compressed_data_that_is_damaged(tmp_path: Path):
    path = tmp_path / "x.npz"
    np.savez_compressed(path, a=np.random.default_rng(0).random(500))
    content = bytearray(path.read_bytes())
    content[80:90] = b"\xff" * 10
    path.write_bytes(content)
    with pytest.raises(DataError, match="damaged"):
        read_npz(path, "scene")
    with zipfile.ZipFile(tmp_path / "empty.npz", "w"):
        pass
    assert read_npz(tmp_path / "empty.npz", "scene") == {}
    with pytest.raises(DataError, match=r"scene .*none.npz does not exist"):
        read_npz(tmp_path / "none.npz", "scene")
