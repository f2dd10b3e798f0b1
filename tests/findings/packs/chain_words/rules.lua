return ruleset {
  layers = { "text", "all" },
  default_layers = { set = "all", add = "all", gifts = { substitute = "text", add = "all" } },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "imp", "elf", "orc", copiable = true },
    gifts = "abilities",
    wounds = { "int", unlayered = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "gifts",
    kinds = "kinds",
  },
  zones = { table = { shared = true }, pit = { shared = true } },
  home = "table",
  nouns = { body = { zone = "table" } },
}
