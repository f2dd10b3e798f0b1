--- What waits: shields that are used up, acts that are put off, numbers of settings.
return {
  card {
    name = "Warding Light",
    cost = "W",
    types = { "instant" },
    spell { act = start { prevent { damage { who = target }, next = 3 }, lasts = "turn" } },
  },
  card {
    name = "Two Shields",
    cost = "W",
    types = { "instant" },
    spell {
      act = start { redirect { damage { who = you }, to = target, times = 2 }, lasts = "turn" },
    },
  },
  card {
    name = "Slow Fire",
    cost = "R",
    types = { "instant" },
    spell {
      act = later {
        phase_begins { phase = "end step" },
        act = damage { source = this, who = target, amount = settings.bonus },
      },
    },
  },
  card {
    name = "Bonus Bear",
    cost = "1G",
    types = { "creature" },
    subtypes = { "bear" },
    power = 2 + settings.bonus,
    toughness = 2,
  },
}
