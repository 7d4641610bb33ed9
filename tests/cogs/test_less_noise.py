"""Things said only once: above a result, about a closed table, and to a person who is refused again and again."""

from __future__ import annotations

from bot.engine.events import Event
from bot.show.words.game import Words
from cogs.games import every_word

from .server import Server, labels, said, turn


async def test_above_a_result_stand_its_outcome_and_what_comes_next(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    text = server.board.content
    assert "is turned for" not in text and " shows " not in text and " loses " not in text
    assert "The next round begins" in text


async def test_a_closed_table_shows_how_it_stood_and_says_so_in_a_line(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    while session.table.phase == "deal":
        await server.slash([ana, bo][turn(session)], "bet", amount="min")
    result = server.board.attachments[0].description
    channel, message = server.channel, session.table.posted.message
    await server.sure(ana, "table close")
    (board,) = [m for m in channel.history() if m.id == message]
    said = board.attachments[0].description
    assert said.startswith("Red Dog, 1 round, not played to the end.") and said != result
    assert "this table is closed" in board.content.splitlines()[0] and labels(board) == ["My moves"]


async def test_refusals_do_not_pile_up(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    waits = [bo, ana][turn(session)]
    await server.slash(waits, "score")  # what they were told before is read
    before = deletions(server)
    for _ in range(3):
        assert said(await waits.slash(server.channel, "bet", amount="min")) == "It is not your turn."
    assert deletions(server) == before + 2


def deletions(server: Server) -> int:
    """How many answers have been deleted by the tokens of what they answer."""
    return sum(r.method == "DELETE" and "webhooks" in r.path for r in server.env.http_requests)


def words_say(words: Words, event: type[Event]) -> bool:
    return event in words.events or bool(event.says)


def test_what_a_result_tells_is_said_at_other_times() -> None:
    """No word is kept that is never read."""
    for words in every_word().values():
        assert words.told_by_picture and all(words_say(words, event) for event in words.told_by_picture), (
            words.game.slug
        )


async def test_a_question_goes_with_the_turn_that_it_is_about(server: Server) -> None:
    ana, bo = server.person("ana"), server.person("bo")
    session = await server.red_dog(ana, bo)
    person = [ana, bo][turn(session)]
    await server.slash(person, "score")
    before = deletions(server)
    asked = await person.click(server.board, label="Pot it! 2")
    assert asked.response is not None and labels(asked.response) == ["Yes"]
    assert deletions(server) == before
    await person.click(server.board, label="Min ½")
    await server.env.settle()
    assert deletions(server) == before + 1, "it would be too late for a Yes"
