"""Figures and pages made from results.

``matplotlib`` and ``jinja2`` are imported by the modules of this package alone, and those only
when a figure or a page is asked for.
"""
