--- Tokens: cards without a cost.
return {
  card {
    name = "Elephant token",
    types = { "creature" },
    subtypes = { "elephant" },
    colors = { "green" },
    power = 3,
    toughness = 3,
  },
  card {
    name = "Goblin token",
    types = { "creature" },
    subtypes = { "goblin" },
    colors = { "red" },
    power = 1,
    toughness = 1,
  },
  card {
    name = "Minotaur token",
    types = { "creature" },
    subtypes = { "minotaur" },
    colors = { "red" },
    power = 2,
    toughness = 3,
  },
}
