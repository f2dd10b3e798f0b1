--- Handlers of all: whoever is hit bears it in these ways, the highest rank first.
return laws {
  on.hit.before {
    "shrugs_off",
    rank = "highest",
    when = event.who.bears_power:at_least(event.power + 1),
    with = { amount = 0 },
    stop = true,
  },
  on.hit.before {
    "armor",
    rank = "high",
    with = {
      amount = smaller(larger(event.amount - event.who.armor, event.who.least), event.who.most),
    },
  },
  on.hit.before {
    "thick_skin",
    rank = rank("high") - 1,
    when = event.who.bears_pierce:at_least(event.pierce + 1),
    with = { amount = 0 },
  },
  -- Nobody has it from the beginning: to be hooked.
  on.hit.check { "guarded", hooked = true, stop = true },
}
