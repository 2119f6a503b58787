"""Hooks of MkDocs: formulas, and the files that `generate.py` made."""

from pathlib import Path
from typing import Any

import mathml
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Draw formulas as MathML."""
    config.markdown_extensions.append(mathml.MathExtension())
    fence = {"name": "math", "class": "formula", "format": mathml.block}
    config.mdx_configs["pymdownx.superfences"] = {"custom_fences": [fence]}
    return config


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Put the generated files beside the written ones."""
    folder = Path(str(config.config_file_path)).parent / config.extra["generated"]
    if not folder.is_dir():
        raise PluginError(f"{folder} is not there: make it with `python scripts/docs/generate.py build/docs` first")
    for path in sorted(x for x in folder.rglob("*") if x.is_file()):
        uri = path.relative_to(folder).as_posix()
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files
