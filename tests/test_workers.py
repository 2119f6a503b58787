"""Processes that share work, and what becomes of it when one is lost."""

import os

import pytest

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.workers import worker_pool


def test_a_lost_worker_is_one_sentence():
    with pytest.raises(BlurryEdgesError, match="a worker process died"), worker_pool(1) as pool:
        pool.submit(os._exit, 9).result()
