--- It may enter as a blue copy that may become another one at each upkeep of yours.
return card {
  name = "Vesuvan Doppelganger",
  cost = "3UU",
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 0,
  enters_as_copy {
    each.creature,
    colors = set("blue"),
    abilities = grant(triggered {
      "upkeep copy ability",
      becomes_copy(target, { colors = set("blue"), abilities = grant(this_ability) }),
    }),
  },
}
