--- Spells, and abilities that stand here as spells.
return {
  card {
    name = "Oko +1",
    cost = "1GU",
    types = { "sorcery" },
    spell {
      becomes_creature { subtypes = { "elk" }, colors = { "green" }, power = 3, toughness = 3 },
      abilities = remove_all,
    },
  },
  -- As big as your creatures are many when it resolves (611.2d).
  card {
    name = "Swell",
    cost = "G",
    types = { "instant" },
    spell {
      power = add(count(each.creature:of(you))),
      toughness = add(count(each.creature:of(you))),
      lasts = "turn",
    },
  },
  card {
    name = "Polymorph-copy",
    cost = "U",
    types = { "instant" },
    spell { becomes_copy(choice), lasts = "turn" },
  },
  card {
    name = "Generic animate spell",
    cost = "U",
    types = { "sorcery" },
    spell {
      each.artifact:non("creature"),
      also_creature { types = { "artifact" }, power = 2, toughness = 2 },
      lasts = "turn",
    },
  },
}
