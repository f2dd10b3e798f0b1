--- Fighters on one field; nothing waits on a stack.
return ruleset {
  layers = { "all" },
  default_layers = { set = "all", add = "all", sub = "all" },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "fighter", copiable = true },
    traits = "abilities",
    health = { "int", unlayered = true },
    armour = { "int", unlayered = true },
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
  zones = { field = { shared = true } },
  home = "field",
  nouns = { somebody = { zone = "field" } },
}
