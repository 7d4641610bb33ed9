"""The controls of a night of dealer's choice, between its games: naming one, its stakes, and the end of the night."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.engine.amounts import YELLOW, whites
from bot.engine.game import Game
from bot.engine.options import declared, typed_back, typed_in_words
from bot.engine.traits import Variants
from bot.games.catalog import GAMES
from bot.show.controls import forms
from bot.show.controls.components import Button, Rows, in_rows
from bot.show.controls.control_id import BUTTON, FORM, MENU, button_id, form_id
from bot.show.pages import nights_ahead
from bot.show.words import night_terms
from bot.table import hosting, night, picking
from bot.table.errors import Rejected
from bot.table.session import Session

from ..calls.forms import Drafts, modal
from ..calls.reply import Reply
from ..handlers import NIGHT, TABLE, Press
from ..room import Room
from .behind_more import told as told_behind_more

_PAIR = re.compile(r"([a-z][a-z_ -]{0,40}?)[:=]\s*([^\s,;]+)", re.IGNORECASE)
"""A name is short: otherwise reading a long text would take time that grows with its square or cube."""


def register(room: Room) -> None:
    """From now on these controls are answered. Where a table is no night's, they say so."""
    drafts = room.drafts
    room.handlers.register(
        BUTTON,
        TABLE,
        {
            "@deal": partial(_deal, drafts),
            "@unname": _unname,
            "@variant": _all_variants,
            "@terms": partial(_ask_terms, drafts),
        },
    )
    room.handlers.register(BUTTON, NIGHT, {"@options": partial(_options, drafts)})
    room.handlers.register(MENU, TABLE, {"@game": _choose, "@players": _choose_players, "@lasts": _choose_length})
    room.handlers.register(MENU, NIGHT, {"@variant": _choose_variant})
    room.handlers.register(FORM, NIGHT, {"@options": partial(_entered, drafts)})
    room.handlers.register(FORM, TABLE, {"@terms": partial(_terms_entered, room)})


async def _deal(drafts: Drafts, press: Press) -> None:
    """The game is dealt for stakes of the button, or with what has been entered for it. Raises Rejected."""
    session, reply, arg, picks = press.session, press.reply, press.id.arg, press.id.drawn
    night.of(session.table)  # otherwise it is no night's
    if arg.count(".") == 3:
        await _deal_variant(session, drafts, reply, arg, picks)
        return
    slug, _, number = arg.partition(".")
    if number == OWN:
        options, point = _kept(session, drafts, reply.user)
        given = {**_variant(session), **options}
        await picking.pick(session, reply.user, slug, picking.FRIENDLY, given, picks=picks, point=point)
        drafts.drop(reply.user, _name(session))
        return
    stakes = picking.stakes_of(GAMES[slug]) if slug in GAMES else []
    if not number.isdecimal() or int(number) >= len(stakes):
        raise press.unknown
    await picking.pick(session, reply.user, slug, stakes[int(number)], {}, picks=picks)


async def _deal_variant(session: Session, drafts: Drafts, reply: Reply, arg: str, picks: int) -> None:
    """A variant is dealt at the limit of the button, and with its other entered options. Raises Rejected."""
    slug, variant, way, once = arg.split(".")
    game = GAMES.get(slug)
    variants = None if game is None else game.trait(Variants)
    if game is None or variants is None:
        raise Rejected("That button is not known any more.")
    named = {variants.option: variant, variants.how: way}
    entered, _ = _kept(session, drafts, reply.user)
    given = {**entered, **named, **picking.length_of(session.table, game, once=once == "1")}
    await picking.pick(session, reply.user, slug, picking.FRIENDLY, given, picks=picks)
    drafts.drop(reply.user, _name(session))


async def _options(drafts: Drafts, press: Press) -> None:
    """The form of a game's options; the choice among its forms, if there are several. Raises Rejected."""
    session, reply, picks = press.session, press.reply, press.id.drawn
    game = _named(session, reply.user, picks)
    found = _forms(session, drafts, reply.user, game)
    if not press.id.arg and len(found) > 1:
        text, rows = _choice(session, drafts, reply.user, game)
        await reply.say(text, rows=rows)
        return
    n = number if (number := press.id.number or 0) < len(found) else 0
    _, form = found[n]
    filled = {**drafts.of(reply.user, _name(session)), **drafts.of(reply.user, f"{_name(session)}.{n}")}
    await reply.ask(modal(form.filled(filled), form_id(session.id, picks, "@options", str(n))))


async def _all_variants(press: Press) -> None:
    await picking.name(press.session, press.user, night.of(press.session.table).named or "", press.id.drawn)


async def _unname(press: Press) -> None:
    night.of(press.session.table)  # otherwise it is no night's
    await picking.name(press.session, press.user, "", press.id.drawn)


async def _choose(press: Press) -> None:
    """A game was chosen from the menu. Raises Rejected."""
    await picking.name(press.session, press.user, press.values[0], press.id.drawn)


async def _choose_players(press: Press) -> None:
    """Who plays a game for fewer was chosen from the menu. Raises Rejected."""
    await picking.play_with(press.session, press.user, press.values, press.id.drawn)


async def _ask_terms(drafts: Drafts, press: Press) -> None:
    """The form of what a night's host lays down about its games. Raises Rejected."""
    session = press.session
    await session.commits.settled()
    told = night.of(session.table)
    hosting.may_host(session.table, press.user, press.reply.manager)
    form = nights_ahead.games_form(told.terms).filled(drafts.of(press.user, f"{session.id}.terms"))
    await press.reply.ask(modal(form, form_id(session.id, 0, "@terms")))


async def _terms_entered(room: Room, press: Press) -> None:
    """It was sent off: all of it holds, or nothing of it. Raises Rejected."""
    session, reply, name = press.session, press.reply, f"{press.session.id}.terms"
    given = forms.read(nights_ahead.games_form(night.of(session.table).terms), press.entered)
    try:
        await hosting.lay_down(session, press.user, reply.manager, night_terms.read(room.words, given))
    except Rejected as no:
        await room.drafts.refuse(reply, name, given, str(no), button_id(session.id, 0, "@terms"))
        return
    room.drafts.drop(reply.user, name)
    said = night_terms.told(night.of(session.table).terms) or "Every game, as long as usual"
    await told_behind_more(session, reply, f"{said}.")


async def _choose_length(press: Press) -> None:
    """How long the game lasts was chosen from the menu. Raises Rejected."""
    await picking.last(press.session, press.user, press.values[0], press.id.drawn)


async def _choose_variant(press: Press) -> None:
    """One of the game that is named was chosen from a menu. Raises Rejected."""
    session, picks = press.session, press.id.drawn
    await picking.name(session, press.user, _named(session, press.user, picks).slug, picks, press.values[0])


async def _entered(drafts: Drafts, press: Press) -> None:
    """A form with some of a game's options was sent off: it is dealt with them; where it has several forms they are
    kept for the others. Raises Rejected."""
    session, reply, picks = press.session, press.reply, press.id.drawn
    game = _named(session, reply.user, picks)
    found = _forms(session, drafts, reply.user, game)
    n = press.id.number or 0
    if n >= len(found):
        raise press.unknown
    page, form = found[n]
    given = forms.read(form, press.entered)
    kept, point = _kept(session, drafts, reply.user)
    options, point = kept | forms.entered_options(page, given), given.get(POINT, point)
    try:
        if len(found) == 1:
            await picking.pick(session, reply.user, game.slug, picking.FRIENDLY, options, picks=picks, point=point)
        else:
            dealt = _dealt(session, game, options)
            point = "" if game.for_chips(dealt) else point
            picking.place_point(session.table, game, dealt, typed=point)
            drafts.keep(reply.user, _name(session), {**options, POINT: point})
            await picking.think_on(session, reply.user, picks)
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
POINT = "place point"
"""Among the options of a game without chips of its own: the value of a place point. No option has this name."""
_PLACES = "The places"


def _named(session: Session, user: int, picks: int) -> Game:
    """The game that the dealer has named. Raises Rejected."""
    picking.may_pick(session.table, user, picks)
    slug = night.of(session.table).named
    if slug is None:
        raise Rejected("Name a game first.")
    return GAMES[slug]


def _forms(session: Session, drafts: Drafts, user: int, game: Game) -> list[tuple[forms.Page, forms.Form]]:
    """The forms of the game's own options, and of what a place point is worth where it has no chips; how cards are cut
    and chips are handed out is the night's."""
    stand = _dealt(session, game, {})
    found = [
        (page, forms.options_form(game.title, page, stand))
        for page in forms.pages(game.options, [f.name for f in declared(game.options) if f.kw_only])
    ]
    given, _ = _kept(session, drafts, user)
    if game.for_chips(_dealt(session, game, given)):
        return found
    limits = f"{whites(YELLOW)} to {whites(night.of(session.table).buy_in)}"
    part = forms.TextField(
        POINT, "Place point", "", "Chips for each player ahead of whom you finish",
        f"{limits}; {whites(picking.PLACES[picking.FRIENDLY])} if left empty", 20, required=False,
    )  # fmt: skip
    if len(found) == 1 and len((only := found[0][1]).parts) < forms.MOST_PARTS:
        return [(found[0][0], replace(only, parts=(*only.parts, part)))]
    return [*found, (forms.Page(_PLACES, ()), forms.Form(f"{game.title}: the places"[:45], (part,)))]


def _kept(session: Session, drafts: Drafts, user: int) -> tuple[dict[str, str], str]:
    """What the dealer has entered so far: options, and what a place point is worth, as they have typed it."""
    given = dict(drafts.of(user, _name(session)))
    return given, given.pop(POINT, "")


def _dealt(session: Session, game: Game, given: Mapping[str, str]) -> object:
    """The options with which the game would be dealt. Raises Rejected."""
    return picking.tonight(
        session.table, game, len(picking.players_of(session.table, game)), {**_variant(session), **given}
    )


def _variant(session: Session) -> dict[str, str]:
    """The variant that is named, as an option; nothing if none is."""
    told = night.of(session.table)
    kinds = GAMES[told.named].trait(Variants) if told.named else None
    return {kinds.option: told.variant} if kinds is not None and told.variant else {}


def _name(session: Session) -> str:
    """Under which name a dealer's options are kept until the game is dealt."""
    told = night.of(session.table)
    return ".".join(filter(None, (session.id, str(told.picks), told.named, told.variant)))


def _choice(session: Session, drafts: Drafts, user: int, game: Game) -> tuple[str, Rows]:
    """What the dealer has changed so far, with a button for each form, and one that deals."""
    given, point = _kept(session, drafts, user)
    known = {f.name: f for f in declared(game.options)}
    stand, dealt = _dealt(session, game, {}), _dealt(session, game, given)
    changed = typed_in_words(
        game.options,
        {name: value for name, value in given.items() if value != typed_back(known[name], getattr(stand, name))},
    )
    if worth := picking.place_point(session.table, game, dealt, typed=point):
        changed.append(f"{whites(worth)} a place point")
    picks = night.of(session.table).picks
    made = [Button(button_id(session.id, picks, "@options", str(n)), f"{page.title}…")
            for n, (page, _) in enumerate(_forms(session, drafts, user, game))]  # fmt: skip
    deal = Button(button_id(session.id, picks, "@deal", f"{game.slug}.{OWN}"), "Deal it", "success")
    return f"**{game.title}** · {', '.join(changed) or 'as usual'}.", in_rows([*made, deal])


def read_pairs(text: str) -> Mapping[str, str]:
    """Options as people type them: `ante: 2, wild: yes`. Raises Rejected."""
    found = {name.strip().lower().replace(" ", "_").replace("-", "_"): value for name, value in _PAIR.findall(text)}
    if not found and text.strip():
        raise Rejected("Type options by name, for example `ante: 2, min_bet: 1`.")
    return found
