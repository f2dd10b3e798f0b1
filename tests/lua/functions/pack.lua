return {
  name = "functions",
  version = "0.1.0",
  description = "Cards that say with a function what data cannot",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
