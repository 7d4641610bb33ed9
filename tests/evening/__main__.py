"""`python -m tests.evening --seed 1`: one evening, or many; what is broken is told as a story, and shortened."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import pickle
import pkgutil
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cogs

from .clockwork import compiled_once
from .evening import play
from .planted import CRACKS
from .story import Broken, Outcome, Plan, shortened


def apart(plan: Plan) -> Outcome:
    """The evening in a process of its own: its clocks are not ours, and its dead are not woken to be buried."""
    return next(several([plan], 1))


def several(plans: Iterator[Plan] | list[Plan], jobs: int) -> Iterator[Outcome]:
    """Evenings side by side, in the order in which they end."""
    waiting, running = iter(plans), dict[int, tuple[Plan, int]]()
    while True:
        while len(running) < jobs and (plan := next(waiting, None)) is not None:
            ours, theirs = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(ours)
                _child(plan, theirs)
            os.close(theirs)
            running[child] = plan, ours
        if not running:
            return
        child = min(running)  # the oldest: its pipe is read until it ends
        plan, pipe = running.pop(child)
        with os.fdopen(pipe, "rb") as told:
            said = told.read()
        os.waitpid(child, 0)
        yield pickle.loads(said) if said else _dead(plan)


def _child(plan: Plan, pipe: int) -> None:
    gc.disable()
    me = os.getpid()
    try:
        said = pickle.dumps(play(plan))
    except BaseException:
        said = pickle.dumps(replace(_dead(plan), broken=[Broken("machine", traceback.format_exc(), 0.0)]))
    if os.getpid() == me:  # and no copy of the evening that fell out of its loop
        with os.fdopen(pipe, "wb") as told:
            told.write(said)
    sys.stderr.flush()
    os._exit(0)


def _dead(plan: Plan) -> Outcome:
    broken = [Broken("machine", "the evening's process has ended without a word", 0.0)]
    return Outcome(plan.seed, 0, 0.0, 0.0, 0, 0, 0, 0, "", broken, [])


def loaded() -> None:
    """Everything that an evening needs is in this process, and in all copies of it."""
    compiled_once()
    for cog in pkgutil.walk_packages(cogs.__path__, "cogs."):
        importlib.import_module(cog.name)
    gc.collect()
    gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    cli = argparse.ArgumentParser(prog="python -m tests.evening", description=__doc__)
    cli.add_argument("--seed", type=int, default=1, help="the evening, or the first of them")
    cli.add_argument("--count", type=int, default=1, help="so many evenings, one seed after the other")
    cli.add_argument("--seconds", type=float, default=0, help="begin no evening after so many seconds")
    cli.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="side by side (one for each core)")
    cli.add_argument("--changes", type=int, default=300, help="how long an evening is (300)")
    cli.add_argument("--games", default="", help="only these, as hearts,cash:counter=named&seats=6")
    cli.add_argument("--compare", type=int, default=1, help="with a restore after every so many changes; 0 never")
    cli.add_argument("--only", default="", help="facts that the seed shall not decide, as kills=0,calls=0.05")
    cli.add_argument("--without", default="", help="what does not happen, as a story that was shortened says")
    cli.add_argument("--shrink", type=int, default=0, metavar="TRIES", help="shorten the story of what is broken")
    cli.add_argument("--until", default="", help="end an evening when this law is broken")
    cli.add_argument("--plant", default="", choices=CRACKS, help="with a crack that is there on purpose")
    cli.add_argument("--story", action="store_true", help="tell the whole story")
    cli.add_argument("--log", default="", help="print the bot's log from this level on")
    cli.add_argument("--trace", default="", help="a file for all that goes over the wire")
    args = cli.parse_args(arguments)
    games = tuple(args.games.split(",")) if args.games else ()
    only = tuple((name, value) for name, _, value in (pair.partition("=") for pair in args.only.split(",") if pair))
    plan = Plan(
        args.seed, args.changes, games, args.compare,
        frozenset(part for part in args.without.split(",") if part), only, args.until, args.plant, args.log, args.trace,
    )  # fmt: skip
    began, failed, outcomes = time.monotonic(), 0, []

    def plans() -> Iterator[Plan]:
        for seed in range(args.seed, args.seed + args.count):
            if args.seconds and time.monotonic() - began > args.seconds:
                return
            yield replace(plan, seed=seed)

    for outcome in several(plans(), args.jobs):
        outcomes.append(outcome)
        failed += bool(outcome.broken)
        _tell(outcome, args.count == 1 and not args.shrink, args.story)
        if outcome.broken and args.shrink:
            shorter, outcome = shortened(replace(plan, seed=outcome.seed), apart, args.shrink)
            print(f"  without: {','.join(sorted(shorter.without))}")
            _tell(outcome, True, True)
    if len(outcomes) > 1:
        changes, spent = sum(o.changes for o in outcomes), sum(o.spent for o in outcomes)
        print(f"{len(outcomes)} evenings, {changes} changes, {changes / spent:.0f} a second of a core; {failed} failed")
    return 1 if failed else 0


def _tell(outcome: Outcome, long: bool, whole: bool) -> None:
    o = outcome
    if long:
        print(
            f"seed {o.seed}: {o.changes} changes in {o.seconds:.0f} s of the evening, {o.compared} comparisons,"
            f" {o.presses} presses, {o.calls} calls, {o.turns} turns\n{o.spent:.2f} s of a core:"
            f" {o.changes / max(o.spent, 1e-9):.0f} changes a second; trace {o.trace[:16]}"
        )
    if whole or (long and o.broken):
        end = o.broken[0].at if o.broken else o.seconds
        for line in o.lines:
            if whole or end - 30 < line.at <= end:
                print(f"  {line.at:9.3f} {line.text}")
    for broken in o.broken:
        print(f"seed {o.seed} {broken.at:9.3f} {broken.law}: {broken.what}", flush=True)


if __name__ == "__main__":
    loaded()
    sys.exit(main())
