"""Figures, pages, and the report about one player: what a coach is given.

``matplotlib`` and ``jinja2`` are imported by the modules of this package alone, and those only
when a figure or a page is asked for.
"""

from tprstats.report.making import report
from tprstats.report.results import Report

__all__ = ["Report", "report"]
