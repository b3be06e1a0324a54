# The order of the imports is the order of the registry.
# isort: skip_file
"""Files become an :class:`~tprstats.records.Event`: one file a format, one registry.

The format is told by content, and every change, omission or guess is listed in
``event.adjustments``; :func:`convert` writes an event as a file. Importing this package fills
:data:`READERS` in the order in which formats are tried.
"""

from tprstats.readers import pgn as _pgn
from tprstats.readers import lichess as _lichess
from tprstats.readers import chesscom as _chesscom
from tprstats.readers import trf as _trf
from tprstats.readers import event_json as _event_json
from tprstats.readers import tidy as _tidy
from tprstats.readers import tables as _tables
from tprstats.readers import swissperfect as _swissperfect
from tprstats.readers import uschess as _uschess
from tprstats.readers import uschess_api as _uschess_api
from tprstats.readers import icu as _icu
from tprstats.readers import hand as _hand
from tprstats.readers import crosstable as _crosstable
from tprstats.readers import game_list as _game_list
from tprstats.readers.converting import FORMATS, Converted, convert
from tprstats.readers.joining import join
from tprstats.readers.pgn import scan_pgn
from tprstats.readers.reading import read
from tprstats.readers.registry import READERS, Reader, find_reader, get_reader, reader

__all__ = [
    "FORMATS",
    "READERS",
    "Converted",
    "Reader",
    "convert",
    "find_reader",
    "get_reader",
    "join",
    "read",
    "reader",
    "scan_pgn",
]

del (
    _event_json,
    _tidy,
    _pgn,
    _lichess,
    _chesscom,
    _trf,
    _tables,
    _swissperfect,
    _uschess,
    _uschess_api,
    _icu,
    _hand,
    _crosstable,
    _game_list,
)
