"""What the columns of a table are called, in the languages that exports and lists use."""

from __future__ import annotations

import re

from tprstats.readers._folded import folded
from tprstats.readers._rating_words import is_rating_change, rating_role

__all__ = [
    "TITLES",
    "column_role",
    "folded",
    "is_advert",
    "is_nobody",
    "is_total",
    "round_number",
    "tie_break_points",
]

# Each role's headings, folded as `folded` folds them: no case, accents, blanks or punctuation.
# Those of ratings that say whose they are stand in `_rating_words`.
ROLES: dict[str, str] = {
    "number": "number no nr sno snr startno startnr startingno startnumber pairno n num numero"
    " dorsal сно номер",
    "rank": "rk rank rg rang pos pl place platz rp clt mp rnk position puesto miejsce м место",
    "name": "name player spieler playername joueur jugador giocatore jogador nom nombre nome naam"
    " speler zawodnik hrac namn navn jmeno username имя игрок фио",
    "opponent": "opponent opp gegner adversaire oponente rival avversario adversario tegenstander"
    " motstander motstandare modstander przeciwnik souper ellenfel rakip opponentname oppname"
    " opponentusername gegnerin gegn adversaria adv avv contrincante tegenst соперник противник",
    "white": "white whiteplayer whitename weiss blanc blancs blancas bianco brancas wit vit hvid"
    " biale whiteusername белые",
    "black": "black blackplayer blackname schwarz noir noirs negras nero pretas zwart svart sort"
    " czarne blackusername черные",
    "rating": "rating rtg elo ratings wertung wertungszahl rtgi rat elofide fideelo fiderating"
    " eloint рейтинг рейт рейтм",
    "national_rating": "rtgn nwz dwz national nationalrating elon ekn loc нацрейтинг rtgnat",
    "own_rating": "",
    "opponent_rating": "",
    "white_rating": "",
    "black_rating": "",
    "white_title": "whitetitle titlewhite",
    "black_title": "blacktitle titleblack",
    "white_federation": "whitefed whitefederation fedwhite",
    "black_federation": "blackfed blackfederation fedblack",
    "result": "result res score ergebnis erg resultat resultado risultato uitslag wynik vysledek"
    " рез eredmeny sonuc outcome resultaat результат",
    "white_result": "whiteresult whitescore resultwhite",
    "black_result": "blackresult blackscore resultblack",
    "colour": "colour color farbe couleur colore cor kleur farge farg kolor barva side цвет",
    "round": "round rd runde rde ronde ronda turno rodada kolo runda rnd тур т",
    "date": "date datum fecha data dato datetime gamedate utcdate datumtijd дата",
    "year": "year jahr annee ano anno jaar rok ar год",
    "time": "time utctime starttime",
    "event": "event tournament turnier tournoi torneo torneio evento турнир",
    "site": "site ort lieu lugar location url link platform",
    "board": "board bo brett bord bd echiquier tablero дос доска tab bord",
    "title": "title tit titel titre titulo titolo ti opptitle opponenttitle",
    "federation": "fed feder federation foderation country land oppfed opponentfed фед",
    "id": "id fideid idfide ident oppid opponentid intlid fidenr codigofide",
    "eco": "eco",
    "time_control": "timecontrol tc bedenkzeit cadence",
    "termination": "termination",
    "points": "pts points punkte pkt punti puntos pontos total punten body оч очки pt",
}
BY_WORD = {folded(word): role for role, words in ROLES.items() for word in words.split()}
TITLES = frozenset(
    ("gm", "wgm", "im", "wim", "fm", "wfm", "cm", "wcm", "nm", "wnm", "am", "afm", "aim", "bot")
)
ROUND = re.compile(
    r"(?:rd|r|rnd|round|runde|rde|ronde|ronda|tour|turno|kolo|тур|rodada)?(\d{1,2})"
    r"(?:rd|r|rnd|round|runde|rde|ronde|ronda|st|nd|th|тур)?"
)


def column_role(heading: str) -> str:
    """What a column holds, by its heading; empty where the heading is not known.

    Examples
    --------
    >>> column_role("Opponent's Rating"), column_role("Ergebnis"), column_role("Rtg.")
    ('opponent_rating', 'result', 'rating')
    """
    plain = folded(heading)
    role = BY_WORD.get(plain) or rating_role(plain)
    return "" if role.endswith("rating") and is_rating_change(heading) else role


def round_number(heading: str) -> int | None:
    """The round of a crosstable column: ``1.Rd``, ``R1``, ``Round 1`` or ``1``."""
    match = ROUND.fullmatch(folded(heading))
    return int(match.group(1)) if match and int(match.group(1)) else None


POINTS = re.compile(
    r"\D{2,40}(\d)\s*:\s*(?:\w+\s+)?(?:points|punkte|puntos|punti|pontos|punten|pontsz|очки)\b",
    re.I,
)


def tie_break_points(text: str) -> int | None:
    """The number of the tie-break column that holds the points, by a remark under a table.

    Examples
    --------
    >>> tie_break_points("Tie Break1: points (game-points)")
    1
    """
    match = POINTS.match(text.strip()[:80])
    return int(match.group(1)) if match else None


NOBODY_WORDS = (
    "bye spielfrei nichtausgelost notpaired noparticipa exempt exempte nonapparie descansa libre"
    " bay вольно свободен незаявлен pauza wolnylos riposo vrij rasttag volno pihenonap freilos"
    " exento frirunde"
)
NOBODY = frozenset(map(folded, NOBODY_WORDS.split()))
ADVERTS = ("chess-results", "tournament-database", "servertime", "http")


def is_nobody(name: str) -> bool:
    """Whether the place of an opponent's name says that there is none.

    Examples
    --------
    >>> is_nobody("spielfrei"), is_nobody("not paired"), is_nobody("Bye, Ann")
    (True, True, False)
    """
    return folded(name) in NOBODY


TOTAL_WORDS = (
    "total totals totaal totale totali totales totalt sum summe gesamt gesamtsumme insgesamt somme"
    " suma soma somma subtotal итого всего celkem razem osszesen average avg durchschnitt schnitt"
    " moyenne promedio media gemiddeld gemiddelde"
)
TOTALS = frozenset(map(folded, TOTAL_WORDS.split()))


def is_total(text: str) -> bool:
    """Whether a cell says that its line sums up the lines above.

    Examples
    --------
    >>> is_total("Summe:"), is_total("Total"), is_total("Tal")
    (True, True, False)
    """
    return folded(text) in TOTALS


def is_advert(title: str) -> bool:
    """Whether a line above a table is the server's own, no title of the event."""
    return any(word in title.casefold() for word in ADVERTS)
