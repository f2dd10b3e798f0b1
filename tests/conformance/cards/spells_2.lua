--- Instants and sorceries that do one thing.
return {
  card {
    name = "Becomes blue",
    cost = "U",
    types = { "instant" },
    spell { colors = set "blue", lasts = "turn" },
  },
  card {
    name = "Generic white-creature pump",
    cost = "W",
    types = { "instant" },
    spell { each.creature:being("white"), power = add(1), toughness = add(1), lasts = "turn" },
  },
  card {
    name = "Pump01",
    cost = "G",
    types = { "instant" },
    spell { toughness = add(1), lasts = "turn" },
  },
  card {
    name = "Pump50",
    cost = "R",
    types = { "instant" },
    spell { power = add(5), lasts = "turn" },
  },
  card {
    name = "Queen",
    cost = "B",
    types = { "instant" },
    spell { power = set(0), toughness = set(2), lasts = "turn" },
  },
  card {
    name = "Redden",
    cost = "R",
    types = { "instant" },
    spell { colors = set "red", lasts = "turn" },
  },
  card {
    name = "Switch",
    cost = "U",
    types = { "instant" },
    spell { power = switch("toughness"), lasts = "turn" },
  },
  card {
    name = "White Pump",
    cost = "W",
    types = { "instant" },
    spell { each.creature:being("white"), power = add(1), toughness = add(1), lasts = "turn" },
  },
  card {
    name = "Whiten",
    cost = "W",
    types = { "instant" },
    spell { colors = set "white", lasts = "turn" },
  },
}
