--- It takes the colours of a spell, or of a permanent for the turn.
return card {
  name = "Ersatz Gnomes",
  cost = "3",
  types = { "artifact", "creature" },
  subtypes = { "gnome" },
  power = 1,
  toughness = 1,
  activated { "target spell becomes colorless", target, colors = set {} },
  activated { "target permanent becomes colorless", target, colors = set {}, lasts = "turn" },
}
