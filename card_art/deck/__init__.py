"""Cards and chips: faces, backs and piles, drawn once and then only pasted."""
