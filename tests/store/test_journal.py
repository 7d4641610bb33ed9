"""The journal: every row once, in order, and each deal as it was."""

import pytest

from bot.store import Duplicate, Gap, Missing, Refused, Row, Store, Work, journal
from tests.store.conftest import GUILD, NOON, row, running


async def test_a_deal_comes_back_as_it_was_written(store: Store) -> None:
    rows = (row("QS"), Row(-2, '{"time":1}', 2000, 2000, True, "d2"), row("10H", 3))
    await store.commit(running().do(journal.append_rows, "d", 0, rows[:1]))
    await store.commit(Work().do(journal.append_rows, "d", 1, rows[1:]))
    deal = await store.read(journal.running_deal, "t")
    assert deal is not None
    assert (deal.id, deal.match, deal.number, deal.start, deal.status, deal.after) == (
        "d", "m", 1, '{"secret":"s"}', "running", None,
    )  # fmt: skip
    assert deal.rows == rows
    assert await store.read(journal.deal, "d") == deal


async def test_a_row_that_is_there_is_refused(store: Store) -> None:
    await store.commit(running().do(journal.append_rows, "d", 0, [row("QS"), row("2C")]))
    for first, rows in ((0, [row("QS")]), (1, [row("3C")]), (1, [row("2C"), row("3C")])):
        with pytest.raises(Duplicate):
            await store.commit(Work().do(journal.append_rows, "d", first, rows))
    deal = await store.read(journal.deal, "d")
    assert deal is not None
    assert deal.rows == (row("QS"), row("2C"))


@pytest.mark.parametrize("first", [2, -1])
async def test_rows_follow_one_another(store: Store, first: int) -> None:
    await store.commit(running().do(journal.append_rows, "d", 0, [row("QS")]))
    with pytest.raises((Gap, Duplicate)):
        await store.commit(Work().do(journal.append_rows, "d", first, [row("2C")]))


async def test_rows_of_a_deal_that_is_not_there(store: Store) -> None:
    with pytest.raises(Missing):
        await store.commit(Work().do(journal.append_rows, "d", 0, [row("QS")]))


async def test_a_row_that_is_no_json_is_refused(store: Store) -> None:
    await store.commit(running())
    with pytest.raises(Refused):
        await store.commit(Work().do(journal.append_rows, "d", 0, [row("QS"), Row(0, "play QS", 0, 0, False, "")]))
    deal = await store.read(journal.deal, "d")
    assert deal is not None
    assert deal.rows == ()


async def test_an_ended_deal_takes_no_more_rows(store: Store) -> None:
    await store.commit(
        running().do(journal.append_rows, "d", 0, [row("QS")]).do(journal.end_deal, "d", "done", '{"scores":[]}')
    )
    with pytest.raises(Duplicate):
        await store.commit(Work().do(journal.append_rows, "d", 1, [row("2C")]))
    with pytest.raises(Duplicate):
        await store.commit(Work().do(journal.end_deal, "d", "done", "{}"))
    assert await store.read(journal.running_deal, "t") is None
    deal = await store.read(journal.deal, "d")
    assert deal is not None
    assert (deal.status, deal.after) == ("done", '{"scores":[]}')


async def test_one_deal_of_a_match_at_a_time(store: Store) -> None:
    await store.commit(running())
    with pytest.raises(Duplicate):
        await store.commit(Work().do(journal.start_deal, "e", "m", 2, "{}"))
    await store.commit(Work().do(journal.end_deal, "d", "done", "{}").do(journal.start_deal, "e", "m", 2, "{}"))
    assert [deal.id for deal in await store.read(journal.deals, "m")] == ["d", "e"]
    with pytest.raises(Duplicate):
        await store.commit(Work().do(journal.end_deal, "e", "done", "{}").do(journal.start_deal, "f", "m", 2, "{}"))


async def test_a_void_deal_keeps_its_rows_and_is_dealt_again(store: Store) -> None:
    await store.commit(running().do(journal.append_rows, "d", 0, [row("QS")]))
    await store.commit(Work().do(journal.end_deal, "d", "void", None).do(journal.start_deal, "e", "m", 1, "{}"))
    assert [(deal.id, deal.status) for deal in await store.read(journal.deals, "m")] == [
        ("d", "void"),
        ("e", "running"),
    ]
    void = await store.read(journal.deal, "d")
    assert void is not None
    assert void.rows == (row("QS"),)


async def test_a_deal_that_was_done_may_be_made_void_but_not_the_reverse(store: Store) -> None:
    await store.commit(running().do(journal.end_deal, "d", "done", "{}"))
    await store.commit(Work().do(journal.end_deal, "d", "void", None))
    for status in ("done", "void"):
        with pytest.raises(Duplicate):
            await store.commit(Work().do(journal.end_deal, "d", status, None))
    with pytest.raises(Missing):
        await store.commit(Work().do(journal.end_deal, "e", "void", None))


async def test_matches_of_a_table(store: Store) -> None:
    await store.commit(running())
    await store.commit(Work().do(journal.start_match, "rematch", "t", GUILD, "hearts", "{}", NOON + 1))
    assert [(match.id, match.finished) for match in await store.read(journal.matches, "t")] == [
        ("m", None),
        ("rematch", None),
    ]
    with pytest.raises(Duplicate):
        await store.commit(Work().do(journal.start_match, "m", "t", GUILD, "hearts", "{}", NOON))
    with pytest.raises(Missing):
        await store.commit(Work().do(journal.start_match, "n", "elsewhere", GUILD, "hearts", "{}", NOON))
