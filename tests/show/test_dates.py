"""Days and hours in words, by the server's clock."""

from datetime import UTC, datetime

import pytest

from bot.show.words.dates import day_and_hour


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("at", "zone", "now", "said"),
    [
        ("2026-11-27 20:00", "UTC", "2026-11-26 12:00", "Fri 27 Nov 20:00"),
        ("2026-11-27 20:00", "Asia/Kolkata", "2026-11-26 12:00", "Sat 28 Nov 01:30"),
        ("2026-12-04 20:05", "Europe/Berlin", "2026-11-26 12:00", "Fri 4 Dec 21:05"),
        ("2027-01-01 20:00", "UTC", "2026-11-26 12:00", "Fri 1 Jan 2027 20:00"),
        # the year is the server's: it is 2027 there already
        ("2026-12-31 12:00", "Pacific/Kiritimati", "2026-12-31 11:00", "Fri 1 Jan 02:00"),
        ("2026-12-31 12:00", "Pacific/Kiritimati", "2026-12-31 09:00", "Fri 1 Jan 2027 02:00"),
    ],
)
def test_a_moment_is_told_by_the_servers_clock(at: str, zone: str, now: str, said: str) -> None:
    assert day_and_hour(ms(at), zone, ms(now)) == said
