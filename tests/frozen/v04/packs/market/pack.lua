return {
  name = "market",
  version = "0.1.0",
  description = "Two heaps of matches, of which players take",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
  cards = "cards",
}
