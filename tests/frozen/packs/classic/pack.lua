return {
  name = "classic",
  version = "0.1.0",
  description = "The rules of the classic card game as data, and cards that lean on its layers",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
  cards = "cards",
  allow = {
    untested = "most cards are there for the scenarios of tests/conformance and tests/seeds",
  },
}
