"""Whether what people see, what is stored and what is replayed is what it was: `python -m tests.unchanged`.

Each part (`parts.py`) tells something that must stay as it is as canonical text, in named pieces; `today.json` has the
SHA-256 of each. Without arguments every part is compared, `python -m tests.unchanged controls deals` compares these.
`--full` compares the large measures (their digests stand beside the small ones), `--write` makes the file anew, and
`--keep DIR` keeps the text of each piece, so that two checkouts can be diffed:

    python -m tests.unchanged controls --keep /tmp/a      (in one checkout)
    python -m tests.unchanged controls --keep /tmp/b      (in the other one)
    diff -r /tmp/a /tmp/b | less

What depends on time and chance is pinned by `steady.py`: evenings on a virtual clock on which work takes no time, with
nothing going wrong, and with a stream of chance for each use of it. Ids that Discord gives are numbered in the order in
which they are first met. So a change that only moves work about changes nothing here.
"""
