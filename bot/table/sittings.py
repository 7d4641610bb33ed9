"""Sessions: what people play at a table for chips whose match has no end of its own.

Nobody wins such a match, but everybody comes with chips and goes with chips. So what counts of it is each person's own
session, from when they sit down until they get up: one result a person and match, won above nothing and lost below. A
person who sits down again goes on with theirs. A match that is ended by agreement ends everybody's session. A person
who was dealt in to no hand has played nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.piles import Seat
from bot.store import Outcome, Result, Work
from bot.store import results as stored_results

from .chairs import Gone, with_hints
from .open_table import OpenTable
from .state import BETWEEN, DEAL


def open_ended(s: OpenTable) -> bool:
    """Whether a match runs that is played as sessions: at a night its games are over when their time is."""
    running = s.match is not None and s.phase in (DEAL, BETWEEN)
    return running and s.night is None and s.game.open_ended(s.options)


def dealt(s: OpenTable, seats: list[Seat]) -> None:
    """A hand is over, in which these were dealt in."""
    for seat in seats if open_ended(s) else ():
        s.chairs[seat].hands += 1


def came_back(s: OpenTable, seat: Seat) -> None:
    """Somebody is dealt in from now on: what the game has counted of them before goes on."""
    chair = s.chairs[seat]
    before = next((g for g in s.gone if g.user == chair.user), None)
    if s.match is not None and before is not None and open_ended(s):
        counts = [*s.match.state.counts]
        counts[seat] = tuple(sorted(before.counts.items()))
        s.match.state = replace(s.match.state, counts=tuple(counts))


def get_up(s: OpenTable, work: Work, seat: Seat) -> None:
    """Somebody takes their chips home: that is their session so far."""
    user = s.chairs[seat].user
    if user is None or seat in s.newcomers or s.taught:
        return
    (found,) = [r for r in results(everybody(s)) if r.user == user] or [None]
    s.gone = [*(g for g in s.gone if g.user != user), so_far(s, seat)]
    if found is not None:
        work.do(stored_results.note_session, s.match_id, s.time.now(), found)


def end(s: OpenTable, work: Work, shares: dict[Seat, int] | None = None) -> None:
    """The match is over, with everybody's session; `shares` are of what lay on the table. Chips are where they were."""
    if not s.taught and (found := results(everybody(s, shares or {}))):
        work.do(stored_results.finish_match, s.match_id, s.time.now(), found)


def so_far(s: OpenTable, seat: Seat, share: int = 0) -> Gone:
    """What somebody who sits here has played, with what they had played before they got up and came back."""
    chair, at = s.chairs[seat], s.time.now()
    assert chair.user is not None and s.match is not None
    state, before = s.match.state, _before(s, chair.user)
    new = seat in s.newcomers  # they have played nothing since they are back
    return Gone(
        chair.user, chair.name, seat,
        before.net + s.stack_of(seat) + share - chair.bought,
        0 if new else state.scores[seat],
        0 if new else state.strikes[seat],
        before.bought + chair.bought,
        before.hands + chair.hands,
        before.seated + at - (chair.came or chair.since),
        at,
        before.counts if new else state.counted(seat),
        before.hints + chair.hints,
    )  # fmt: skip


def _before(s: OpenTable, user: int) -> Gone:
    """What somebody has played who has got up; nothing, where they have not."""
    found = Gone(user, "", 0, 0, 0, 0)
    for g in s.gone:
        if g.user == user:
            found = replace(g, net=found.net + g.net)  # an earlier version had one for each time
    return found


def everybody(s: OpenTable, shares: dict[Seat, int] | None = None) -> list[Gone]:
    """All people who have played in this match, those who got up first."""
    here = [so_far(s, seat, (shares or {}).get(seat, 0)) for seat in s.humans]
    seated = {g.user for g in here}
    return [*(_before(s, user) for user in dict.fromkeys(g.user for g in s.gone) if user not in seated), *here]


def results(people: Sequence[Gone]) -> list[Result]:
    """One for each who has played anything, by what they have won or lost."""
    played = [g for g in people if g.hands or g.net]
    nets = sorted((g.net for g in played), reverse=True)
    return [_result(g, 100 + n, nets.index(g.net) + 1, len(played)) for n, g in enumerate(played)]


def _result(g: Gone, seat: int, place: int, humans: int) -> Result:
    outcome: Outcome = "W" if g.net > 0 else "L" if g.net < 0 else "D"
    return Result(
        g.user, g.name, seat, place, outcome, g.score, g.net, g.strikes, humans,
        with_hints(g.counts, g.hints), kind="session",
        bought=max(g.bought, -g.net), hands=g.hands, seated=max(0, g.seated), until=g.until or None,
    )  # fmt: skip
