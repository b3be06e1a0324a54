"""Models of a game: wins, draws and losses by rating difference."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from tprstats.elo import LOGIT_PER_ELO
from tprstats.outcomes import DrawTable, EloDavidson, Milvang, RaoKupper
from tprstats.streaks.sequences import almost_run_chance, run_chance

PAIRS = ((1400, 1400), (2000, 2000), (2000, 1800), (2600, 2600), (2700, 2700), (2600, 2400))


def milvang_model() -> dict[str, float]:
    found = {}
    for white, black in PAIRS:
        chances = Milvang().wdl(white - black, (white + black) / 2, 1)
        for name, chance in zip(("White", "draw", "Black"), chances, strict=True):
            found[f"{white} v {black}, {name}"] = float(chance)
    return found


def milvang_sigma() -> dict[str, float]:
    """SD of rating minus strength when ratings move by K after every game: sqrt(K / 2C)."""
    return {f"K = {k}": float(np.sqrt(k / (2.0 * LOGIT_PER_ELO))) for k in (20, 40)}


def chess_db() -> dict[str, float]:
    _, draw, _ = DrawTable().wdl(109.5, 2300.0)
    return {"average 2200-2399, 100-119 apart": 100.0 * float(draw)}


def half_point_trials() -> dict[str, float]:
    """3300 against 2950, and 46 games of them."""
    win, draw, loss = (float(x) for x in EloDavidson(0.5).wdl(350.0))
    pure = run_chance([win] * 46, 46)
    return {
        "win": win,
        "draw": draw,
        "loss": loss,
        "46 wins": pure,
        "45 wins and a draw": almost_run_chance([win] * 46, [draw] * 46, 46) - pure,
    }


# White, Black: wins of White, draws, wins of Black (hyper2, data set kka).
KARPOV, KASPAROV, ANAND = range(3)
KKA = {
    (KARPOV, KASPAROV): (18, 72, 9),
    (KASPAROV, KARPOV): (30, 57, 7),
    (KASPAROV, ANAND): (15, 26, 2),
    (ANAND, KASPAROV): (6, 20, 11),
    (KARPOV, ANAND): (7, 29, 13),
    (ANAND, KARPOV): (18, 20, 5),
}

Chances = Callable[[int, int], tuple[float, float, float]]


def _fit(model: Callable[[np.ndarray], Chances], start: list[float]) -> tuple[np.ndarray, float]:
    """The likeliest parameters and their log-likelihood."""

    def against(x: np.ndarray) -> float:
        chances = model(x)
        return -sum(
            float(np.dot(counts, np.log([max(float(p), 1e-300) for p in chances(*pair)])))
            for pair, counts in KKA.items()
        )

    options = {"xatol": 1e-7, "fatol": 1e-10, "maxiter": 20_000, "maxfev": 20_000}
    found = minimize(against, start, method="Nelder-Mead", options=options)
    return found.x, -float(found.fun)


def _gap(x: np.ndarray, white: int, black: int) -> float:
    """Rating difference with Karpov at 0."""
    level = (0.0, x[0], x[1])
    return float(level[white] - level[black])


def karpov_kasparov_anand() -> dict[str, float]:
    """Kasparov minus Karpov under three models."""

    def consistent(x: np.ndarray) -> Chances:
        law = EloDavidson(float(expit(x[3])), float(x[2]))
        return lambda w, b: law.wdl(_gap(x, w, b), colour=1)

    def rao_kupper(x: np.ndarray) -> Chances:
        law = RaoKupper(abs(float(x[3])), float(x[2]))
        return lambda w, b: law.wdl(_gap(x, w, b), colour=1)

    def davidson(x: np.ndarray) -> Chances:
        """Davidson (1970): wins, draws and losses as a : nu : 1/a (statistics A.1)."""
        nu = np.exp(x[3])

        def chances(w: int, b: int) -> tuple[float, float, float]:
            a = 10.0 ** ((_gap(x, w, b) + x[2]) / 800.0)
            return a / (a + 1 / a + nu), nu / (a + 1 / a + nu), 1 / a / (a + 1 / a + nu)

        return chances

    found: dict[str, float] = {"games": sum(map(sum, KKA.values()))}
    for name, model, draws in (
        ("Davidson", davidson, 1.0),
        ("BayesElo", rao_kupper, 100.0),
        ("Elo-consistent Davidson", consistent, 0.0),
    ):
        x, log_likelihood = _fit(model, [50.0, 50.0, 30.0, draws])
        found[f"{name}: Kasparov minus Karpov"] = float(x[0])
        found[f"{name}: log-likelihood"] = log_likelihood
    return found


def hyper2() -> dict[str, float]:
    """Hankin's model: White and the draw take part as players of their own."""

    def shares(x: np.ndarray) -> np.ndarray:
        p = np.exp(np.append(x, 0.0))
        return p / p.sum()

    def reified(x: np.ndarray) -> Chances:
        p = shares(x)

        def chances(w: int, b: int) -> tuple[float, float, float]:
            total = p[w] + p[b] + p[3] + p[4]
            return (p[w] + p[3]) / total, p[4] / total, p[b] / total

        return chances

    x, log_likelihood = _fit(reified, [-2.0, -1.3, -1.3, -1.6])
    names = ("Karpov", "Kasparov", "Anand", "white", "draw")
    found = {name: float(p) for name, p in zip(names, shares(x), strict=True)}
    return found | {"log-likelihood": log_likelihood}
