return {
  name = "likeness",
  version = "0.1.0",
  description = "Cards that are like others",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
  renames = { ["Bruin"] = "Any Bear", vast_bear = "bigger_bear" },
}
