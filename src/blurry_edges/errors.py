"""The exceptions of this package: each message says what is wrong, with its value, and what to do."""

__all__ = ["BlurryEdgesError", "CameraError", "DataError", "ImageError", "MissingExtraError", "ShapeError"]


class BlurryEdgesError(Exception):
    """Base of all errors raised on purpose; the command line prints its message as one line."""


class CameraError(BlurryEdgesError, ValueError):
    """A camera that cannot exist, or a camera file that cannot be read."""


class ImageError(BlurryEdgesError, ValueError):
    """Images that cannot be used: wrong type or range, NaN, too small, mismatched or unreadable."""


class DataError(BlurryEdgesError, ValueError):
    """A data set, scene folder or truth that cannot be used."""


class ShapeError(BlurryEdgesError, ValueError):
    """Tensors whose sizes do not fit together."""


class MissingExtraError(BlurryEdgesError, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs {package}: pip install 'blurry-edges[{extra}]'")
