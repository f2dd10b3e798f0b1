--- The rules of a village of smiths: one layer, ore that is used up, blades that are made of it.
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  default_layers = { set = "all", add = "all", sub = "all" },
  attributes = {
    name = { "sym", copiable = true }, -- the name
    kinds = { "set", "smith", "office", copiable = true }, -- what it is
    traits = "abilities", -- its abilities
    ore = { "int", min = 0, unlayered = true }, -- ore that is left
    blades = { "int", min = 0, unlayered = true }, -- blades that were made
    gold = { "int", unlayered = true }, -- gold
    skill = { "int", copiable = true }, -- how good a smith is
    controller = "ref", -- whose side it is on
    owner = { "ref", unlayered = true, kept = true }, -- whose it is
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
  steps = {
    --- Smiths make blades of as much ore, and sell each for the price.
    craft = { event = "craft", takes = { "count", "price" }, with = { count = 1, price = 1 } },
    --- Smiths get ore.
    mine = { event = "mine", takes = { "count" }, with = { count = 1 } },
    --- Smiths pay gold.
    pay = { event = "pay", takes = { "gold" }, needs = { "gold" } },
  },
  for_others = { "pay", "skill" }, -- other packs let smiths pay, and ask how good they are
}
