"""The rules of a game change while its deals run, and when they are over."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from bot import verify as command
from bot.engine.cutting import Cut, Note
from bot.engine.proof import NotVerified, _sealed, verify
from bot.games.catalog import GAMES
from bot.show.messages import proofs
from bot.show.pages import replays
from bot.show.pages.replays import Place
from bot.store import Store, journal, records
from bot.table import hosting, starting
from bot.table.errors import Rejected
from bot.table.state import BETWEEN, DEAL
from card_art import scene as art
from cogs.games import every_word
from tests.host.tables import ANN, Tables, memory

from .make import played
from .test_tables import OPEN, opened
from .test_tables import store as store

RUNNING = [id for id, row in OPEN.items() if row["status"] == DEAL]


def change(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """From now on the game has other rules, and none of before is known."""
    monkeypatch.setitem(GAMES, slug, replace(GAMES[slug], rules=GAMES[slug].rules + 1, known_from=None))


@pytest.mark.parametrize("id", RUNNING)
async def test_a_running_deal_is_void_at_a_restart(store: Store, monkeypatch: pytest.MonkeyPatch, id: str) -> None:
    running = await store.read(journal.running_deal, id)
    assert running is not None
    began = json.loads(running.start)["state"]
    change(monkeypatch, OPEN[id]["game"])
    tables, s = await opened(store, id)
    assert s.table.phase == BETWEEN and s.table.deal is None and s.table.match is not None
    assert (void := await store.read(journal.deal, running.id)) is not None and void.status == "void"
    stayed = [n for n, c in enumerate(s.table.chairs) if not c.empty and n < len(began["stacks"])]
    assert [s.table.match.state.stacks[n] for n in stayed] == [began["stacks"][n] for n in stayed]
    told = f"The rules of {s.table.game.title} have changed since the last deal began, so it is void; all stacks are as"
    assert s.table.paused == f"{told} when it began."
    assert told in tables.builder.snapshot(s.table).public.text, "the players are told"
    await hosting.resume(s, ANN)
    await starting.next_deal(s, ANN)
    if s.table.phase == BETWEEN:  # nobody has anything to decide in the first deal of Farmer
        await starting.next_deal(s, ANN)
    await played(tables, s, 10_000)
    assert s.table.phase != DEAL and memory(await tables.again(s)) == memory(s)


async def test_a_deal_without_a_number_is_of_the_first_rules(store: Store) -> None:
    """All that was stored before rules had numbers goes on: `test_tables` plays it."""
    running = await store.read(journal.running_deal, "deal-hearts")
    assert running is not None and "rules" not in json.loads(running.start) and GAMES["hearts"].plays(1)
    s = await Tables(store, 9).started("hearts", ANN, house_players=3, id="new")
    begun = await store.read(journal.deal, s.table.deal_id)
    assert begun is not None and json.loads(begun.start)["rules"] == GAMES["hearts"].rules == 2


async def test_a_shoe_is_of_one_number_of_the_rules(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch, "red-dog")
    _, s = await opened(store, "shoe")
    assert s.table.phase == BETWEEN and s.table.paused is None and s.table.match is not None and s.table.match.fresh
    assert s.table.shown is None, "how the last deal lay is not known any more"
    await starting.next_deal(s, ANN)
    before, after = await proofs.of_table(store, "shoe")
    assert before.deals == (1, 2) and after.deals == (3,)


async def test_a_match_that_is_over_keeps_results_and_proofs(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    then, record = await proofs.of_table(store, "over"), await store.read(records.stats, OPEN["over"]["guild"], ANN)
    change(monkeypatch, "hearts")
    now = await proofs.of_table(store, "over")
    assert [p.commit for p in now] == [p.commit for p in then] and len(now) == 3
    for old, new in zip(then, now, strict=True):
        assert old.file is not None and new.file is not None
        for file in (old.file, new.file):  # the one that somebody has saved, and the one that is given out today
            held = verify(file.data, GAMES)
            assert held.other_rules and held.commit == old.commit and held.cards == 52 and held.moves == 0
            with pytest.raises(NotVerified, match="The shuffle was sealed for another deal"):
                verify(_changed(file.data, "match", "another"), GAMES)
            with pytest.raises(NotVerified, match="The commit is not that of this secret"):
                verify(_changed(file.data, "secret", "00" * 32), GAMES)
            with pytest.raises(NotVerified, match="The cut and the notes are not those of the rows"):
                verify(_changed(file.data, "contributions", {"by": 0, "cut": 5, "notes": []}), GAMES)
        assert "log" in json.loads(new.file.data)["deals"][0] and b'"play"' not in new.file.data
    text, file = proofs.told(now, None)
    assert "the rules have changed since, so that the moves are not played again" in text and file is not None
    (tmp_path / file.name).write_bytes(file.data)
    assert command.run(Namespace(file=tmp_path / file.name)) == 0
    said = capsys.readouterr().out
    assert "shuffled again, 52 cards. The rules have changed since, so no move was played again." in said
    assert await store.read(records.stats, OPEN["over"]["guild"], ANN) == record


def _changed(data: bytes, name: str, value: object) -> bytes:
    """The file with another value, and a check that fits it."""
    body = json.loads(data)
    del body["check"]
    return _sealed({**body, name: value})


@pytest.mark.parametrize("id", RUNNING)
async def test_the_void_deal_of_any_game_is_proved(store: Store, monkeypatch: pytest.MonkeyPatch, id: str) -> None:
    change(monkeypatch, OPEN[id]["game"])
    _, s = await opened(store, id)
    await hosting.close(s)
    proof = (await proofs.of_table(store, id))[-1]
    assert proof.file is not None
    held = verify(proof.file.data, GAMES)
    assert held.other_rules and held.commit == proof.commit
    assert (held.cards > 0) == (id != "cut"), "a pack that was not cut yet has no order"


async def test_cut_and_notes_are_part_of_a_proof(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(store, 9)
    s = await tables.started("hearts", ANN, house_players=3, id="new", cut="offer", cutter="any", proof="deal")
    await s.act(0, Note("lucky seven"))
    await s.act(0, Cut(20))
    await played(tables, s, 10_000)
    change(monkeypatch, "hearts")
    (proof,) = await proofs.of_table(store, "new")
    assert proof.file is not None and verify(proof.file.data, GAMES).commit == proof.commit
    told = json.loads(proof.file.data)
    assert told["contributions"] == {"by": 0, "cut": 20, "notes": [[0, "lucky seven"]]}
    assert [row[1][0] for row in told["deals"][0]["rows"]] == ["note", "cut"]


async def test_what_is_played_by_the_new_rules_is_played_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch, "hearts")
    tables = Tables(store, 9)
    s = await tables.started("hearts", ANN, house_players=3, id="new", proof="deal")
    await played(tables, s, 10_000)
    (proof,) = await proofs.of_table(store, "new")
    assert proof.file is not None and json.loads(proof.file.data)["rules"] == GAMES["hearts"].rules
    held = verify(proof.file.data, GAMES)
    assert not held.other_rules and held.moves == 56 + 13 and held.cards == 52
    with pytest.raises(NotVerified, match="not a deal file of a kind known here"):
        verify(_changed(proof.file.data, "rules", 1), GAMES)


async def test_a_replay_says_that_the_rules_were_others(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await replays.find(store, "over")
    change(monkeypatch, "hearts")
    with pytest.raises(Rejected) as no:
        await replays.find(store, "over")
    assert str(no.value) == "That match was played by earlier rules of Hearts, and cannot be shown move by move."


async def test_a_match_that_the_change_has_met_in_the_middle(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch, "hearts")
    tables, s = await opened(store, "between")
    await starting.next_deal(s, ANN)
    await played(tables, s, 10_000)
    await hosting.close(s)
    film = await replays.find(store, "between")
    face = await replays.frame(store, film, Place(film.match), every_word()["hearts"], art.Style())
    assert "hand 1 of 1" in face.text
    assert face.text.endswith("-# Deals that were played by earlier rules are not shown.")
