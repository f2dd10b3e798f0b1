--- What can be aimed at several, as a land enters.
return {
  card {
    name = "Net",
    types = { "artifact" },
    whenever {
      enter { who = each.land:of(you) },
      targets = { { each.creature, as = "prey", least = 0, most = 2 } },
      act = {
        tap { who = named.prey },
        effect { named.prey, power = add(count(named.prey)), lasts = "turn" },
        each { named.prey, gain_life { player = you, amount = it.power } },
        each { each.creature:except(named.prey), gain_life { player = you, amount = 100 } },
      },
    },
  },
  card {
    name = "Split Bolt",
    types = { "artifact" },
    whenever {
      enter { who = each.land:of(you) },
      targets = { { each.creature, as = "prey", most = 2, divide = { 4, as = "share" } } },
      act = {
        damage { source = this, who = named.prey, amount = named.share },
        gain_life { player = you, amount = named.share },
      },
    },
  },

  -- Their words can be replaced (612.1).
  card {
    name = "Island Hunter",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated { "hunt", target = each.island, act = destroy { who = target } },
    activated {
      "settle in",
      act = effect { each.plains, subtypes = set("island"), lasts = "turn" },
    },
    whenever {
      enter { who = each.island:of(you) },
      targets = { { each.island, as = "prey" } },
      act = {
        tap { who = named.prey },
        gain_life { player = you, amount = count(each.island) },
      },
    },
    replace { draw_cards { player = you }, with = { count = event.count + count(each.island) } },
  },
}
