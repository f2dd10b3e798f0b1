return {
  name = "conformance",
  version = "0.1.0",
  description = "Cards and scenarios that say what the rules say must come out",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
