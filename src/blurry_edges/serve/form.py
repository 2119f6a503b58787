"""The options of an estimate as fields of a form: the same names, types and words as on the command line."""

import ast
import inspect
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter, ValidationError

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import method_names
from blurry_edges.options import EstimateOptions, Lens

__all__ = ["CAMERA", "FOCUS_TABLE_FIELD", "PHOTOS", "STACK", "command_line", "form_schema", "read_options"]

PHOTOS, CAMERA, FOCUS_TABLE_FIELD, STACK = "photos", "camera", "focus", "stack"
"""Fields of the form that are no options: three of files, and whether two photographs are a stack."""
_OF_THE_SERVICE = "device"
"""The one option that is the service's to choose."""
_options: TypeAdapter[EstimateOptions] = TypeAdapter(EstimateOptions)


def read_options(given: Mapping[str, Sequence[str]], device: str) -> EstimateOptions:
    """Return the options that a form gives; what is left out or empty has its default.

    Args:
        given: values of each field, such as `align` or `lens.focus_m`; an option with two numbers has two values.
        device: where the service computes.

    """
    told: dict[str, Any] = {_OF_THE_SERVICE: device, "lens": {}}
    known = dict(_fields())
    for name, values in given.items():
        filled = [value.strip() for value in values if value.strip()]
        if name not in known:
            raise BlurryEdgesError(f"no option is called '{name[:60]}'; known are {', '.join(known)}")
        if not filled:
            continue
        kind, _, inner = name.rpartition(".")
        place = told[kind] if kind else told
        place[inner] = filled if name in _several() else filled[-1]
    try:
        options = _options.validate_python(told)
    except ValidationError as error:
        found = error.errors(include_url=False)
        # Where one number or two may be given, each way complains; the one about a value says more than about a count.
        first = next((one for one in found if one["type"] not in ("too_long", "missing")), found[0])
        name = ".".join(str(part) for part in first["loc"] if str(part) in {x for y in known for x in y.split(".")})
        raise BlurryEdgesError(f"the option '{name}' cannot be used: {_lower(first['msg'])}") from error
    if options.estimator not in method_names("estimator"):
        known_methods = ", ".join(method_names("estimator"))
        raise BlurryEdgesError(f"no estimator is called '{options.estimator[:60]}'; known are {known_methods}")
    return options


def form_schema() -> dict[str, Any]:
    """Return the form of an estimate as OpenAPI describes it."""
    binary = {"type": "string", "format": "binary"}
    properties: dict[str, Any] = {
        PHOTOS: {
            "type": "array",
            "items": binary,
            "minItems": 2,
            "description": "The first and the second photograph, or a focus stack.",
        },
        CAMERA: binary | {"description": "Camera file (TOML)."},
        FOCUS_TABLE_FIELD: binary | {"description": "Table (CSV) of a stack: columns file, and focus_dpt or focus_m."},
        STACK: {"type": "boolean", "description": "Two photographs are a stack; more than two always are."},
    }
    schema = _options.json_schema()
    parts = {"": schema["properties"], "lens": schema["$defs"]["Lens"]["properties"]}
    words = {"": _docstrings(EstimateOptions), "lens": _docstrings(Lens)}
    for name, _ in _fields():
        kind, _, inner = name.rpartition(".")
        described = {key: value for key, value in parts[kind][inner].items() if key != "title"}
        properties[name] = described | {"description": words[kind].get(inner, "")}
    return {"type": "object", "required": [PHOTOS], "properties": properties}


def command_line(options: EstimateOptions, photos: Sequence[str], *, camera: bool, is_stack: bool) -> str:
    """Return the command that does the same with these files."""
    words = ["blurry-edges", "estimate", *(["--stack", "FOLDER"] if is_stack else photos)]
    words += ["--camera", "camera.toml"] if camera else []
    for name, default in _fields():
        kind, _, inner = name.rpartition(".")
        value = getattr(options.lens if kind else options, inner)
        flag = name.replace("_", "-")
        if value == default:
            continue
        if isinstance(value, bool):
            words.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            words += [f"--{flag}", *(str(x) for x in (value if isinstance(value, tuple) else (value,)))]
    return shlex.join([*words, "-o", "out"])


def _fields(of: Any = None, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Names of all options and their defaults; those of the lens as lens.NAME."""
    of = EstimateOptions() if of is None else of
    for item in fields(of):
        value = getattr(of, item.name)
        if is_dataclass(value):
            yield from _fields(value, f"{item.name}.")
        elif item.name != _OF_THE_SERVICE:
            yield prefix + item.name, value


@cache
def _several() -> frozenset[str]:
    """Return the names of the options that may have more than one value."""
    described = form_schema()["properties"]
    return frozenset(name for name, _ in _fields() if "prefixItems" in str(described[name]))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _docstrings(of: type) -> dict[str, str]:
    """Return the words below each field of a dataclass, which the command line shows as help."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(of))).body
    found = {}
    inside = body.body if isinstance(body, ast.ClassDef) else []
    for item, below in pairwise(inside):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and isinstance(below, ast.Expr):
            found[item.target.id] = inspect.cleandoc(str(ast.literal_eval(below.value))).replace("\n", " ")
    return found
