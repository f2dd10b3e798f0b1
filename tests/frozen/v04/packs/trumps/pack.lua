return {
  name = "trumps",
  version = "0.1.0",
  description = "Trumps: a whole game with hidden cards and choices at the same time",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
  cards = "cards",
}
