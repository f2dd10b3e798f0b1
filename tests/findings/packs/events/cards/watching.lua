--- Whose abilities trigger how often, and on what.
return {
  card {
    name = "Upkeep Bell",
    types = { "artifact" },
    at { "upkeep", of = you, act = gain_life { player = you, amount = 1 } },
  },
  card {
    name = "Once A Turn",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      enter { who = each.creature:of(you):except(this) },
      act = gain_life { player = you, amount = 1 },
      limit = "turn",
    },
  },
  card {
    name = "Done Once",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      enter { who = each.creature:of(you):except(this) },
      act = gain_life { player = you, amount = 1 },
      do_limit = "turn",
    },
  },
  card {
    name = "Once For All",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      one_or_more(enter { who = each.creature:of(you):except(this) }),
      act = gain_life { player = you, amount = 1 },
      limit = "turn",
    },
  },
  card { name = "Everyone's Echo", types = { "artifact" }, more { enter { who = each.creature } } },
  card {
    name = "Your Echo",
    types = { "creature" },
    power = 3,
    toughness = 5,
    more { enter { who = each.permanent }, of = each.permanent:of(you) },
    more { die { who = each.creature }, of = each.permanent:of(you) },
  },
  card {
    name = "Silence For Others",
    types = { "artifact" },
    never { enter { who = each.creature }, of = each.permanent:not_of(you) },
  },
  card {
    name = "Mourned",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever { die { who = this }, act = gain_life { player = you, amount = 1 } },
  },
  card {
    name = "Workshop",
    types = { "enchantment" },
    replace {
      put_counters { cause = each.permanent:of(you), kind = "charge" },
      with = { count = event.count * 2 },
    },
    cant { gain_life { cause = each.artifact:of(you) } },
  },
  card {
    name = "Charger",
    types = { "artifact" },
    activated { "charge", act = put_counters { who = this, kind = "charge", count = 1 } },
    activated { "heal", act = gain_life { player = you, amount = 1 } },
  },
  card {
    name = "Guard Of Both",
    types = { "enchantment" },
    prevent { damage { who = you | each.permanent:of(you) } },
  },
  card {
    name = "Nest",
    types = { "enchantment" },
    whenever {
      put_counters { who = each.creature, kind = "-1/-1", player = you },
      act = gain_life { player = you, amount = event.count },
    },
  },
  card { name = "Ripper", types = { "creature" }, power = 2, toughness = 1, "wither" },
  card {
    name = "Shrink",
    types = { "instant" },
    spell { act = put_counters { who = target, kind = "-1/-1", count = 1 } },
  },
  card {
    name = "Shrunk",
    types = { "creature" },
    power = 3,
    toughness = 3,
    enters { counters = { ["-1/-1"] = 1 } },
  },
  card {
    name = "Doubled Harm",
    types = { "enchantment" },
    replace {
      damage { source = each.card:of(you), who = each.player:except(you) },
      with = { amount = event.amount * 2 },
    },
  },
  card {
    name = "Feast",
    types = { "sorcery" },
    spell {
      act = later {
        gain_life { player = you },
        each_time = true,
        lasts = "turn",
        act = damage { who = you, amount = 5 },
      },
    },
  },
  card {
    name = "Toast",
    types = { "sorcery" },
    spell { act = later { gain_life { player = you }, act = damage { who = you, amount = 5 } } },
  },
}
