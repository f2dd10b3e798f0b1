return {
  name = "events",
  version = "0.1.0",
  description = "Findings about events, replacements, triggers and acts",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
