return {
  name = "named_outside", version = "0.1.0", description = "Effects whose names come from a function",
  license = "MIT", api = 1, requires = { skirmish = ">=0.1.0" }, cards = "cards",
}
