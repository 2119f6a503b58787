"""Damage: bytes that are changed, cut, doubled, or replaced by numbers that programs trip over."""

import struct

import numpy as np

__all__ = ["damaged", "damaged_text"]

_AWKWARD = [struct.pack(code, value) for code, value in (
    ("<I", 0), ("<I", 0xFFFFFFFF), (">I", 0x7FFFFFFF), ("<H", 0xFFFF), (">H", 0x8000), ("<I", 1 << 24),
    ("<d", float("nan")), ("<f", float("inf")), ("<f", float("nan")), ("<f", -1e30), ("<I", 0x80000000), (">I", 65536),
)]  # fmt: skip
_WORDS = [
    "nan", "inf", "-inf", "1e400", "-1", "0", "", "null", "[]", "{}", "''", '"', "../../x", "/etc/passwd", "\x00",
    "é" * 40, "9" * 400, "true", "[1, 2]", "1e-320", "\n", ",", "=", "0x10", "minus", "<script>",
]  # fmt: skip


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Return the data with one to eight kinds of damage."""
    content = bytearray(data)
    for _ in range(int(rng.integers(1, 9))):
        place = int(rng.integers(0, max(1, len(content))))
        # Headers are small and matter most.
        place = place if rng.random() < 0.5 else int(rng.integers(0, max(1, min(len(content), 200))))
        kind = rng.integers(6)
        if kind == 0:
            content[place : place + 1] = bytes([int(rng.integers(256))])
        elif kind == 1:
            awkward = _AWKWARD[int(rng.integers(len(_AWKWARD)))]
            content[place : place + len(awkward)] = awkward
        elif kind == 2:
            del content[place : place + int(rng.integers(1, 64))]
        elif kind == 3:
            content[place:place] = content[place : place + int(rng.integers(1, 64))]
        elif kind == 4 and rng.random() < 0.3:
            del content[place:]
        else:
            content[place : place + 4] = rng.integers(0, 256, 4, np.uint8).tobytes()
    return bytes(content)


def damaged_text(text: str, rng: np.random.Generator) -> str:
    """Return a text whose lines, words or letters are damaged."""
    for _ in range(int(rng.integers(1, 5))):
        lines = text.split("\n")
        number = int(rng.integers(len(lines)))
        word = _WORDS[int(rng.integers(len(_WORDS)))]
        kind = rng.integers(5)
        if kind == 0:
            del lines[number]
        elif kind == 1:
            lines.insert(number, lines[int(rng.integers(len(lines)))])
        elif kind == 2:
            begin = int(rng.integers(0, len(lines[number]) + 1))
            lines[number] = lines[number][:begin] + word + lines[number][begin + int(rng.integers(0, 6)) :]
        elif kind == 3 and "=" in lines[number]:
            lines[number] = f"{lines[number].split('=')[0]}= {word}"
        else:
            lines[number] = word
        text = "\n".join(lines)
    return text
