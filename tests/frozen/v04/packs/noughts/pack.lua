return {
  name = "noughts",
  version = "0.1.0",
  description = "Noughts and crosses: a whole game of full information, from its start to its end",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
  cards = "cards",
}
