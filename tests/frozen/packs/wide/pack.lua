return {
  name = "wide",
  version = "0.1.0",
  description = "A world whose rules have what the rules of the ten packs do not",
  license = "MIT",
  api = 1,
}
