--- Tapped, it holds a creature.
return card {
  name = "Vedalken Shackles",
  cost = "3",
  types = { "artifact" },
  activated {
    "take a creature",
    target,
    controller = set(you),
    lasts = as_long_as(this.tapped:is(true)),
  },
}
