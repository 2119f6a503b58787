"""Finding pairs: folders and tables."""

from pathlib import Path

import pytest

from blurry_edges.errors import DataError
from blurry_edges.pairs import find_pairs, photos_in


def touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def test_a_folder_of_pairs(tmp_path: Path):
    touch(tmp_path / "a_minus.png", tmp_path / "a_plus.png", tmp_path / "notes.txt")
    touch(tmp_path / "b" / "minus.tif", tmp_path / "b" / "plus.tif")
    pairs = find_pairs(tmp_path)
    assert [(p.name, p.minus.name, p.plus.name) for p in pairs] == [
        ("a", "a_minus.png", "a_plus.png"),
        ("b", "minus.tif", "plus.tif"),
    ]


def test_a_table_of_pairs(tmp_path: Path):
    (tmp_path / "t.csv").write_text("minus,plus,name,camera\na.png,b.png,first,cam.toml\nc.png,d.png,,\n")
    first, second = find_pairs(tmp_path / "t.csv")
    assert (first.name, first.camera) == ("first", tmp_path / "cam.toml")
    assert (second.name, second.camera) == ("c", None)


@pytest.mark.parametrize(
    ("content", "message"),
    [("one,two\n1,2\n", "line 2 of .* lacks minus"), ("minus,plus\n", "holds no pairs"),
     ("minus,plus,name\na,b,x\nc,d,x\n", "two pairs called 'x'")],
)  # fmt: skip
def test_wrong_tables(tmp_path: Path, content: str, message: str):
    (tmp_path / "t.csv").write_text(content)
    with pytest.raises(DataError, match=message):
        find_pairs(tmp_path / "t.csv")


def test_wrong_folders(tmp_path: Path):
    touch(tmp_path / "a_minus.png")
    with pytest.raises(DataError, match="neither a folder nor a CSV"):
        find_pairs(tmp_path / "a_minus.png")
    with pytest.raises(DataError, match="is not a folder"):
        photos_in(tmp_path / "none")


def test_photos_are_in_the_order_of_their_numbers(tmp_path: Path):
    touch(*(tmp_path / f"{i}.jpg" for i in (10, 2, 1)))
    assert [path.name for path in photos_in(tmp_path)] == ["1.jpg", "2.jpg", "10.jpg"]


@pytest.mark.parametrize("name", ["../x", "/x", ".", "..", "a/b", "a\\b", "C:x", "x/", "\n x\ty"])
def test_a_name_that_is_no_plain_name_is_refused_with_its_line(tmp_path: Path, name: str):
    (tmp_path / "t.csv").write_text(f'minus,plus,name\na,b,fine\n\nc,d,"{name}"\n')
    with pytest.raises(DataError, match=r"line [45] of .* calls its pair .* cannot be the name of a folder"):
        find_pairs(tmp_path / "t.csv")


@pytest.mark.parametrize("stem", ["_minus", ".._minus"])
def test_files_that_give_no_name_are_refused(tmp_path: Path, stem: str):
    touch(tmp_path / f"{stem}.png", tmp_path / f"{stem.replace('minus', 'plus')}.png")
    with pytest.raises(DataError, match=r"gives its pair no usable name; call it NAME_minus\.png"):
        find_pairs(tmp_path)


def test_a_nul_in_a_table_is_refused_with_its_line(tmp_path: Path):
    (tmp_path / "t.csv").write_text("minus,plus\na,b\n\nc\0,d\n")
    with pytest.raises(DataError, match=r"line 4 of .* holds a NUL"):
        find_pairs(tmp_path / "t.csv")


def test_a_missing_partner_is_the_matter_of_its_pair(tmp_path: Path):
    touch(tmp_path / "a_minus.png")
    touch(tmp_path / "b_minus.png")
    touch(tmp_path / "b_plus.jpg")
    assert [pair.plus.name for pair in find_pairs(tmp_path)] == ["a_plus.png", "b_plus.jpg"]


def test_pairs_of_a_table_without_names_are_called_after_their_files(tmp_path: Path):
    (tmp_path / "t.csv").write_text(
        "minus,plus\nx/cup_minus.png,x/cup_plus.png\nbook/minus.png,book/plus.png\n3.png,4.png\n"
    )
    assert [pair.name for pair in find_pairs(tmp_path / "t.csv")] == ["cup", "book", "3"]
