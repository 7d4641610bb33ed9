"""Discord's side of each game, and the commands that every table shares."""
