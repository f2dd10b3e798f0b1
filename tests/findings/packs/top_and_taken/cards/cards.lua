--- Those that look at the top of a library, and those that take values of others.
local top <const> = top_of("library", you)

return {
  card {
    name = "Dusk Watcher",
    types = { "creature" },
    colors = { "green" },
    power = 1,
    toughness = 1,
    static { this, when = top.colors:has("black"), power = add(2), abilities = grant("flying") },
  },
  card {
    name = "Weigher",
    types = { "creature" },
    power = 1,
    toughness = 1,
    static {
      this,
      power = add(top.mana_value),
      toughness = add(top_of("library", you, 2).mana_value),
    },
  },
  card {
    name = "Peerage",
    types = { "enchantment" },
    static { each.creature:where(it.mana_value:is(top.mana_value)), power = add(1) },
  },
  card {
    name = "Dyer",
    types = { "artifact" },
    static { each.card:inside("library"):where(it:is(top)), colors = set("black") },
  },
  card {
    name = "Mourner Of Tops",
    types = { "enchantment" },
    static { each.creature, when = top:is(none), power = sub(1) },
  },
  card { name = "Black Leaf", cost = "1B", types = { "instant" } },
  card { name = "Green Leaf", cost = "GGG", types = { "instant" } },
  card {
    name = "Bear",
    cost = "1G",
    types = { "creature" },
    subtypes = { "bear" },
    power = 2,
    toughness = 2,
  },
  card {
    name = "Two-Toned",
    types = { "creature" },
    colors = { "red", "white" },
    subtypes = { "elf", "druid" },
    power = 1,
    toughness = 1,
  },
  card {
    name = "Chameleon",
    types = { "creature" },
    colors = { "blue" },
    subtypes = { "lizard" },
    power = 1,
    toughness = 1,
    static { this, colors = set(top.colors), subtypes = add(top.subtypes) },
  },
  card {
    name = "Wiper",
    types = { "enchantment" },
    static { each.creature, colors = remove(top.colors) },
  },
  card {
    name = "Mirror Cloak",
    types = { "artifact" },
    subtypes = { "equipment" },
    static { each.creature:of(you), colors = set(attached.colors) },
  },
  card {
    name = "Painter",
    types = { "creature" },
    colors = { "red", "white" },
    power = 0,
    toughness = 3,
    activated { "paint", target, colors = add(this.colors), lasts = "turn" },
    activated { "bind", target, can_attack = set(this.can_attack), lasts = "turn" },
  },
  card {
    name = "Chain",
    types = { "artifact" },
    subtypes = { "equipment" },
    static { attached, can_attack = set(false) },
  },
  card {
    name = "Gate",
    types = { "artifact" },
    static { each.creature, can_attack = set(top.mana_value:less_than(3)) },
  },
  card {
    name = "Dye",
    types = { "enchantment" },
    static { each.creature, colors = set("green") },
  },
}
