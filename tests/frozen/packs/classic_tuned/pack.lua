return {
  name = "classic_tuned",
  version = "0.1.0",
  description = "A balance patch: what a season has shown about some cards of the pack classic",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
