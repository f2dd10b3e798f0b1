return {
  name = "top_and_taken",
  version = "0.1.0",
  description = "The top card of a zone in static abilities, and values taken from other objects",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
