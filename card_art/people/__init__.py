"""The people of the house: faces drawn in the manner of the court cards, and the lamp that marks them."""
