--- Stand-ins for effects on players and on the rules of the game, and for copies with exceptions.
return {
  card {
    name = "Lawgiver",
    types = { "enchantment" },
    static { the_game, legend_rule = set(true) },
  },
  card {
    name = "One Field Each",
    types = { "enchantment" },
    static { each.player, lands_each_turn = set(1) },
  },
  card {
    name = "Images of Four",
    types = { "enchantment" },
    subtypes = { "aura" },
    static {
      each.creature:of(you):except(attached),
      becomes_copy(attached, { power = set(4), toughness = set(4) }),
    },
  },
  card {
    name = "Small Likeness",
    types = { "sorcery" },
    spell {
      each.creature:except(target),
      becomes_copy(target, { power = set(1), toughness = set(1) }),
      lasts = "turn",
    },
  },
  card {
    name = "Green to White",
    types = { "artifact" },
    static { each.green, colors = set("white") },
  },
  card {
    name = "White to Blue",
    types = { "artifact" },
    static { each.white, colors = set("blue") },
  },
  card {
    name = "Blue to Green",
    types = { "artifact" },
    static { each.blue, colors = set("green") },
  },
  card {
    name = "Waking Green",
    types = { "artifact" },
    static {
      each.land,
      also_creature { power = 1, toughness = 1 },
      when = exists(each.creature:being("green")),
    },
  },
  card {
    name = "Bleach",
    types = { "artifact" },
    static { each.permanent, colors = set {} },
  },
}
