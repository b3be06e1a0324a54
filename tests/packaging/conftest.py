"""The tests of this folder share two modules that are also run as programs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
