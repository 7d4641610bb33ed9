"""Run the benches whose names hold one of the words given, or all, and print what they measured."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path

from tests import bench
from tests.bench import BENCHES, Bench, Setting


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a word of a figure's name, or its module")
    parser.add_argument("--sketch", type=Path, help="a sketch of the engine to measure beside it")
    args = parser.parse_args()
    if args.sketch and not (args.sketch / "play.py").is_file():
        print(f"There is no sketch in {args.sketch}.", file=sys.stderr)
        return 2
    for found in pkgutil.iter_modules(bench.__path__):
        if not found.name.startswith("_"):
            importlib.import_module(f"{bench.__name__}.{found.name}")
    chosen = [b for b in BENCHES.values() if not args.names or any(_is_meant(b, word) for word in args.names)]
    if not chosen:
        print(f"There is no such figure; there are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    print(f"{'figure':48} {'value':>12} {'unit':10} aim")
    for one in chosen:
        _show(one, one.measure(Setting(args.sketch)))
    return 0


def _is_meant(one: Bench, word: str) -> bool:
    return word.lower() in one.name.lower() or one.measure.__module__.endswith(f".{word}")


def _show(one: Bench, value: bench.Measured) -> None:
    several = value if isinstance(value, Mapping) else {"": value}
    for name, figure in several.items():
        told = "not measured" if figure is None else f"{figure:,.0f}" if figure >= 1000 else f"{figure:.3g}"
        aim = "" if name.startswith(" ") else one.aim  # what is indented explains the figure above it
        print(f"{' '.join(filter(None, (one.name, name))):48} {told:>12} {one.unit:10} {aim}".rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
