--- Lands, Vehicles and an enchantment.
return {
  card {
    name = "Cart",
    cost = "2",
    types = { "artifact" },
    subtypes = { "vehicle" },
    power = 3,
    toughness = 3,
    activated { "crew 2", types = add "creature", lasts = "turn" },
  },
  card {
    name = "Generic Vehicle 3/3",
    cost = "2",
    types = { "artifact" },
    subtypes = { "vehicle" },
    power = 3,
    toughness = 3,
    activated { "crew", types = add "creature", lasts = "turn" },
  },
  card {
    name = "Generic white anthem",
    cost = "WW",
    types = { "enchantment" },
    static { each.creature:being("white"), power = add(1), toughness = add(1) },
  },
  card {
    name = "Manland",
    types = { "land" },
    mana "C",
    activated { "animate", also_creature { power = 2, toughness = 2 }, lasts = "turn" },
  },
  card {
    name = "Svogthos",
    types = { "land" },
    mana "C",
    activated {
      "animate",
      also_creature { subtypes = { "plant", "zombie" } },
      colors = set { "black", "green" },
      power = set(live(count(each.creature:inside("graveyard"):owned_by(you)))),
      toughness = set(live(count(each.creature:inside("graveyard"):owned_by(you)))),
      lasts = "turn",
    },
  },
}
