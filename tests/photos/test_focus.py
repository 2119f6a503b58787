"""Focus of the photographs of a stack: tables, EXIF, names with units."""

import math
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from blurry_edges.errors import DataError
from blurry_edges.photos.focus import focus_of_files


def photographs(folder: Path, *names: str, distances_m: tuple[float, ...] = ()) -> list[Path]:
    for index, name in enumerate(names):
        exif = Image.Exif()
        if distances_m:
            exif[0x0110], exif.get_ifd(0x8769)[0x9206] = "Camera", distances_m[index]
        Image.fromarray(np.zeros((8, 8, 3), np.uint8)).save(folder / name, exif=exif)
    return [folder / name for name in names]


@pytest.mark.parametrize(
    ("names", "dioptres"),
    [
        (("1.5m_x.jpg", "2m_x.jpg"), (1 / 1.5, 0.5)),
        (("f0.80m.png", "f0.50m.png"), (1.25, 2.0)),
        (("a_80cm.jpg", "a_50cm.jpg"), (1.25, 2.0)),
        (("800mm.jpg", "500mm.jpg"), (1.25, 2.0)),
        (("2.5D.png", "5D.png"), (2.5, 5.0)),
        (("2.5dpt.jpg", "0.5dpt.jpg"), (2.5, 0.5)),
        (("50mm_f2.8_1.5m.jpg", "50mm_f2.8_2.0m.jpg"), (1 / 1.5, 0.5)),  # the focal length is the same in both
        (("2m.jpg", "inf.jpg"), (0.5, 0.0)),
    ],
)
def test_names_with_units(tmp_path: Path, names: tuple[str, ...], dioptres: tuple[float, ...]):
    found = focus_of_files(photographs(tmp_path, *names))
    assert found.dpt == pytest.approx(dioptres)
    assert found.source == "from the names of the files"
    assert found.pair(1, 0).dpt == pytest.approx(dioptres[::-1])


@pytest.mark.parametrize(
    "names",
    [
        ("0.jpg", "1.jpg", "2.jpg"),
        ("IMG_0001.jpg", "IMG_0002.jpg"),
        ("scan3D_1.jpg", "scan3D_2.jpg"),
        ("00.198.jpg", "00.397.jpg"),
        ("1.5m.jpg", "other.jpg"),
        ("1m_2m.jpg", "3m_4m.jpg"),
        ("20240101_120000.jpg", "20240101_120001.jpg"),
        ("0m.jpg", "1m.jpg"),
    ],
)
def test_an_index_is_no_focus(tmp_path: Path, names: tuple[str, ...]):
    found = focus_of_files(photographs(tmp_path, *names))
    assert found.dpt == (None,) * len(names)
    assert found.source is None
    assert found.pair(0, 1) is None


def test_bare_decimals_count_when_the_user_says_what_they_are(tmp_path: Path):
    paths = photographs(tmp_path, "00.992.jpg", "02.000.jpg")
    assert "--lens.stack-names dpt or m" in focus_of_files(paths).hint
    assert focus_of_files(paths, "dpt").dpt == pytest.approx((0.992, 2.0))
    assert focus_of_files(paths, "m").dpt == pytest.approx((1 / 0.992, 0.5))
    assert focus_of_files(photographs(tmp_path, "0.jpg", "1.jpg")).hint is None
    with pytest.raises(DataError, match="focused at 0 m"):
        focus_of_files([tmp_path / "0.jpg", tmp_path / "1.jpg"], "m")
    with pytest.raises(DataError, match="one number that differs"):
        focus_of_files(photographs(tmp_path, "a.jpg", "b.jpg"), "dpt")


def test_exif_counts_unless_it_is_always_the_same(tmp_path: Path):
    paths = photographs(tmp_path, "1.5m.jpg", "3m.jpg", distances_m=(2.0, 4.0))
    assert focus_of_files(paths).dpt == pytest.approx((0.5, 0.25))
    assert focus_of_files(paths).source == "from the EXIF"
    paths = photographs(tmp_path, "1.5m.jpg", "3m.jpg", distances_m=(2.0, 2.0))
    assert focus_of_files(paths).dpt == pytest.approx((1 / 1.5, 1 / 3))


def test_a_table_comes_first(tmp_path: Path):
    paths = photographs(tmp_path, "1m.jpg", "2m.jpg", "3m.jpg", distances_m=(1.0, 2.0, 3.0))
    (tmp_path / "focus.csv").write_text("file,focus_m\n1m.jpg,0.5\n2m,inf\n")
    found = focus_of_files(paths)
    assert found.dpt == (2.0, 0.0, None)
    assert str(tmp_path / "focus.csv") in found.source
    assert found.pair(0, 2) is None
    (tmp_path / "focus.csv").write_text("file,focus_dpt\n1m.jpg,4\n2m.jpg,0\n3m.jpg,1.5\n")
    assert focus_of_files(paths).dpt == (4.0, 0.0, 1.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("file,focus\na.jpg,1\n", "line 2 of .*focus.csv needs the columns file, and focus_dpt or focus_m"),
        ("file,focus_m\na.jpg,0\n", "has the focus_m '0'"),
        ("file,focus_m\na.jpg,near\n", "has the focus_m 'near'"),
        ("file,focus_dpt\na.jpg,-1\n", "has the focus_dpt '-1'"),
    ],
)
def test_wrong_tables(tmp_path: Path, text: str, message: str):
    (tmp_path / "focus.csv").write_text(text)
    with pytest.raises(DataError, match=message):
        focus_of_files(photographs(tmp_path, "a.jpg"))


def test_infinity_in_the_exif(tmp_path: Path):
    from PIL import TiffImagePlugin

    infinite = TiffImagePlugin.IFDRational(0xFFFFFFFF, 1)
    paths = photographs(tmp_path, "a.jpg", "b.jpg", distances_m=(1.0, infinite))
    assert focus_of_files(paths).dpt == (1.0, 0.0)
    assert math.isfinite(focus_of_files(paths).pair(0, 1).dpt[1])
