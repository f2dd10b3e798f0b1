return {
  name = "reading",
  version = "0.1.0",
  description = "Fields that were accepted and not read",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  rules = "rules.lua",
  cards = "cards",
}
