--- What no page said, and pages say now: targets, what a pattern asks, numbers, acts for each.
return {
  -- Targets.
  card {
    name = "Push and Pull",
    types = { "instant" },
    spell {
      target = each.creature,
      act = { tap { who = target }, destroy { who = named.target_2 } },
    },
  },
  card {
    name = "Pair of Traps",
    types = { "artifact" },
    whenever {
      enter { who = each.land:of(you) },
      targets = { { each.creature, as = { "one", "other" }, optional = true } },
      act = { tap { who = named.one }, destroy { who = named.other } },
    },
  },

  -- What a pattern asks: each counts in other digits.
  card {
    name = "Watcher of Graves",
    types = { "artifact" },
    whenever {
      move { who = each.card:inside("graveyard"), from = "hand" },
      act = gain_life { player = you, amount = 1 },
    },
    whenever {
      move { who = each.card:inside("hand"), from = "hand" },
      act = gain_life { player = you, amount = 10 },
    },
    whenever {
      move { who = each.card:inside("hand"), from = "hand" },
      looks_back = true,
      act = gain_life { player = you, amount = 100 },
    },
    whenever { die { who = each.creature }, act = gain_life { player = you, amount = 1000 } },
  },
  card {
    name = "Watcher at Once",
    types = { "artifact" },
    whenever {
      tap { who = each.creature },
      immediate = true,
      act = gain_life { player = you, amount = 1 },
    },
    whenever { tap { who = each.creature }, act = gain_life { player = you, amount = 10 } },
  },

  -- Acts for each, layers, numbers.
  card {
    name = "Tax Day",
    types = { "sorcery" },
    spell {
      act = {
        each { each.player, lose_life { player = it, amount = 1 } },
        lose_life { each.player, player = it, amount = 2 },
      },
    },
  },
  card {
    name = "Early Growth",
    types = { "enchantment" },
    static { each.creature, layer = "copy.effects", power = add(3) },
    static { each.creature, power = set(1) },
  },
  card {
    name = "Broken Scales",
    types = { "artifact", "creature" },
    power = 7,
    toughness = 2,
    static { power = add(this.toughness // 0), toughness = mul(9223372036854775807) },
    static { toughness = add(-7 // 2) },
  },
}
