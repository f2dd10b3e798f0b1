--- It takes an artifact for as long as you control the Thief.
return card {
  name = "Master Thief",
  cost = "2UU",
  types = { "creature" },
  subtypes = { "human", "rogue" },
  power = 2,
  toughness = 2,
  triggered {
    "gain control of target artifact",
    target,
    controller = set(you),
    lasts = as_long_as(this:of(you) & this.zone:is("battlefield")),
  },
}
