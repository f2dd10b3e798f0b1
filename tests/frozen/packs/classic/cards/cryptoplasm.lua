--- At its upkeep it may become a copy of another creature, and keeps doing so.
return card {
  name = "Cryptoplasm",
  cost = "1UU",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 2,
  toughness = 2,
  triggered {
    "Cryptoplasm's upkeep",
    becomes_copy(choice, { abilities = grant(this_ability) }),
  },
}
