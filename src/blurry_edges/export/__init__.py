"""The default estimator without Python: one ONNX file for one camera and one size of tile."""

from blurry_edges.export.graph import TileGraph
from blurry_edges.export.onnx_file import Exported, export_onnx

__all__ = ["Exported", "TileGraph", "export_onnx"]
