--- A land with a flood counter is an Island and nothing else, as long as it has the counter.
return card {
  name = "Quicksilver Fountain",
  cost = "3",
  types = { "artifact" },
  triggered {
    "flood",
    target,
    becomes_basic_land "island",
    lasts = as_long_as(target:counters("flood"):at_least(1)),
  },
}
