"""The process that works out what decisions were worth: one match, and then it ends.

`python -m bot.table.review_process` reads a pickled `Case` from its standard input and writes a line of JSON for each
deal, and a last one that says that it is done. It has the lowest priority, and ends when it has taken too long or too
much memory: what it has written by then counts. Its input stays open until the bot is gone, which it does not outlive.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import resource
import signal
import sys
import threading

from . import reviewing

CPU_SECONDS = 60
"""Of the processor's time."""
MOST_BYTES = 1 << 30
"""Of memory."""
DONE = "done"


def main() -> None:
    for each in (signal.SIGINT, signal.SIGTERM):  # they may reach both processes; the bot says when to end
        signal.signal(each, signal.SIG_IGN)
    _give_way()
    case: reviewing.Case = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_ends_with_the_bot, daemon=True).start()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing that is printed gets between two lines
    for deal in reviewing.looked_at(case):
        print(json.dumps(deal), file=answers, flush=True)
    print(json.dumps(DONE), file=answers, flush=True)


def _ends_with_the_bot() -> None:
    """Another process may be asked the same by then."""
    while os.read(sys.stdin.fileno(), 1 << 16):
        pass
    os._exit(1)


def _give_way() -> None:
    """Everything else goes first, and this ends in time."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    with contextlib.suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
