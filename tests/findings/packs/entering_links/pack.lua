return {
  name = "entering_links", version = "0.1.0", description = "Links and choices as objects enter",
  license = "MIT", api = 1, requires = { classic = ">=0.1.0" }, cards = "cards",
}
