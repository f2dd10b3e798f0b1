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
  -- What it says of its own entry is text too, once an effect has changed it (614.12).
  card {
    name = "Island Grower",
    types = { "creature" },
    power = 1,
    toughness = 1,
    enters { counters = { ["+1/+1"] = count(each.island) } },
  },
  card {
    name = "Rewriting",
    types = { "enchantment" },
    static { each.creature, abilities = substitute("island", "swamp") },
  },
  -- Whatever else an ability says is text as well.
  card {
    name = "Island Broker",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated {
      "trade",
      announce = { choose { each.island, as = "pawn" } },
      cost = sacrifice { who = named.pawn },
      act = gain_life { player = you, amount = count(each.island) },
    },
    activated {
      "drain",
      cost = lose_life { player = you, amount = count(each.island) },
      act = tap { who = this },
    },
    activated {
      "tower",
      act = effect { this, power = add(5), lasts = as_long_as(count(each.island):at_least(1)) },
    },
    cant { tap { who = each.island } },
  },
}
