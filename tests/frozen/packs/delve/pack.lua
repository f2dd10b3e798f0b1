return {
  name = "delve",
  version = "0.1.0",
  description = "A cave of monsters: hits that pass along chains of handlers, and no line of C",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
  cards = "cards",
}
