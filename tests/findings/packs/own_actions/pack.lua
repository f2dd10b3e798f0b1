return {
  name = "own_actions",
  version = "0.1.0",
  description = "Rules say when players may activate abilities",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  events = "events.lua",
  cards = "cards",
}
