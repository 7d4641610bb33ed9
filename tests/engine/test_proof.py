"""Deal files: what was dealt and played can be checked, and nothing else passes for it."""

import json
import re
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.asks import CLOCK
from bot.engine.cards import pack
from bot.engine.deal import Deal
from bot.engine.facts import HAND
from bot.engine.match import Match
from bot.engine.proof import NotVerified, Verified, deal_file, verify
from bot.engine.randomness import canonical
from bot.engine.state import opening

from .toys import DUEL, SECRET, TOYS, Lay, Raise, Rules, Stop

OPTIONS = "The options do not fit the game: ante is an amount from 50 to 1000, in whole yellows."


def played(match: Match, secret: bytes = SECRET) -> Deal:
    deal = match.begin(match.sealed(secret) if match.fresh else None, at=1000)
    first, *_ = deal.table.players
    deal.submit(first, Raise(150), at=1500, pressed=1400)
    for p in deal.table.players[1:]:
        deal.submit(p, Lay(deal.table.piles[HAND.of(p)][0]), at=2000 + p)
    deal.lapse(first, at=9000)
    assert deal.after
    return deal


def one() -> tuple[bytes, Deal]:
    deal = played(Match(DUEL, Rules(), opening(3, 10_000), "m7", numbers=4))
    return deal_file("m7", [deal]), deal


def shoe() -> bytes:
    match, deals = Match(DUEL, Rules(shoe=True, games=9), opening(3, 10_000), "m8"), []
    while match.state.number < 4:
        assert match.fresh is (match.state.number == 0)
        deals.append(played(match))
        match.settle()
    return deal_file("m8", deals)


def why(data: bytes) -> str:
    with pytest.raises(NotVerified) as refused:
        verify(data, TOYS)
    sentence = str(refused.value)
    ours = re.sub("“[^”]*”", "", sentence)  # what stands in quotes is the file's
    assert sentence.endswith(".") and "None" not in ours and "Traceback" not in ours
    return sentence


def resealed(data: bytes, *path: Any, to: Any) -> bytes:
    """The file with one value changed, and a check that fits it again."""
    body = json.loads(data)
    del body["check"]
    at = body
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return canonical({**body, "check": sha256(canonical(body)).hexdigest()})


def test_a_deal_file_is_verified() -> None:
    data, deal = one()
    assert deal.seal
    assert verify(data, TOYS) == Verified("duel", "m7", deal.seal.commit, 1, 4, 9)
    assert data == canonical(json.loads(data))


def test_a_file_of_a_shoe_holds_all_its_deals() -> None:
    held = verify(shoe(), TOYS)
    assert (held.deals, held.cards, held.moves) == (4, 36, 16)
    assert [e["state"]["shoe"] for e in json.loads(shoe())["deals"]] == [None] * 4


def test_a_deal_that_was_stopped_in_the_middle_is_verified_too() -> None:
    deal = Match(DUEL, Rules(), opening(2, 10_000), "m9")
    running = deal.begin(deal.sealed(SECRET), at=0)
    running.submit(running.table.players[0], Raise(50), at=5)
    assert verify(deal_file("m9", [running]), TOYS).moves == 1


def test_rewound_rows_are_part_of_the_file() -> None:
    match = Match(DUEL, Rules(), opening(2, 10_000), "m10")
    deal = match.begin(match.sealed(SECRET), at=0)
    first, second = deal.table.players
    deal.submit(second, Stop(), at=5)
    assert deal.rewind(0, at=6).seat == CLOCK
    deal.submit(first, Raise(100), at=7)
    assert verify(deal_file("m10", [deal]), TOYS).moves == 3


def test_a_file_is_of_one_sealed_shuffle() -> None:
    _, deal = one()
    other = played(Match(DUEL, Rules(), opening(3, 10_000), "m7"), secret=bytes(32))
    unsealed = Deal(DUEL, deal.state, deal.options, None, order=[pack()])
    for deals in ([], [deal, other], [unsealed]):
        with pytest.raises(ValueError, match="one sealed shuffle"):
            deal_file("m7", deals)


def test_one_changed_byte_anywhere_is_refused() -> None:
    data, _ = one()
    assert len(data) > 300
    for place in range(len(data)):
        for flip in (1, 0x20, 0x80):
            why(data[:place] + bytes([data[place] ^ flip]) + data[place + 1 :])


def test_one_byte_more_or_less_anywhere_is_refused() -> None:
    data, _ = one()
    for place in range(len(data) + 1):
        why(data[:place] + data[place + 1 :] if place < len(data) else data[:-1])
        why(data[:place] + b" " + data[place:])
        why(data[:place] + b"0" + data[place:])


@pytest.mark.parametrize(
    "spelling",
    [
        lambda data: data + b"\n",
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.decode().encode("utf-16"),
        lambda data: json.dumps(json.loads(data)).encode(),
        lambda data: json.dumps(json.loads(data), separators=(",", ":"), indent=0).encode(),
        lambda data: json.dumps(dict(reversed(json.loads(data).items())), separators=(",", ":")).encode(),
        lambda data: data.replace(b'"m7"', b'"\\u006d7"'),
        lambda data: data.replace(b'"v":1', b'"v":1.0'),
        lambda data: data.replace(b'{"check"', b'{"check":"","check"'),
    ],
)
def test_the_same_said_in_another_spelling_is_refused(spelling: Any) -> None:
    assert spelling(one()[0]) != one()[0]
    why(spelling(one()[0]))


@pytest.mark.parametrize(
    ("path", "to", "sentence"),
    [
        (["v"], 2, "This is not a deal file of a kind known here."),
        (["v"], True, None),
        (["game"], "whist", "This card room does not know the game of this file."),
        (["game"], ["duel"], "This card room does not know the game of this file."),
        (["options", "ante"], 75, OPTIONS),
        (["options", "games"], True, None),
        (["options"], [], None),
        (["match"], "m8", "The shuffle was sealed for another deal."),
        (["commit"], "00" * 32, "The commit is not that of this secret."),
        (["secret"], "00" * 32, "The commit is not that of this secret."),
        (["secret"], "00" * 31, "The secret is not 32 bytes."),
        (["secret"], "xyz", "The secret is not 32 bytes."),
        (["secret"], 5, "The secret is not 32 bytes."),
        (["secret"], SECRET.hex().upper(), None),
        (["spec"], None, "The file has no spec."),
        (["spec", "dealer"], 1, "The commit is not that of this secret."),
        (["contributions", "cut"], 5, "The cut and the notes are not those of the rows."),
        (["deals"], [], "The file has no deals."),
        (["deals"], {"0": 1}, "The file has no deals."),
        (["deals", 0], 5, "Deal 1 of the file is not whole."),
        (["deals", 0, "state"], {}, "Deal 1 of the file cannot be read as one of Duel."),
        (["deals", 0, "state", "stacks"], [1, 2], "Deal 1 of the file has seats that Duel does not have."),
        (["deals", 0, "state", "dealer"], 2, None),
        (["deals", 0, "state", "number"], 5, "The shuffle was sealed for another deal."),
        (["deals", 0, "began"], None, "Deal 1 of the file is not whole."),
        (["deals", 0, "numbers"], False, "Deal 1 of the file is not whole."),
        (["deals", 0, "rows", 0, 0], 2, None),
        (["deals", 0, "rows", 0, 1], ["raise", 125], "Deal 1: row 0 does not fit."),
        (["deals", 0, "rows", 0, 1], ["raise", "150"], None),
        (["deals", 0, "rows", 0, 1], ["fold"], "Deal 1 of the file cannot be read as one of Duel."),
        (["deals", 0, "rows", 0, 2], 10**9, "Deal 1: row 1 does not fit."),
        (["deals", 0, "rows", 0, 4], True, None),
        (["deals", 0, "log", 8], [8, "seat:5"], "The log of deal 1 says something else than what was dealt."),
        (["deals", 0, "log"], [], "The log of deal 1 says something else than what was dealt."),
    ],
)  # fmt: skip
def test_a_lie_with_a_fitting_check_is_refused(path: list[Any], to: Any, sentence: str | None) -> None:
    said = why(resealed(one()[0], *path, to=to))
    assert sentence is None or said == sentence


def test_a_pressed_stamp_that_changes_nothing_is_still_covered_by_the_check() -> None:
    data = one()[0]
    assert why(data.replace(b",1400,", b",1401,")) == "The file has been changed: its check does not fit."


def test_the_deals_of_a_shoe_follow_one_another() -> None:
    body = json.loads(shoe())
    assert why(resealed(shoe(), "deals", to=body["deals"][:1] + body["deals"][2:])) == (
        "Deal 2 does not follow the one before."
    )
    assert why(resealed(one()[0], "deals", to=json.loads(one()[0])["deals"] * 2)).startswith("Deal 2 does not follow")
    assert why(resealed(shoe(), "deals", to=body["deals"][1:])).endswith(".")
    body["deals"][1]["state"]["shoe"] = {"cards": [], "drawn": 0, "labels": []}
    assert why(resealed(shoe(), "deals", to=body["deals"])) == "Deal 2 of the file has seats that Duel does not have."


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.binary(max_size=200))
def test_garbage_gets_a_sentence(data: bytes) -> None:
    why(data)


@given(JSON)
def test_other_json_gets_a_sentence(value: Any) -> None:
    why(json.dumps(value).encode())


@given(st.sampled_from(["options", "match", "secret", "commit", "spec", "contributions", "deals"]), JSON)
@settings(max_examples=200)
def test_any_value_in_any_place_gets_a_sentence(key: str, value: Any) -> None:
    if (key, value) == ("options", {}):  # like a file from before there were any: they are the usual ones
        assert verify(resealed(one()[0], key, to=value), TOYS) == verify(one()[0], TOYS)
    else:
        why(resealed(one()[0], key, to=value))


@given(st.sampled_from(["state", "began", "numbers", "rows", "log"]), JSON)
@settings(max_examples=200)
def test_any_value_in_any_place_of_a_deal_gets_a_sentence(key: str, value: Any) -> None:
    data = one()[0]
    changed = resealed(data, "deals", 0, key, to=value)
    # when a deal began, where the count of offers stood, or that it was played on, nothing else in the file can tell
    another_deal = type(value) is int and value >= 0 if key in ("began", "numbers") else key == "rows" and value == []
    if changed != data and not another_deal:
        why(changed)


def test_hostile_files_get_a_sentence() -> None:
    why(b"[" * 100_000)
    why(b"9" * 10_000)
    why(b'{"v":' + b"9" * 5_000 + b"}")
    why(b"NaN")
    why(b"")
