return {
  name = "targets",
  version = "0.1.0",
  description = "What is announced: several targets, shares, modes",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
  laws = "laws.lua",
}
