"""Pictures: what is easier to see than to read."""

from blurry_edges.viz.calibration import draw_calibration
from blurry_edges.viz.notebook import Shown, show
from blurry_edges.viz.overview import overview, panels
from blurry_edges.viz.refocus import refocus_gif
from blurry_edges.viz.report import write_report
from blurry_edges.viz.viewer import About, viewer_page

__all__ = [
    "About",
    "Shown",
    "draw_calibration",
    "overview",
    "panels",
    "refocus_gif",
    "show",
    "viewer_page",
    "write_report",
]
