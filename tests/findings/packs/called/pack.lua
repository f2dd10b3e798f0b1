return {
  name = "called", version = "0.1.0", description = "Cards that are called by names and ids",
  license = "MIT", api = 1, requires = { classic = ">=0.1.0" }, cards = "cards",
}
