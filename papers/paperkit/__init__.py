"""What turns published tables and a typst text into a manuscript whose numbers can be followed.

``sources`` reads the tables of the experiments, ``numbers`` takes named numbers from them,
``tables`` and ``figures`` whole tables and figures, ``prose`` finds what was typed by hand, and
``making`` puts a paper together. See ``papers/README.md``.
"""
