"""Compiled functions, kept in numba's cache where there is a folder for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

__all__ = ["Array", "entry", "flag", "kernel", "parallel_entry", "whole"]

Array = Any  # numpy arrays inside kernels; numba finds their types

# Numbers written out are types of their own for numba: a function is compiled again for each of
# them. These make them plain numbers.
whole: Any = np.int64
flag: Any = np.bool_

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compile a function for other compiled functions, when one of them is first called.

    The result is kept in numba's cache for other processes. Where neither the package's folder
    nor the user's cache folder can be written to (and ``NUMBA_CACHE_DIR`` names none that can),
    all is compiled anew in each process.
    """
    return _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def entry(function: _F) -> _F:
    """As :func:`kernel`, for a function that Python calls as well."""
    return _compiled(function)


def parallel_entry(function: Callable[..., Any]) -> Any:
    """As :func:`entry`; ``numba.prange`` inside runs on several threads."""
    return _compiled(function, parallel=True)


def _compiled(function: _F, **options: bool) -> _F:
    compiler: Any = njit
    try:
        compiled: _F = compiler(cache=True, nogil=True, **options)(function)
    except RuntimeError:  # numba found no place for its cache
        compiled = compiler(nogil=True, **options)(function)
    return compiled
