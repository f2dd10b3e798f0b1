--- What is prevented, and what cannot be.
return {
  card {
    name = "Honest Blade",
    types = { "creature" },
    power = 2,
    toughness = 2,
    cant { prevent { damage { source = each.creature:of(you), combat = true } } },
  },
  card {
    name = "No Shelter",
    types = { "instant" },
    spell { act = start { cant { prevent { damage {} } }, lasts = "turn" } },
  },
  card {
    name = "Ward Of Three",
    types = { "instant" },
    spell { act = start { prevent { damage { who = you }, next = 3 }, lasts = "turn" } },
  },
  card {
    name = "Thankful Ward",
    types = { "enchantment" },
    prevent { damage { who = you }, after = gain_life { player = you, amount = 5 } },
  },
}
