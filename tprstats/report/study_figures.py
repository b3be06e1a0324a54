"""Figures of a simulation study, each from one entry of its file.

=============  =====================================================================
kind           what it shows
=============  =====================================================================
zip            intervals of a method ordered by how far off the truth lies
lollipop       a measure of every method as a stick with its Monte Carlo error
nested-loop    a measure over all scenarios in one row
curve          a measure against a numeric factor
ecdf           the distribution of the error
decomposition  bias, SD and RMSE of every method in one plane
heat-map       a measure over two factors, printed in the cells
=============  =====================================================================
"""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.figure import Figure

from tprstats.report.drawing import style
from tprstats.report.study_curve import curve
from tprstats.report.study_decomposition import decomposition
from tprstats.report.study_errors import ecdf
from tprstats.report.study_heat_map import heat_map
from tprstats.report.study_lollipop import lollipop
from tprstats.report.study_nested_loop import nested_loop
from tprstats.report.study_zip import zip_plot
from tprstats.study.finished import StudyResult
from tprstats.study.spec_parts import FigureSpec

__all__ = ["KINDS", "study_figure"]

KINDS: dict[str, Callable[[StudyResult, FigureSpec], Figure]] = {
    "zip": zip_plot,
    "lollipop": lollipop,
    "nested-loop": nested_loop,
    "curve": curve,
    "ecdf": ecdf,
    "decomposition": decomposition,
    "heat-map": heat_map,
}
"""How each kind is drawn."""


def study_figure(result: StudyResult, spec: FigureSpec) -> Figure:
    """A figure of a study's file, 7 inches wide; bars and bands are Monte Carlo errors.

    Raises
    ------
    TprstatsError
        A column that is not there, a value that no row has, or a place with several rows.

    Examples
    --------
    >>> import tempfile
    >>> from tprstats.study import run, template
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = run(template("nine", folder), scale="quick")
    >>> figure = study_figure(found, found.spec.figures[0])
    >>> [axes.get_title(loc="left") for axes in figure.axes]
    ['spread 0 Elo', 'spread 200 Elo']
    """
    with style():
        return KINDS[spec.kind](result, spec)
