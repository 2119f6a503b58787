"""Store weights of the package in 16 bits: kernels and matrices; vectors stay as they are, and so does the card."""

import json
import sys
from hashlib import sha256
from pathlib import Path

from safetensors.torch import load_file, save

from blurry_edges.files import atomic_write


def main() -> None:
    """Convert the files that are named on the command line, in place."""
    for path in map(Path, sys.argv[1:]):
        tensors = {
            name: tensor.half() if tensor.is_floating_point() and tensor.dim() > 1 else tensor
            for name, tensor in load_file(path).items()
        }
        content = save(tensors)
        card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        card |= {"sha256": sha256(content).hexdigest()}
        with atomic_write(path) as file:
            file.write(content)
        with atomic_write(path.with_suffix(".json")) as file:
            file.write((json.dumps(card, indent=2) + "\n").encode())
        sys.stdout.write(f"{path}: {len(content) / 1e6:.2f} MB\n")


if __name__ == "__main__":
    main()
