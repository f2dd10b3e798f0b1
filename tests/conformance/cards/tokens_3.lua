--- Tokens.
return {
  card {
    name = "Eldrazi Scion token",
    colors = {},
    types = { "creature" },
    subtypes = { "eldrazi", "scion" },
    power = 1,
    toughness = 1,
    mana("C"),
  },
  card {
    name = "Wolf token",
    colors = { "green" },
    types = { "creature" },
    subtypes = { "wolf" },
    power = 2,
    toughness = 2,
  },
}
