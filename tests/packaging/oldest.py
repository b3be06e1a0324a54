"""Print the oldest versions that ``pyproject.toml`` allows, as requirements for pip."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"

if __name__ == "__main__":
    for line in tomllib.loads(PROJECT.read_text())["project"]["dependencies"]:
        print(line.replace(">=", "=="))
