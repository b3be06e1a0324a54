"""What the columns of a table are called, in the languages that exports and lists use."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["TITLES", "column_role", "round_number"]

# Each role's headings, folded as `_fold` folds them: no case, accents, blanks or punctuation.
ROLES: dict[str, str] = {
    "number": "no nr sno snr startno startnr startingno startnumber pairno n num numero dorsal",
    "rank": "rk rank rg rang pos pl place platz rp clt mp rnk position puesto miejsce",
    "name": "name player spieler playername joueur jugador giocatore jogador nom nombre nome naam"
    " speler zawodnik hrac namn navn jmeno username имя игрок фио",
    "opponent": "opponent opp gegner adversaire oponente rival avversario adversario tegenstander"
    " motstander motstandare przeciwnik souper ellenfel rakip opponentname oppname opponentusername"
    " соперник",
    "white": "white whiteplayer whitename weiss blanc blancs blancas bianco brancas wit vit hvid"
    " biale whiteusername белые",
    "black": "black blackplayer blackname schwarz noir noirs negras nero pretas zwart svart sort"
    " czarne blackusername черные",
    "rating": "rating rtg elo ratings wertung wertungszahl rtgi rat elofide fideelo fiderating"
    " рейтинг",
    "national_rating": "rtgn nwz dwz national nationalrating elon ekn",
    "own_rating": "ownrating myrating myelo ownelo playerrating playerelo eigeneelo",
    "opponent_rating": "opponentrating opponentelo opprating oppelo opprtg opponentsrating"
    " opponentsrtg gegnerelo gegnerrating elogegner eloadversaire elooponente elorival"
    " ratingopponent eloopponent",
    "white_rating": "whiteelo whiterating whitertg elowhite ratingwhite eloweiss eloblancas"
    " eloblancs",
    "black_rating": "blackelo blackrating blackrtg eloblack ratingblack eloschwarz elonegras"
    " elonoirs",
    "result": "result res score ergebnis erg resultat resultado risultato uitslag wynik vysledek"
    " eredmeny sonuc outcome resultaat результат",
    "white_result": "whiteresult whitescore resultwhite",
    "black_result": "blackresult blackscore resultblack",
    "colour": "colour color farbe couleur colore cor kleur farge farg kolor barva side цвет",
    "round": "round rd runde rde ronde ronda turno rodada kolo runda rnd тур",
    "date": "date datum fecha data dato datetime gamedate utcdate datumtijd дата",
    "time": "time utctime starttime",
    "event": "event tournament turnier tournoi torneo torneio evento турнир",
    "site": "site ort lieu lugar location url link platform",
    "board": "board bo brett bord bd echiquier tablero",
    "title": "title tit titel titre titulo titolo ti opptitle opponenttitle",
    "federation": "fed federation foderation country land oppfed opponentfed",
    "id": "id fideid idfide ident oppid opponentid",
    "eco": "eco",
    "time_control": "timecontrol tc bedenkzeit cadence",
    "termination": "termination",
    "points": "pts points punkte pkt punti puntos pontos total punten body",
}
BY_WORD = {word: role for role, words in ROLES.items() for word in words.split()}
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
    return BY_WORD.get(_fold(heading), "")


def round_number(heading: str) -> int | None:
    """The round of a crosstable column: ``1.Rd``, ``R1``, ``Round 1`` or ``1``."""
    match = ROUND.fullmatch(_fold(heading))
    return int(match.group(1)) if match and int(match.group(1)) else None


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l").replace("ø", "o"))
    return "".join(c for c in plain if c.isalnum())
