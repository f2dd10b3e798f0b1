return {
  name = "text_copy", version = "0.1.0", description = "Copies in the layer of text changes",
  license = "MIT", api = 1, requires = { classic = ">=0.1.0" }, cards = "cards",
}
