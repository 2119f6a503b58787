"""Aliases for arrays and tensors; axis names follow the paper.

Axes used in annotations: ``*n`` any leading axes, ``l`` wedges, ``R`` patch size, ``C`` colour channels,
``H W`` image size, ``k`` focus settings. A *pair* has an axis of length 2: index 0 is I₋, index 1 is I₊.
"""

from typing import TypeVar

import numpy as np
from jaxtyping import Bool, Complex, Float, Int, UInt8
from torch import Tensor

__all__ = ["Array", "ArrayOrTensor", "Bool", "Complex", "Float", "Int", "Tensor", "UInt8"]

Array = np.ndarray
ArrayOrTensor = TypeVar("ArrayOrTensor", Array, Tensor)
