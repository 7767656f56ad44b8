"""The study of the screen: what it counts, and that its committed result is what its code gives."""

import json
from dataclasses import replace

from places import ROOT

from hotpath.research import study
from hotpath.research.screen import ScreenOptions, screen
from hotpath.research.universe import UniverseOptions, generate

SMALL = UniverseOptions(names=20, samples=400, planted=4, half_lives=(3.0, 200.0))
RESULT = ROOT / "tests" / "golden" / "research" / "screen_power.json"


def test_what_is_planted_and_found_is_no_false_discovery():
    market = generate(SMALL)
    result = screen(market.prices, market.names, options=ScreenOptions(correction="none"))
    found = study.found_in(market, result, is_one_a_name=False)
    assert set(found.found_by_half_life) == {3.0, 200.0}
    assert found.found_by_half_life[3.0] == 2 >= found.found_by_half_life[200.0]
    assert sum(found.found_by_half_life.values()) + found.false == int(result.is_found.sum())


def test_another_way_judges_the_same_tests():
    market = generate(SMALL)
    result = screen(market.prices, market.names)
    way = study.Way("aic", "either", False, "holm")
    again = screen(market.prices, market.names, options=ScreenOptions(directions="either", correction="holm"))
    assert (study.judged(result, way).adjusted_p_values == again.adjusted_p_values).all()


def test_a_study_of_few_seeds_has_a_row_for_each_way():
    result = study.power(1, SMALL, range(1, 3))
    assert len(result["rows"]) == 2 * 3 * 4
    row = next(row for row in result["rows"] if row["criterion"] == "aic" and row["one_a_name"] and row["correction"] == "bh")
    assert row["power"]["3"] >= 0.5 and 0 <= row["false_discovery_rate"] <= 1
    for criterion in ("aic", "bic"):
        assert 0.01 < result["rejected_at_level_without_cointegration"][criterion] < 0.2


def test_the_committed_result_is_of_this_code():
    """One of its universes again: the committed counts are averages over all of them."""
    committed = json.loads(RESULT.read_text())
    assert committed["universe"] == {"names": study.UNIVERSE.names, "samples": study.UNIVERSE.samples, "planted": study.UNIVERSE.planted,
                                     "half_lives": list(study.UNIVERSE.half_lives), "deviation": study.UNIVERSE.deviation,
                                     "seeds": [study.SEEDS[0], study.SEEDS[-1]]}
    assert len(committed["first_universe"]) == 2 * 3 * 4
    first = study.power(1, replace(study.UNIVERSE), range(study.SEEDS[0], study.SEEDS[0] + 1))["rows"]
    assert committed["first_universe"] == [row["false_a_universe"] for row in first]
