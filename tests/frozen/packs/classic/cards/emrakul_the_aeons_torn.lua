--- A flying 15/15 whose owner's graveyard becomes library when it gets there.
return card {
  name = "Emrakul, the Aeons Torn",
  cost = "15",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "eldrazi" },
  power = 15,
  toughness = 15,
  "flying",
  whenever {
    bury { who = this },
    zones = "graveyard", -- from anywhere: it does not look back (603.6c)
    act = {
      move { each.card:inside("graveyard"):owned_by(this.owner), who = it, to = "library" },
      shuffle { player = this.owner },
    },
  },
}
