"""Leaderboards and members' figures in words and as pictures, from what the store knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

from bot.engine.amounts import signed, whites
from bot.engine.quoting import quoted
from bot.store import AgainstHouse, Period, RecentResults, Record, Season, Sessions, Standing, Stats, Versus
from bot.store.leaderboards import MEASURES
from bot.table.errors import Rejected
from bot.table.names import escaped
from bot.table.when import Question, Unread, read_time
from card_art import scene as art

from ..words.game import Words
from ..words.sentences import times

MEDALS = ("🥇", "🥈", "🥉")
_PERIODS = ("all time", "this month", "last month", "this year")


# ---- periods -----------------------------------------------------------------------------------


def periods(seasons: list[Season]) -> list[str]:
    """What may be chosen as a period; a day may be typed, too."""
    return [*_PERIODS, *(f"season {season.name}" for season in seasons)]


def read_period(typed: str, seasons: list[Season], now: int, zone: str, locale: str) -> tuple[Period, str]:
    """A period as it is chosen or typed, and how it is called: days and months begin by the clock of this zone, which
    is named, and a day is read as Discord's locale writes it. Raises Rejected."""
    text = typed.strip().lower()
    today = datetime.fromtimestamp(now / 1000, ZoneInfo(zone))
    month = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0, fold=0)
    following = (month + timedelta(days=32)).replace(day=1)
    match text:
        case "all time" | "":
            return Period(), "all time"
        case "this month":
            return Period(since=_ms(month), until=_ms(following)), f"{month:%B %Y}, {zone}"
        case "last month":
            last = (month - timedelta(days=1)).replace(day=1)
            return Period(since=_ms(last), until=_ms(month)), f"{last:%B %Y}, {zone}"
        case "this year":
            return Period(since=_ms(month.replace(month=1))), f"{today.year}, {zone}"
    for season in seasons:
        if text in (season.name.lower(), f"season {season.name}".lower()):
            return Period(season=season.id), f"season {season.name}"
    try:
        since = read_time(text.removeprefix("since").strip(), today, zone, locale, ahead=False)
    except Unread:
        raise Rejected(f"{quoted(typed)} is no period; choose one from the list, or type a day: 2026-05-31.") from None
    if isinstance(since, Question):
        raise Rejected(since.asked())
    day = since.astimezone(ZoneInfo(zone))
    hour = f" {day:%H:%M}" if (day.hour, day.minute) != (0, 0) else ""
    return Period(since=_ms(since)), f"since {day.day} {day:%B %Y}{hour}, {zone}"


def _ms(when: datetime) -> int:
    return int(when.timestamp() * 1000)


# ---- leaderboards ------------------------------------------------------------------------------


def board_lines(found: list[Standing], measure: str) -> list[str]:
    """A leaderboard in words, a line for each member."""
    return [
        f"{MEDALS[one.place - 1] if one.place <= 3 else f'`{one.place}.`'} "
        f"**{escaped(one.name)}** · {_worth(one, measure)}"
        for one in found
    ]


def _worth(one: Standing, measure: str) -> str:
    if measure == "wins":  # with which a record begins
        return record_told(one.record)
    return f"{value(one.value, measure)} · {record_told(one.record)}"


def value(amount: int, measure: str) -> str:
    """A member's value as people read it."""
    match MEASURES[measure].unit:
        case "chips":
            return signed(amount)
        case "share":
            return f"{amount / 10:.0f} %"
        case "count" | "rating":
            return f"{amount:,}"


def board_picture(found: list[Standing], measure: str, where: str, asker: int,
                  faces: Mapping[int, str]) -> art.Leaderboard:  # fmt: skip
    """A leaderboard to be drawn; `faces` are the keys of members' own pictures."""
    most = max((one.value for one in found), default=0) or 1
    low = min(800, *(one.value for one in found)) if MEASURES[measure].unit == "rating" else 0
    rows = tuple(
        art.LeaderboardRow(
            one.place, one.name, value(one.value, measure), _beside(one.record),
            max(0.0, (one.value - low) / max(1, most - low)), one.user == asker,
            faces.get(one.user, ""),
        )
        for one in found
    )  # fmt: skip
    return art.Leaderboard("Leaderboard", where, measure.capitalize(), rows)


def _beside(record: Record) -> str:
    return f"{times(record.wins, 'win')} in {_played(record)}"


def _played(record: Record) -> str:
    """Matches and sessions, as many as there are of each."""
    matches = record.matches - record.sessions
    told = [times(matches, "match")] if matches or not record.sessions else []
    return " and ".join([*told, *([times(record.sessions, "session")] if record.sessions else [])])


# ---- one member --------------------------------------------------------------------------------


def stats_lines(name: str, found: Stats, recent: RecentResults, words: Mapping[str, Words]) -> list[str]:
    """A member's figures in words."""
    lines = [f"**{escaped(name)}** · {record_told(found.overall)}"]
    if best := _bests(found.overall, recent):
        lines.append(best)
    if found.against_house:
        lines.append(against_house_told(found.against_house))
    for slug, record in found.games.items():
        told = words.get(slug)
        counts = {key: (count.total, count.best) for key, count in found.counts.get(slug, {}).items()}
        title = told.game.title if told else slug
        sat = [sessions_told(found.sessions[slug])] if slug in found.sessions else []
        lines.append(" · ".join([f"{title}: {record_told(record)}", *sat, *(told.stats_lines(counts) if told else ())]))
    return lines


_HOUSE = {"learner": "learners", "friendly": "friendly", "club": "club"}
"""Strengths in the order in which they are told, and as they are called there."""


def against_house_told(found: Sequence[AgainstHouse]) -> str:
    """How often house players of each strength were behind a member, and ahead of them."""
    by = {one.strength: f"{one.ahead}–{one.behind}" for one in found}
    return f"Against the house: {', '.join(f'{called} {by[one]}' for one, called in _HOUSE.items() if one in by)}"


def sessions_told(sat: Sessions) -> str:
    """What was brought to the tables and taken home, and for how long."""
    hands = times(sat.hands, "hand")
    return f"{whites(sat.bought)} in, {whites(sat.cashed)} out, {hands} in {_how_long(sat.seated)}"


def _how_long(ms: int) -> str:
    hours, minutes = divmod(max(1, round(ms / 60_000)), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def _bests(record: Record, recent: RecentResults) -> str:
    told = [f"rating {recent.rating}"] if recent.rating is not None else []
    if recent.most_wins > 1:
        told.append(f"longest run {times(recent.most_wins, 'win')}")
    if abs(recent.streak) > 1:
        told.append(f"now {_run(recent.streak)}")
    if recent.best_night is not None:
        told.append(f"best night {signed(recent.best_night)}")
    if record.best:
        told.append(f"best match {signed(record.best)}")
    return " · ".join(told)


def versus_line(name: str, found: Versus) -> str:
    """Two members compared, as the first sees it."""
    other = escaped(name)
    if not found.matches:
        return f"Against {other}: no match yet."
    chips = f"; {signed(found.net)} chips to {signed(found.others_net)}" if found.net or found.others_net else ""
    even = f", level {found.even}" if found.even else ""
    return f"Against {other}: {times(found.matches, 'match')}, ahead {found.ahead}, behind {found.behind}{even}{chips}."


def stats_picture(name: str, where: str, found: Stats, recent: RecentResults, words: Mapping[str, Words],
                  face: str = "") -> art.StatsSheet:  # fmt: skip
    """A member's recent results to be drawn: of chips where the last matches were played for any. `face` is the key of
    their own picture."""
    chips = any(played.net for played in recent.last)
    steps = [played.net if chips else {"W": 1, "L": -1, "D": 0}[played.outcome] for played in recent.last]
    r = found.overall
    figures = [
        ("rating", str(recent.rating) if recent.rating is not None else "–"),
        ("sessions" if r.sessions == r.matches else "matches", f"{r.matches:,}"),
        ("won", f"{r.wins:,} · {100 * r.wins // r.matches} %"),
        ("net chips", signed(r.net)),
        ("best night", "–" if recent.best_night is None else signed(recent.best_night)),
        ("best match", signed(r.best or 0)),
        ("longest run", times(recent.most_wins, "win")),
        ("now", _run(recent.streak)),
    ]
    often = sorted(found.games.items(), key=lambda item: -item[1].matches)
    favourites = [
        (words[slug].game.title if slug in words else slug, one.matches,
         f"{_played(one)}, {one.wins} won")
        for slug, one in often
    ]  # fmt: skip
    last = f"the last {len(recent.last)}" if len(recent.last) > 1 else "the last match"
    course = "net chips" if chips else "wins less losses"
    return art.StatsSheet(
        name, f"{where} · {course} over {last}", tuple(accumulate(steps)), chips,
        "".join(played.outcome for played in recent.last), tuple(figures), tuple(favourites), face,
    )  # fmt: skip


def _run(streak: int) -> str:
    return "–" if not streak else times(abs(streak), "win" if streak > 0 else "loss")


def record_told(record: Record) -> str:
    """A record in words: wins, matches, draws, net."""
    draws = f", {record.draws} drawn" if record.draws else ""
    net = f", {signed(record.net)} chips" if record.net else ""
    return f"{_beside(record)}{draws}{net}"
