--- Tokens: cards without a cost.
return {
  card {
    name = "Boo",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "hamster" },
    colors = { "red" },
    power = 1,
    toughness = 1,
  },
  card {
    name = "Saproling token",
    types = { "creature" },
    subtypes = { "saproling" },
    colors = { "green" },
    power = 1,
    toughness = 1,
  },
}
