return {
  name = "one_effect", version = "0.1.0", description = "Static abilities of several sentences",
  license = "MIT", api = 1, requires = { classic = ">=0.1.0" }, cards = "cards",
}
