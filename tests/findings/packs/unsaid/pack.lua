return {
  name = "unsaid",
  version = "0.1.0",
  description = "What no page said: targets, orders, numbers",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
