return {
  name = "events",
  version = "0.1.0",
  description = "Kinds of events of the classic game, as data: no action makes them happen yet",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  rules = "rules.lua",
  events = "events.lua",
}
