--- Instants and sorceries that do one thing.
return {
  card {
    name = "Ability Strip",
    cost = "U",
    types = { "instant" },
    spell { abilities = remove_all, lasts = "turn" },
  },
  card {
    name = "Animate33",
    cost = "G",
    types = { "instant" },
    spell { also_creature { power = 3, toughness = 3 }, lasts = "turn" },
  },
  card {
    name = "Bolt",
    cost = "R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 3 } },
  },
  card { name = "Card", cost = "U", types = { "instant" } },
  card {
    name = "Generic +0/+1 effect",
    cost = "W",
    types = { "instant" },
    spell { toughness = add(1), lasts = "turn" },
  },
  card {
    name = "Generic +5/+0 effect",
    cost = "R",
    types = { "instant" },
    spell { power = add(5), lasts = "turn" },
  },
  card {
    name = "Generic switch effect",
    cost = "U",
    types = { "instant" },
    spell { power = switch("toughness"), lasts = "turn" },
  },
  card {
    name = "Hold",
    cost = "R",
    types = { "instant" },
    spell { abilities = grant "castable", lasts = as_long_as(target.zone:is("exile")) },
  },
  card {
    name = "Pump11",
    cost = "G",
    types = { "instant" },
    spell { power = add(1), toughness = add(1), lasts = "turn" },
  },
  card {
    name = "Pump22",
    cost = "1G",
    types = { "instant" },
    spell { power = add(2), toughness = add(2), lasts = "turn" },
  },
  card {
    name = "Strike Spell",
    cost = "W",
    types = { "instant" },
    spell { power = add(1), abilities = grant "first strike", lasts = "turn" },
  },
  card {
    name = "Threaten-1",
    cost = "2R",
    types = { "sorcery" },
    spell { controller = set(you), lasts = "turn" },
  },
  card {
    name = "Threaten-2",
    cost = "2R",
    types = { "sorcery" },
    spell { controller = set(you), lasts = "your next turn" },
  },
  card {
    name = "Tint",
    cost = "G",
    types = { "instant" },
    spell { power = add(1), toughness = add(1), colors = set(choice), lasts = "turn" },
  },
}
