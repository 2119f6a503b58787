"""Store weights anew in 16 or 8 bits, with their cards: `python scripts/repack_weights.py 8 FILE.safetensors ...`."""

import json
import sys
from hashlib import sha256
from pathlib import Path

from safetensors.torch import load_file, save

from blurry_edges.files import atomic_write
from blurry_edges.weights.packing import packed, unpacked


def main() -> None:
    """Convert the files that are named on the command line, in place."""
    bits = int(sys.argv[1])
    if bits not in (8, 16):
        raise SystemExit("say 8 or 16 bits, then the files")
    for path in map(Path, sys.argv[2:]):
        content = save(packed(unpacked(load_file(path)), bits))
        card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        card |= {"sha256": sha256(content).hexdigest(), "bits": bits}
        card.pop("stored_as", None)
        with atomic_write(path) as file:
            file.write(content)
        with atomic_write(path.with_suffix(".json")) as file:
            file.write((json.dumps(card, indent=2) + "\n").encode())
        sys.stdout.write(f"{path}: {len(content) / 1e6:.2f} MB\n")


if __name__ == "__main__":
    main()
