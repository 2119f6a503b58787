"""The rendered maps leave PyTorch: exported to ONNX they are the same."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from torch import Tensor, nn

from blurry_edges.wedge import Wedges, render_pair


class Render(nn.Module):
    """`render_pair` as a module, for the exporter."""

    def forward(self, vertex: Tensor, angles: Tensor, eta: Tensor, patches: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        maps = render_pair(Wedges(vertex, angles, eta), patches)
        return maps.color, maps.colors, maps.boundary


@pytest.mark.parametrize("wedges", [2, 3])
def test_export_agrees(tmp_path: Path, wedges: int):
    generator = torch.Generator().manual_seed(wedges)
    inputs = (
        torch.randn(4, wedges, 2, generator=generator),
        torch.rand(4, wedges, 2, generator=generator) * 6,
        torch.rand(4, 2, wedges, generator=generator) * 0.3 + 0.02,
        torch.rand(4, 2, 3, 21, 21, generator=generator),
    )
    path = tmp_path / "render.onnx"
    torch.onnx.export(Render().eval(), inputs, path, dynamo=True, verbose=False)
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [entry.name for entry in session.get_inputs()]
    outputs = session.run(None, dict(zip(names, (x.numpy() for x in inputs), strict=True)))
    for found, expected in zip(outputs, Render()(*inputs), strict=True):
        np.testing.assert_allclose(found, expected.numpy(), atol=2e-4)
