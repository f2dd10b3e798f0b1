return {
  name = "named_outside", version = "0.1.0", description = "Effects that a function names",
  license = "MIT", api = 1, requires = { skirmish = ">=0.1.0" }, cards = "cards",
}
