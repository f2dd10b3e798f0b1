return {
  name = "attachments",
  version = "0.1.0",
  description = "State-based actions of attachments, entering attached, and the last card",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
