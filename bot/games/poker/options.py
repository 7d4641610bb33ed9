"""What a table of poker may choose: the variant, its limit and stakes, and every addition to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal, Protocol, runtime_checkable

from bot.engine.amounts import CHIPS, WHITE, YELLOW, BadAmount, down_to, read_amount, up_to, whites
from bot.engine.buy_in import ChipDealing, called
from bot.engine.cards import rank_names
from bot.engine.options import WHAT, BadOption, amount, choice, flag, number, text
from bot.engine.piles import Seat
from bot.engine.quoting import quoted
from bot.engine.state import State

from .finding import CHOICE, IN_LISTS, MIX, TITLES, WORDS, read_variant, suggested
from .own_variant import FORM, KEYS, LONGEST, OWN, variant_of, wilds_of
from .own_variant import told as own_told
from .ranking import HIGH, LOW_A5, LOW_SPADE_ACE_HIGH, Ranking
from .tournament import STACK, read_add_on, read_bounty
from .variants import BLINDS, DEALERS_BLIND, FIXED, NO, POT, RANKS, SPREAD, VARIANTS, WHITES, Street, Variant
from .wild import Wilds, ranks

FREEZEOUT = "freezeout"
PLAYERS_POKER = 3
"""The number of the rules since which poker is played and told as its players know it: moves in advance are wishes and
no rows of the log; home games, kickers."""
MIXED = ("holdem", "omaha-8", "razz", "stud", "stud-8")
"""A fixed-limit mix goes through these variants, over and over, each for an orbit."""
OF_A_FREEZEOUT = ("level_hands", "level_minutes", "bounty", "rebuys", "add_on", "starts_with")
"""Options that hold in a freezeout alone."""
NOT_IN_A_MIX = (
    "straddle", "kill", "bomb_every", "bomb_call", "boards", "run_twice", "declare", "seven_deuce", "home",
)  # fmt: skip
"""Options for only some of its variants."""
SEVEN_DEUCE = ("holdem", "pineapple", "crazy-pineapple")
"""Where a hand is a seven and a deuce."""


def read_home(typed: str) -> str:
    """Home rules as `key=value` words, in the order of their keys. Raises BadOption."""
    found: dict[str, str] = {}
    for word in typed.replace(",", " ").split():
        key, equals, value = word.strip().lower().partition("=")
        if not equals or not value:
            raise BadOption(f"{quoted(word)} is no home rule; write key=value, like wild=39.")
        if key not in KEYS and not any(key in variant.home for variant in VARIANTS.values()):
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

    in_line: ClassVar = (
        "format", WHAT, "stakes", "ante", "buy_in", "bounty", "rebuys", "add_on", "starts_with", "straddle", "kill",
        "bomb_every", "bomb_call", "boards", "seven_deuce", "stand_up", "run_twice", "rabbit", "hands", "chip_scale",
    )  # fmt: skip

    variant: str = text(
        "holdem", "Which of the 27 is played, or a mix.", read=read_variant, suggest=suggested,
        words=WORDS, lines=IN_LISTS,
    )  # fmt: skip
    limit: str = choice("auto", NO, POT, FIXED, SPREAD, help="How much may be bet; if not set, as the variant has it.")
    stakes: int = amount(200, 100, 20_000, "The big blind and the small bet; a big bet is twice as much.", step=WHITE)
    ante: int | None = amount(
        None, 0, 10_000, "What everybody puts in before the cards; if not set, as the variant has it."
    )
    smallest: int | None = amount(
        None, YELLOW, 10_000, "The smallest chip: bets are whole ones; if not set, the small blind's.", later=True
    )
    max_bet: int | None = amount(None, 50, 100_000, "The largest bet or raise at spread limit; if not set, 25 or more.")
    raise_cap: str = text(
        "3", "Raises in a round, at fixed and spread limit: 0 to 9, or none for as many as you like.", read=read_cap,
        suggest=(*"0123456789", "none"), longest=4,
    )  # fmt: skip
    hands: int | None = number(None, 1, 500, "How many hands a match has.", none="open")
    format: str = choice("cash", FREEZEOUT, help="freezeout: rising stakes, played to the end, prizes for the last.")
    level_hands: int = number(10, 2, 50, "Freezeout: deals after which the stakes rise.")
    level_minutes: int | None = number(
        None, 1, 60, "Freezeout: minutes after which the stakes rise; if not set, it goes by hands.", "by hands",
        later=True,
    )  # fmt: skip
    bounty: str = text(
        "", "Freezeout: what a knockout pays at once, of each buy-in: up to 50 %, or an amount.", read=read_bounty,
        suggest=("none", "10%", "25%", "50%"), longest=12, later=True,
    )  # fmt: skip
    rebuys: int = number(
        0, 0, 10, "Freezeout: in how many of the first levels a player who is broke may buy again.", "none", later=True
    )
    add_on: str = text(
        "", "Freezeout: after the levels with rebuys everybody may buy that much more, once.", read=read_add_on,
        suggest=("none", STACK), longest=12, later=True,
    )  # fmt: skip
    starts_with: int | None = number(
        None, 2, 10, "Freezeout: a sit-and-go, which starts when this many seats are taken.", "off", later=True
    )
    straddle: Literal[False, True, "any"] = choice(
        False, True, "any",
        help="yes: left of the big blind may post twice as much; from any seat: all up to the dealer may.",
        words={False: "no", True: "yes", "any": "from any seat"},  # pyright: ignore
    )  # fmt: skip
    kill: str = choice("off", "half", "full", help="Fixed limit: who wins two pots running posts a larger blind.")
    bomb_every: int = number(0, 0, 20, "Every n-th hand is a bomb pot: all ante, and the flop comes at once.", "off")
    bomb_call: bool = flag(
        False, "The dealer or the host may call a bomb pot for the next hand.", said="bomb pots by call", later=True
    )
    boards: str = choice("1", "2", "bomb", help="How many boards; bomb: two in bomb pots.")
    run_twice: bool = flag(True, "When all are in, the rest of the board may be dealt twice.")
    muck: bool = flag(True, "A losing hand need not be shown.")
    declare: str = choice("speak", "chips", help="High and low: cards speak, or all say in secret what they go for.")
    home: str = text(
        "",
        "The home rules of a variant, as key=value words.",
        read=read_home,
        suggest=HOME_EXAMPLES,
        longest=LONGEST,
        form=FORM,
    )
    rabbit: bool = flag(
        False, "After a hand that ended early, anybody may ask what would have come.", said="rabbit hunt", later=True
    )
    seven_deuce: int = amount(
        0, 0, 10_000, "Hold'em: what everybody pays who is dealt in to a winner with a seven and a deuce.", later=True
    )
    stand_up: int = amount(
        0, 0, 10_000, "Who wins a pot sits down; the last one standing pays this to each of the others.", later=True
    )

    time_bank: bool = flag(
        True, "Who needs longer for a turn has 30 s more for the match, and 10 s more each orbit.", later=True
    )

    def _usual_bounds(self, usual: int) -> tuple[int, int]:
        """20 and 100 big blinds, or small bets in games without."""
        return 20 * self.stakes, 100 * self.stakes

    def said(self, name: str) -> str | None:
        says = _SAID.get(name)
        return super().said(name) if says is None else says(self)

    def stakes_said(self) -> str:
        """What is bet: blinds, bets, the largest one."""
        blinds, u = self.played.forced == BLINDS, whites(self.stakes)
        if not self.limits:
            return ""  # nothing is bet beside the ante
        rising = "from " if self.freezeout else ""
        said = [f"blinds {rising}{whites(down_to(self.stakes / 2, self.chip))}–{u}"] if blinds else []
        if self.played.forced == DEALERS_BLIND:
            said.append(f"dealer's blind {u}")
        if self.limited == FIXED:
            said.append(f"bets {u} and {whites(2 * self.stakes)}")
        elif self.limited == SPREAD:
            said.append(f"bets {u}–{whites(rules_of(self, 1).max_bet)}")
        said = said or [f"bets from {u}"]
        return ", ".join([*said, *([f"up every {self.level_lasts}"] if self.freezeout else [])])

    def ante_said(self) -> str:
        """What everybody puts in before the cards, as the variant has it or the table."""
        ante = rules_of(self, 1).ante
        return f"ante {whites(ante)}" if ante else "no ante" if self.ante == 0 else ""

    def buy_in_said(self) -> str | None:
        """What sitting down costs, and how many blinds that are."""
        if self.buy_in is None:
            return None
        if self.freezeout:
            return f"{called(self.buy_in, self)} to enter"
        blinds = self.played.forced == BLINDS
        if self.hands is not None:
            in_blinds = f" ({self.buy_in // self.stakes} blinds)" if blinds and self.buy_in >= self.stakes else ""
            return f"buy-in {called(self.buy_in, self)}{in_blinds}"
        least, usual, most = self.buy_ins(self.buy_in)
        in_blinds = f" ({least // self.stakes}–{most // self.stakes} blinds)" if blinds else ""
        return f"buy-in {whites(least)}–{called(most, self)}{in_blinds}, usually {called(usual, self)}"

    def __getstate__(self) -> dict[str, object]:
        """Without what has been worked out: copies of a variant's rankings would be other ones."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def bombs_said(self) -> str:
        """When there are bomb pots, and on how many boards."""
        if not self.bomb_every:
            return ""
        every = "every hand" if self.bomb_every == 1 else f"every {self.bomb_every} hands"
        return f"bomb pot {every}{', two boards' if self.boards == 'bomb' else ''}"

    def called_bombs_said(self) -> str:
        """That one may be called, and on how many boards where the line before does not say it."""
        if not self.bomb_call:
            return ""
        if self.bomb_every:
            return "bomb pots by call, too"
        return f"bomb pots by call{', two boards' if self.boards == 'bomb' else ''}"

    def home_said(self) -> str:
        """The home rules of a variant that are not its usual ones."""
        known = self.played.home
        return ", ".join(_home_said(key, value) for key, value in _home(self.home).items() if value != known[key][0])

    # ---- what follows from them ----------------------------------------------------------

    @property
    def runs_twice(self) -> bool:
        """Whether the rest of a board may be dealt twice: of one board, and not at fixed limit."""
        return self.run_twice and self.played.boards > 0 and self.limited != FIXED and self.boards != "2"

    @cached_property
    def played(self) -> Variant:
        """The variant; of a mix, the first."""
        if self.variant == OWN:
            return variant_of(self.home)
        return VARIANTS[MIXED[0] if self.mixed else self.variant.rpartition(":")[2]]

    @property
    def mixed(self) -> bool:
        """Whether the variant changes from orbit to orbit."""
        return self.variant in (MIX, CHOICE)

    @property
    def chosen(self) -> bool:
        """Whether the dealer names the variant of each orbit."""
        return self.variant.partition(":")[0] == CHOICE

    @property
    def called(self) -> str:
        """What is played."""
        return TITLES[self.variant] if self.mixed else self.played.title

    @property
    def limits(self) -> Sequence[str]:
        """The limits at which it may be played, the usual one first; none if nothing is bet by limits."""
        return () if self.variant == CHOICE else (FIXED,) if self.mixed else self.played.limits

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
    def level_lasts(self) -> str:
        """How long a level of a freezeout lasts: "10 hands", "5 minutes"."""
        if self.level_minutes is None:
            return f"{self.level_hands} hands"
        return "minute" if self.level_minutes == 1 else f"{self.level_minutes} minutes"

    @property
    def freezeout(self) -> bool:
        return self.format == FREEZEOUT

    @property
    def smallest_bet(self) -> int:
        """Of chips worth less, a stack is handed out no more than it needs."""
        return self.chip

    @cached_property
    def chip(self) -> int:
        """The smallest chip in play at the first stakes; if not named, the dearest in which blinds, ante, largest bet
        and what is paid besides can be paid."""
        if self.smallest is not None:
            return self.smallest
        paid = (self.stakes // 2, self.ante or 0, self.max_bet or 0, self.seven_deuce, self.stand_up)
        return dearest(at_most(self, self.stakes), paid)

    @property
    def smallest_chip(self) -> int:
        return self.chip

    @property
    def in_full(self) -> str:
        """What is played, and at which limit: "No-limit Hold'em"."""
        limit = "" if self.mixed or not self.limits else f"{self.limited.capitalize()}-limit "
        return f"{limit}{self.called}"

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
        return (
            self._no_own()
            or self._no_mix()
            or self._no_limit()
            or self._no_chip()
            or self._of_no_use()
            or self._no_home()
        )

    def _no_own(self) -> str | None:
        """What is wrong with the words of an own variant."""
        if self.variant != OWN:
            return None
        try:
            variant_of(self.home)
        except BadOption as bad:
            return str(bad)
        if self.boards != "1" or self.bomb_every or self.bomb_call:
            return "An own variant has one board, and no bomb pots."
        return None

    @property
    def own_wilds(self) -> Wilds | None:
        """What is wild in an own variant: cards, and not ranks alone; None in any other."""
        return wilds_of(self.home) if self.variant == OWN else None

    def _no_mix(self) -> str | None:
        if not self.mixed:
            return None
        usual = {f.name: f.default for f in fields(self)}
        if self.chosen and self.limit != "auto":
            return "At dealer's choice each variant has its usual limit."
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

    def _no_chip(self) -> str | None:
        chip = self.smallest
        if chip is None:
            return None
        if 2 * chip > self.stakes:
            return f"The smallest chip is at most half of the stakes: {whites(down_to(self.stakes / 2, YELLOW))}."
        paid = {
            "Stakes": self.stakes, "An ante": self.ante or 0, "A largest bet": self.max_bet or 0,
            "A seven-deuce": self.seven_deuce, "A stand-up game": self.stand_up,
        }  # fmt: skip
        odd = next((f"{name} of {whites(n)}" for name, n in paid.items() if n % chip), None)
        return f"{odd} cannot be paid in chips of {whites(chip)}." if odd is not None else None

    def _of_no_use(self) -> str | None:
        variant, title = self.played, self.played.title
        blinds = variant.forced == BLINDS
        if self.freezeout and (self.least_buy_in, self.most_buy_in) != (None, None):
            return "In a freezeout all begin with the same chips; least_buy_in and most_buy_in are for cash games."
        if why := self._no_freezeout():
            return why
        if self.straddle and not (blinds and self.limited in (NO, POT)):
            return f"{title} has no straddle." if not blinds else "A straddle is for no limit and pot limit."
        if self.kill != "off" and not (blinds and self.limited == FIXED):
            return f"{title} has no kill." if not blinds else "A kill is for fixed limit."
        if not variant.boards:
            if self.boards != "1" or not self.run_twice:
                return f"{title} has no boards."
            if self.bomb_every or self.bomb_call:
                return f"{title} has no bomb pots."
        if self.seven_deuce and variant.name not in SEVEN_DEUCE:
            return f"{title} has no seven-deuce: it is for Hold'em."
        if self.boards == "bomb" and not (self.bomb_every or self.bomb_call):
            return "There are no bomb pots for two boards; set bomb_every."
        if self.declare == "chips" and not (variant.high_and_low or self.rule("split") == "yes"):
            return f"{title} has no high and low to declare."
        return None

    def _no_freezeout(self) -> str | None:
        usual = {f.name: f.default for f in fields(self)}
        if not self.freezeout:
            odd = next((name for name in OF_A_FREEZEOUT if getattr(self, name) != usual[name]), None)
            return f"{odd} is for a freezeout." if odd is not None else None
        if self.add_on and not self.rebuys:
            return "An add-on comes after the levels with rebuys; set rebuys."
        for name, typed in (("A bounty", self.bounty), ("An add-on", self.add_on)):
            if typed not in ("", STACK) and "%" not in typed and read_amount(typed) % self.chip:
                return f"{name} of {typed} cannot be paid in chips of {whites(self.chip)}."
        if self.starts_with is not None and self.starts_with > (most := most_seats(self)):
            return f"{self.called} takes at most {most}."
        return None

    def _no_home(self) -> str | None:
        if self.variant == OWN:
            return None
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


_HOME_SAID: Mapping[tuple[str, str], str] = {
    ("wild", "hole"): "the lowest hole card wild", ("wild", "low"): "the lowest rank of the board wild",
    ("wild", "centre"): "the centre's rank wild", ("queens", "no"): "queens not wild",
    ("three_up", "match"): "a three up costs the pot", ("pass_out", "progressive"): "progressive openers",
    ("low_ace", "high"): "the ace of spades is high", ("both", "yes"): "both halves must be won",
    ("passes", "3"): "one pass", ("split", "yes"): "high and low", ("cards", "2"): "two cards",
    ("ghost", "lone"): "a ghost hand against a lone player", ("ghost", "all"): "a ghost hand against every winner",
}  # fmt: skip


def _home_said(key: str, value: str) -> str:
    """A home rule in words: "threes and nines wild", "a four costs ½"."""
    if key == "four_price":
        return f"a four costs {whites(price)}" if (price := _price(value)) else "fours are free"
    return _HOME_SAID.get((key, value)) or f"{' and '.join(map(rank_names, ranks(value)))} wild"


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
    """How many the variant takes; a sit-and-go is for those with whom it starts."""
    return range(2, (options.starts_with or most_seats(options)) + 1)


@runtime_checkable
class Choosing(Protocol):
    """What is carried over at dealer's choice."""

    choice: str
    """The variant of this orbit; empty before one was named."""


def of_deal(options: Options, state: State) -> Options:
    """Of a mix, the variant of this orbit: as many hands as there are chairs."""
    if not options.mixed:
        return options
    if options.chosen:
        named = state.carried.choice if isinstance(state.carried, Choosing) and state.carried.choice else MIXED[0]
        if state.seats - len(state.away) > VARIANTS[named].seats[-1]:
            named = MIXED[0]  # more have come than it takes
        return replace(options, variant=f"{CHOICE}:{named}")
    orbit = state.number // state.seats
    return replace(options, variant=MIXED[orbit % len(MIXED)], limit=FIXED)


def most_seats(options: Options) -> int:
    """Two boards leave cards for nine at Omaha; a mix is for as many as each of its variants."""
    if options.variant == CHOICE:
        return VARIANTS[MIXED[0]].seats[-1]
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


def at_most(options: Options, u: int, level: float = 1) -> int:
    """What the smallest chip is worth at most: no more than the least that anybody must put in."""
    if options.ante:
        return max(YELLOW, min(u // 2, int(options.ante * level)))
    by_row = options.ante is None and options.played.forced not in (BLINDS, DEALERS_BLIND)
    return max(YELLOW, u // 4 if by_row else u // 2)


def dearest(most: int, amounts: Iterable[int]) -> int:
    """The dearest chip, worth no more than this, in which all of these amounts can be paid."""
    return next(c for c in CHIPS.values() if c <= most and not any(n % c for n in amounts))


# ---- the stakes of one deal ----------------------------------------------------------------------


_SAID: Mapping[str, Callable[[Options], str | None]] = {
    "variant": lambda o: o.called,
    "limit": lambda o: f"{o.limited} limit" if o.limits else "",
    "stakes": lambda o: o.stakes_said(),
    "ante": lambda o: o.ante_said(),
    "buy_in": lambda o: o.buy_in_said(),
    "format": lambda o: "freezeout" if o.freezeout else "",
    "level_hands": lambda o: "",
    "level_minutes": lambda o: "",
    "bounty": lambda o: (
        f"bounty {o.bounty.replace('%', ' %')}{' of the buy-in' if '%' in o.bounty else ''}" if o.bounty else ""
    ),
    "rebuys": lambda o: f"rebuys in {o.rebuys} level{'s' if o.rebuys > 1 else ''}" if o.rebuys else "",
    "add_on": lambda o: "" if not o.add_on else "add-on of a stack" if o.add_on == STACK else f"add-on {o.add_on}",
    "starts_with": lambda o: f"starts with {o.starts_with}" if o.starts_with is not None else "",
    "raise_cap": lambda o: f"{o.raise_cap} raises a round" if o.limited in (FIXED, SPREAD) else "",
    "bomb_every": lambda o: o.bombs_said(),
    "hands": lambda o: "" if o.hands is None else "one hand" if o.hands == 1 else f"{o.hands} hands",
    "straddle": lambda o: "straddle from any seat" if o.straddle == "any" else "straddle" if o.straddle else "",
    "bomb_call": lambda o: o.called_bombs_said(),
    "rabbit": lambda o: None if o.rabbit else "",
    "time_bank": lambda o: "" if o.time_bank else "no time bank",
    "seven_deuce": lambda o: f"seven-deuce pays {whites(o.seven_deuce)}" if o.seven_deuce else "",
    "stand_up": lambda o: f"stand-up game for {whites(o.stand_up)}" if o.stand_up else "",
    "run_twice": lambda o: "run it twice" if o.runs_twice else "",
    "muck": lambda o: "" if o.muck else "all hands are shown",
    "home": lambda o: own_told(o.home) if o.variant == OWN else o.home_said(),
    "smallest": lambda o: f"smallest chip {whites(o.smallest)}" if o.smallest is not None else "",
    "kill": lambda o: "" if o.kill == "off" else f"{o.kill} kill",
    "boards": lambda o: "two boards" if o.boards == "2" else "",
    "declare": lambda o: "" if o.declare == "speak" else "high and low are declared",
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
    chip: int = YELLOW
    """The smallest in play."""

    @property
    def small(self) -> int:
        """The small blind, and what the bring-in is: half of it, down to a whole chip."""
        return down_to(self.blind / 2, self.chip)


def rules_of(
    options: Options, level: float, *, bomb: bool = False, kill: Seat | None = None, chip: int = YELLOW
) -> Rules:  # fmt: skip
    """The options as they hold now, with the first stakes multiplied by a factor, in chips of this size."""
    variant = options.played
    blind = up_to(options.stakes * level, WHITE)
    u = blind
    if kill is not None and not bomb:
        u = blind * 2 if options.kill == "full" else up_to(blind * 1.5, chip if WHITE % chip else WHITE)
    if bomb:
        ante = 2 * blind
    elif options.ante is not None:
        ante = down_to(options.ante * level, chip)
    else:
        usual = {BLINDS: 0, DEALERS_BLIND: blind}
        ante = usual.get(variant.forced, max(chip, down_to(blind / 4, chip)))
    named = options.max_bet
    max_bet = max(down_to(2500, chip), 2 * u) if named is None else max(u, down_to(named * level, chip))
    boards = 2 if options.boards == "2" or (bomb and options.boards == "bomb") else 1
    return Rules(variant, options.limited, u, blind, ante, max_bet, options.cap, bomb, boards, chip)
