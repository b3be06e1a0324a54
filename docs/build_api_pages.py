"""Write ``docs/api/``: a page for each package and module, with every public name once.

Public is what stands in ``__all__`` of a package or of a module of ``tprstats`` itself, and of the
modules named below, whose functions stand in no package. Run by ``make docs``; a test compares.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import tprstats

PAGES = Path(__file__).parent / "api"
MADE = "<!-- Written by docs/build_api_pages.py. -->"
# The names of cli are the commands (docs/cli.md), those of compiled are for kernels.
LEFT_OUT = {"cli", "compiled"}
# Modules whose names no package hands on; * is every module without an underscore.
INSIDE = {
    "estimators": "*",
    "intervals": "*",
    "pairing": ("berger", "check", "from_event", "history", "systems"),
    "report": ("everybody",),
    "simulation": ("selection", "summary"),
    "streaks": ("calibration",),
}
# Modules of which only the classes are shown, because results hold them.
HELD = {
    "norms": (
        "check", "clauses", "games", "luck", "observed", "observed_result", "outlook",
        "target_result", "thresholds", "titles", "trials", "us_chess",
    ),
    "pairing": ("event_table", "point_system"),
    "report": ("differences", "games", "norms"),
    "streaks": (
        "comparisons", "findings", "judge", "luck", "made_seasons", "results", "season",
        "segments", "spans", "windows",
    ),
    "study": (
        "case", "estimates", "precision", "replay", "replication", "spec", "spec_parts", "verify",
    ),
}  # fmt: skip
INDEX = f"""\
{MADE}

# The API

```python
import tprstats as tpr
```

What most programs need stands in `tprstats` itself. Every command has its twin: `tprstats rate` is
`tpr.rate`, and so on. Results are frozen; they print as text and have `to_json()`, `to_html()`,
`to_latex()` and `to_dataframe()`. What a user can put right is a `tpr.TprstatsError`.

| in `tprstats` | what it is |
| --- | --- |
"""


def modules() -> Iterator[ModuleType]:
    """``tprstats.x`` and ``tprstats.x.y``, without private ones, packages before their modules."""
    for found in sorted(
        pkgutil.walk_packages(tprstats.__path__, "tprstats."), key=lambda x: x.name.split(".")
    ):
        parts = found.name.split(".")
        if any(p.startswith("_") for p in parts) or parts[1] in LEFT_OUT:
            continue
        inside = INSIDE.get(parts[1], ())
        if len(parts) == 2 or inside == "*" or parts[2] in inside or held(found.name):
            yield importlib.import_module(found.name)


def held(name: str) -> bool:
    """Whether only the classes of a module are shown."""
    parts = name.split(".")
    return len(parts) > 2 and parts[2] in HELD.get(parts[1], ())


def directive(module: ModuleType, name: str) -> str:
    value, full = getattr(module, name), f"{module.__name__}.{name}"
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        return f".. {kind}:: {full}\n   :members:\n"
    if inspect.isfunction(value):
        return f".. autofunction:: {full}\n"
    return f".. autodata:: {full}\n   :no-value:\n"


def section(module: ModuleType, names: list[str]) -> str:
    lines = [f".. currentmodule:: {module.__name__}\n", *(directive(module, n) for n in names)]
    return "```{eval-rst}\n" + "\n".join(lines) + "```\n"


def head(module: ModuleType, mark: str) -> str:
    name = module.__name__
    above, _, last = name.rpartition(".")
    lines = [f".. automodule:: {name}", "   :no-members:"]
    if not inspect.ismodule(getattr(importlib.import_module(above), last)):
        lines.append("   :no-index:")  # a function of the same name hides the module
    return f"{mark} `{name}`\n\n```{{eval-rst}}\n" + "\n".join(lines) + "\n```\n"


def pages() -> dict[str, str]:
    """File name -> text."""
    shown: dict[int, str] = {}
    parts: dict[str, list[str]] = {}
    for module in modules():
        unit = ".".join(module.__name__.split(".")[:2])
        fresh = []
        for name in getattr(module, "__all__", []):
            value = getattr(module, name)
            if held(module.__name__) and not inspect.isclass(value):
                continue
            plain = not (inspect.isclass(value) or inspect.isfunction(value))
            # Constants have no name of their own: equal ones may be the same object.
            key = hash((unit, name)) if plain else id(value)
            if key not in shown:
                shown[key] = f"{module.__name__}.{name}"
                fresh.append(name)
        if unit not in parts:
            parts[unit] = [MADE + "\n", head(module, "#")]
        elif fresh:
            parts[unit].append(head(module, "##"))
        if fresh:
            parts[unit].append(section(module, fresh))
    texts = {f"{unit}.md": "\n".join(text) for unit, text in parts.items()}
    return {"README.md": INDEX + "\n".join(index_lines(shown)) + "\n"} | texts


def index_lines(shown: dict[int, str]) -> Iterator[str]:
    for name in tprstats.__all__:
        value = getattr(tprstats, name)
        if inspect.ismodule(value):
            yield f"| [`{name}`](tprstats.{name}.md) | {first_line(value)} |"
        elif name != "__version__":
            place = shown.get(id(value)) or next(
                full for full in shown.values() if full.rsplit(".", 1)[1] == name
            )
            said = first_line(value) if callable(value) else "the registry, by id"
            yield f"| {{py:obj}}`{name} <{place}>` | {said} |"


def first_line(value: object) -> str:
    """The first paragraph of a docstring, as Markdown in a cell."""
    text = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)
    return text.replace("``", "`").replace("|", "\\|")


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.glob("*.md"):
        old.unlink()
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
