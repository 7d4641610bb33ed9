"""The controls of a night of dealer's choice, between its games: naming one, its stakes, and the end of the night."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.game import Game
from bot.engine.options import declared, in_words, typed_back
from bot.engine.piles import Seat
from bot.games.catalog import GAMES
from bot.show import forms
from bot.show.controls import Button, Rows, button_id, in_rows
from bot.table import hosting, night, picking, wishes
from bot.table.errors import NeedsConfirmation, Rejected
from bot.table.names import escaped
from bot.table.session import Session

from ..calls.forms import Drafts, modal, sent
from ..calls.reply import Reply

VERBS = frozenset({"deal", "options", "unname", "variant", "rebuy", "end"})
"""What buttons do that only a night has."""
_PAIR = re.compile(r"([a-z][a-z_ -]{0,40}?)[:=]\s*([^\s,;]+)", re.IGNORECASE)
"""A name is short: else reading a long text would take time that grows with its square or cube."""


async def press(session: Session, drafts: Drafts, reply: Reply, what: str, arg: str, picks: int, *,
                sure: bool) -> None:  # fmt: skip
    """A button of the night was pressed. Raises Rejected, NeedsConfirmation."""
    night.of(session)  # else it is no night's
    match what:
        case "deal" if arg.count(".") == 3:
            await _deal_variant(session, drafts, reply, arg, picks)
        case "deal":
            slug, _, number = arg.partition(".")
            if number == OWN:
                given = {**_variant(session), **drafts.of(reply.user, _name(session))}
                await picking.pick(session, reply.user, slug, picking.FRIENDLY, given, picks=picks)
                drafts.drop(reply.user, _name(session))
                return
            stakes = picking.stakes_of(GAMES[slug]) if slug in GAMES else []
            if not number.isdecimal() or int(number) >= len(stakes):
                raise Rejected("That button is not known any more.")
            await picking.pick(session, reply.user, slug, stakes[int(number)], {}, picks=picks)
        case "options":
            game = _named(session, reply.user, picks)
            found = _pages(game)
            if not arg and len(found) > 1:
                text, rows = _choice(session, drafts, reply.user, game)
                await reply.say(text, rows=rows)
                return
            n = int(arg) if arg.isdecimal() and int(arg) < len(found) else 0
            form = forms.options_form(game.title, found[n], _stand(session, game))
            filled = {**drafts.of(reply.user, _name(session)), **drafts.of(reply.user, f"{_name(session)}.{n}")}
            await reply.ask(modal(form.filled(filled), f"cx:{session.id}:{picks}:@options:{n}"))
        case "variant":
            await picking.name(session, reply.user, night.of(session).named or "", picks)
        case "unname":
            await picking.name(session, reply.user, "", picks)
        case "rebuy":
            await wishes.rebuy(session, reply.user)
        case _:
            if not sure:
                broken = (
                    " The game is not over, and its places are not paid."
                    if session.bound and session.place_point
                    else ""
                )
                question = NeedsConfirmation(f"End the night for everybody? All stacks go back to the bank.{broken}")
                question.yes = button_id(session.id, picks, "!@end")
                raise question
            await hosting.end_night(session, reply.user, reply.manager)
            await reply.change("The night is over.")  # the question is answered


async def _deal_variant(session: Session, drafts: Drafts, reply: Reply, arg: str, picks: int) -> None:
    """A variant is dealt at the limit of the button, with what has been entered for it besides. Raises Rejected."""
    slug, variant, way, once = arg.split(".")
    game = GAMES.get(slug)
    if game is None or game.variants is None:
        raise Rejected("That button is not known any more.")
    named = {game.variants.option: variant, game.variants.how: way}
    given = {**drafts.of(reply.user, _name(session)), **named, **picking.length_of(session, game, once=once == "1")}
    await picking.pick(session, reply.user, slug, picking.FRIENDLY, given, picks=picks)
    drafts.drop(reply.user, _name(session))


async def choose(session: Session, reply: Reply, slug: str, picks: int) -> None:
    """A game was chosen from the menu. Raises Rejected."""
    await picking.name(session, reply.user, slug, picks)


async def choose_players(session: Session, reply: Reply, accounts: Sequence[str], picks: int) -> None:
    """Who plays a game for fewer was chosen from the menu. Raises Rejected."""
    await picking.play_with(session, reply.user, accounts, picks)


async def choose_variant(session: Session, reply: Reply, variant: str, picks: int) -> None:
    """One of the game that is named was chosen from a menu. Raises Rejected."""
    await picking.name(session, reply.user, _named(session, reply.user, picks).slug, picks, variant)


async def entered(session: Session, drafts: Drafts, reply: Reply, picks: int, number: str,
                  data: Mapping[str, Any]) -> None:  # fmt: skip
    """A form with some of a game's options was sent off: it is dealt with them; where it has several forms they are
    kept for the others. Raises Rejected."""
    game = _named(session, reply.user, picks)
    found = _pages(game)
    n = int(number) if number.isdecimal() and int(number) < len(found) else 0
    given = forms.read(forms.options_form(game.title, found[n], _stand(session, game)), sent(data))
    options = {**drafts.of(reply.user, _name(session)), **forms.entered_options(found[n], given)}
    try:
        if len(found) == 1:
            await picking.pick(session, reply.user, game.slug, picking.FRIENDLY, options, picks=picks)
        else:
            players = len(picking.players_of(session, game))
            picking.tonight(session, game, players, {**_variant(session), **options})
            drafts.keep(reply.user, _name(session), options)
    except Rejected as no:
        again = button_id(session.id, picks, "@options", str(n))
        await drafts.refuse(reply, f"{_name(session)}.{n}", given, str(no), again)
        return
    drafts.drop(reply.user, f"{_name(session)}.{n}")
    if len(found) > 1:
        text, rows = _choice(session, drafts, reply.user, game)
        await reply.change(text, rows=rows)


OWN = "own"
"""In place of the number of stakes: those that the dealer has entered."""


def _named(session: Session, user: int, picks: int) -> Game:
    """The game that the dealer has named. Raises Rejected."""
    picking.may_pick(session, user, picks)
    slug = night.of(session).named
    if slug is None:
        raise Rejected("Name a game first.")
    return GAMES[slug]


def _pages(game: Game) -> list[forms.Page]:
    """The forms of the game's own options; how cards are cut and chips are handed out is the night's."""
    return forms.pages(game.options, [f.name for f in declared(game.options) if f.kw_only])


def _stand(session: Session, game: Game) -> Any:
    return picking.tonight(session, game, len(picking.players_of(session, game)), _variant(session))


def _variant(session: Session) -> dict[str, str]:
    """The variant that is named, as an option; nothing where none is."""
    told = night.of(session)
    kinds = GAMES[told.named].variants if told.named else None
    return {kinds.option: told.variant} if kinds is not None and told.variant else {}


def _name(session: Session) -> str:
    """Under which name a dealer's options are kept until the game is dealt."""
    told = night.of(session)
    return ".".join(filter(None, (session.id, str(told.picks), told.named, told.variant)))


def _choice(session: Session, drafts: Drafts, user: int, game: Game) -> tuple[str, Rows]:
    """What the dealer has changed so far, with a button for each form, and one that deals."""
    given = drafts.of(user, _name(session))
    known = {f.name: f for f in declared(game.options)}
    stand = _stand(session, game)
    changed = [
        f"{in_words(known[name]).lower()} {value}" for name, value in given.items()
        if value != typed_back(known[name], getattr(stand, name))
    ]  # fmt: skip
    picks = night.of(session).picks
    made = [Button(button_id(session.id, picks, "@options", str(n)), f"{page.title}…")
            for n, page in enumerate(_pages(game))]  # fmt: skip
    deal = Button(button_id(session.id, picks, "@deal", f"{game.slug}.{OWN}"), "Deal it", "success")
    return f"**{game.title}** · {', '.join(changed) or 'as usual'}.", in_rows([*made, deal])


def read_names(session: Session, text: str) -> list[Seat]:
    """The seats of people, and of house players, as somebody types their names: `Ana, Bo`. Raises Rejected."""
    seats: list[Seat] = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        wanted = name.lower()
        found = [
            n for n, chair in enumerate(session.chairs)
            if not chair.empty and (chair.name.lower() == wanted or name == f"<@{chair.user}>")
        ]  # fmt: skip
        if len(found) != 1:
            who = "Several of that name sit here" if found else "Nobody of that name sits here"
            raise Rejected(f"{who}: “{escaped(name[:30])}”. Name those who play with you, for example `Ana, Bo`.")
        seats += found
    return seats


def read_pairs(text: str) -> Mapping[str, str]:
    """Options as people type them: `ante: 2, wild: yes`. Raises Rejected."""
    found = {name.strip().lower().replace(" ", "_").replace("-", "_"): value for name, value in _PAIR.findall(text)}
    if not found and text.strip():
        raise Rejected("Type options by name, for example `ante: 2, min_bet: 1`.")
    return found
