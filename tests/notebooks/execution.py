"""Run notebooks: ``make notebooks`` writes their outputs back, the tests run them aside.

Outputs are kept without what differs between two runs or tells of the machine: times, versions,
paths. So a notebook that says the same is the same file.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

from tprstats.files import write_whole

FOLDER = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(FOLDER.glob("[0-9][0-9]-*.ipynb"))

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# The kernel tells its own time: a machine that does something else beside it counts no seconds.
_CLOCK = "import time as _time; print(_time.process_time())"


@dataclass(frozen=True)
class Run:
    """A notebook with fresh outputs, and the seconds that its kernel computed."""

    notebook: Any
    cpu: float


def execute(path: Path) -> Run:
    """Run a notebook in a kernel of its own; a cell that fails raises."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(_CLOCK))
    with tempfile.TemporaryDirectory() as runtime:
        # Sockets of the file system: no port, and nothing that others on the machine could read.
        kernel = {"transport": "ipc", "connection_file": f"{runtime}/kernel.json"}
        client = NotebookClient(
            notebook,
            config=Config({"KernelManager": kernel}),
            timeout=600,
            kernel_name="python3",
            resources={"metadata": {"path": str(path.parent)}},
            record_timing=False,
            store_widget_state=False,
        )
        client.execute(env=_environment(runtime))
    clock = notebook.cells.pop()
    cleaned(notebook)
    return Run(notebook, float(clock.outputs[0].text))


def _environment(runtime: str) -> dict[str, str]:
    """This process's surroundings without a user's own settings of Jupyter."""
    theirs = ("JUPYTER", "IPYTHON", "MPLBACKEND")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(theirs)}
    return {**kept, "IPYTHONDIR": runtime, "JUPYTER_PLATFORM_DIRS": "1"}


def cleaned(notebook: Any) -> None:
    """Take out what differs between two runs."""
    notebook.metadata = nbformat.from_dict(_METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k == "tags"})
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs = _whole_streams(cell.outputs)


def _whole_streams(outputs: list[Any]) -> list[Any]:
    """Neighbouring pieces of one stream as one: where it is cut is up to chance."""
    found: list[Any] = []
    for output in outputs:
        stream = output.get("name") if output.output_type == "stream" else None
        if stream and found and found[-1].get("name") == stream:
            found[-1].text += output.text
        else:
            found.append(output)
    return found


def main() -> None:
    """Run all notebooks (or those named by the beginnings of their names) and keep the outputs."""
    wanted = tuple(sys.argv[1:])
    for path in PATHS:
        if wanted and not path.name.startswith(wanted):
            continue
        began = time.perf_counter()
        run = execute(path)
        write_whole(path, nbformat.writes(run.notebook) + "\n")
        seconds = time.perf_counter() - began
        print(f"{path.name:40} {run.cpu:5.1f} s computed, {seconds:5.1f} s in all", flush=True)


if __name__ == "__main__":
    main()
