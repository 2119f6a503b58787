"""Smooth displacement fields: polynomials of the place in the picture, of degree one to three.

The place is given by u and v, which run from −1 to 1 across the width and the height, so that a field keeps its form
when the picture is resized. A field is an array of 2 x 10 terms in px, x and y, which multiply the products of
Legendre's polynomials 1, u, v, P₂(u), uv, P₂(v), P₃(u), P₂(u) v, u P₂(v), P₃(v). These are orthogonal: the first
three terms are the affine map nearest to the field over the whole picture, whatever the others are.
"""

import numpy as np

from blurry_edges.typing import Array, Float

__all__ = ["AFFINE", "TERMS", "affine_matrix", "affine_terms", "at_size", "basis", "displacements", "terms_of_degree"]

_DEGREES = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
TERMS = len(_DEGREES)
AFFINE = 3
"""The first terms of a field: a shift, and what is linear in the place."""


def terms_of_degree(degree: int) -> int:
    """Return how many terms a polynomial of this degree has."""
    return sum(sum(degrees) <= degree for degrees in _DEGREES)


def basis(u: Float[Array, "*n"], v: Float[Array, "*n"], terms: int = TERMS) -> Float[Array, "*n k"]:
    """Return the products of polynomials at these places."""
    return np.stack([_legendre(i, u) * _legendre(j, v) for i, j in _DEGREES[:terms]], -1)


def displacements(terms: Float[Array, "2 k"], size: tuple[int, int]) -> Float[Array, "H W 2"]:
    """Return the field at every pixel of a picture of this height and width, x and y in px."""
    u, v = (((np.arange(n) - (n - 1) / 2) * 2 / n).astype(np.float32) for n in (size[1], size[0]))
    field = np.zeros((*size, 2), np.float32)
    for (i, j), pair in zip(_DEGREES, terms.T, strict=False):
        for axis in range(2):
            if pair[axis] != 0:
                field[..., axis] += (float(pair[axis]) * _legendre(j, v))[:, None] * _legendre(i, u)[None]
    return field


def affine_terms(matrix: Float[Array, "2 3"], size: tuple[int, int]) -> Float[Array, "2 3"]:
    """Return the terms of the field x ↦ matrix (x, 1) − x."""
    height, width = size
    linear = matrix[:, :2] - np.eye(2)
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    return np.column_stack([linear @ centre + matrix[:, 2], linear * np.array([width / 2, height / 2])])


def affine_matrix(terms: Float[Array, "2 k"], size: tuple[int, int]) -> Float[Array, "2 3"]:
    """Return the matrix whose field has these first three terms."""
    height, width = size
    linear = terms[:, 1:AFFINE] / np.array([width / 2, height / 2])
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    return np.column_stack([np.eye(2) + linear, terms[:, 0] - linear @ centre])


def at_size(terms: Float[Array, "2 k"], size: tuple[int, int], wanted: tuple[int, int]) -> Float[Array, "2 k"]:
    """Return the same field for the picture resized from `size` to `wanted`."""
    return np.asarray(terms * np.array([[wanted[1] / size[1]], [wanted[0] / size[0]]]))


def _legendre(degree: int, x: Float[Array, "*n"]) -> Float[Array, "*n"]:
    if degree == 0:
        return np.ones_like(x)
    return (x, (3 * x * x - 1) / 2, (5 * x * x - 3) * x / 2)[degree - 1]
