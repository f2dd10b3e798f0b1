--- Attachments, and those that replace or watch what becomes of them.
return {
  card {
    name = "Voidline",
    types = { "enchantment" },
    replace {
      move { who = each.card:not_of(you):non("token"):anywhere(), to = "graveyard" },
      instead = exile { who = event.who },
    },
  },
  card {
    name = "Mourner",
    types = { "enchantment" },
    whenever {
      move { who = each.aura, from = "battlefield", to = "graveyard" },
      act = gain_life { player = you, amount = 1 },
    },
  },
  card {
    name = "Rivet",
    types = { "enchantment" },
    whenever {
      attach { who = each.equipment },
      when = event.host:is(none),
      act = gain_life { player = you, amount = 1 },
    },
  },
  card {
    name = "Hostile Realm",
    colors = { "red" },
    types = { "enchantment" },
    subtypes = { "aura" },
    "enchant land",
  },
  card {
    name = "Pale Band",
    colors = { "white" },
    types = { "enchantment" },
    subtypes = { "aura" },
    "enchant creature",
  },
  card { name = "Blade", types = { "artifact" }, subtypes = { "equipment" } },
  card { name = "Tether", types = { "artifact" } },
  card {
    name = "Mimic Band",
    types = { "enchantment" },
    enters_as_copy { each.enchantment },
  },
  card {
    name = "Undertow",
    types = { "enchantment" },
    whenever {
      move { who = each.land, from = "battlefield", to = "graveyard" },
      act = move {
        who = top_of("library", you),
        to = "battlefield",
        under = you,
        host = event.who,
      },
    },
  },
  card {
    name = "First Light",
    types = { "enchantment" },
    replace {
      move { who = each.card:owned_by(you):anywhere(), to = "hand", drawn = true },
      when = this.controller.drawn_this_turn:is(1),
      after = gain_life { player = you, amount = 5 },
      with = { tapped = true },
    },
  },
}
