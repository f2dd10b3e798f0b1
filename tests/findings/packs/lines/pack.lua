return {
  name = "lines",
  version = "0.1.0",
  description = "Lines of expect: what they can say, and of whom",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
  allow = { text = "the cards are there for their lines" },
}
