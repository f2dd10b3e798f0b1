return {
  name = "skirmish",
  version = "0.1.0",
  description = "A battle that plays itself: blows, what they set off, effects that run out",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  laws = "laws.lua",
  events = "events.lua",
  cards = "cards",
}
