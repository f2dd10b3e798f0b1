--- What asks as something enters, or would be drawn.
return {
  card {
    name = "Peat Cutting", types = { "land" },
    replace {
      enter { who = this },
      choose = {
        choose { each.card:inside("hand"):owned_by(you), by = you, as = "given" },
        also { discard { who = named.given } },
      },
      with = { tapped = named.given:is(none) },
    },
  },
  card {
    name = "Hungry Idol", cost = "3", types = { "artifact" },
    replace {
      enter { who = this },
      optional = true,
      when = exists(each.creature:of(you)),
      choose = {
        choose { each.creature:of(you), by = you, as = "given" },
        also {
          sacrifice { who = named.given },
          put_counters { who = event.who, kind = "charge", count = named.given.power },
        },
      },
    },
  },
  card {
    name = "Fork in the Road", cost = "1U", types = { "enchantment" },
    replace {
      draw_cards { player = you },
      choose = { choose { "word", of = { "red", "blue" }, by = you, as = "way" } },
      instead = {
        draw_cards { player = you, count = event.count, when = named.way:is("blue") },
        gain_life { player = you, amount = event.count * 3, when = named.way:is("red") },
      },
    },
  },
}
