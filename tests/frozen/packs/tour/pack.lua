return {
  name = "tour",
  version = "0.1.0",
  description = "A walk through continuous effects: three short plays and a world to explore",
  license = "MIT",
  api = 1,
}
