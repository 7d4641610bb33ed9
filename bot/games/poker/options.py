"""What a table of poker may choose: the variant, its limit and stakes, and every addition to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

from bot.engine.amounts import WHITE, YELLOW, BadAmount, read_amount, whites
from bot.engine.buy_in import ChipDealing
from bot.engine.options import BadOption, amount, choice, flag, number, text
from bot.engine.piles import Seat
from bot.engine.quoting import quoted
from bot.engine.state import State

from .finding import IN_LISTS, MIX, MIX_TITLE, WORDS, read_variant, suggested
from .ranking import HIGH, LOW_A5, LOW_SPADE_ACE_HIGH, Ranking
from .variants import BLINDS, DEALERS_BLIND, FIXED, NO, POT, RANKS, SPREAD, VARIANTS, WHITES, Street, Variant
from .wild import ranks

FREEZEOUT = "freezeout"
MIXED = ("holdem", "omaha-8", "razz", "stud", "stud-8")
"""A fixed-limit mix goes through these variants, over and over, each for an orbit."""
NOT_IN_A_MIX = ("straddle", "kill", "bomb_every", "boards", "run_twice", "declare", "home")
"""Options for only some of its variants."""


def read_home(typed: str) -> str:
    """Home rules as `key=value` words, in the order of their keys. Raises BadOption."""
    found: dict[str, str] = {}
    for word in typed.replace(",", " ").split():
        key, equals, value = word.strip().lower().partition("=")
        if not equals or not value:
            raise BadOption(f"{quoted(word)} is no home rule; write key=value, like wild=39.")
        if not any(key in variant.home for variant in VARIANTS.values()):
            raise BadOption(f"There is no home rule {quoted(key)}.")
        if key in found:
            raise BadOption(f"{key} is there twice.")
        found[key] = value
    return " ".join(f"{key}={value}" for key, value in sorted(found.items()))


def read_cap(typed: str) -> str:
    """How many raises there may be: a digit, or none. Raises BadOption."""
    if (cap := typed.strip().lower()) in (*"0123456789", "none"):
        return cap
    raise BadOption("raise_cap is a number from 0 to 9, or none.")


HOME_EXAMPLES = (
    "wild=39", "wild=hole", "queens=no", "three_up=match", "four_price=1", "low_ace=high", "both=yes", "passes=3",
    "split=yes", "wild=low", "wild=centre", "pass_out=progressive", "cards=2", "ghost=lone", "ghost=all",
)  # fmt: skip


@dataclass(frozen=True)
class Options(ChipDealing):
    """The house rules of a table. Amounts are hundredths of a white chip."""

    variant: str = text(
        "holdem", "Which of the 27 is played, or a mix.", read=read_variant, suggest=suggested,
        words=WORDS, lines=IN_LISTS,
    )  # fmt: skip
    limit: str = choice("auto", NO, POT, FIXED, SPREAD, help="How much may be bet; if not set, as the variant has it.")
    stakes: int = amount(200, 100, 20_000, "The big blind and the small bet; a big bet is twice as much.", step=WHITE)
    ante: int | None = amount(
        None, 0, 10_000, "What everybody puts in before the cards; if not set, as the variant has it."
    )
    max_bet: int | None = amount(None, 50, 100_000, "The largest bet or raise at spread limit; if not set, 25 or more.")
    raise_cap: str = text(
        "3", "Raises in a round, at fixed and spread limit: 0 to 9, or none for as many as you like.", read=read_cap,
        suggest=(*"0123456789", "none"), longest=4,
    )  # fmt: skip
    hands: int | None = number(None, 1, 500, "How many hands a match has.", none="open")
    format: str = choice("cash", FREEZEOUT, help="freezeout: no more chips, rising stakes, prizes for the last.")
    level_hands: int = number(10, 2, 50, "Freezeout: deals after which the stakes rise.")
    straddle: bool = flag(False, "Left of the big blind may post twice as much before the cards.")
    kill: str = choice("off", "half", "full", help="Fixed limit: who wins two pots running posts a larger blind.")
    bomb_every: int = number(0, 0, 20, "Every n-th hand is a bomb pot: all ante, and the flop comes at once.", "off")
    boards: str = choice("1", "2", "bomb", help="How many boards; bomb: two in bomb pots.")
    run_twice: bool = flag(True, "When all are in, the rest of the board may be dealt twice.")
    muck: bool = flag(True, "A losing hand need not be shown.")
    declare: str = choice("speak", "chips", help="High and low: cards speak, or all say in secret what they go for.")
    home: str = text(
        "", "The home rules of a variant, as key=value words.", read=read_home, suggest=HOME_EXAMPLES, longest=100
    )

    def said(self, name: str) -> str | None:
        says = _SAID.get(name)
        return super().said(name) if says is None else says(self)

    def stakes_said(self) -> str:
        if self.played.forced == BLINDS:
            blinds = f"blinds {whites(down_to(self.stakes / 2, YELLOW))} – {whites(self.stakes)}"
            return f"{blinds}, bets {whites(self.stakes)} and {whites(2 * self.stakes)}" if self._fixed else blinds
        bets = f"bets {whites(self.stakes)} and {whites(2 * self.stakes)}"
        return bets if self._fixed else f"smallest bet {whites(self.stakes)}"

    @property
    def _fixed(self) -> bool:
        return self.limited == FIXED

    def __getstate__(self) -> dict[str, object]:
        """Without what has been worked out: copies of a variant's rankings would be other ones."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    # ---- what follows from them ----------------------------------------------------------

    @cached_property
    def played(self) -> Variant:
        """The variant; of a mix, the first."""
        return VARIANTS[MIXED[0] if self.mixed else self.variant]

    @property
    def mixed(self) -> bool:
        """Whether the variant changes from orbit to orbit."""
        return self.variant == MIX

    @property
    def called(self) -> str:
        """What is played."""
        return MIX_TITLE if self.mixed else self.played.title

    @property
    def limits(self) -> Sequence[str]:
        """The limits at which it may be played, the usual one first; none if nothing is bet by limits."""
        return (FIXED,) if self.mixed else self.played.limits

    @cached_property
    def limited(self) -> str:
        """The limit that is played."""
        return self.limits[0] if self.limit == "auto" and self.limits else self.limit

    @property
    def cap(self) -> int | None:
        """Raises in a round; None for as many as they like."""
        if self.limited not in (FIXED, SPREAD) or self.raise_cap == "none":
            return None
        return int(self.raise_cap)

    @property
    def freezeout(self) -> bool:
        return self.format == FREEZEOUT

    @property
    def smallest_bet(self) -> int:
        """Of chips worth less, a stack is handed out no more than it needs."""
        return self.stakes // 2 // YELLOW * YELLOW

    def rule(self, key: str) -> str:
        """The value of a home rule of the variant, as chosen or by default; empty if it has none."""
        return _home(self.home).get(key) or self.played.home.get(key, ("",))[0]

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        """Of the variant, as its home rules have them."""
        if self.rule("passes") == "3":
            return tuple(street for street in self.played.streets if "P" not in street or street.count("P") == 3)
        return self.played.streets

    @cached_property
    def halves(self) -> tuple[Ranking, ...]:
        """What the pot is divided between."""
        if self.rule("split") == "yes":
            return (HIGH, LOW_A5)
        return (HIGH, LOW_SPADE_ACE_HIGH) if self.rule("low_ace") == "high" else self.played.halves

    # ---- what does not fit ---------------------------------------------------------------

    def check(self) -> str | None:
        """What is wrong with them, in a sentence; None if nothing is."""
        return self._no_mix() or self._no_limit() or self._of_no_use() or self._no_home()

    def _no_mix(self) -> str | None:
        if not self.mixed:
            return None
        usual = {f.name: f.default for f in fields(self)}
        if self.limit not in ("auto", FIXED):
            return "This mix is played at fixed limit."
        odd = next((name for name in NOT_IN_A_MIX if getattr(self, name) != usual[name]), None)
        return f"{odd} is for single variants; a mix is played without." if odd is not None else None

    def _no_limit(self) -> str | None:
        variant, title = self.played, self.played.title
        if self.limit != "auto" and self.limit not in variant.limits:
            if not variant.limits:
                return f"{title} has no limit to choose."
            return f"{title} is played at {', '.join(variant.limits)} limit."
        if self.max_bet is not None and self.limited != SPREAD:
            return "max_bet is for spread limit."
        if self.max_bet is not None and self.max_bet < self.stakes:
            return "The largest bet cannot be below the smallest."
        if self.raise_cap != "3" and self.limited not in (FIXED, SPREAD):
            return "raise_cap is for fixed and spread limit."
        if self.ante == 0 and variant.script == "guts":
            return f"{title} needs an ante."
        return None

    def _of_no_use(self) -> str | None:
        variant, title = self.played, self.played.title
        blinds = variant.forced == BLINDS
        if self.level_hands != 10 and not self.freezeout:
            return "level_hands is for a freezeout."
        if self.straddle and not (blinds and self.limited in (NO, POT)):
            return f"{title} has no straddle." if not blinds else "A straddle is for no limit and pot limit."
        if self.kill != "off" and not (blinds and self.limited == FIXED):
            return f"{title} has no kill." if not blinds else "A kill is for fixed limit."
        if not variant.boards:
            if self.boards != "1" or not self.run_twice:
                return f"{title} has no boards."
            if self.bomb_every:
                return f"{title} has no bomb pots."
        if self.boards == "bomb" and not self.bomb_every:
            return "There are no bomb pots for two boards; set bomb_every."
        if self.declare == "chips" and not (variant.high_and_low or self.rule("split") == "yes"):
            return f"{title} has no high and low to declare."
        return None

    def _no_home(self) -> str | None:
        title, known = self.played.title, self.played.home
        for key, value in _home(self.home).items():
            if key not in known:
                have = f"it has {', '.join(known)}" if known else "it has none"
                return f"{title} has no home rule {quoted(key)}; {have}."
            if not _allowed(known[key], value):
                values = ", ".join(_MEANT.get(v, v) for v in known[key])
                return f"{key} is one of: {values}." if len(known[key]) > 1 else f"{key} is {values}."
        return None

    def four_price(self, u: int) -> int:
        """What a four costs."""
        typed = _home(self.home).get("four_price")
        return u if typed is None else _price(typed)


_MEANT = {RANKS: "up to three ranks, like 39", WHITES: "an amount from 0 to 100"}


@lru_cache(maxsize=1024)
def _home(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split())


def _price(typed: str) -> int:
    return read_amount(typed, {"0": 0, "free": 0})


def _allowed(known: tuple[str, ...], value: str) -> bool:
    if value in known and value not in (RANKS, WHITES):
        return True
    if RANKS in known:
        try:
            return 1 <= len(ranks(value)) <= 3
        except ValueError:
            return False
    if WHITES in known:
        try:
            return _price(value) <= 10_000
        except BadAmount:
            return False
    return False


def seats_for(options: Options) -> range:
    """How many the variant takes."""
    return range(2, most_seats(options) + 1)


def of_deal(options: Options, state: State) -> Options:
    """Of a mix, the variant of this orbit: as many hands as there are chairs."""
    if not options.mixed:
        return options
    orbit = state.number // state.seats
    return replace(options, variant=MIXED[orbit % len(MIXED)], limit=FIXED)


def most_seats(options: Options) -> int:
    """Two boards leave cards for nine at Omaha; a mix is for as many as each of its variants."""
    if options.mixed:
        return min(VARIANTS[name].seats[-1] for name in MIXED)
    most = options.played.seats[-1]
    crowded = options.boards != "1" and options.played.name in ("omaha", "omaha-8")
    return min(most, 9) if crowded else most


def unfit(options: Options, seats: int) -> str | None:
    """Why this many players cannot play this, in a sentence."""
    most = most_seats(options)
    if seats > most:
        boards = " with two boards" if most < options.played.seats[-1] and not options.mixed else ""
        return f"{options.called}{boards} takes at most {most}."
    return None


# ---- the stakes of one deal ----------------------------------------------------------------------


def _unless(name: str, usual: str) -> Callable[[Options], str | None]:
    """As any option is told, but nothing where it is as usual."""
    return lambda options: "" if getattr(options, name) == usual else None


_SAID: Mapping[str, Callable[[Options], str | None]] = {
    "variant": lambda o: o.called,
    "limit": lambda o: f"{o.limited} limit" if o.limits else "",
    "stakes": lambda o: o.stakes_said(),
    "format": lambda o: "freezeout" if o.freezeout else "cash game",
    "level_hands": lambda o: None if o.freezeout else "",
    "raise_cap": lambda o: f"{o.raise_cap} raises a round" if o.limited in (FIXED, SPREAD) else "",
    "bomb_every": lambda o: f"a bomb pot every {o.bomb_every} hands" if o.bomb_every else "",
    "hands": lambda o: f"{o.hands} hands" if o.hands is not None else "",
    "straddle": lambda o: "straddles" if o.straddle else "",
    "run_twice": lambda o: "run it twice" if o.run_twice and o.played.boards else "",
    "muck": lambda o: "" if o.muck else "all hands are shown",
    "home": lambda o: o.home or "",
    "kill": _unless("kill", "off"),
    "boards": _unless("boards", "1"),
    "declare": _unless("declare", "speak"),
}
"""How these options are told in a line: nothing is said of what is empty; None, and an option not named here, is told
as any other."""


@dataclass(frozen=True)
class Rules:
    """What the options come to in this deal: a level of a freezeout, a kill, a bomb pot."""

    played: Variant
    limit: str
    u: int
    """The least bet, or the small one; a kill has made it larger."""
    blind: int
    """The big blind, as it is without a kill."""
    ante: int
    max_bet: int
    cap: int | None
    bomb: bool
    boards: int


def rules_of(options: Options, level: float, *, bomb: bool = False, kill: Seat | None = None) -> Rules:
    """The options as they hold now, with the first stakes multiplied by a factor."""
    variant = options.played
    blind = up_to(options.stakes * level, WHITE)
    u = blind
    if kill is not None and not bomb:
        u = blind * 2 if options.kill == "full" else up_to(blind * 1.5, WHITE)
    if bomb:
        ante = 2 * blind
    elif options.ante is not None:
        ante = down_to(options.ante * level, YELLOW)
    else:
        usual = {BLINDS: 0, DEALERS_BLIND: blind}
        ante = usual.get(variant.forced, max(YELLOW, down_to(blind / 4, YELLOW)))
    named = options.max_bet
    max_bet = max(2500, 2 * u) if named is None else max(u, down_to(named * level, YELLOW))
    boards = 2 if options.boards == "2" or (bomb and options.boards == "bomb") else 1
    return Rules(variant, options.limited, u, blind, ante, max_bet, options.cap, bomb, boards)


def up_to(amount: float, step: int) -> int:
    """The next whole step that is not below it."""
    return -int(-amount // step) * step


def down_to(amount: float, step: int) -> int:
    """The last whole step that is not above it."""
    return int(amount // step) * step
