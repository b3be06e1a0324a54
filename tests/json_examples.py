"""Small inputs and command lines that show every field of what ``--json`` prints."""

from __future__ import annotations

import re

__all__ = ["COMMANDS", "files"]

THIRTY = f"--opponents {','.join(['2300'] * 30)}"
STREAK = f"{THIRTY} --results {','.join(['1', '0', '.5'] * 7 + ['1'] * 9)}"
SLUMP = f"{THIRTY} --results {','.join(['1', '0', '.5'] * 7 + ['0'] * 9)}"
NINE = "--opponents 2450,2500,2550,2400,2480,2520,2490,2380,2600 --results 1,1,.5,.5,1,.5,.5,1,.5"
MIX = "--titles GM,GM,GM,IM,FM,-,-,-,- --federations FRA,FRA,GER,GER,ITA,ENG,ENG,ENG,ENG"
LATER = (
    "--opponents 2450,2500,2550,2400,2480,2520,2490,2380,2600,2450,2450 "
    "--results 1,1,.5,.5,1,.5,.5,1,.5,0,0 --titles GM,GM,GM,IM,FM,-,-,-,-,GM,GM "
    "--federations FRA,FRA,GER,GER,ITA,ENG,ENG,ENG,ENG,GER,FRA"
)
TARGET = "target --opponents 2300 --results 1 --own 2350 --remaining 2400 --rating 2400"
A_WIN = (
    "--opponents 2450,2450,2450,2450,2450,2450,2450,2450,1950,1940,2450 "
    "--results 1,1,1,1,.5,.5,.5,.5,1,1,.5 --titles GM,GM,GM,GM,FM,-,-,-,-,-,- "
    "--federations FRA,FRA,GER,GER,ITA,ENG,ENG,ENG,IRL,IRL,USA"
)

COMMANDS = {
    "rate": [
        "rate event.trf --player Dreskakgp",
        "rate pool.csv --player Dee --unrated 1900",
        "rate event.trf --player Dreskakgp --rounds 1-3",
        "rate plain.csv --player P10",
        "rate --opponents 2300,-,2400 --results 1,1,1",
        "rate --opponents 2300,2300,2300 --results 0,0,0 --own 2350",
        "rate --opponents 2300,2200,2300 --results 1,.5,1 --interval bootstrap-bca --seed 2",
    ],
    "rate --all": [
        "rate event.trf --all --luck 10 --system fold",
        "rate pool.csv --all",
        "rate club.csv --all",
    ],
    "rate --by": [
        "rate event.trf --player Dreskakgp --by colour",
        "rate --opponents 2300,2300 --results 1,0 --by colour",
    ],
    "compare": [
        "compare event.trf --all --method fide --method firth --resamples 100",
        "compare event.trf --player Dreskakgp --resamples 100",
        "compare --opponents 2300,2200 --results 1,1 --method per-opponent --method fide",
        "compare pool.csv --all --method dwz --method firth --resamples 100",
        "compare alike.csv --all --method fide --method firth --resamples 100",
        "compare many.csv --all --method fide --method average",
    ],
    "streak": [
        f"streak {STREAK} --seasons 100 --looks 10 --prior horizon=2",
        f"streak {THIRTY} --results {','.join(['1', '0', '.5', '.5', '0', '1'] * 5)} --seasons 300",
        f"streak {STREAK} --own 2310 --window 22-30 --looked --windows 2 --seasons 100",
        f"streak {SLUMP} --direction cold --window 22-30 --seasons 100",
        f"streak {THIRTY} --results {','.join(['.5'] * 30)} --seasons 100",
        "streak log.csv --player Ann --segments --seasons 100",
        "streak --opponents 2300,2300,2300 --results 1,1,1 --window 2-3 --seasons 100",
    ],
    "norm": [
        f"norm {NINE} {MIX} --own 2450 --title GM --federation ENG --pairing swiss",
        f"norm {LATER} --own 2450 --title GM --federation ENG --pairing swiss --exempt c",
        f"norm {A_WIN} --own 2450 --title GM --federation ENG --pairing swiss --exempt c",
        "norm plain.csv --player P4 --title GM --future round-robin --events 20",
        "norm running.trf --player 16 --title IM",
        "norm event.trf --player 1 --title GM --federation FRA",
        "norm running.trf --player 14 --title IM",
        "norm ten.csv --player P4 --title IM --future round-robin --events 20",
        "norm coming.csv --player P10 --title IM",
        "norm coming.csv --player P3 --title GM",
        "norm coming.csv --player P5 --title GM",
        "norm card.csv --title GM",
        "norm bare.csv --player P7 --title IM",
    ],
    "norm --all": [
        "norm event.trf --all --title GM",
        "norm coming.csv --all --title IM",
        "norm pool.csv --all --title IM",
        "norm bare.csv --all --title IM",
    ],
    "norm --authority us-chess": [
        "norm event.trf --player 4 --authority us-chess",
        f"norm {NINE} --authority us-chess",
    ],
    "target": [
        f"{TARGET} --method per-opponent",
        "target --average 2400 --games 9 --title GM",
        "target --average 2000 --games 9 --title GM",
    ],
    "plan": [
        "plan --half-width 150",
        "plan --half-width 500 --assurance 0.05 --advantage 400",
    ],
    "simulate": [
        "simulate round-robin --players 2 --events 1",
        "simulate swiss --players 8 --rounds 3 --system monrad --acceleration baku --events 20",
        "simulate swiss --players 8 --rounds 3 --system monrad --events 20",
        "simulate replay --field event.trf --events 20 --model constant",
    ],
    "simulate -o": [
        "simulate round-robin --players 6 --events 2 --trf trfs",
        "simulate round-robin --players 6 --events 2 -o parts",
    ],
    "pairings --check": [
        "pairings event.trf --check",
        "pairings three.trf --check --system dutch-reference",
        "pairings four.trf --check --system fold",
    ],
    "pairings --round": [
        "pairings event.trf --round 3",
        "pairings three.trf --round 2 --system dutch-reference",
        "pairings four.trf --round 3 --system fold",
    ],
    "report": [
        "report event.trf --player Dreskakgp --seasons 100",
        "report log.csv --player Ann --seasons 100",
        f"report {NINE} --own 2450 --kind fide",
    ],
    "report --all": ["report pool.csv --all --seasons 100"],
    "study show": ["study run small --scale quick", "study show small --scale quick --publish"],
    "study list": ["study list"],
    "study replay": [
        "study replay small",
        "study replay small --replicate 6",
    ],
    "study verify": ["study verify wrong"],
    "methods": ["methods"],
    "methods --intervals": ["methods --intervals"],
}
"""Part of the page -> command lines, in a folder with :func:`files`."""

STUDY = """
title = "small"
question = "does it run?"
seed = 3
estimand = "event"
batch = 200
methods = ["fide", "per-opponent"]
measures = ["bias"]
groups = ["all", "near:2600"]
[[scenario]]
kind = "swiss"
players = 6
rounds = 5
system = "monrad"
unrated = 0.4
[[scenario]]
kind = "record"
games = 1
draw_share = 0.0
[scale.full]
replicates = 200
[scale.quick]
replicates = 200
"""


def table(*rows: str) -> str:
    """A TRF: of three players 1 and 2 meet again in the third round; four meet all."""
    return "\n".join(
        f"{f'001 {k:4d}      Player {k}':<91}{cells}" for k, cells in enumerate(rows, start=1)
    )


# Nobody but Ann and Bob is rated; Dee met only Cy.
POOL = """\
white,white elo,black,black elo,result
Ann,2100,Bob,2000,1-0
Ann,2100,Cy,,1/2-1/2
Cy,,Dee,,1-0
"""


CLUB = """\
date,event,white,white elo,black,black elo,result
2024-01-01,Cup,Ann,2100,Bob,2000,1-0
2024-02-01,League,Bob,2000,Cy,1900,1-0
2024-03-01,Open,Cy,1900,Ann,2100,1-0
2024-04-01,Open,Dee,1900,Eve,1800,1-0
"""

ALIKE = """\
white,white elo,black,black elo,result
Ann,2000,Bob,2000,1/2-1/2
Bob,2000,Cy,2000,1/2-1/2
Cy,2000,Ann,2000,1/2-1/2
"""

MANY = "white,white elo,black,black elo,result\n" + "".join(
    f"White {k},{2000 + k},Black {k},2200,1-0\n" for k in range(501)
)

CARD = "round,rating,result\n" + "".join(f"{k},2450,1\n" for k in range(1, 9)) + "9,2450,*\n"

WRONG = """\
scenario,after,group,kind_of,name,measure,value,mcse,replicates
0,5,all,method,fide,bias,900,1,100
"""


def changed(text: str) -> str:
    for old, new in (
        ("14 b 1\n", "14 b +\n"),
        ("1 w 0\n", "1 w -\n"),
        ("  0000 - Z" * 4, ""),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def round_robin(*, to_come: bool) -> str:
    """Ten players, higher numbers beating lower ones; the last round may be to come."""
    lines = [
        "white,white elo,white title,white fed,black,black elo,black title,black fed,result,round"
    ]
    for i in range(1, 11):
        for j in range(i + 1, 11):
            number = (2 * i if j == 10 else i + j) % 9 + 1
            result = "*" if to_come and number == 9 else "0-1"
            sides = ",".join(
                f"P{k},{'' if to_come and k == 3 else 2300 + 20 * k},"
                f"{'GM' if k % 2 else 'IM'},{('FRA', 'GER', 'ITA')[k % 3]}"
                for k in (i, j)
            )
            lines.append(f"{sides},{result},{number}")
    return "\n".join(lines)


def log() -> str:
    """Thirty games of Ann, whose rating moves from 2000 to 2290."""
    lines = ["date,event,round,white,white elo,black,black elo,result,eco"]
    for k in range(30):
        event, other = f"Cup {k // 10}", f"Opponent {k},{2050 + 5 * k}"
        ann = f"Ann,{2000 + 10 * k}"
        result = ("1-0", "0-1", "1/2-1/2")[k // 10]
        lines.append(
            f"2024-{1 + k // 10:02d}-{1 + k % 10:02d},{event},{k % 10 + 1},"
            f"{ann},{other},{result},B9{k % 3}"
        )
    return "\n".join(lines)


def files(event: str) -> dict[str, str]:
    """Name -> text; ``event`` is that of the shipped example."""
    lines = event.splitlines(keepends=True)
    running = "".join(line for line in lines if line[:3] not in ("042", "052", "132"))
    return {
        "event.trf": event,
        # Nine rounds without dates, of which six are played; a forfeit, and rounds left blank.
        "running.trf": changed(running) + "XXR 9\n",
        "three.trf": table(
            "   2 w 1  0000 - U     2 b 1",
            "   1 b 0     3 w 1     1 w 0",
            "0000 - U     2 b 0  0000 - Z",
        ),
        "four.trf": table(
            "   4 w 1     3 b 1     2 w 1",
            "   3 w 1     4 b 1     1 b 0",
            "   2 b 0     1 w 0     4 w 1",
            "   1 b 0     2 w 0     3 b 0",
        ),
        "card.csv": CARD,
        "bare.csv": re.sub(r",2[3-5]\d0,", ",,", round_robin(to_come=False)),
        "club.csv": CLUB,
        "alike.csv": ALIKE,
        "many.csv": MANY,
        # Low ratings, no titles, and without the last game.
        "plain.csv": re.sub(
            r",2[345](\d0),[GI]M,[A-Z]{3}", r",20\1,,", round_robin(to_come=False)
        ).rpartition("\n")[0],
        "ten.csv": round_robin(to_come=False),
        "coming.csv": round_robin(to_come=True),
        "pool.csv": POOL,
        "log.csv": log(),
        "experiments/small/study.toml": STUDY,
        "experiments/small/protocol.md": "# small\n",
        "experiments/later/protocol.md": "# later\n",
        "experiments/wrong/study.toml": STUDY,
        "experiments/wrong/published/measures.csv": WRONG,
    }
