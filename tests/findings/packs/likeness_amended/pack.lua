return {
  name = "likeness_amended",
  version = "0.1.0",
  description = "It changes a card that others are like, and one that is like it",
  license = "MIT",
  api = 1,
  requires = { likeness = ">=0.1.0", classic = ">=0.1.0" },
  cards = "cards",
}
