"""Which names photographs have."""

__all__ = ["EXR_SUFFIXES", "HEIF_SUFFIXES", "NUMPY_SUFFIXES", "PHOTO_SUFFIXES", "RAW_SUFFIXES", "TIFF_SUFFIXES"]

RAW_SUFFIXES = {".dng", ".nef", ".cr2", ".cr3", ".arw", ".raf", ".orf", ".rw2", ".pef"}
TIFF_SUFFIXES = {".tif", ".tiff"}
EXR_SUFFIXES = {".exr"}
HEIF_SUFFIXES = {".heic", ".heif"}
NUMPY_SUFFIXES = {".npy"}
PHOTO_SUFFIXES = {
    *(".png", ".jpg", ".jpeg", ".webp"),
    *EXR_SUFFIXES,
    *HEIF_SUFFIXES,
    *NUMPY_SUFFIXES,
    *TIFF_SUFFIXES,
    *RAW_SUFFIXES,
}
"""File names that can be photographs."""
