"""Schedules: the paper's key epochs, its plateau rule, and the one-cycle rate."""

from dataclasses import replace

import pytest
import torch

from blurry_edges.train.config import Optimization
from blurry_edges.train.paper.config import DENSIFY_PRESETS, GLOBAL_PRESETS, LOCAL_PRESETS
from blurry_edges.train.paper.loss_weights import global_weight_keys, local_weight_keys
from blurry_edges.train.schedules import interpolated, learning_rate, make_scheduler


@pytest.mark.parametrize("held_share", [0.0, 0.75])
def test_learning_rate_warms_up_is_held_and_falls(held_share: float):
    settings = Optimization(held_share=held_share)
    rates = [learning_rate(step, settings) for step in range(settings.steps)]
    assert rates[0] == pytest.approx(settings.learning_rate / settings.warmup_steps)
    assert max(rates) == pytest.approx(settings.learning_rate, rel=0.01)
    assert rates[-1] == pytest.approx(0.01 * settings.learning_rate, rel=0.01)
    assert rates.count(settings.learning_rate) == max(0, settings.held_steps - settings.warmup_steps + 2) * (
        held_share > 0
    )


def test_a_longer_run_is_the_same_until_the_rate_of_the_shorter_one_falls():
    short, long = Optimization(steps=1000, held_share=0.75), Optimization(steps=4000, held_share=0.75)
    same = [learning_rate(step, short) == learning_rate(step, long) for step in range(1000)]
    assert all(same[:751])
    assert not any(same[752:])


def test_local_weights_rise_over_the_first_200_epochs():
    keys = local_weight_keys(short=False)
    ours = {"blur": 0.0, "blur_difference": 0.0}  # the paper has no such losses
    assert interpolated(0, keys) == {"color": 1.0, "smoothness": 0.0, "localization": 0.0} | ours
    assert interpolated(100, keys)["smoothness"] == pytest.approx(0.00025)
    assert interpolated(999, keys) == {"color": 1.0, "smoothness": 0.0005, "localization": 0.001} | ours


def test_short_training_ramps_localisation_over_the_run_however_long_it_is():
    """At full weight from the beginning it removes all boundaries within a hundred steps."""
    for steps in (100, 5000):
        settings = replace(LOCAL_PRESETS["cpu"], steps=steps)
        keys = local_weight_keys(short=True)
        first, middle, last = (
            interpolated(settings.epoch(step), keys)["localization"] for step in (0, 3 * steps // 10, steps)
        )
        assert first < middle < last
        assert middle == pytest.approx((first + last) / 2)


@pytest.mark.parametrize(
    ("epoch", "name", "weight"),
    [(1, "color", 1.0), (30, "color", 0.1), (100, "depth", 0.05), (150, "depth", 0.275), (300, "depth", 0.5),
     (15.5, "smoothness", 0.0525), (60, "localization", 0.05), (350, "boundary_consistency", 0.02)],
)  # fmt: skip
def test_global_weights_at_key_epochs(epoch: float, name: str, weight: float):
    keys = global_weight_keys(1, short=False, dense_depth=False)
    assert interpolated(epoch, keys)[name] == pytest.approx(weight)


def test_the_three_configurations_of_the_ablation():
    last = [interpolated(350, global_weight_keys(c, short=False, dense_depth=False)) for c in (1, 2, 3)]
    assert [(w["color_consistency"], w["depth"]) for w in last] == [(0.05, 0.5), (0.05, 0.8), (0.02, 0.8)]
    assert "dense_depth" in interpolated(1, global_weight_keys(1, short=False, dense_depth=True))


def test_the_papers_presets_are_as_written():
    local, stage = LOCAL_PRESETS["paper"], GLOBAL_PRESETS["paper"]
    assert (2 * local.batch, local.learning_rate) == (64, 6e-5)  # both patches of a pair
    assert (2 * local.batch * local.steps_per_epoch, local.steps // local.steps_per_epoch) == (16_000, 1000)
    assert (local.crop_px, local.centred_within_px, local.dense) == (21, 11.0, False)
    assert (2 * local.batch * local.validation_batches, stage.batch * stage.validation_batches) == (3968, 2000)
    assert (stage.batch * stage.steps, stage.learning_rate) == (2_800_000, 1e-4)
    assert local.plateau
    assert stage.plateau
    assert local.scenes == stage.scenes == 8000
    assert local.validation_scenes == stage.validation_scenes == 2000
    assert not local.textured_share
    assert DENSIFY_PRESETS["paper"].widths == (64, 128, 256, 512, 1024)
    assert DENSIFY_PRESETS["paper"].inputs == "depth"


def test_a_plateau_lowers_the_rate_to_a_tenth_at_last_and_resumes():
    settings = Optimization(plateau=True, steps_per_epoch=2, learning_rate=1.0)
    parameter = torch.nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.AdamW([parameter], lr=1.0)
    scheduler = make_scheduler(optimizer, settings)
    for step in range(20):
        scheduler.after(step, 1 / (1 + step))  # a falling loss changes nothing
    assert optimizer.param_groups[0]["lr"] == 1.0
    state, rate = scheduler.state_dict(), optimizer.state_dict()
    again = torch.optim.AdamW([parameter], lr=1.0)
    resumed = make_scheduler(again, settings)
    again.load_state_dict(rate)
    resumed.load_state_dict(state)
    for step in range(20, 3000):
        scheduler.after(step, 5.0)
        resumed.after(step, 5.0)
        assert optimizer.param_groups[0]["lr"] == again.param_groups[0]["lr"]
    assert optimizer.param_groups[0]["lr"] == pytest.approx(0.1, rel=0.01)


def test_an_ablation_goes_through_the_whole_schedule_of_its_configuration():
    settings = GLOBAL_PRESETS["ablation"]
    for number, last in ((1, 0.5), (3, 0.8)):
        keys = global_weight_keys(number, short=settings.short, dense_depth=False)
        first, end = (interpolated(settings.epoch(step), keys)["depth"] for step in (0, settings.steps))
        assert (first, end) == (0.0001, last)
