--- The rules of a small auto-battler: any number is a layer, and units stand on a board.
return ruleset {
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
    name = { "sym", copiable = true },
    attack = { "int", min = 0, copiable = true },
    health = { "int", copiable = true },
    tribes = { "set", "beast", "dragon", "mech", copiable = true },
    traits = { "abilities" },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "traits",
    kinds = "tribes",
  },
  keywords = { "poison", "shield", "taunt" },
  counters = { "rage" },
  zones = { board = { shared = true }, bench = {} },
  home = "board",
  nouns = { unit = { zone = "board" } },
  clocks = { "round" },
  durations = { round = { clock = "round" } },
}
