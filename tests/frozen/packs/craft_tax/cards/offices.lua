--- Those who live of what smiths make.
return {
  -- One blade of each craft is kept; who makes only one makes none.
  card {
    name = "Tax Office",
    kinds = { "office" },
    replace { craft { who = each.smith }, with = { count = event.count - 1 } },
  },
  -- Whoever crafts at its controller's enemies pays for it, once.
  card {
    name = "Toll Gate",
    kinds = { "office" },
    replace {
      craft { who = each.smith:not_of(you) },
      with = { price = event.price - 1 },
      after = pay { who = event.who, gold = 1 },
    },
  },
  -- Nobody crafts without skill.
  card {
    name = "Guild",
    kinds = { "office" },
    cant { craft { who = each.smith:where(it.skill:less_than(1)) } },
  },
  -- What would be crafted is mined instead.
  card {
    name = "Strike",
    kinds = { "office" },
    replace { craft {}, optional = true, instead = mine { who = event.who, count = event.count } },
  },
  -- Whoever loves to be asked.
  card {
    name = "Auditor",
    kinds = { "office" },
    replace { craft {}, with = { price = event.price + 1 }, prompt = "always" },
  },
  card {
    name = "Mint",
    kinds = { "office" },
    replace { craft {}, with = { price = event.price * 2 } },
  },
}
