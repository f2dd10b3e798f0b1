--- It becomes a copy of every creature that enters, and goes on doing so.
return card {
  name = "Unstable Shapeshifter",
  cost = "3U",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 1,
  triggered { "shapeshifter trigger", becomes_copy(choice, { abilities = grant(this_ability) }) },
}
