return {
  name = "chain_words",
  version = "0.1.0",
  description = "Handlers of chains say what the text of their object says",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  cards = "cards",
}
