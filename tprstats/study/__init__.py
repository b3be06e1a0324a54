"""Simulation studies, and what real games say."""
