# The order of the imports is the order of the registry.
# isort: skip_file
"""Files become an :class:`~tprstats.records.Event`: one file a format, one registry.

The format is told by content, and every change, omission or guess is listed in
``event.adjustments``. Importing this package fills :data:`READERS` in the order in which
formats are tried.
"""

from tprstats.readers import pgn as _pgn
from tprstats.readers import trf as _trf
from tprstats.readers import crosstable as _crosstable
from tprstats.readers import game_list as _game_list
from tprstats.readers.reading import read
from tprstats.readers.registry import READERS, Reader, find_reader, get_reader, reader

__all__ = ["READERS", "Reader", "find_reader", "get_reader", "read", "reader"]

del _pgn, _trf, _crosstable, _game_list
