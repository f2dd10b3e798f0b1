return {
  name = "craft_tax",
  version = "0.1.0",
  description = "What others do about the event that the pack craft declares: they tax it",
  license = "MIT",
  api = 1,
  requires = { craft = ">=0.1.0" },
  cards = "cards",
}
