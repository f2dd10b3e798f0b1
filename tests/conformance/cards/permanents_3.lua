--- Permanents that are no creatures, or not always.
return {
  card {
    name = "Wings",
    cost = "U",
    types = { "enchantment" },
    subtypes = { "aura" },
    static { attached, abilities = grant("flying") },
  },
  card {
    name = "Paint",
    cost = "R",
    types = { "enchantment" },
    subtypes = { "aura" },
    static { attached, colors = set("red") },
  },
  card { name = "Rock", cost = "2", types = { "artifact" }, mana("C") },
  -- Lands are 1/1 creatures, and still lands.
  card {
    name = "Living Lands-like",
    cost = "3G",
    types = { "enchantment" },
    static { each.land, also_creature { power = 1, toughness = 1 } },
  },
  card {
    name = "Treasure Vault-like",
    supertypes = { "legendary" },
    types = { "artifact", "land" },
    mana("C"),
  },
}
