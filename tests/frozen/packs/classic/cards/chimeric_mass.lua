--- An artifact that becomes a Construct as large as its charge counters are many, for the turn.
return card {
  name = "Chimeric Mass",
  cost = "X",
  types = { "artifact" },
  activated {
    "becomes a Construct",
    also_creature { types = { "artifact" }, subtypes = { "construct" } },
    power = set(live(this:counters("charge"))),
    toughness = set(live(this:counters("charge"))),
    lasts = "turn",
  },
}
