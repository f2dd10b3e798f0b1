--- What is attached to something.
return {
  card {
    name = "Boots",
    cost = "2",
    types = { "artifact" },
    subtypes = { "equipment" },
    static { attached, abilities = grant "flying" },
  },
  card {
    name = "Generic whitening Aura",
    cost = "W",
    types = { "enchantment" },
    subtypes = { "aura" },
    "enchant creature",
    static { attached, colors = set "white" },
  },
  card {
    name = "Tether",
    cost = "G",
    types = { "enchantment" },
    subtypes = { "aura" },
    "enchant creature",
    static { attached, abilities = lose "flying" },
  },
}
