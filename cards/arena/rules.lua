--- The rules of a small auto-battler: any number is a layer, and units stand on a board.
return ruleset {
  as_of = "0.4",
  layers = "numbers",
  -- First what a unit becomes, then what is multiplied, then what is added.
  default_layers = {
    attack = { set = 1, mul = 2, add = 3, sub = 3 },
    health = { set = 1, mul = 2, add = 3, sub = 3 },
    tribes = 1,
    traits = 1,
    controller = 1,
  },
  copy_layer = 0,
  base_layer = 1,
  attributes = {
    name = { "sym", copiable = true }, -- the name
    attack = { "int", min = 0, copiable = true }, -- how hard a unit hits
    health = { "int", copiable = true }, -- how much a unit bears
    tribes = { "set", "beast", "dragon", "mech", copiable = true }, -- what a unit is
    traits = { "abilities" }, -- its abilities
    controller = "ref", -- whose side it is on
    owner = { "ref", unlayered = true, kept = true }, -- whose it is
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "traits",
    kinds = "tribes",
  },
  keywords = { "taunt" },
  counters = { "rage" },
  zones = { board = { shared = true }, bench = {} },
  home = "board",
  nouns = { unit = { zone = "board" } },
  clocks = { "round" },
  durations = { round = { clock = "round" } },
  steps = {
    --- Units leave the board, each for the bench of its owner.
    withdraw = { to = "bench", often = 1 },
  },
}
