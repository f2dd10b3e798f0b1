--- The rules of a cave: one layer, and numbers for how hard one hits and how well one bears it.
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  default_layers = { set = "all", add = "all", sub = "all", traits = "all" },
  attributes = {
    name = { "sym", copiable = true }, -- the name
    kinds = { "set", "monster", "hero", "thing", copiable = true }, -- what it is
    traits = "abilities", -- its abilities
    hp = { "int", unlayered = true }, -- hit points
    damage = { "int", default = 1, copiable = true }, -- how much it does when it hits
    pierce = { "int", default = 1, copiable = true }, -- the pierce of its hits
    power = { "int", default = 1, copiable = true }, -- the power of its hits
    armor = { "int", copiable = true }, -- how much of each hit it takes off
    least = { "int", default = 1, copiable = true }, -- the least that a hit does to it
    most = { "int", default = 10, copiable = true }, -- the most that a hit does to it
    bears_pierce = { "int", default = 1, copiable = true }, -- hits of less pierce do nothing to it
    bears_power = { "int", copiable = true }, -- hits of less power do nothing to it
    weapon = { "ref", unlayered = true }, -- what it hits with
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
  zones = { cave = { shared = true }, grave = { shared = true } },
  home = "cave",
  nouns = { somebody = { zone = "cave" } },
  clocks = { "turn" },
  durations = { turn = { clock = "turn" } },
  steps = {
    --- Hits a monster or a hero, which loses hit points.
    hit = { event = "hit", takes = { "amount", "pierce", "power" }, needs = { "amount" } },
    --- Gives a monster or a hero hit points back.
    heal = { event = "heal", takes = { "amount" }, needs = { "amount" } },
    --- Raises the damage that a monster or a hero does, or lowers it.
    train = { event = "train", takes = { "amount" }, needs = { "amount" } },
    --- Puts a monster or a hero on guard until the turn ends.
    guard = { event = "guard" },
    --- Ends the rage of a monster or a hero.
    calm = { event = "calm" },
  },
  for_others = { "weapon" }, -- a host shows it
}
