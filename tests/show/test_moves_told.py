"""What `/moves` says that somebody may do: as the buttons have it, or as it is typed."""

from __future__ import annotations

from bot.engine.deal import Deal
from bot.engine.facts import DISCARDS
from bot.engine.view import view
from bot.show.pages.text_views import _offer_line
from bot.show.words.game import Words
from bot.show.words.sentences import Who, card_text
from cogs.games import canasta, gin_rummy, tablanette
from tests.games import canasta_table, gin_rummy_table, tablanette_table

WHO = Who(("Ann", "Bo", "Cy", "Dee"), viewer=0)


def told(deal: Deal, words: Words, seat: int = 0) -> list[str]:
    return [_offer_line(o, words, WHO, view(deal, seat)) for o in deal.offers(seat) if o and not o.unlisted]


def test_cards_of_a_rank_are_told_with_their_number() -> None:
    deal = canasta_table.drawn(canasta_table.lying("KC KD KS 9C 2C JK", stock="4D"))
    assert "• **Discard** Joker, 2, K × 3, 9, 4" in told(deal, canasta.WORDS)


def test_what_has_a_button_for_each_choice_is_told_as_they_say_it() -> None:
    deal = gin_rummy_table.hand()
    (seat,) = view(deal, 0).waits_for
    turned = card_text(view(deal, 0).faces(DISCARDS)[-1])
    assert f"• **Draw a card** Draw from stock, Take {turned}" in told(deal, gin_rummy.WORDS, seat)


def test_how_many_are_chosen_is_told_of_sets_alone() -> None:
    deal = tablanette_table.lying("8C 5C", "KH 2D", "3C")
    (line,) = told(deal, tablanette.WORDS)
    assert line.startswith("• **Play** 2♦, ")
