"""What a report holds about one player: the parts, and how they print."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.files import write_whole
from tprstats.rate import GroupRating, RateResult
from tprstats.records import Adjustment
from tprstats.report.differences import Step, rules_table, steps
from tprstats.report.games import Round
from tprstats.report.norms import Norms
from tprstats.streaks import StreakVerdict
from tprstats.tables import Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Report", "check_page"]

SCHEMA = 1


@dataclass(frozen=True)
class Report:
    """Everything a coach is told about one player's games.

    Parameters
    ----------
    rating
        Every rule with the strength interval.
    title, federation
        Of the player, where the file tells; else empty.
    rounds
        The games one by one, those that do not count too.
    streak, no_streak
        The verdict, or why there is none.
    parts
        The record by colour, opening ..., where there is no verdict that tests them.
    norms
        Title norms, or why there are none.
    notes
        What the reader of the file changed, left out or guessed.
    source
        Name of the file, without its folder; empty for lists.
    digest
        SHA-256 of the file, where known.
    """

    rating: RateResult
    title: str
    federation: str
    rounds: tuple[Round, ...]
    streak: StreakVerdict | None
    no_streak: str
    parts: tuple[GroupRating, ...]
    norms: Norms
    notes: tuple[Adjustment, ...]
    source: str = ""
    digest: str = ""

    @property
    def player(self) -> str:
        """Whose report this is."""
        return self.rating.player

    @property
    def differences(self) -> tuple[Step, ...]:
        """Why the rules differ on these games, the largest step first."""
        return steps(self.rating)

    @property
    def table(self) -> Table:
        """All rules side by side."""
        return rules_table(self.rating)

    @property
    def provenance(self) -> tuple[tuple[str, str], ...]:
        """Where the numbers come from, as pairs of a name and a value."""
        a, v = self.rating.assumptions, self.streak
        number = "" if self.rating.number is None else f", start number {self.rating.number}"
        rows = [
            ("File", self.source or "none: games given by hand"),
            ("SHA-256 of the file", self.digest),
            ("Event", self.rating.event),
            ("Player", f"{self.player}{number}"),
            ("Rating lists", ", ".join(self.rating.kinds)),
            ("Interval", f"{self.rating.strength.method}, level {a.level:.10g}"),
            (
                "Streaks",
                "" if v is None else f"{counted(v.seasons, 'streak-free season')}, seed {v.seed}",
            ),
            ("Program", f"tprstats {__version__}"),
        ]
        return tuple(row for row in rows if row[1])

    def words(self) -> tuple[str, ...]:
        """The answer in sentences: the rating, the streak, the norms."""
        said = list(self.rating.words())
        if self.streak is not None:
            said.append(f"Streak: {self.streak.words()[0]}")
        said += [r.words()[0] for r in self.norms.within_reach]
        return tuple(said)

    def __str__(self) -> str:
        parts = [str(self.rating), *(str(d) for d in self.differences)]
        parts.append(self.no_streak if self.streak is None else str(self.streak))
        return "\n\n".join(parts)

    def to_html(self) -> str:
        """One self-contained page."""
        from tprstats.report.player import player_page

        return player_page(self)

    def save(self, path: str | Path) -> None:
        """Write the page to a file that ends in ``.html``, whole or not at all."""
        write_whole(check_page(Path(path)), self.to_html())

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``tprstats report --json`` prints them."""
        return {
            "schema": SCHEMA,
            "player": self.player,
            "rating": self.rating.to_json(),
            "differences": [d.to_json() for d in self.differences],
            "streak": None if self.streak is None else self.streak.to_json(),
            "no_streak": self.no_streak or None,
            "parts": [p.to_json() for p in self.parts],
            "games": [r.to_json() for r in self.rounds],
            "norms": [r.to_json() for r in self.norms.results],
            "no_norms": self.norms.reason or None,
            "notes": [str(n) for n in self.notes],
            "provenance": dict(self.provenance),
            "words": list(self.words()),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a round."""
        import pandas as pd

        return pd.DataFrame([{"player": self.player, **r.to_json()} for r in self.rounds])


def check_page(path: Path) -> Path:
    """The path, if it is the name of a page.

    Raises
    ------
    TprstatsError
        Where it does not end in ``.html``.
    """
    if path.suffix.lower() not in (".html", ".htm"):
        raise TprstatsError(f"{path}: a page's name ends in .html")
    return path
