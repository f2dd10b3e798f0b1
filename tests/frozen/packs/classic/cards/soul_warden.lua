--- It gains a life for each other creature that enters.
return card {
  name = "Soul Warden",
  cost = "W",
  types = { "creature" },
  subtypes = { "human", "cleric" },
  power = 1,
  toughness = 1,
  whenever {
    "gain life",
    enter { who = each.creature:except(this) },
    act = gain_life { player = you, amount = 1 },
  },
}
