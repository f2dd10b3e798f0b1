return {
  name = "craft_guests",
  version = "0.1.0",
  description = "Guests of the village: cards for the pack craft, and for two others if there",
  license = "MIT",
  api = 1,
  requires = { craft = ">=0.1.0" },
  optional = { craft_fame = ">=0.1.0", craft_tax = ">=0.1.0" },
  rules = "rules.lua",
  cards = "cards",
}
