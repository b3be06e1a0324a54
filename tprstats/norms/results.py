"""What the check says, in words, tables and JSON."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import counted, rating_text
from tprstats.norms.check import Choice
from tprstats.norms.games import NormRecord
from tprstats.norms.known import told
from tprstats.norms.luck import NormLuck
from tprstats.norms.outlook import Pending
from tprstats.norms.titles import UNRATED, Title, article, nothing_to_make
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.tables import Shown, Table

if TYPE_CHECKING:
    import pandas as pd

    from tprstats.norms.future import FutureLuck

__all__ = ["NormResult"]

NOT_LOOKED_AT = (
    "Not looked at: registration, time control and arbiters (1.1), changed formats (1.4.2d), and "
    "what the title itself takes (1.5: norms of 27 games, and the rating)."
)


@dataclass(frozen=True)
class NormResult(Shown):
    """A norm held against the clauses, and the luck in it.

    Parameters
    ----------
    record
        The rounds as the norm sees them.
    title
        Title.
    choice
        The games that were chosen, with every clause.
    exempt
        What 1.4.3a-d say.
    luck
        Same opponents replayed; None where it was not asked for.
    future
        An event of this kind to come; None where it was not asked for.
    pending
        What rounds to come leave open; None where none are.
    short
        Whether the games that count and those to come are too few for any norm.
    """

    record: NormRecord
    title: Title
    choice: Choice
    exempt: Clause
    luck: NormLuck | None = None
    future: FutureLuck | None = None
    pending: Pending | None = None
    short: bool = False

    @property
    def verdict(self) -> Verdict:
        """Met, not met, cannot be told, not yet, or too few games.

        While rounds are to come a norm is not yet made where it still can be. Only later rounds of
        a Swiss can be left out (1.4.1e): there what is made stays made.
        """
        if self.short:
            return Verdict.TOO_FEW
        found = self.choice.verdict
        robin = self.record.pairing.endswith("round-robin")
        made = found in (Verdict.MET, Verdict.UNKNOWN) and not robin
        if self.pending is None or made:
            return found
        return Verdict.NOT_YET if self.pending.possible else Verdict.NOT_MET

    @property
    def nothing_to_make(self) -> str:
        """Why there is no norm to make; empty for a player without the title or a higher one."""
        return nothing_to_make(self.record.record.player.title, self.title)

    @property
    def needed_score(self) -> float | None:
        """Score that a norm takes in the games so far; None where no score does."""
        found = self.choice.figures
        return None if self.short or found is None or found.needed is None else found.needed / 2.0

    @cached_property
    def table(self) -> Table:
        """Clause, what it asks for, answer, figures."""
        rows = [(c.number, c.what, str(c.verdict), c.figures) for c in self.choice.clauses]
        player = self.record.record.player.name
        columns = ("clause", "asks for", "answer", "figures")
        return Table(columns, rows, "llll", caption=f"{player}: {self.title.name} norm")

    @property
    def headline(self) -> str:
        """Player, event and verdict on one line."""
        player = self.record.record.player
        rating = "unrated" if player.rating is None else rating_text(player.rating)
        event = f", {self.record.record.event}" if self.record.record.event else ""
        whence = "this file" if self.record.of_a_file else "what is given"
        said = {Verdict.UNKNOWN: f"cannot be told from {whence}"}.get(self.verdict, self.verdict)
        return f"{player.name} ({rating}){event}: {self.title.name} norm {said}"

    def words(self) -> tuple[str, ...]:
        """The answer in sentences."""
        sentences = [self._answer(), *self._counted()]
        if self.nothing_to_make:
            sentences.insert(0, self.nothing_to_make)
        given = self.exempt.number != "1.4.3d"
        if given and self.exempt.verdict is not Verdict.MET:
            own = self.record.federation
            whose = f"; the player is from {own}" if own else ""
            sentences.append(
                f"{self.exempt.number} ({self.exempt.what}), as given, "
                f"{'does not apply' if self.exempt.verdict is Verdict.NOT_MET else 'is open'}: it "
                f"{self.exempt.figures}{whose}."
            )
        elif self.exempt.verdict is not Verdict.MET and any(
            c.number in ("1.4.3", "1.4.4") and c.verdict is Verdict.NOT_MET
            for c in self.choice.clauses
        ):
            sentences.append(
                "If the event is the final of a national championship, a national team "
                "championship or a zonal, 1.4.3 and 1.4.4 are waived: say so with --exempt a, b "
                "or c."
            )
        if any(c.number == "1.1" for c in self.choice.clauses):
            sentences.append(
                "Where games of those days are of another event (blitz, tie-breaks), give a file "
                "without them."
            )
        if self.verdict is Verdict.NOT_YET and self.pending is not None and not self.pending.met:
            sentences.append(
                "What is enough, and how likely, against opponents that you expect: tprstats "
                "target with --remaining."
            )
        if self.luck is not None:
            sentences += self.luck.words()
            sentences.append(f"Assumed: {'; '.join(self.luck.assumptions)}.")
        if self.future is not None:
            sentences += self.future.words()
        if self.record.adjustments:
            sentences.append(f"Adjusted: {'; '.join(self.record.adjustments)}.")
        sentences.append(NOT_LOOKED_AT)
        return tuple(sentences)

    def _clauses(self, verdict: Verdict) -> str:
        """Numbers of the clauses with this answer."""
        return ", ".join(
            dict.fromkeys(c.number for c in self.choice.clauses if c.verdict is verdict)
        )

    def _counted(self) -> list[str]:
        """Where the games of a norm are not those of a rating."""
        unrated = sum(g.rating is None for g in self.choice.games)
        if not unrated or not self.record.any_rating:
            return []
        said = f"{counted(unrated, 'game')} of these {len(self.choice.games)}"
        return [f"An unrated opponent counts here, as {UNRATED} (1.4.6d); a rating lacks {said}."]

    def _answer(self) -> str:
        found, name = self.choice.figures, self.title.name
        if self.short:
            n = len(self.record.played)
            rest = self.record.rest
            asked = next(c for c in self.choice.clauses if c.number.startswith("1.4.1"))
            some = "no game counts" if not n else counted(n, "game counts", "games count")
            some += f" and {counted(rest, 'is', 'are')} to come" if rest else ""
            return f"Too few games for {article(name)} {name} norm: {some}, it takes {asked.what}."
        if self.verdict is Verdict.NOT_YET:
            so_far = (
                f" So far {found.half_points / 2:g} of {found.games}, performance "
                f"{found.performance}: the clauses are as of now."
                if found is not None
                else ""
            )
            silent = self._clauses(Verdict.UNKNOWN)
            left = f" The data leave {silent} open." if silent else ""
            said = self.pending.words() if self.pending is not None else ""
            hangs = self.record.undecided_words if self.record.undecided else ""
            waits = "; ".join(part for part in (said, hangs) if part)
            return f"{name} norm: not yet: {waits}.{left}{so_far}"
        if found is None:
            return f"No game counts, so there is no {name} norm."
        played = f"{found.half_points / 2:g} of {found.games}"
        if self.record.any_rating:
            played += f", performance {found.performance}"
        if self.verdict is Verdict.MET:
            out = [g.round for g in (*self.choice.later, *self.choice.wins)]
            left = f" without round {', '.join(map(str, sorted(out)))}" if out else ""
            return (
                f"{name} norm: {played}{left}. It counts for {counted(self.choice.worth, 'game')} "
                "of the 27 that the title takes."
            )
        if self.pending is not None and not self.pending.possible:
            why = told(self.pending.against)
            won = "it is won" if self.pending.rounds == 1 else "all are won"
            why = f" even if {won}: {why}" if why else ""
            return f"No {name} norm: {played}, out of reach with the {self.pending.coming}{why}."
        wanted = Verdict.NOT_MET if self.verdict is Verdict.NOT_MET else Verdict.UNKNOWN
        numbers = self._clauses(wanted)
        if self.verdict is Verdict.UNKNOWN:
            return (
                f"{name} norm: cannot be told. {played}: no clause forbids it, but the data "
                f"leave {numbers} open."
            )
        need = (
            f"; with an average of {found.average} it takes {found.needed / 2:g} of {found.games}"
            if found.needed is not None and self.record.any_rating
            else ""
        )
        return f"No {name} norm ({numbers}): {played}{need}."

    def __str__(self) -> str:
        lines = [*textwrap.wrap(self.headline, 80, subsequent_indent="  "), "", str(self.table), ""]
        lines += [textwrap.fill(w, 80) for w in self.words()]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Plain values, as ``tprstats norm --json`` prints them."""
        player, choice = self.record.record.player, self.choice
        found = choice.figures
        return {
            "schema": 1,
            "authority": "fide",
            "player": player.name,
            "number": player.number,
            "event": self.record.record.event or None,
            "title": self.title.name,
            "holds_title": bool(self.nothing_to_make),
            "verdict": str(self.verdict),
            "pairing": self.record.pairing or None,
            "rounds": self.record.rounds,
            "games": found.games if found else 0,
            "score": found.half_points / 2.0 if found else 0.0,
            "average": found.average if found and self.record.any_rating else None,
            "performance": found.performance if found and self.record.any_rating else None,
            "needed_score": self.needed_score,
            "to_come": self.pending.to_json() if self.pending else None,
            "counts_for_games": choice.worth,
            "rounds_counted": [g.round for g in choice.games],
            "later_rounds_left_out": [g.round for g in choice.later],
            "wins_left_out": [g.round for g in choice.wins],
            "not_counted": [
                {"round": x.round, "opponent": x.opponent or None, "reason": x.reason}
                for x in self.record.left_out
            ],
            "exemption": {
                "clause": self.exempt.number,
                "asks_for": self.exempt.what,
                "verdict": str(self.exempt.verdict),
                "figures": self.exempt.figures,
            },
            "adjustments": list(self.record.adjustments),
            "clauses": [
                {
                    "clause": c.number,
                    "asks_for": c.what,
                    "verdict": str(c.verdict),
                    "figures": c.figures,
                }
                for c in choice.clauses
            ],
            "luck": self.luck.to_json() if self.luck else None,
            "future": self.future.to_json() if self.future else None,
            "words": list(self.words()),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a clause."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "player": self.record.record.player.name,
                    "title": self.title.name,
                    "clause": c.number,
                    "asks_for": c.what,
                    "verdict": str(c.verdict),
                    "figures": c.figures,
                }
                for c in self.choice.clauses
            ]
        )
