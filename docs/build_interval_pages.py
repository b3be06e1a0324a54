"""Write ``docs/intervals/``: a page for every interval, with its measured coverage.

Run ``python docs/build_interval_pages.py`` (some minutes), or with ids to write only those pages.
The words come from the registry and the docstrings; the figures are exact (no random numbers but
the bootstraps' own resamples).
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from tprstats.exact import (
    game_chances,
    outcome_batch,
    score_distribution,
    score_draws_distribution,
)
from tprstats.intervals import INTERVALS, IntervalMethod, interval
from tprstats.intervals.coverage import Coverage, coverage_of, spread_schedule
from tprstats.intervals.draws import DRAW_SHARE_UNKNOWN
from tprstats.outcomes import EloDavidson, draw_share_at_level
from tprstats.records import RecordBatch
from tprstats.results import Intervals

PAGES = Path(__file__).parent / "intervals"
GAMES = (5, 7, 9, 11, 30)
SPREADS = (0.0, 200.0)
SHARES = (0.0, 0.3, 0.6)
LEVELS = (2000.0, 2300.0, 2600.0)  # whose prior draw shares are measured
NEAR = (0.05, 0.30, 0.55)  # priors near the true shares
CENTRE = 2000.0  # average of the opponents
ADVANTAGES = np.arange(-600.0, 601.0, 5.0)
COARSE = np.arange(-600.0, 601.0, 25.0)  # where every strength needs its own intervals
REACH = 60.0  # Elo either side of a local mean

Array = np.ndarray


@dataclass(frozen=True)
class Block:
    """One table: what is assumed, in words and as options for each true draw share."""

    title: str
    options: dict[float, dict[str, float]]
    short: str
    in_index: bool


def _block(title: str, short: str, key: str, *values: float, in_index: bool = True) -> Block:
    options = {d0: {key: v} for d0, v in zip(SHARES, values, strict=True)}
    return Block(title, options, short, in_index)


def _prior(level: float) -> float:
    return round(float(draw_share_at_level(level)), 2)


def _decimals(share: float) -> str:
    return f"{share:.2f}".lstrip("0")


def _level_rule(level: float) -> Block:
    """What FIDE and national records against this average get, whatever the truth."""
    prior = _prior(level)
    share = _decimals(prior)
    return _block(
        f"Level known: draw share plugged in, prior {share} (the level rule at {level:.0f})",
        f"level known, {level:.0f}: plug-in, prior {share}",
        "draw_prior",
        *(prior,) * 3,
    )


WITH_DRAWS = (
    _block(
        "Level unknown: draw share plugged in, prior .05",
        "level unknown: plug-in, prior .05",
        "draw_prior",
        *(DRAW_SHARE_UNKNOWN,) * 3,
    ),
    *(_level_rule(level) for level in LEVELS),
    _block(
        "Prior near the truth: draw share plugged in, prior .05, .30, .55",
        "prior near the truth: plug-in",
        "draw_prior",
        *NEAR,
        in_index=False,
    ),
    _block("True draw share known", "draw share known", "draw_share", *SHARES, in_index=False),
)
WITHOUT_DRAWS = (_block("No draw share is used", "no draw share used", "draw_share", *(0.0,) * 3),)
WITH_PRIOR = (
    _block("Own rating right, true draw share known", "own rating right", "too_low", *(0.0,) * 3),
    _block(
        "Own rating 100 too low, true draw share known",
        "own rating 100 too low",
        "too_low",
        *(100.0,) * 3,
    ),
)


def blocks(method: IntervalMethod) -> tuple[Block, ...]:
    if "prior" in method.needs:
        return WITH_PRIOR
    return WITHOUT_DRAWS if sees_games(method) else WITH_DRAWS


def sees_games(method: IntervalMethod) -> bool:
    """True where it matters who was beaten, not only the score and the number of draws."""
    return bool({"games", "resampling"} & method.needs)


def measured(method: IntervalMethod, games: int, sd: float) -> bool:
    """All 3**n results must be listed where it matters who was beaten."""
    if not sees_games(method) or sd == 0.0:
        return True
    return games <= (7 if "resampling" in method.needs else 9)


@cache
def law(games: int, sd: float, d0: float) -> Array:
    """Chance of every score and number of draws at every strength, ``(g, k)``."""
    schedule = spread_schedule(games, sd, CENTRE)
    _, s2, draws = outcome_batch(schedule, draws=True)
    truth = CENTRE + ADVANTAGES
    return score_draws_distribution(schedule, truth[None, :], EloDavidson(d0))[0][:, s2, draws]


@cache
def outcome_ends(
    id: str, games: int, sd: float, options: tuple[tuple[str, float], ...]
) -> Intervals:
    records, *_ = outcome_batch(spread_schedule(games, sd, CENTRE), draws=True)
    return interval(records, id, **dict(options))


@cache
def every_result(games: int, sd: float) -> RecordBatch:
    results = np.array(list(product((0, 1, 2), repeat=games)))
    schedule = spread_schedule(games, sd, CENTRE)
    return RecordBatch.from_arrays(np.broadcast_to(schedule.opponents, results.shape), results)


@cache
def result_ends(id: str, games: int, sd: float) -> Intervals:
    return interval(every_result(games, sd), id, draw_share=0.0)


def by_results(id: str, games: int, sd: float, d0: float) -> Coverage:
    """All 3**n results, each with its chance."""
    records, schedule = every_result(games, sd), spread_schedule(games, sd, CENTRE)
    truth = CENTRE + ADVANTAGES
    win, draw, loss = (x[0] for x in game_chances(schedule, truth[None, :], EloDavidson(d0)))
    each = np.stack([loss, draw, win])
    chance = np.ones((truth.size, len(records)))
    for j in range(games):
        chance *= each[records.half_points[:, j], :, j].T
    return coverage_of(result_ends(id, games, sd), truth, chance, CENTRE)


def by_strength(id: str, games: int, sd: float, d0: float, too_low: float) -> Coverage:
    """A prior that moves with the strength: intervals of every score for every strength."""
    schedule = spread_schedule(games, sd, CENTRE)
    records, *_ = outcome_batch(schedule)
    truth, k = CENTRE + COARSE, len(records)
    many = records.take(np.tile(np.arange(k), truth.size))
    ends = interval(many, id, draw_share=d0, prior_mean=np.repeat(truth - too_low, k))
    chance = score_distribution(schedule, truth[None, :], EloDavidson(d0))[0]
    return _joined(
        coverage_of(
            Intervals(*(x[i * k : (i + 1) * k] for x in (ends.low, ends.high, ends.reasons))),
            truth[i : i + 1],
            chance[i : i + 1],
            CENTRE,
        )
        for i in range(truth.size)
    )


def _joined(parts: Iterator[Coverage]) -> Coverage:
    rows = [vars(part) for part in parts]
    return Coverage(**{key: np.concatenate([row[key] for row in rows]) for key in rows[0]})


def measure(method: IntervalMethod, block: Block, games: int, sd: float, d0: float) -> Coverage:
    options = block.options[d0]
    if "prior" in method.needs:
        return by_strength(method.id, games, sd, d0, **options)
    if sees_games(method) and sd > 0.0:
        return by_results(method.id, games, sd, d0)
    ends = outcome_ends(method.id, games, sd, tuple(options.items()))
    return coverage_of(ends, CENTRE + ADVANTAGES, law(games, sd, d0), CENTRE)


@dataclass(frozen=True)
class Row:
    """One line of a table, per cent."""

    games: int
    sd: float
    d0: float
    least: float
    at: float
    mean: float
    local: float
    low_too_high: float
    high_too_low: float
    none: float

    @classmethod
    def of(cls, games: int, sd: float, d0: float, found: Coverage) -> Row:
        whole = np.abs(found.strength - CENTRE) <= ADVANTAGES[-1] - REACH
        worst = int(np.argmin(found.covered))
        return cls(
            games,
            sd,
            d0,
            least=100.0 * found.covered[worst],
            at=abs(found.strength[worst] - CENTRE),  # schedules are symmetric: either side
            mean=100.0 * found.covered.mean(),
            local=100.0 * found.local_mean(REACH)[whole].min(),
            low_too_high=100.0 * found.miss_low.max(),
            high_too_low=100.0 * found.miss_high.max(),
            none=100.0 * found.undefined.max(),
        )

    def line(self) -> str:
        share = f"{self.d0:.1f}".lstrip("0") if self.d0 else "0"
        figures = (self.mean, self.local, self.low_too_high, self.high_too_low, self.none)
        return (
            f"| {self.games} | {self.sd:.0f} | {share} | {self.least:.1f} (±{self.at:.0f}) | "
            + " | ".join(f"{x:.1f}" for x in figures)
            + " |"
        )


HEAD = """\
| games | SD of opponents | true draw share | least (at) | mean | least local mean | low end too \
high, at most | high end too low, at most | no interval, at most |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def rows(method: IntervalMethod, block: Block) -> list[Row]:
    return [
        Row.of(games, sd, d0, measure(method, block, games, sd, d0))
        for games, sd, d0 in product(GAMES, SPREADS, SHARES)
        if measured(method, games, sd)
    ]


FIGURES = "mean | least | one side | mean, 30 | least, 30 | one side, 30 |"
SUMMARY_HEAD = f"| assumed | {FIGURES}\n|:--|--:|--:|--:|--:|--:|--:|"


def summary(block: Block, table: list[Row]) -> str:
    """One line of figures: few games and many."""
    cells = [block.short]
    for some in ([r for r in table if r.games <= 11], [r for r in table if r.games == 30]):
        miss = max(max(r.low_too_high, r.high_too_low) for r in some)
        mean = sum(r.mean for r in some) / len(some)
        cells += [f"{mean:.1f}", f"{min(r.least for r in some):.1f}", f"{miss:.1f}"]
    return f"| {' | '.join(cells)} |"


def words(method: IntervalMethod) -> str:
    text = (inspect.getdoc(method.function) or "").split("\n\nParameters\n")[0]
    text = text.split("\n\nExamples\n")[0].replace("``", "`")
    return re.sub(r":\w+:`([^`]+)`", r"`\1`", text)


TARGETS = {
    "strength": "the strength shown in these games",
    "player": "the player's strength given these games and a prior from before them: a credible "
    "interval, right as far as the prior is; measured below for strengths that the prior fits, and "
    "for strengths above it",
    "rule": "the expected value of the rule (here `per-opponent`) on schedules like this one; "
    "measured below for strength",
}


def grid(method: IntervalMethod) -> str:
    if "prior" in method.needs:
        return (
            "in steps of 25 (each strength has its own prior, so its own intervals). The prior SD "
            "is the default"
        )
    return "in steps of 5"


def notes(method: IntervalMethod) -> str:
    text = (
        "Exact chances, in per cent, that the 95 % interval holds the true strength, for a "
        f"strength up to 600 above or below the average opponent, {grid(method)}. Draws follow "
        "the Elo-consistent Davidson model. The first table sums up: up to 11 games and 30, and "
        "the greatest chance to miss the truth on one side (nominal 2.5). Local mean: over ±60 "
        "Elo, the fair summary of a comb. The last columns of the other tables give the greatest "
        "chance that the interval lies wholly above the truth (low end too high), wholly below "
        "it, or is not there; no interval does not hold the truth."
    )
    if sees_games(method):
        most = 7 if "resampling" in method.needs else 9
        text += (
            " It matters who was beaten: against equals every count of wins and draws is listed, "
            f"against a spread field all 3^n results, up to {most} games; more are left out "
            "because there are too many to list."
        )
    if "resampling" in method.needs:
        text += " Resamples: 9999 a record, seed 1."
    return text


def linked(source: str) -> str:
    """The source, with links to the notes and the list of references."""
    for note in ("statistics", "rules"):
        source = re.sub(rf"\b{note}(?=[ ,])", f"[{note}](../notes/{note}.md)", source)
    return f"{source} ([all references](../references.md))"


def facts(method: IntervalMethod) -> str:
    return "\n\n".join(
        f"**{label}.** {text[0].upper()}{text[1:].rstrip('.')}."
        for label, text in (
            ("Target", TARGETS[method.target]),
            ("At 0 % and 100 %", method.at_edges),
            ("Advice", method.advice),
            ("Source", linked(method.source)),
        )
    )


def page(method: IntervalMethod, tables: list[tuple[Block, list[Row]]]) -> str:
    parts = [
        MADE,
        f"# `{method.id}`",
        f"{method.name[0].upper()}{method.name[1:]}.",
        words(method),
        facts(method),
        "## Measured coverage",
        notes(method),
        "\n".join([SUMMARY_HEAD, *(summary(block, table) for block, table in tables)]),
    ]
    for block, table in tables:
        parts += [f"### {block.title}", "\n".join([HEAD, *(row.line() for row in table)])]
    return "\n\n".join(parts) + "\n"


MADE = "<!-- Written by docs/build_interval_pages.py: change it there. -->"
KNOWN = ", ".join(f"{_decimals(_prior(level))} at {level:.0f}" for level in LEVELS)
INDEX = f"""\
{MADE}

# Intervals

A record has one strength interval, `midp` by default. Coverage of the 95 % interval in per cent
for up to 11 games and for 30, over strengths up to 600 from the average opponent, opponents' SD 0
and 200, true draw share 0, .3 and .6; "one side" is the greatest chance to miss the truth on one
side (nominal 2.5).

Unless a draw share is given, an interval plugs in the record's own draws, shrunk towards a prior.
*Level known*: records with FIDE or national ratings get the prior that the level rule expects
against their opponents, here {KNOWN}. *Level unknown*: online
games and ratings of an unknown kind get .05, the cautious choice. A prior far above the truth
makes an interval too narrow: the least coverage in the rows with a high prior is that of players
who draw no games at all. `bayes` takes the true draw share and a prior around the strength (or
100 below it). Game bootstraps and the sandwich use no draw share and leave out the longer spread
schedules, so their rows are not quite comparable with the others. Each page has the details and
the case of a known draw share.

Sources such as "statistics B.1" or "rules, section 6" are sections of the project's research
notes, [statistics](../notes/statistics.md) and [rules](../notes/rules.md); names with a year are
in the [references](../references.md).

| interval | resamples | assumed | {FIGURES}
|:--|:--|:--|--:|--:|--:|--:|--:|--:|
"""


def index_lines(method: IntervalMethod, tables: list[tuple[Block, list[Row]]]) -> str:
    resamples = "-"
    if method.id.startswith("bootstrap"):
        resamples = "games" if sees_games(method) else "results, opponents fixed"
    begin = f"| [`{method.id}`]({method.id}.md) | {resamples} "
    return "\n".join(begin + summary(*one) for one in tables if one[0].in_index)


def main(ids: list[str]) -> None:
    PAGES.mkdir(exist_ok=True)
    index = []
    for id in ids or INTERVALS:
        method = INTERVALS[id]
        tables = [(block, rows(method, block)) for block in blocks(method)]
        (PAGES / f"{id}.md").write_text(page(method, tables), encoding="utf-8")
        index.append(index_lines(method, tables))
        print(index[-1], flush=True)
    if not ids:
        (PAGES / "README.md").write_text(INDEX + "\n".join(index) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
