"""What several games share: ends, pots, bets, and how poker hands compare."""
