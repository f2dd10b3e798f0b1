return {
  name = "handler_words", version = "0.1.0",
  description = "Functions that ask with the words of cards",
  license = "MIT", api = 1, requires = { classic = ">=0.1.0" }, cards = "cards",
}
