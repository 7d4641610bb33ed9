"""Evenings from a seed: the real bot on virtual time against a Discord in the same process.

One seed decides who joins where, what they press and type, how long every call and commit takes, and what goes wrong;
after each change the laws are looked at. `python -m tests.evening --seed 1` plays one, and tells its story if a law is
broken. It repeats exactly.

`clockwork` is time and chance, `wire` Discord and the network, `disk` the database and the drawing process, `people`
what everybody does, `laws` what must hold (with `law`, `controls`, `private`, `recounted` and `seats`), `lookout` when
the laws look, `forks` copies of an evening in which things go otherwise, `window` what one person sees and does there,
`story` the plan and log of an evening and how it is made shorter, `evening` how all of it is put together.
"""
