"""Corrections against statsmodels."""

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from hotpath.research import multiple_testing

NAMES = {"holm": "holm", "bh": "fdr_bh", "by": "fdr_by"}


@pytest.mark.parametrize("correction", NAMES)
@pytest.mark.parametrize("count", [1, 2, 50, 3_000])
def test_adjusted_p_values_are_those_of_statsmodels(correction, count):
    random = np.random.default_rng(count)
    p = np.where(random.random(count) < 0.1, random.random(count) * 1e-5, random.random(count))
    p[: count // 3] = np.round(p[: count // 3], 2)  # ties
    np.testing.assert_allclose(multiple_testing.adjusted(p, correction), multipletests(p, method=NAMES[correction])[1], rtol=1e-12)


def test_none_leaves_them_and_others_are_refused():
    np.testing.assert_array_equal(multiple_testing.adjusted([0.1, 0.2], "none"), [0.1, 0.2])
    with pytest.raises(ValueError, match="none, holm, bh or by"):
        multiple_testing.adjusted([0.1], "bonferroni")
    with pytest.raises(ValueError, match="0 to 1"):
        multiple_testing.holm([0.1, 1.2])
