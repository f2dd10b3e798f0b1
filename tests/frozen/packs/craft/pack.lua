return {
  name = "craft",
  version = "0.1.0",
  description = "Smiths who make blades: rules with an event of their own, and no line of C",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  cards = "cards",
}
