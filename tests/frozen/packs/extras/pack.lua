return {
  name = "extras",
  version = "0.1.0",
  description = "What saves can hold and no pack of the ten has: things that wait, and settings",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
  settings = {
    bonus = { "int", min = 0, max = 9, default = 2, startup = true },
    mood = { "sym", "calm", "wild", default = "calm", startup = true },
  },
  allow = { untested = "saves of worlds with these cards are their test" },
}
