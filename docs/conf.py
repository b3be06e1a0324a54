"""The site that ``make docs`` builds from the Markdown of the project.

The source folder is the project's root, so that a link between two files is the same on the site
and in a browser of the repository; pages hold no directives, the navigation stands here. Nothing is
fetched: no other site's inventory, no script, font or style from elsewhere; formulas are MathML.
"""

from __future__ import annotations

import re
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import MathError, tex2mathml
from pygments.lexers.special import TextLexer
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import tprstats  # noqa: E402
from tprstats.intervals import INTERVALS  # noqa: E402

project = "tprstats"
author = "The tprstats developers"
project_copyright = author
release = version = tprstats.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/**/*.md",
    "experiments/README.md",
    "experiments/*/README.md",
    "experiments/*/protocol.md",
    "notebooks/*.ipynb",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
]
exclude_patterns = ["docs/_build", ".*", "demo", "studies", "tests", "tprstats", "**/results-*"]
# A study of the reader's own, begun with `tprstats study new`, has no page that leads to it yet.
exclude_patterns += [
    str(protocol.relative_to(ROOT))
    for protocol in ROOT.glob("experiments/*/protocol.md")
    if not (protocol.parent / "README.md").exists()
]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # `make notebooks` runs them

add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
napoleon_google_docstring = False
napoleon_use_rtype = False
# Types of other packages have no page here, and nothing is fetched to find theirs.
# Private modules and type variables have none either.
nitpick_ignore_regex = [(r"py:.*", r"(?!tprstats\b).*|tprstats\.(.+\.)?(_.*|[A-Z])")]

html_math_renderer = "mathml"

html_theme = "furo"
html_title = f"tprstats {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
templates_path = ["_templates"]
html_additional_pages = {"index": "redirect.html"}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5394", "color-brand-content": "#0b5394"},
    "dark_css_variables": {"color-brand-primary": "#7db7ee", "color-brand-content": "#7db7ee"},
}

# Page -> captions with what stands below it in the navigation.
NAVIGATION = {
    "docs/index": {
        "Begin": ["start", "coaches", "researchers", "glossary"],
        "What a number means": ["rules", "intervals/README", "models"],
        "What it does": [
            "Files <files>", "Logs and seasons <logs>", "report", "norms", "streaks",
            "pairing", "studies", "*",
        ],
        "What was found": ["/experiments/README", "notebooks", "papers"],
        "Reference": [
            "cli", "json", "api/README", "reproducibility", "benchmarks", "references",
            "Notes on the rules <notes/rules>", "Notes on the statistics <notes/statistics>",
        ],
        "The project": ["architecture", "/CONTRIBUTING", "/CHANGELOG"],
    },
    "docs/rules": {"": [f"rules/{id}" for id in tprstats.RULES]},
    "docs/intervals/README": {"": [str(id) for id in INTERVALS]},
    "docs/api/README": {"": ["tprstats*"]},
    "docs/notebooks": {"": ["/notebooks/*"]},
    "experiments/README": {"": ["*/README"]},
}  # fmt: skip
logger = logging.getLogger(__name__)


def add_navigation(app: Any, page: str, source: list[str]) -> None:
    """Append the hidden tables of contents of a page."""
    below = NAVIGATION.get(page, {})
    if re.fullmatch(r"experiments/[^/]+/README", page):
        below = {"": ["protocol"]}
    for caption, patterns in below.items():
        # What a pattern finds: no notebooks, or a page that is not there yet, is no error.
        entries = [e for p in patterns for e in (_found(app, page, p) if "*" in p else [p])]
        options = ":hidden:\n" + (f":caption: {caption}\n" if caption else "")
        if entries:
            source[0] += f"\n\n```{{toctree}}\n{options}\n" + "\n".join(entries) + "\n```\n"


def _found(app: Any, page: str, pattern: str) -> list[str]:
    """Pages of one folder that the navigation does not name."""
    folder = page.rpartition("/")[0]
    whole = pattern[1:] if pattern.startswith("/") else f"{folder}/{pattern}"
    named = {page} | {
        f"{folder}/{entry.rpartition('<')[2].rstrip('>')}"
        for entries in NAVIGATION[page].values()
        for entry in entries
    }
    return [
        f"/{x}"
        for x in sorted(app.env.found_docs - named)
        if fnmatch(x, whole) and x.count("/") == whole.count("/")
    ]


def link_files(app: Any, page: str, source: list[str]) -> None:
    """A link to a Markdown file that is no page of the site hands out the file."""
    folder = (ROOT / page).parent

    def changed(link: re.Match[str]) -> str:
        file = (folder / link["file"]).resolve()
        name = file.relative_to(ROOT).with_suffix("").as_posix()
        known = name in app.env.found_docs or not file.exists()
        return link[0] if known else f"{{download}}`{link['text']} <{link['file']}>`"

    source[0] = re.sub(r"\[(?P<text>[^\]\n]+)\]\((?P<file>[\w./-]+\.md)\)", changed, source[0])


def list_papers(_app: object, page: str, source: list[str]) -> None:
    """The PDFs that stand in papers/, wherever ``make papers`` has put them."""
    if page == "docs/papers":
        files = sorted(ROOT.glob("papers/**/*.pdf"))
        links = [f"- [{f.stem}](../{f.relative_to(ROOT).as_posix()}) (PDF)" for f in files]
        none = "None stands in `papers/` yet; `make papers` makes them."
        source[0] = source[0].replace("<!-- papers -->", "\n".join(links) or none)


def find_public_name(
    app: Any, env: Any, node: nodes.Element, content: nodes.Element
) -> nodes.Element | None:
    """Link ``tprstats.records.batch.RecordBatch`` to where it is documented: ``tprstats.records``.

    Annotations name the module that defines a class; pages name the one to import it from.
    """
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or not target.startswith("tprstats."):
        return None
    name = target.rsplit(".", 1)[1]
    python = env.domains["py"]
    found = [
        full
        for full, entry in python.objects.items()
        if full.rpartition(".")[2] == name and entry.objtype != "module"
    ]
    if target.count(".") > 1 or hasattr(tprstats, name):
        where = target if target.count(".") > 1 else getattr(tprstats, name).__module__
        package = where.split(".")[1]
        found = [full for full in found if full.split(".")[1] == package]
    if len(found) != 1:
        return None
    return python.resolve_xref(
        env, node["refdoc"], app.builder, node["reftype"], found[0], node, content
    )


def describe_constants(
    _app: object, what: str, name: str, value: object, _options: object, lines: list[str]
) -> None:
    """The string below a constant, also where another module hands it on."""
    if what != "data":
        return
    lines.clear()
    short = name.rpartition(".")[2]
    for module in [m for n, m in sys.modules.items() if n.startswith("tprstats")]:
        if vars(module).get(short) is value:
            docs = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
            if ("", short) in docs:
                lines += docs["", short]
                return
    logger.warning("%s: a public constant without a docstring", name)


def write_math(self: Any, node: nodes.Element) -> None:
    """Formulas as MathML, which browsers set by themselves."""
    block = isinstance(node, nodes.math_block)
    try:
        self.body.append(tex2mathml(node.astext().strip(), as_block=block))
    except MathError as error:
        logger.warning("%s", error, location=node)
    raise nodes.SkipNode


def setup(app: Any) -> None:
    app.connect("source-read", add_navigation)
    app.connect("source-read", link_files)
    app.connect("source-read", list_papers)
    app.connect("autodoc-process-docstring", describe_constants)
    app.connect("missing-reference", find_public_name)
    app.add_lexer("layers", TextLexer)
    app.add_html_math_renderer("mathml", (write_math, None), (write_math, None))
