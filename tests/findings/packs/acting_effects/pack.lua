return {
  name = "acting_effects", version = "0.1.0", description = "Effects that acts begin",
  license = "MIT", api = 1, requires = { classic = ">=0.1.0" }, cards = "cards",
}
