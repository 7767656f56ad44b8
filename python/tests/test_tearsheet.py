"""The tear sheet: its numbers by another way, and the page in a real browser, light and dark, wide and narrow."""

from __future__ import annotations

import datetime
import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy
import pandas
import pyarrow
import pytest
from conftest import ROOT
from small_markets import SYMBOLS, Idle, small_backtest, small_days

import hotpath
from hotpath.tearsheet import date_of, tearsheet_data

PAIR = {"first": "AAPL", "second": "MSFT", "hedge_milli": 500, "window": 40, "sample_every_ms": 1_000, "entry_z_milli": 1_500, "exit_z_milli": 300, "stop_z_milli": 3_500}


@pytest.fixture(scope="module")
def maker() -> hotpath.Result:
    return small_backtest("market_maker", days=12, sensitivity=True, capital=100_000.0, fees={"added": -0.002, "removed": 0.003})


@pytest.fixture(scope="module")
def pair() -> hotpath.Result:
    return small_backtest("pairs", days=2, parameters=PAIR)


@pytest.fixture(scope="module")
def bars() -> hotpath.Result:
    return hotpath.backtest(config=ROOT / "docs" / "examples" / "bars.toml")


# ---- Numbers ----


def daily_of(result: hotpath.Result) -> pandas.Series:
    """Dollars of each day, from the fills and the last mids alone."""
    equity = pyarrow.table(result.equity).to_pandas()
    fills = pyarrow.table(result.fills).to_pandas()
    days = pyarrow.table(result.days).to_pandas().day
    fills["cash"] = -fills.price * fills.qty.where(fills.side == "B", -fills.qty) - fills.fee
    cash = fills.groupby(["day", "symbol"], observed=True).cash.sum()
    last = equity.groupby(["day", "symbol"], observed=True).last()
    value = cash + (last.position * last.mid).reindex(cash.index)
    return (value.groupby("day", observed=True).sum() / 10_000).reindex(days).fillna(0.0)


def seconds_of(rows: pandas.DataFrame) -> numpy.ndarray:
    return rows.time_ns.to_numpy() / 1e9


def test_numbers_are_those_of_pandas(maker: hotpath.Result) -> None:
    data = tearsheet_data(maker)
    daily = daily_of(maker)
    assert data["pnl"] == pytest.approx(daily.sum(), abs=1e-6)
    assert data["return"] == pytest.approx(daily.sum() / 100_000, abs=1e-12)
    assert data["sharpe"] == pytest.approx(numpy.sqrt(252) * daily.mean() / daily.std(), rel=1e-9)
    downside = numpy.sqrt((daily.clip(upper=0) ** 2).mean())
    assert data["sortino"] == pytest.approx(numpy.sqrt(252) * daily.mean() / downside, rel=1e-9)
    assert data["days_of_result"]["best"]["pnl"] == pytest.approx(daily.max(), abs=1e-6)
    assert data["days_of_result"]["worst"]["pnl"] == pytest.approx(daily.min(), abs=1e-6)
    assert data["days_of_result"]["won"] == (daily > 0).sum() and data["days_of_result"]["lost"] == (daily < 0).sum()
    for row in data["fee_sensitivity"]:
        assert row["pnl"] == pytest.approx(data["gross"] - row["factor"] * data["fees"], abs=1e-6)


def test_drawdown_is_that_of_the_equity(maker: hotpath.Result) -> None:
    equity = pyarrow.table(maker.equity).to_pandas()
    order = {day: n for n, day in enumerate(pyarrow.table(maker.days)["day"].to_pylist())}
    total, closed = [0.0], 0.0
    for _, day in sorted(equity.groupby("day", observed=True), key=lambda item: order[item[0]]):
        by_symbol: dict[str, float] = {}
        for symbol, pnl in zip(day.symbol, day.pnl):
            by_symbol[symbol] = pnl / 10_000
            total.append(closed + sum(by_symbol.values()))
        closed += sum(by_symbol.values())
    curve = numpy.array(total)
    assert tearsheet_data(maker)["drawdown"]["amount"] == pytest.approx((numpy.maximum.accumulate(curve) - curve).max(), abs=1e-6)


def test_months_add_up(bars: hotpath.Result) -> None:
    data = tearsheet_data(bars)
    dates = pandas.to_datetime([day["day"] for day in data["days"]])
    by_month = pandas.Series([day["pnl"] for day in data["days"]], index=dates).groupby([dates.year, dates.month]).sum()
    assert [(month["year"], month["month"]) for month in data["months"]] == list(by_month.index)
    assert [month["pnl"] for month in data["months"]] == pytest.approx(list(by_month), abs=1e-9)
    assert sum(month["pnl"] for month in data["months"]) == pytest.approx(data["pnl"], abs=1e-6)


def test_months_of_a_capital_are_parts_of_it(bars: hotpath.Result) -> None:
    data = tearsheet_data(bars)
    assert data["capital"] > 0
    assert [month["return"] for month in data["months"]] == pytest.approx([month["pnl"] / data["capital"] for month in data["months"]], abs=1e-12)


def test_curves_and_marks_are_those_of_the_tables(maker: hotpath.Result) -> None:
    """Mid, position and fills of the charts, from the result's tables."""
    data = tearsheet_data(maker)
    days = pyarrow.table(maker.days)["day"].to_pylist()
    begins = dict(zip(days, (day["x"] - day["begin_s"] for day in data["series"]["days"])))
    equity, fills = pyarrow.table(maker.equity).to_pandas(), pyarrow.table(maker.fills).to_pandas()
    assert {track["symbol"] for track in data["series"]["symbols"]} == set(SYMBOLS)
    for track in data["series"]["symbols"]:
        own = fills[fills.symbol == track["symbol"]]
        marked = own.iloc[:: track["fills_step"]]
        assert len(track["fills"]) == len(marked) > 50
        assert [fill["price"] for fill in track["fills"]] == pytest.approx(list(marked.price / 10_000))
        assert [fill["side"][0].upper() for fill in track["fills"]] == list(marked.side)
        assert [fill["qty"] for fill in track["fills"]] == list(marked.qty)
        assert [fill["x"] for fill in track["fills"]] == pytest.approx([begins[day] for day in marked.day] + seconds_of(marked), abs=2e-3)
        points = equity[(equity.symbol == track["symbol"]) & equity.mid.notna() & (equity.mid != 0)]
        points = points.iloc[:: -(-len(points) // 2_000)]
        assert len(track["curve"]) == len(points)
        assert [point[1] for point in track["curve"]] == pytest.approx(list(points.mid / 10_000))
        assert [point[2] for point in track["curve"]] == list(points.position)


def test_sensitivities_are_other_backtests(maker: hotpath.Result) -> None:
    rows = {row["name"]: row for row in tearsheet_data(maker)["latency_sensitivity"]}
    assert rows["1x"]["pnl"] == tearsheet_data(maker)["pnl"]
    doubled = small_backtest("market_maker", days=12, latency=20, fees={"added": -0.002, "removed": 0.003})
    assert rows["2x"]["pnl"] == pytest.approx(daily_of(doubled).sum(), abs=1e-6) and rows["2x"]["fills"] == len(pyarrow.table(doubled.fills))


def test_days_without_dates_have_no_months(maker: hotpath.Result) -> None:
    assert tearsheet_data(maker)["months"] is None


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("2020-01-30", (2020, 1, 30)),
        ("01302020.NASDAQ_ITCH50.gz", (2020, 1, 30)),
        ("S20200130-v50.txt.gz", (2020, 1, 30)),
        ("xnas-itch-20241014.mbo.dbn.zst", (2024, 10, 14)),
        ("AAPL_2012-06-21_34200000_57600000_message_10.csv", (2012, 6, 21)),
        ("seed 20240101234", None),
        ("13402020", None),
        ("day.itch", None),
    ],
)
def test_dates_are_found_in_names(name: str, date: tuple[int, int, int] | None) -> None:
    assert date_of(name) == (None if date is None else datetime.date(*date))


def test_the_pairs_signal_is_a_rolling_z_score(pair: hotpath.Result) -> None:
    """By pandas: the z-score of the spread over the window, and the stance that its thresholds give."""
    signal = pyarrow.table(pair.pair_signal()).to_pandas()
    assert len(signal) > 200
    for _, day in signal.groupby("day", observed=True):
        spread = day["first_twice_mid"] * 1_000 - PAIR["hedge_milli"] * day["second_twice_mid"]
        assert (spread == day["spread"]).all()
        window = spread.rolling(int(PAIR["window"]))
        z = (spread - window.mean()) / window.std(ddof=0) * 1_000
        is_there = day["z_milli"].notna()
        assert is_there.sum() == max(0, len(day) - PAIR["window"] + 1)
        assert numpy.abs(z[is_there] - day["z_milli"][is_there]).max() <= 1.001  # rounded towards zero
        assert (numpy.diff(day["time_ns"]) >= PAIR["sample_every_ms"] * 1_000_000).all()


def test_entries_are_where_the_position_changes(pair: hotpath.Result) -> None:
    data = tearsheet_data(pair)["pair"]
    assert data["thresholds"] == {"entry": 1.5, "exit": 0.3, "stop": 3.5} and data["hedge"] == 0.5
    words = [change["to"] for change in data["changes"]]
    assert len(words) > 4
    entered = [change for change in data["changes"] if "the spread" in change["to"]]
    # A change is seen at the sample after the decision, when z has moved on: its side is what must hold.
    assert all((change["z"] > 0) == (change["to"] == "sold the spread") for change in entered if abs(change["z"]) > 0.5)
    fills = pyarrow.table(pair.fills).to_pandas()
    assert set(fills.symbol) == {"AAPL", "MSFT"}


def test_entries_and_exits_are_the_changes_of_the_stance(pair: hotpath.Result, monkeypatch: pytest.MonkeyPatch) -> None:
    signal = pyarrow.table(pair.pair_signal()).to_pandas()
    changed = signal[(signal.stance != signal.stance.shift()) & (signal.index > 0)]
    words = list(changed.stance.map({0: "left", 1: "bought the spread", -1: "sold the spread", 2: "stopped"}))
    data = tearsheet_data(pair)["pair"]
    assert [change["to"] for change in data["changes"]] == words and data["changes_count"] == len(words) and data["changes_step"] == 1
    assert [change["spread"] for change in data["changes"]] == pytest.approx(list(changed.spread / 20_000_000), abs=1e-6)
    assert {"left", "bought the spread", "sold the spread"} <= set(words)
    monkeypatch.setitem(tearsheet_data.__globals__, "_CHANGES_MAX", 100)
    data = tearsheet_data(pair)["pair"]
    assert [change["to"] for change in data["changes"]] == words[:: data["changes_step"]] and len(data["changes"]) <= 100
    assert data["changes_count"] == len(words)


def test_other_strategies_have_no_pair(maker: hotpath.Result) -> None:
    assert tearsheet_data(maker)["pair"] is None
    with pytest.raises(hotpath.Error, match="the strategy must be pairs, got market_maker"):
        maker.pair_signal()


# ---- The page ----


CATCH_ERRORS = """<script>
const problems = [];
addEventListener("error", event => problems.push(event.message));
console.error = (...words) => problems.push(words.join(" "));
</script>"""

PROBE = """<script>
const colors = canvas => new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
const before = Object.fromEntries([...document.querySelectorAll("canvas")].map(c => [c.id, colors(c)]));
const select = document.getElementById("symbol");
for (const choice of [select, document.getElementById("day"), document.getElementById("pair-day")])
    for (const option of choice?.options ?? []) { choice.value = option.value; choice.dispatchEvent(new Event("change")); }
document.getElementById("theme").click();
const after = [...document.querySelectorAll("canvas")].filter(c => colors(c) < 3).map(c => c.id);
const probe = document.createElement("pre");
probe.id = "probe";
probe.textContent = JSON.stringify({problems, canvases: before, blank: after, charts: charts.length, theme: document.documentElement.dataset.theme,
    wide: document.documentElement.scrollWidth > innerWidth, text: document.querySelector("main").innerText,
    choices: [...document.querySelectorAll("select.of-day")].map(c => [...c.options].map(o => o.text)),
    hints: [...document.querySelectorAll("abbr")].filter(a => a.title.length < 10).length,
    requests: performance.getEntriesByType("resource").map(r => r.name)});
document.body.append(probe);
</script>
</body>"""


def browser() -> str:
    for path in ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"):
        if Path(path).exists():
            return path
    pytest.skip("no browser is here: install the package chromium-headless-shell")


def look_at(page: Path, *, theme: str, width: int) -> dict[str, Any]:
    """What the page shows in a window of this width, after its buttons were used."""
    text = page.read_text().replace("<head>", "<head>" + CATCH_ERRORS, 1)
    copy = page.with_name(f"probed-{theme}-{width}.html")
    copy.write_text(text[: text.rindex("</body>")] + PROBE)
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},900",
               "--virtual-time-budget=5000", f"--user-data-dir={page.parent / 'profile'}", "--dump-dom", f"file://{copy}?theme={theme}"]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None, "the page's scripts did not end"
    seen: dict[str, Any] = json.loads(html.unescape(found.group(1)))
    return seen


def expect_sound(seen: dict[str, Any]) -> None:
    assert seen["problems"] == [] and seen["requests"] == [] and seen["blank"] == []
    assert seen["charts"] == len(seen["canvases"]), "every canvas has its chart"
    assert all(colors > 2 for colors in seen["canvases"].values()), seen["canvases"]
    assert seen["hints"] == 0, "every term has its definition on hover"
    assert not seen["wide"], "the page is wider than the window"
    for wrong in ("NaN", "undefined", "Infinity", "null", "[object"):
        assert wrong not in seen["text"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 500])
def test_the_page_of_days(maker: hotpath.Result, tmp_path: Path, theme: str, width: int) -> None:
    hotpath.tearsheet(maker, tmp_path / "sheet.html", title="a & b <c>")
    seen = look_at(tmp_path / "sheet.html", theme=theme, width=width)
    expect_sound(seen)
    assert seen["theme"] != theme  # the button was used
    assert seen["canvases"].keys() == {"equity", "drawdown", "by-day", "price", "position", "latency", "costs"}
    for part in ("a & b <c>", "GENERATED DATA", "The days' names hold no dates", "Latency", maker.verdict, maker.output_hash, "0.5x"):
        assert part in seen["text"]


@pytest.mark.parametrize("width", [1200, 500])
def test_the_page_of_a_pair(pair: hotpath.Result, tmp_path: Path, width: int) -> None:
    hotpath.tearsheet(pair, tmp_path / "sheet.html")
    seen = look_at(tmp_path / "sheet.html", theme="light", width=width)
    expect_sound(seen)
    assert {"spread", "z-score"} <= seen["canvases"].keys() and "latency" not in seen["canvases"]
    assert "Spread of AAPL and MSFT" in seen["text"] and "sensitivity=True" in seen["text"]
    assert seen["choices"] == 2 * [["all days", "seed 7", "seed 8"]]


def test_the_page_of_months(bars: hotpath.Result, tmp_path: Path) -> None:
    hotpath.tearsheet(bars, tmp_path / "sheet.html")
    seen = look_at(tmp_path / "sheet.html", theme="light", width=1200)
    expect_sound(seen)
    assert "Year" in seen["text"] and re.search(r"20\d\d", seen["text"]) and "%" in seen["text"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(maker: hotpath.Result, tmp_path: Path, theme: str) -> None:
    """At least 4.5 to 1, as WCAG 2 asks of small text."""
    hotpath.tearsheet(maker, tmp_path / "sheet.html")
    block = re.search(r":root\[data-theme=\"dark\"\] \{(.*?)\}" if theme == "dark" else r":root \{(.*?)\}", (tmp_path / "sheet.html").read_text(), re.DOTALL)
    assert block is not None
    colors = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block.group(1)))
    for text, behind in [*((text, behind) for text in ("ink", "soft", "faint") for behind in ("page", "card")), ("loss", "card"), ("amber-ink", "amber")]:
        light, dark = sorted((luminance(colors[text]), luminance(colors[behind])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, behind)


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_page_of_one_day_without_fills(tmp_path: Path) -> None:
    hotpath.tearsheet(small_backtest(Idle, days=1), tmp_path / "sheet.html")
    seen = look_at(tmp_path / "sheet.html", theme="dark", width=1200)
    expect_sound(seen)
    assert "The strategy had no fill." in seen["text"] and "by-day" not in seen["canvases"]


def test_the_same_result_gives_the_same_file(pair: hotpath.Result, tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        hotpath.tearsheet(pair, tmp_path / name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    again = hotpath.backtest("pairs", small_days(2), symbols=SYMBOLS, parameters=PAIR)
    hotpath.tearsheet(again, tmp_path / "c.html")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "c.html").read_bytes()


def test_a_file_that_cannot_be_written_is_named(maker: hotpath.Result) -> None:
    with pytest.raises(hotpath.Error, match="cannot write /nowhere/sheet.html: No such file or directory"):
        hotpath.tearsheet(maker, "/nowhere/sheet.html")
