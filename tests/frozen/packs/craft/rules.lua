--- The rules of a village of smiths: one layer, ore that is used up, blades that are made of it.
return ruleset {
  layers = { "all" },
  default_layers = { set = "all", add = "all", sub = "all" },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "smith", "office", copiable = true },
    traits = "abilities",
    ore = { "int", min = 0, unlayered = true },
    blades = { "int", min = 0, unlayered = true },
    gold = { "int", unlayered = true },
    skill = { "int", copiable = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "traits",
    kinds = "kinds",
  },
  zones = { village = { shared = true }, wilds = { shared = true } },
  home = "village",
  nouns = { somebody = { zone = "village" } },
  clocks = { "day" },
  durations = { day = { clock = "day" } },
}
