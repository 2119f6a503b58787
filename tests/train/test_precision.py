"""The self-test of bfloat16: what it decides when the child crashes, is wrong, is slow, or is fine."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.train import precision
from blurry_edges.train.config import Optimization
from blurry_edges.train.precision import SelfTest, run_self_test, with_precision
from blurry_edges.train.precision_probe import LAYERS

AUTO = Optimization(precision="auto")
FASTER = SelfTest("faster", "fine", (), True)
SLOWER = SelfTest("slower", "slow")
WRONG = SelfTest("wrong", "conv3d_depth2 is wrong", ("conv3d_depth2",), True)
CRASHES = SelfTest("crashes", "bfloat16 is not used: its self-test was ended by SIGILL")


def child(code: str) -> list[str]:
    """A command that runs this code instead of the self-test."""
    return [sys.executable, "-c", f"import os, signal, sys, time\n{code}"]


def answers(cosine: float = 0.9999, share: float = 0.5) -> str:
    found = {"cosine": dict.fromkeys(LAYERS, 0.9999) | {"conv2d_stride2": cosine}}
    return f"print({json.dumps(json.dumps(found | {'seconds': {'float32': 1.0, 'bfloat16': share}}))})"


KILLED = "os.kill(os.getpid(), signal.SIGILL)"


@pytest.mark.parametrize(
    ("code", "verdict", "said"),
    [
        (answers(), "faster", "takes 0.50 of the time"),
        (answers(share=1.4), "slower", "takes 1.40 of the time"),
        (answers(share=0.99), "slower", "float32 is used"),
        (answers(cosine=0.3), "wrong", r"wrong gradients \(conv2d_stride2\)"),
        (answers(cosine=float("nan")), "wrong", "conv2d_stride2"),
        (KILLED, "crashes", "ended by SIGILL$"),
        ("sys.exit('could not create a primitive')", "crashes", "failed: could not create a primitive"),
        ("print('hello')", "crashes", "no readable answer"),
        (f"{KILLED} if 'ONEDNN_MAX_CPU_ISA' not in os.environ else {answers()}", "crashes", "AVX512_CORE_BF16.*faster"),
    ],
)
def test_each_end_of_the_child_has_its_outcome(code: str, verdict: str, said: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("ONEDNN_MAX_CPU_ISA", raising=False)
    found = run_self_test(child(code))
    assert found.verdict == verdict
    assert "bfloat16" in found.sentence
    assert re.search(said, found.sentence)


def test_a_child_that_hangs_is_not_waited_for():
    found = run_self_test(child("time.sleep(60)"), timeout_s=0.5)
    assert found.verdict == "crashes"
    assert "did not end within 0.5 s" in found.sentence


def test_the_real_self_test_ends_in_one_of_the_outcomes():
    """Whatever this processor is: how fast it is must not decide a test."""
    found = run_self_test()
    assert found.verdict in ("faster", "slower", "wrong", "crashes")
    assert set(found.wrong_layers) <= set(LAYERS)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch):
    def found(outcome: SelfTest) -> None:
        monkeypatch.setattr(precision, "bfloat16_here", lambda: outcome)

    return found


@pytest.mark.parametrize(
    ("outcome", "chosen"), [(FASTER, "bfloat16"), (SLOWER, "float32"), (WRONG, "float32"), (CRASHES, "float32")]
)
def test_auto_is_bfloat16_only_where_it_is_right_and_faster(outcome: SelfTest, chosen: str, here, tmp_path: Path):
    here(outcome)
    decided = with_precision(AUTO, tmp_path)
    assert decided.precision == chosen
    assert decided.bfloat16 == (chosen == "bfloat16")
    assert not AUTO.bfloat16


def test_wrong_layers_matter_only_to_networks_that_have_them(here, tmp_path: Path):
    here(WRONG)
    assert with_precision(AUTO, tmp_path, ("conv2d",)).precision == "bfloat16"
    assert with_precision(AUTO, tmp_path, ("conv2d", "conv3d_depth2")).precision == "float32"
    here(CRASHES)
    assert with_precision(AUTO, tmp_path, ("conv2d",)).precision == "float32"


def test_bfloat16_on_demand_may_be_slow_but_not_unsafe(here, tmp_path: Path):
    asked = replace(AUTO, precision="bfloat16")
    here(SLOWER)
    assert with_precision(asked, tmp_path).precision == "bfloat16"
    for unsafe in (WRONG, CRASHES):
        here(unsafe)
        with pytest.raises(BlurryEdgesError, match="asked for, which is unsafe here"):
            with_precision(asked, tmp_path)


def test_float32_needs_no_self_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(precision, "bfloat16_here", lambda: pytest.fail("the self-test was run"))
    assert with_precision(replace(AUTO, precision="float32"), tmp_path).precision == "float32"


@pytest.mark.parametrize("stored", [{"precision": "bfloat16"}, {"bfloat16": True}])
def test_a_stopped_run_keeps_its_precision_or_says_that_it_changes(
    stored: dict, here, tmp_path: Path, capsys: pytest.CaptureFixture
):
    torch.save({"settings": stored}, tmp_path / "checkpoint.pt")
    here(SLOWER)
    assert with_precision(AUTO, tmp_path).precision == "bfloat16"
    here(CRASHES)
    with pytest.raises(BlurryEdgesError, match="stopped run is in bfloat16, which is unsafe here"):
        with_precision(AUTO, tmp_path)
    assert with_precision(replace(AUTO, precision="float32"), tmp_path).precision == "float32"
    assert "began in bfloat16" in capsys.readouterr().err


@pytest.mark.parametrize("stored", [{"precision": "float32"}, {"bfloat16": False}])
def test_a_stopped_run_in_float32_stays_there(stored: dict, here, tmp_path: Path):
    torch.save({"settings": stored}, tmp_path / "checkpoint.pt")
    here(FASTER)
    assert with_precision(AUTO, tmp_path).precision == "float32"
    with pytest.raises(BlurryEdgesError, match="stopped run is in float32"):
        with_precision(replace(AUTO, precision="bfloat16"), tmp_path)


def test_other_processes_of_a_training_inherit_the_outcome(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BLURRY_EDGES_BFLOAT16", json.dumps(WRONG.__dict__))
    precision.bfloat16_here.cache_clear()
    try:
        assert precision.bfloat16_here() == WRONG
    finally:
        precision.bfloat16_here.cache_clear()
