"""Pictures of no table at play: results, nights, leaderboards, the games there are, chips and packs in hands."""
