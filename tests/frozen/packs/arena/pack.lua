return {
  name = "arena",
  version = "0.1.0",
  description = "A small auto-battler: three numbered layers, and the words of cards all the same",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  laws = "laws.lua",
  cards = "cards",
}
