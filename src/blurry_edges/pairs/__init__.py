"""Pairs of photographs on disk: finding them, and turning each into a folder of results."""

from blurry_edges.pairs.batch import PairRow, run_pair, run_pairs, write_summary
from blurry_edges.pairs.camera import ResolvedCamera, lens_from_exif, resolve_camera
from blurry_edges.pairs.find import PairFiles, find_pairs, photos_in, read_table
from blurry_edges.pairs.run import Development, Done, Tell, describe_light, estimate_photos
from blurry_edges.pairs.scene import SCENE_SUFFIX
from blurry_edges.pairs.stack import best_of_stack, plan_stack, stack_settings
from blurry_edges.pairs.task import Answer, Task, run_task
from blurry_edges.pairs.verdict import Verdict, judge

__all__ = [
    "SCENE_SUFFIX",
    "Answer",
    "Development",
    "Done",
    "PairFiles",
    "PairRow",
    "ResolvedCamera",
    "Task",
    "Tell",
    "Verdict",
    "best_of_stack",
    "describe_light",
    "estimate_photos",
    "find_pairs",
    "judge",
    "lens_from_exif",
    "photos_in",
    "plan_stack",
    "read_table",
    "resolve_camera",
    "run_pair",
    "run_pairs",
    "run_task",
    "stack_settings",
    "write_summary",
]
