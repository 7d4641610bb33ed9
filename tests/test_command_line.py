"""`simulate` and `verify` as they are typed."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import pytest

from bot import simulate, verify
from bot.engine.amounts import YELLOW
from bot.engine.deal import Deal
from bot.engine.match import Match
from bot.engine.options import declared
from bot.engine.proof import deal_file
from bot.engine.state import opening
from bot.games.catalog import GAMES


def run(command: Any, *typed: str) -> int:
    parser = ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(typed))


def figures(capsys: pytest.CaptureFixture[str], *typed: str) -> dict[str, Any]:
    assert run(simulate, *typed, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("seconds") > 0
    assert told.pop("moves_per_second") > 0
    return told


@pytest.mark.parametrize("game", GAMES)
def test_house_players_play_matches_to_the_end(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    length = ["--set", f"{GAMES[game].length}=10"] if GAMES[game].length else []
    told = figures(capsys, game, "--matches", "4", *length)  # an open session has no end of its own
    assert (told["game"], told["matches"], told["stopped"], told["seed"]) == (game, 4, 0, "1")
    assert told["moves"] >= told["deals"] >= 4
    for seat in told["seats"]:
        assert seat["won"] + seat["drawn"] + seat["lost"] == sum(seat["places"].values()) == 4
    seats = len(told["seats"])
    winners = seats if GAMES[game].length else 2 if GAMES[game].in_partnerships(GAMES[game].options(), seats) else 1
    assert sum(seat["won"] for seat in told["seats"]) <= 4 * winners, "in a session all who are ahead have won"
    if GAMES[game].chips:
        assert all(seat["net_chips"] % YELLOW == 0 for seat in told["seats"])


def test_a_timer_that_is_due_at_once_goes_before_the_next_move(capsys: pytest.CaptureFixture[str]) -> None:
    quick = ("--set", "fair_window_ms=0", "--set", "quiet_s=5", "--random", "0", "--random", "1")
    assert figures(capsys, "cash", *quick, "--matches", "5", "--seed", "a")["matches"] == 5


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_matches(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--matches", "2", "--max-deals", "30")
    once = figures(capsys, game, *few, "--seed", "x")
    assert figures(capsys, game, *few, "--seed", "x") == once
    assert figures(capsys, game, *few, "--seed", "y") != once
    assert figures(capsys, game, *few, "--seed", "x", "--jobs", "2") == once


def test_the_house_edge_of_blackjack_with_its_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    played = ("blackjack", "--matches", "20", "--seats", "1", "--max-deals", "100", "--stack", "1000000")
    told = figures(capsys, *played, "--set", "decks=1")
    won = -sum(seat["net_chips"] for seat in told["seats"])
    wagered = sum(seat["counts"]["wagered"] for seat in told["seats"])
    assert (told["deals"], wagered) == (2000, 200_000)
    assert told["house_edge"] == won / wagered
    assert 0.02 < told["standard_error"] < 0.03  # a round's result wanders by about 1.15 of its wager
    assert run(simulate, *played) == 0
    assert "House edge " in capsys.readouterr().out


def test_the_table_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(simulate, "red-dog", "--matches", "3", "--seats", "2", "--set", "min_bet=100", "--random", "1") == 0
    first, stopped, head, *seats, note = capsys.readouterr().out.splitlines()
    assert first.startswith("Red Dog (2 seats, bets from 1), seed 1: 3 matches, ")
    assert stopped == "0 matches were stopped after 1,000 deals."
    assert head.split()[:7] == ["seat", "player", "won", "drawn", "lost", "place", "chips"]
    assert [line.split()[:2] for line in seats] == [["0", "house"], ["1", "random"]]
    assert note.startswith("Place, chips")


def test_a_match_is_stopped_after_so_many_deals(capsys: pytest.CaptureFixture[str]) -> None:
    told = figures(capsys, "hearts", "--matches", "2", "--max-deals", "1", "--set", "limit=50")
    assert (told["stopped"], told["deals"], told["options"]["limit"]) == (2, 2, 50)
    assert all(seat["places"] == {} for seat in told["seats"])


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["whist"], "There is no game “whist”; there are: "),
        (["hearts", "--seats", "5"], "Hearts is for 4 seats."),
        (["red-dog", "--seats", "11"], "Red Dog is for 2 to 10 seats."),
        (["red-dog", "--set", "min_bet"], "Write --set option=value, not “min_bet”."),
        (["red-dog", "--set", "min_bet=75"], "min_bet is an amount from 50 to 10000, in whole yellows."),
        (["red-dog", "--set", "min_bet=2½"], "min_bet: min_bet is a whole number of hundredths."),
        (
            ["hearts", "--set", "colour=red"],
            "There is no option “colour”; there are: "
            + ", ".join(f.name for f in declared(GAMES["hearts"].options))
            + ".",
        ),
        (["hearts", "--random", "4"], "The seats are 0 to 3."),
        (["hearts", "--matches", "0"], "Play one match and one deal at least, in one process at least."),
        (["hearts", "--max-deals", "-1"], "Play one match and one deal at least, in one process at least."),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    typed: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(simulate, *typed) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(sentence)
    assert len(told.err.splitlines()) == 1


def hearts() -> tuple[bytes, Deal]:
    game = GAMES["hearts"]
    match = Match(game, game.options(cut="off"), opening(4), "m1")
    deal = match.begin(match.sealed(bytes(range(32))), at=0)
    while deal.ask:
        deal.lapse(next(iter(deal.ask.waits_for)), at=deal.table.now)
        while deal.ask and deal.ask.timer:
            deal.tick(deal.ask.timer[0])
    return deal_file("m1", [deal]), deal


def test_a_deal_file_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, deal = hearts()
    (tmp_path / "deal.json").write_bytes(data)
    assert run(verify, str(tmp_path / "deal.json")) == 0
    told, note, commit = capsys.readouterr().out.splitlines()
    assert told == "Hearts, match m1: dealt and played again, 1 deal, 52 cards, 69 moves."
    assert note.endswith("posted before it:")
    assert deal.seal
    assert commit == deal.seal.commit


def test_a_changed_file_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, _ = hearts()
    for place in range(0, len(data), 7):
        (tmp_path / "deal.json").write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert run(verify, str(tmp_path / "deal.json")) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert len(told.err.splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(verify, str(tmp_path / "nowhere.json")) == 2
    assert capsys.readouterr().err.endswith("cannot be read: No such file or directory.\n")
    assert run(verify, str(tmp_path)) == 2
