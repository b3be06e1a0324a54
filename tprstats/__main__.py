"""``python -m tprstats``."""

import sys

from tprstats.cli import main

sys.exit(main())
