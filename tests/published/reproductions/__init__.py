"""Published figures and how each is computed here: the rows of ``tests/cases/published.json``.

``rows`` reads and judges them, ``page`` writes them as ``docs/published.md``; the other modules
hold the functions that the rows name in ``computed_by``. Each returns figures by label and takes
them from the package: nothing that the package knows is written a second time.
"""
