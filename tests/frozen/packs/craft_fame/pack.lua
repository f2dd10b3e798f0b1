return {
  name = "craft_fame",
  version = "0.1.0",
  description = "Rules and nothing else: smiths of the pack craft become famous for what they make",
  license = "MIT",
  api = 1,
  requires = { craft = ">=0.1.0" },
  rules = "rules.lua",
  events = "events.lua",
  laws = "laws.lua",
}
