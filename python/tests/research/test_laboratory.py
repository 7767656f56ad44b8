"""The laboratory's statistics against their formulas and against SciPy, on results whose answer is known."""

import json

import numpy as np
import pytest
from scipy import stats

from hotpath.research import laboratory
from hotpath.research.laboratory import Key


def key(variant="after"):
    return Key("search", "random_keys", "gcc", "O2", variant)


def pairs(ratio, rounds=30, noise=0.01, seed=1):
    random = np.random.default_rng(seed)
    base = 100 + random.normal(0, 1, rounds)
    return list(zip(base * ratio * (1 + random.normal(0, noise, rounds)), base))


def test_a_variant_that_is_twice_as_fast():
    found = laboratory.statistics_of(key(), pairs(0.5))
    assert found.ratio == pytest.approx(0.5, abs=0.005)
    assert found.ratio_low < 0.5 < found.ratio_high
    assert found.paired_p < 1e-30 and found.welch_p < 1e-30 and found.mann_whitney_p < 1e-9
    assert found.cohens_d < -10
    assert found.shapiro_p > 0.01


def test_one_that_differs_by_nothing():
    found = laboratory.statistics_of(key(), [(100.0, 100.0)] * 10)
    assert (found.ratio, found.cohens_d, found.paired_p, found.welch_p, found.shapiro_p) == (1.0, 0.0, 1.0, 1.0, 1.0)


def test_one_that_differs_by_the_same_in_every_round():
    found = laboratory.statistics_of(key(), [(50.0, 100.0)] * 10)
    assert found.paired_p == 0.0
    assert found.cohens_d == -np.inf


def test_p_values_are_scipys():
    sample = pairs(0.99, noise=0.02, seed=3)
    times, base = np.array(sample).T
    found = laboratory.statistics_of(key(), sample)
    assert found.welch_p == pytest.approx(stats.ttest_ind(times, base, equal_var=False).pvalue)
    assert found.paired_p == pytest.approx(stats.ttest_1samp(times - base, 0).pvalue)
    assert found.mann_whitney_p == pytest.approx(stats.mannwhitneyu(times, base).pvalue)
    assert found.cohens_d == pytest.approx((times.mean() - base.mean()) / np.sqrt((times.var(ddof=1) + base.var(ddof=1)) / 2))


def test_the_bootstrap_interval_holds_the_mean_in_nineteen_of_twenty_samples():
    held = 0
    for seed in range(300):
        times, base = np.array(pairs(0.8, rounds=30, noise=0.05, seed=seed)).T
        low, high = laboratory.bootstrap_interval(times, base)
        held += low <= 0.8 <= high
    assert 0.90 <= held / 300 <= 0.99


def test_holm_makes_chance_findings_insignificant():
    random = np.random.default_rng(5)
    many = {key(f"v{i}"): [(100 + a, 100 + b) for a, b in random.normal(0, 1, (30, 2))] for i in range(200)}
    many[key("real")] = pairs(0.9)
    found = laboratory.catalogue_statistics(many)
    assert sum(one.paired_p < 0.05 for one in found) > 3
    assert [one.variant for one in found if one.holm_p < 0.05] == ["real"]


def result(after):
    variants = [{"name": "before", "rounds": [100.0, 101.0, 99.0, 100.5]}, {"name": "after", "rounds": after}]
    comparison = {"name": "random_keys", "unit": "ns/lookup", "compiler": "gcc", "level": "O2", "variants": variants}
    return {"technique": "search", "comparisons": [comparison]}


def test_the_command_takes_the_rounds_of_all_runs(tmp_path, capsys):
    for name, after in (("run-1", [50.0, 51.0, 49.0, 50.0]), ("run-2", [52.0, 51.5, 50.0, 51.0])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "search.json").write_text(json.dumps(result(after)))
    out = tmp_path / "statistics.json"
    assert laboratory.main([str(tmp_path / "run-1"), str(tmp_path / "run-2"), "--json", str(out)]) == 0
    (row,) = json.loads(out.read_text())
    assert row["rounds"] == 8
    assert row["ratio"] == pytest.approx(0.505, abs=0.005)
    assert "1 comparisons, 1 with a difference" in capsys.readouterr().out


def test_too_few_rounds_and_an_empty_folder_are_refused(tmp_path):
    with pytest.raises(SystemExit, match="must have 3 rounds or more, got 2"):
        laboratory.statistics_of(key(), [(1.0, 2.0)] * 2)
    with pytest.raises(SystemExit, match="FOLDER must have results"):
        laboratory.main([str(tmp_path), "--json", str(tmp_path / "x.json")])
