"""What may be pressed at every table, whatever is played: in front stands what people want now, and the rest is behind
**More…**, which answers only the person who presses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.amounts import whites
from bot.engine.deal import Deal
from bot.engine.moments import TRICK
from bot.engine.options import declared, spoken, written
from bot.engine.piles import Seat
from bot.engine.randomness import DIGITS
from bot.engine.traits import Variants
from bot.house.judging import judges
from bot.house.player import Strength
from bot.table import breaking, buying, hints, money, undo
from bot.table.lobby import all_kept
from bot.table.open_table import OpenTable, When
from bot.table.state import BETWEEN, CLOSED, DEAL, LOBBY, OVER, PICK
from card_art.deck import emojis

from ..words.game import Words
from ..words.sentences import Who
from . import forms
from .components import Button, ButtonStyle, Control, Menu, Option, Rows, in_rows
from .control_id import AT_TABLE, MEANT, button_id, menu_id

SEALED = "Sealed"
"""How a line begins that tells of a seal."""
VARIANT = "variant"
"""What **Options…** is asked for besides its forms, which have numbers."""
MY_MOVES = f"{AT_TABLE}moves"


def for_table(s: OpenTable, every: Mapping[str, Words], *, cut: bool) -> list[Control]:
    """What stands under the table message for everybody; `cut` if the deal waits for its cut."""
    join, more = join_button(s), more_button(s)
    chips = chips_button(s) if s.phase in (BETWEEN, OVER) else []
    match s.phase:
        case "lobby":
            return [*begin(s), *(replace(b, style="success") for b in join), more]
        case "deal" if s.paused:
            return [button(s, "resume", "Go on", "primary"), *_hand_button(s, every, "secondary"), more]
        case "deal":
            hand = _hand_button(s, every, "secondary" if cut else "primary")
            return [*hand, *join, more, *(_undo_asked(s) or _hints_asked(s))]
        case "between" if s.paused:
            return [button(s, "resume", "Go on", "primary"), *chips, *join, more]
        case "between":
            return [_next_button(s, every), *chips, *join, more]
        case "over":
            return [*_again(s), *_last_hand(s, every), *my_moves(s), *chips, *join, more]
    return []


def _again(s: OpenTable) -> list[Button]:
    """The next match; after a lesson also a table for everybody."""
    if s.lesson is None:
        return [button(s, "start", "Rematch", "primary")]
    return [button(s, "start", "Again", "primary"), button(s, "open", "Open a table")]


def _next_button(s: OpenTable, every: Mapping[str, Words]) -> Button:
    """With how many of those who must have said so, where several must."""
    label, asked = every[s.game.slug].next_deal, s.asked_for_next
    said = sum(user in s.ready for user in asked)
    return button(s, "next", f"{label} ({said} of {len(asked)})" if said else label, "primary")


def _hand_button(s: OpenTable, every: Mapping[str, Words], style: ButtonStyle) -> list[Button]:
    """Nothing if nobody holds a hand."""
    return [button(s, "hand", "My hand", style)] if every[s.game.slug].holds(s.options) else []


def _last_hand(s: OpenTable, every: Mapping[str, Words]) -> list[Button]:
    """The sheet of the deal with which the match has ended."""
    if s.shown is None or s.shown.after is None or not s.shown.after.over:
        return []
    return [button(s, "last", f"Last {every[s.game.slug].deal}")]


def my_moves(s: OpenTable) -> list[Button]:
    """**My moves**, for everybody who has played in a match that is over, where it can be said what moves were worth.
    It stands for that match for ever."""
    played = (s.shown is not None and s.shown.after is not None) or bool(s.match_course)
    if not played or s.lesson is not None or judges(s.game, s.options) is None:
        return []
    return [my_moves_button(s.id, s.matches_begun)]


def my_moves_button(table: str, match: int) -> Button:
    """The same, for a match by its number at its table."""
    return Button(button_id(table, 0, MY_MOVES, f"{match}.0"), "My moves")


def for_panel(s: OpenTable, every: Mapping[str, Words], seat: Seat) -> list[Control]:
    """What stands on the panel of this seat's owner besides the controls of their decision."""
    if s.phase == LOBBY:
        return [*(begin(s) if s.hosts(s.chairs[seat].user or 0) else []), more_button(s)]
    chips = chips_button(s, seat)
    if s.phase == OVER:
        return [*_again(s), *_last_hand(s, every), *my_moves(s), *chips, more_button(s)]
    if s.paused:
        return [button(s, "resume", "Go on", "primary"), *chips, more_button(s)]
    if s.phase == BETWEEN:
        return [_next_button(s, every), *chips, more_button(s)]
    leaves = s.chairs[seat].leaving
    asked = _undo_asked(s) if s.undo is not None and seat in undo.missing(s) else []
    asked += _hints_asked(s) if s.asks_for_hints is not None and hints.asked(s, seat) else []
    if s.chairs[seat].stand_in and not leaves:
        chips = [button(s, "back", "I am back", "primary"), *chips]
    return [button(s, "stay", "Stay", "primary") if leaves else more_button(s), *chips, *asked]


def more(s: OpenTable, user: int, manager: bool) -> tuple[str, Rows]:
    """Further things that this person can do at this table: a sentence, and the buttons."""
    seat, hosts = s.seat_of(user), manager or s.hosts(user)
    found = _before_play(s, user, seat, hosts)
    if seat is not None:
        found += _of_seat(s, user, seat)
    elif s.place_in_queue(user):
        found.append(button(s, "leave", "Leave the queue"))
    else:
        found += join_button(s)
    found += [*_besides(s, seat, hosts), *_ends(s, user, seat, hosts, manager)]
    waits = promised(s, user) if s.place_in_queue(user) else "You do not sit at this table."
    said = "What else?" if seat is not None else waits
    return "\n".join(filter(None, (said, sealed(s)))), in_rows(found)


def sealed(s: OpenTable) -> str:
    """A line with what is published of the newest shuffle's seal, and where its proof is; nothing if there is none."""
    seal = s.match.seal if s.match is not None and s.lesson is None else None
    table = f" table:{s.id}" if s.phase == CLOSED else ""
    return f"-# {SEALED} {seal.commit[:DIGITS]}… · `/table proof{table}`" if seal is not None else ""


def _before_play(s: OpenTable, user: int, seat: Seat | None, hosts: bool) -> list[Control]:
    """Who plays, how it begins, and by which options."""
    found: list[Control] = []
    if s.phase != DEAL and (seat is not None or hosts) and len(s.taken) < s.seats[-1]:
        found.append(button(s, "house", "Add a house player"))
    if s.phase == LOBBY and hosts and s.humans and len(s.taken) >= s.seats.start:
        found.append(button(s, "start", "Start", "primary"))
    if s.phase in (LOBBY, OVER, PICK) and hosts and s.seats[-1] > 1:
        found.append(_strength_menu(s))
    if s.phase == LOBBY and s.night is None and s.hosts(user):
        found.append(button(s, "options", "Options…"))
    if s.phase == LOBBY and s.night is not None and hosts:
        found.append(button(s, "terms", "Games…"))
    return found


def _strength_menu(s: OpenTable) -> Menu:
    """How well house players play who sit down from now on."""
    each = tuple(Option(f"House players: {one}", one, one is s.house_strength, _STRENGTHS[one]) for one in Strength)
    return Menu(menu_id(s.id, 0, f"{AT_TABLE}strength"), "How well house players play", each)


_STRENGTHS = {
    Strength.LEARNER: "They make the mistakes that beginners make.",
    Strength.FRIENDLY: "They make such a mistake now and then.",
    Strength.CLUB: "They play as well as they can.",
}


def _of_seat(s: OpenTable, user: int, seat: Seat) -> list[Control]:
    """What somebody who sits there does for themselves."""
    found = hint_button(s, seat)
    if s.cash:
        found += _of_stack(s, seat)
    elif buying.why_not(s, seat) is None:
        found.append(button(s, "rebuy", "Buy chips"))
    if s.phase in (LOBBY, OVER) and may_pair(s):
        found.append(button(s, "partner", "Another partner"))
    if getattr(s.options, "cut", "off") == "request" and user not in s.cutters:
        found.append(button(s, "cut", "Cut the next deal"))
    leaves = s.chairs[seat].leaving
    return [*found, button(s, "stay", "Stay", "primary") if leaves else button(s, "leave", "Leave")]


def _of_stack(s: OpenTable, seat: Seat) -> list[Button]:
    """More chips, once or after each hand, where a match goes on for ever."""
    found = chips_button(s, seat)
    if not found and (buying.why_not(s, seat) is None or s.chairs[seat].buys):
        found = [button(s, "top-up", "Top up…")]
    if s.chairs[seat].tops_up:
        return [*found, button(s, "top-ups", "No more top-ups", arg="off")]
    return [*found, button(s, "top-ups", "Top up after each hand", arg="on")]


def _ends(s: OpenTable, user: int, seat: Seat | None, hosts: bool, manager: bool) -> list[Control]:
    """What ends a game of a night, the table or the running deal; or lets it go on after all."""
    found: list[Control] = []
    if s.night is not None and seat is not None and s.phase in (DEAL, BETWEEN):
        goes_on = user in s.night.votes
        found.append(_end_button(s, "game-on", "Let this game go on") if goes_on else _end_button(s, "end-game", _END))
    if hosts:
        found.append(button(s, "keep", _KEEP[s.night is not None], "primary") if s.closing else _close_button(s))
    if manager and s.deal is not None:
        found.append(button(s, "void", "Void this deal"))
    return found


def _besides(s: OpenTable, seat: Seat | None, hosts: bool) -> list[Control]:
    """What goes beside play: the clocks are stopped, or run on; the options are read, and others look on."""
    found: list[Control] = []
    if s.phase in (DEAL, BETWEEN):
        if s.paused and seat is not None:
            found.append(button(s, "resume", "Go on", "primary"))
        elif hosts and not s.paused:
            found.append(button(s, "pause", "Pause"))
    if s.phase in (DEAL, BETWEEN, OVER):
        found.append(button(s, "read-options", "Options"))
        if hosts and not hints.has_its_own(s.game):
            label, arg = ("Allow hints", "on") if s.no_hints else ("No hints", "off")
            found.append(button(s, "hints", label, arg=arg))
    if s.phase != LOBBY and seat is None:
        found.append(button(s, "watch", "Watch"))
    return found


def options_read(s: OpenTable) -> tuple[str, Rows]:
    """The same while a game goes on, when nobody can change them."""
    return _options_text(s), in_rows([more_button(s)])


def options(s: OpenTable) -> tuple[str, Rows]:
    """A table's options as they stand, with a button for each form in which they are changed."""
    made = [button(s, "options", f"{page.title}…", arg=str(n)) for n, page in enumerate(forms.every_form(s.game))]
    if s.game.has(Variants):
        made.insert(0, button(s, "options", "Variant…", arg=VARIANT))
    return _options_text(s), in_rows([*made, more_button(s)])


def variants(s: OpenTable, family: str = "") -> tuple[str, Rows]:
    """A menu of the families of a game that is many games and, for one of them, another of its variants."""
    kinds = s.game.trait(Variants)
    assert kinds is not None, "there are variants"
    option = next(f for f in declared(s.game.options) if f.name == kinds.option)
    now, lines = getattr(s.options, kinds.option), option.metadata["lines"]
    families = {**kinds.families, **({"mixed": kinds.mixes} if kinds.mixes else {})}
    each = tuple(
        Option(f"{name.capitalize()} games", name, name == family, ", ".join(written(option, v) for v in names)[:100])
        for name, names in families.items()
    )
    found: list[Control] = [Menu(menu_id(s.id, 0, "@family"), "Which family?", each)]
    if names := families.get(family):
        listed = tuple(Option(written(option, v), v, v == now, lines.get(v, "")[:100]) for v in names)
        found.append(Menu(menu_id(s.id, 0, "@variant"), "Which variant?", listed))
    text = f"**{kinds.called(s.options)}** is played now. Choose a family, then a variant."
    return text, in_rows([*found, button(s, "options", "Options…")])


def _options_text(s: OpenTable) -> str:
    """A line for each form, called as its button is; a variant, which has menus, stands before what else is played."""
    lines = [f"**{s.game.title}** · the options of this table"]
    variants = s.game.trait(Variants)
    fields = [f for f in declared(s.game.options) if variants is not None and f.name == variants.option]
    for page in forms.of_game(s.game):
        said = ", ".join(filter(None, (spoken(s.options, f) for f in (*fields, *page.fields))))
        lines.append(f"**{page.title}**: {said or 'as usual'}")
        fields = []
    return "\n".join(lines)[:2000]


def leaving(s: OpenTable) -> tuple[str, Rows]:
    """The question whether somebody who sits here wants to get up, and its answers."""
    if s.phase == DEAL:
        text = "Leave the table? You get up when this hand is over; until then your turns are played for you."
    elif len(s.humans) == 1 and not s.stays_open:
        text = "Leave the table? Nobody else sits there, so it is closed."
    else:
        text = "Leave the table?"
    if s.knockout:
        text += " It is a freezeout: you are out of it, and your chips stay in for the others."
    return text, ((button(s, "leave", "Leave", "danger", sure=True), button(s, "more", "Stay")),)


_CLOSE = ("Close table", "End the night")
_END = "End this game"
_KEEP = ("Keep it open", "Let the night go on")


def _close_button(s: OpenTable, *, sure: bool = False, reason: str = "") -> Button:
    return button(s, "close", _CLOSE[s.night is not None], "danger" if sure else "secondary", reason, sure=sure)


def closing(s: OpenTable, reason: str = "") -> tuple[str, Rows]:
    """The question whether the host wants the table to be closed, or the night to end, and its answers; a manager may
    have said why."""
    text = "Close the table" if s.night is None else "End the night for everybody"
    text += " when this hand is over?" if s.phase == DEAL else "?"
    if s.banked:
        text += " All stacks go back to the bank."
    if s.phase == BETWEEN:
        text += " The match is not over" + (", and its places are not paid." if s.place_point else ".")
    return text, (
        (
            _close_button(s, sure=True, reason=reason),
            button(s, "more", "Not now"),
        ),
    )


def closes(s: OpenTable) -> list[str]:
    """What everybody reads while the table is to be closed, or the game of a night is to end."""
    if s.closing:
        return [f"The {'table closes' if s.night is None else 'night ends'} when this hand is over."]
    votes = breaking.voters(s) if s.night is not None and s.phase in (DEAL, BETWEEN) else []
    if not votes:
        return []
    if breaking.wanted(s):
        return [f"{s.game.title} ends when this hand is over."]
    names = ", ".join(s.chairs[s.seat_of(user) or 0].said for user in votes)
    return [f"Would end {s.game.title} after this hand: {names} ({len(votes)} of {breaking.needed(s)})."]


def _end_button(s: OpenTable, verb: str, label: str, style: ButtonStyle = "secondary", *, sure: bool = False) -> Button:
    return button(s, verb, label, style, str(s.matches_begun), sure=sure)


def ending_game(s: OpenTable) -> tuple[str, Rows]:
    """The question whether somebody would end the game of the night that is on, and its answers."""
    when = "after this hand" if s.phase == DEAL else "now"
    what = "places are paid as they stand" if s.place_point else "everybody keeps their stack, and the pot is shared"
    text = f"End {s.game.title} {when}? Then {what}, and the next game is named."
    return text, ((_end_button(s, "end-game", _END, "danger", sure=True), button(s, "more", "Not now")),)


def voiding(s: OpenTable, reason: str = "") -> tuple[str, Rows]:
    """The question whether a manager wants the running deal to be void, for this reason, and its answers."""
    text = "Make this deal void, at once? All that was played in it counts for nothing"
    text += ", and all stacks are as when it began." if s.for_chips else "."
    yes = button(s, "void", "Void this deal", "danger", f"{s.deals_begun}.{reason}", sure=True)
    return text, ((yes, button(s, "more", "Not now")),)


def gone(s: OpenTable, user: int) -> Rows:
    """What can be pressed by somebody who has just said that they leave."""
    seat = s.seat_of(user)
    return ((button(s, "stay", "Stay", "primary"),),) if seat is not None and s.chairs[seat].leaving else ()


def may_pair(s: OpenTable) -> bool:
    """Whether people choose who plays with whom."""
    pairs = len(s.taken) in s.game.seats and s.game.in_partnerships(s.options, len(s.taken))
    return pairs and s.game.chooses_partners(s.options)


def undo_button(s: OpenTable, to: int | None) -> list[Control]:
    """For a player who has just made a move that may be taken back, `to` where it stands in the log. The next change of
    the message takes it away."""
    return [] if to is None else [button(s, "undo", "Undo", arg=str(to))]


def sort_button(s: OpenTable, words: Words, to: int) -> Button:
    """For somebody's own cards in another of the game's orders."""
    to, names = to % len(words.orders), [*words.orders]
    return button(s, "sort", f"Sort by {names[to]}", arg=str(to))


def direct_button(s: OpenTable) -> Button:
    """For a player in a channel in which others write a lot."""
    return button(s, "direct", "Play in direct messages")


def hint_button(s: OpenTable, seat: Seat) -> list[Control]:
    """**Hint**, for a player who has something to decide."""
    return [] if hints.why_not(s, seat) else [button(s, "hint", "Hint")]


def with_room(rows: Rows, more: list[Control]) -> Rows:
    """These controls behind the others, as far as a message has room for them. Buttons go to the last row of buttons if
    they fit there."""
    if not more or not rows:
        return rows
    last = max((n for n, row in enumerate(rows) if isinstance(row[0], Button)), default=len(rows) - 1)
    if all(isinstance(one, Button) for one in (*rows[last], *more)) and len(rows[last]) + len(more) <= 5:
        return (*rows[:last], (*rows[last], *more), *rows[last + 1 :])
    try:
        return (*rows[:-1], *in_rows([*rows[-1], *more], 6 - len(rows)))
    except ValueError:
        return rows


def _undo_asked(s: OpenTable) -> list[Control]:
    """What the others answer when somebody asks to take a move back."""
    if s.undo is None or s.paused:
        return []
    return [button(s, "undo-yes", "Let them take it back", "success"), button(s, "undo-no", "Play on")]


def _hints_asked(s: OpenTable) -> list[Control]:
    """What the others answer when somebody asks for hints."""
    if s.asks_for_hints is None or hints.asker(s) is None:
        return []
    return [button(s, "hints-yes", "Allow hints", "success"), button(s, "hints-no", "No hints")]


def button(s: OpenTable, verb: str, label: str, style: ButtonStyle = "secondary", arg: str = "", *,
           sure: bool = False) -> Button:  # fmt: skip
    """A control of the table itself; at a night it belongs to the game that is named next."""
    drawn = s.night.picks if s.night is not None else 0
    shown = emojis.BACK if verb == "hand" else None
    return Button(button_id(s.id, drawn, f"{AT_TABLE}{verb}", arg, mark=MEANT if sure else ""), label, style, shown)


def begin(s: OpenTable) -> list[Button]:
    """How the first deal begins: with those who are here where they are enough, and with house players. Nothing while
    nobody is."""
    if not s.humans:
        return []
    play = button(s, "play", "Play now", "primary")
    if len(s.taken) < s.seats.start or s.seats[-1] == 1:
        return [play]
    start = button(s, "start", "Start", "primary")
    return [start, replace(play, style="secondary")] if len(s.taken) < s.usual_size else [start]


_JOIN: Mapping[When, str] = {
    "now": "Join", "next hand": "Take a seat from the next hand", "next match": "Take a seat from the next {}",
    "some time": "Queue up",
}  # fmt: skip


def promised(s: OpenTable, user: int) -> str:
    """What somebody in the queue reads: when they get a seat."""
    if s.keeps_from(user):
        return f"{all_kept(s)}; you are in the queue and take one that is left then. **More…** takes it back."
    place = s.place_in_queue(user)
    match s.seat_behind(place - 1):
        case "next hand":
            return "You take a seat when this hand is over, and are told so. **More…** takes it back."
        case "next match":
            return f"You take a seat when this {_match_word(s)} is over, and are told so. **More…** takes it back."
        case _:
            return f"The table is full; you are number {place} in the queue for the next seat."


def _match_word(s: OpenTable) -> str:
    """What people call the match that runs."""
    return "match" if s.night is None else "game"


def join_button(s: OpenTable) -> list[Button]:
    """Nobody joins a table for one, or a teaching table. Where people bring what they like, they may say how much."""
    if s.seats[-1] == 1 or s.lesson is not None:
        return []
    when = s.seat_for_next()
    join = button(s, "join", _JOIN[when].format(_match_word(s)))
    return [join, button(s, "join-with", "Join with…")] if s.cash and when in ("now", "next hand") else [join]


def chips_button(s: OpenTable, seat: Seat | None = None) -> list[Button]:
    """For this seat if it has lost all its chips, or for every one that has; where people buy what they like, for a
    seat with less than a buy-in as well."""
    if seat is None:
        may = bool(buying.broke(s))
    else:
        may = s.for_chips and s.in_front(seat) <= 0 and buying.has_none(s, seat) and not s.chairs[seat].buys
        may = may and buying.why_not(s, seat) is None
    if not s.cash:
        return [button(s, "rebuy", "Buy chips")] if may else []
    if may:
        again = button(s, "rebuy", f"{BUY_IN_AGAIN} {whites(money.buy_in(s))}", "success")
        return [again] if seat is None else [again, button(s, "top-up", "Another amount…")]
    small = seat is not None and s.phase == BETWEEN and 0 < s.in_front(seat) < money.buy_in(s)
    return [button(s, "top-up", "Top up…")] if small else []


BUY_IN_AGAIN = "Buy in again"


def buys(s: OpenTable, seat: Seat) -> list[str]:
    """What the owner of a seat reads who gets more chips when the deal is over."""
    return [f"You buy {whites(buying.wished(s, seat))} play chips {buying.COMES}."] if s.chairs[seat].buys else []


def out_of_chips(s: OpenTable, who: Who) -> list[str]:
    """Who has lost all their chips, and how they come by others."""
    poor = [who.said(n) for n in buying.broke(s)]
    label = BUY_IN_AGAIN if s.cash else "Buy chips"
    return [f"Out of chips: {', '.join(poor)}; **{label}** brings {whites(money.buy_in(s))} more."] if poor else []


def go_on_button(s: OpenTable, deal: Deal) -> list[Control]:
    """For anybody who plays, while something stands that is worth a longer look. It stands last, so that nothing moves
    when it goes."""
    ask = deal.ask
    if ask is None or ask.timer is None or not ask.hurried_by or s.phase != DEAL or s.paused:
        return []
    if ask.timer[0] - deal.table.now < TRICK.now:
        return []
    return [button(s, "go-on", "Go on", arg=f"{s.deals_begun}.{len(deal.rows)}")]


def more_button(s: OpenTable) -> Button:
    """What is not pressed in every minute."""
    return button(s, "more", "More…")
