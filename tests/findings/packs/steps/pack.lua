return {
  name = "steps",
  version = "0.1.0",
  description = "Steps of scenarios: what they make, what follows them, what is refused",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
  allow = { text = "the cards are there for their steps" },
}
