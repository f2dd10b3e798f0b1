return {
  card {
    name = "Hammerer",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever { enter { who = this }, target = each.land, act = destroy { who = target } },
  },
  card {
    name = "Titan",
    cost = "8",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      cast_spell { who = this },
      zones = "stack",
      target = each.land,
      act = destroy { who = target },
    },
  },
  card {
    name = "Maker",
    types = { "artifact" },
    activated {
      "make",
      act = create { player = you, card = "Grizzly Bears", count = 2 },
    },
  },
  card {
    name = "Empty Hand",
    types = { "enchantment" },
    as_soon_as {
      count(each.card:inside("hand"):owned_by(you)):is(0),
      act = draw_cards { player = you, count = 1 },
    },
  },
  card {
    name = "Hush",
    types = { "enchantment" },
    cant { gain_life { player = each.player } },
  },
  card {
    name = "Shielder",
    types = { "artifact" },
    activated {
      "shield",
      act = start { prevent { damage { who = you }, next = 3 }, lasts = "turn" },
    },
  },
}
