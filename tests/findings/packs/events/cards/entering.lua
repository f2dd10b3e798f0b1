--- What enters, and what happens instead.
return {
  card {
    name = "Gate Or Grave",
    types = { "artifact" },
    enters { with = { to = "graveyard" }, unless_paid = pay_life { player = you, amount = 2 } },
  },
  card {
    name = "Toll Gate",
    types = { "artifact" },
    enters {
      tapped = true,
      counters = { charge = 2 },
      after = gain_life { player = you, amount = 1 },
      unless_paid = pay_life { player = you, amount = 2 },
    },
  },
  card {
    name = "Enters Anew",
    types = { "artifact" },
    replace {
      enter { who = this },
      instead = { move { who = event.who, to = "battlefield" } },
    },
  },
  card {
    name = "Turned Away",
    types = { "creature" },
    power = 1,
    toughness = 1,
    replace { enter { who = this }, instead = bury { who = this } },
  },
  card {
    name = "Hand Watcher",
    types = { "artifact" },
    whenever { enter { from = "hand" }, act = gain_life { player = you, amount = 1 } },
  },
  card {
    name = "Wake",
    types = { "enchantment" },
    whenever { die { who = each.creature }, act = gain_life { player = you, amount = 5 } },
    whenever { leave {}, act = gain_life { player = you, amount = 10 } },
  },
  card {
    name = "Grave Bound",
    types = { "artifact" },
    enters { with = { to = "graveyard" }, unless = exists(each.forest:of(you)) },
  },
  card {
    name = "Twin Maker",
    types = { "artifact" },
    activated { "twin", target = each.artifact, act = create { player = you, copied = target } },
  },
  card {
    name = "Land Marker",
    types = { "artifact" },
    replace {
      enter { who = this },
      choose = {
        choose { each.land:inside("hand"):owned_by(you), by = you, as = "land" },
        also {
          put_counters { who = named.land, kind = "charge", count = 1 },
          put_counters { who = event.who, kind = "time", count = 1 },
        },
      },
    },
  },
}
