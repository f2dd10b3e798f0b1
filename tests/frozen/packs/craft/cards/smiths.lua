--- Who lives in the village.
return {
  card { name = "Smith", kinds = { "smith" }, ore = 10, skill = 1 },
  card { name = "Apprentice", kinds = { "smith" }, ore = 3 },
  -- Where she works, blades are worth one more.
  card {
    name = "Master",
    kinds = { "smith" },
    ore = 10,
    skill = 3,
    replace { craft { who = each.smith:of(you) }, with = { price = event.price + 1 } },
  },
}
