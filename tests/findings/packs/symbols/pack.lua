return {
  name = "symbols",
  version = "0.1.0",
  description = "Symbols that static abilities set: a word, none, and what another symbol is",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  cards = "cards",
}
