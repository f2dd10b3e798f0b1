--- The same cards under an older order of power and toughness: counters after all other changes.
return {
  scenario {
    name = "older rules: counters have a sublayer of their own",
    rules = { "613.4" },
    variant = "older",
    setup = { { "A", "battlefield", { "Grizzly Bears", id = "b", counters = { ["+1/+1"] = 1 } } } },
    steps = {
      { effect = { power = mul(2), lasts = "turn" }, on = "b", name = "doubling" },
      { check = "older" },
    },
    expect = { "older: b: power=5 toughness=3" },
  },
  scenario {
    name = "today's rules: counters take part by their timestamp",
    rules = { "613.4c", "613.7c" },
    setup = { { "A", "battlefield", { "Grizzly Bears", id = "b", counters = { ["+1/+1"] = 1 } } } },
    steps = {
      { effect = { power = mul(2), lasts = "turn" }, on = "b", name = "doubling" },
      { check = "today" },
    },
    expect = { "today: b: power=6 toughness=3" },
  },
}
