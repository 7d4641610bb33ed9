"""Compares what is with what was: see the package."""

from __future__ import annotations

import argparse
import json
import sys
import time
from hashlib import sha256
from pathlib import Path

from . import __doc__ as about
from .parts import PARTS, Size

FILE = Path(__file__).with_name("today.json")


def compare(parts: list[str], size: Size, *, write: bool, keep: Path | None) -> int:
    """How many pieces are not what they were. Prints each of them."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    different = 0
    for name in parts:
        began, digests = time.monotonic(), dict[str, str]()
        before = known.get(name, {})
        for piece, text in PARTS[name](size):
            digests[piece] = digest = sha256(text.encode()).hexdigest()
            if keep is not None:
                _keep(keep / name / f"{piece}.txt", text)
            if not write and before.get(piece) != digest:
                different += 1
                print(f"{name}: {piece} is {'new' if piece not in before else 'not what it was'}", flush=True)
        known[name] = {**before, **digests}
        print(f"{name}: {len(digests)} pieces, {time.monotonic() - began:.1f} s", flush=True)
    if write:
        FILE.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return different


def _keep(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def main() -> int:
    cli = argparse.ArgumentParser(
        prog="python -m tests.unchanged", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cli.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART", help=f"of {', '.join(PARTS)}")
    cli.add_argument("--quick", action="store_true", help="the shortest evening alone")
    cli.add_argument("--full", action="store_true", help="the large measures (some minutes)")
    cli.add_argument("--write", action="store_true", help="make the file anew: it is so from now on")
    cli.add_argument("--keep", type=Path, metavar="DIR", help="keep the text of each piece there")
    args = cli.parse_args()
    size = Size.FULL if args.full else Size.QUICK if args.quick else Size.USUAL
    different = compare(args.parts or [*PARTS], size, write=args.write, keep=args.keep)
    if not args.write:
        print(f"{different} pieces differ" if different else "everything is what it was")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
