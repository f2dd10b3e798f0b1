return {
  name = "at_once",
  version = "0.1.0",
  description = "Rules without a stack, whose triggers do not wait",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  cards = "cards",
}
