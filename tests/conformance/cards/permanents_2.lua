--- Lands, enchantments and artifacts.
return {
  card {
    name = "Generic land animator",
    cost = "2G",
    types = { "enchantment" },
    static { each.land, also_creature { power = 1, toughness = 1 } },
  },
  card {
    name = "Generic spell copier",
    cost = "2R",
    types = { "enchantment" },
    triggered { "copy a spell that you cast" },
  },
  card {
    name = "Null Profusion-like",
    cost = "4B",
    types = { "enchantment" },
    static { you, max_hand_size = set(2) },
  },
  card {
    name = "Tower",
    types = { "land" },
    mana "C",
    activated { "look at the top card of your library" },
  },
  card {
    name = "Whitewash",
    cost = "W",
    types = { "enchantment" },
    subtypes = { "aura" },
    static { attached, colors = set "white" },
  },
}
